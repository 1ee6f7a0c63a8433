"""Film and sound of a page, by yt-dlp: the file, its picture, subtitles, and what is known of it.

What counts is which files are there at the end, not what the program's exit status says: it exits
with 0 where there was nothing to load, and with 1 where only a subtitle is missing.
"""

import json
import re
from pathlib import Path
from typing import Any

from strandline.adapters.capture.context import (
    NOT_KEPT,
    CaptureContext,
    CaptureKind,
    CaptureYield,
    captured,
    like_page,
)
from strandline.adapters.capture.media_places import media_places, seen_media
from strandline.adapters.capture.media_sites import PLATFORMS
from strandline.adapters.capture.process import Ending, Run, run_program
from strandline.adapters.capture.programs import make_programs
from strandline.adapters.fetch.proxy_limits import ProxyLimits
from strandline.core.archive.domains import matching
from strandline.core.archive.layout import name_of
from strandline.core.archive.sniff import LOOK_BYTES, Sniffed, sniff
from strandline.core.urls.domains import host_of
from strandline.model.archive import ArtifactKind, CapturedFile, CaptureName, CaptureOutcome

#: Files that the program has finished; what it still writes is called otherwise. Pictures and
#: subtitles are called like the film until all is done, and stay so where the last step failed.
_MEDIA = re.compile(r"media\.[a-z0-9]{1,5}")
_THUMB = re.compile(r"(?:thumb|media)\.[a-z0-9]{1,5}")
_SUBTITLES = re.compile(
    r"(?:subtitles|media)\.(?:(?P<language>[A-Za-z0-9-]{1,30})\.)?(?:vtt|srt|ass|ssa|ttml|lrc|json3)"
)
_INFO = "info.info.json"
#: Documents that are nothing but the list of a film's pieces.
_LISTS = frozenset({"application/vnd.apple.mpegurl", "application/dash+xml"})
#: Subtitles that are kept; some films have a hundred.
_MOST_SUBTITLES = 20
#: What goes over the wire besides the file itself: pages, manifests, pictures, retries, bytes.
_BESIDES = 50_000_000

#: What the program says where there is nothing to load.
_NOTHING = re.compile(
    r"unsupported url|no video(?: formats)? (?:could be )?found|no media found|"
    r"there(?:'|’)s no video|does not contain (?:any )?(?:video|media)|no formats found|"
    r"is not a video|no video in|does not pass filter|has no video|no suitable extractor|"
    r"not a valid url|requested format is not available|is unusual and will be skipped",
    re.IGNORECASE,
)
_TOO_LARGE = re.compile(r"larger than max-filesize|file is larger|file too large", re.IGNORECASE)
_GONE = re.compile(
    r"video (?:is )?(?:unavailable|private|has been removed)|account .{0,40}terminated|"
    r"http error (?:404|410)",
    re.IGNORECASE,
)
_ERROR_LINE = re.compile(r"^ERROR: (.*?)(?: If you believe.*|[;,.]? please report.*)?$", re.M)
#: Keys of the program's record that tell of this machine and not of the film.
_PRIVATE = frozenset({"filename", "requested_downloads", "cookies", "http_headers", "filepath"})


def applies(context: CaptureContext) -> str:
    """To platforms, to films, and to pages that name one or were seen asking for one."""
    page = context.page
    if _is_platform(context):
        # A platform may show our client a wall and still have the film.
        return NOT_KEPT if page.result.retry_after is not None else ""
    if not page.is_kept:
        return NOT_KEPT
    if page.sniffed.content_type in _LISTS or _is_media(page.sniffed):
        return ""
    if page.hints.has_media or next(seen_media(context), ""):
        return ""
    return "the page names no film or sound"


def run(context: CaptureContext) -> CaptureYield:
    """Load it, and judge by the files."""
    page = context.page
    if _is_media(page.sniffed) and page.body is not None:
        ours = name_of(ArtifactKind.VIDEO, extension=page.sniffed.extension)
        film = captured(ArtifactKind.VIDEO, page.body, ours, page.sniffed.content_type)
        return like_page(context, CaptureYield(CaptureOutcome.GOOD, "", (film,)))
    made = _load(context, page.result.final_url or context.job.url, "media")
    # What stands beside a platform's film is another film.
    others = [] if _is_platform(context) else media_places(context)
    for number, url in enumerate(others, 1):
        if made.outcome not in (CaptureOutcome.NO_MEDIA, CaptureOutcome.FAILED):
            break
        other = _load(context, url, f"media-{number}")
        if other.outcome is not CaptureOutcome.NO_MEDIA:
            made = other
    return made


def _is_platform(context: CaptureContext) -> bool:
    host = host_of(context.page.result.final_url or context.job.url)
    return matching(host, PLATFORMS) is not None


def _load(context: CaptureContext, page_url: str, name: str) -> CaptureYield:
    folder = context.folder / name
    cap = context.bytes_left()
    limits = ProxyLimits(
        max_bytes=cap + _BESIDES,
        connection_bytes=cap + _BESIDES,
        lifetime_s=context.left_s() + 5,
        connection_s=context.left_s() + 5,
    )

    programs = make_programs(context.folder / "programs", context.tools.ffmpeg)

    def load(url: str, *more: str) -> Run:
        return run_program(
            lambda server: [*_command(context, server, folder, programs, cap), *more, "--", url],
            folder,
            lambda door: context.proxy.session(limits, door=door),
            programs=programs,
            deadline=context.deadline,
            monotonic=context.monotonic,
            max_bytes=cap + _BESIDES,
        )

    done = load(page_url)
    manifest = _manifest_without_subtitles(folder)
    if manifest:
        load(manifest, "--skip-download", "--no-write-info-json")
    files = list(_files(context, folder, cap))
    if any(file.kind is ArtifactKind.VIDEO for file in files):
        return CaptureYield(CaptureOutcome.GOOD, "", tuple(files))
    return _without_media(done, folder, cap)


def _command(
    context: CaptureContext, proxy: str, folder: Path, programs: Path, cap: int
) -> list[str]:
    """Nothing of this machine's configuration has a say, and nothing is loaded but one item."""
    wait_s = str(max(1, min(20, int(context.left_s()))))
    return [
        *context.tools.yt_dlp,
        *("--ignore-config", "--no-plugin-dirs", "--no-cache-dir", "--no-remote-components"),
        "--no-cookies-from-browser",
        *("--proxy", proxy, "--socket-timeout", wait_s, "--retries", "2"),
        *("--fragment-retries", "2", "--extractor-retries", "1"),
        *("--abort-on-unavailable-fragments", "--no-continue", "--no-mtime"),
        *("--no-playlist", "--playlist-items", "1", "--match-filters", "!is_live"),
        *("--downloader", "m3u8,dash:native", "--hls-prefer-native"),
        *("--ffmpeg-location", str(programs)),
        *("--max-filesize", str(cap)),
        *("--write-info-json", "--no-write-playlist-metafiles"),
        *("--write-thumbnail", "--write-subs", "--sub-langs", "all,-live_chat"),
        *("--no-progress", "--color", "never", "--no-warnings"),
        *("--paths", str(folder), "--output", "media.%(ext)s"),
        *("--output", "thumbnail:thumb.%(ext)s", "--output", "subtitle:subtitles.%(ext)s"),
        *("--output", "infojson:info.%(ext)s"),
        *("--user-agent", context.settings.fetch.user_agent),
    ]


def _manifest_without_subtitles(folder: Path) -> str:
    """Address of the stream that was loaded, where no subtitles came with it: a page's player
    names the stream, and only the stream names its subtitles. Empty where there is none.
    """
    if any(_SUBTITLES.fullmatch(path.name) for path in folder.iterdir()):
        return ""
    record = _record(folder / _INFO)
    found = str(record.get("manifest_url") or record.get("url") or "")
    return found if found.startswith(("http://", "https://")) and ".m3u8" in found else ""


def _files(context: CaptureContext, folder: Path, cap: int) -> "list[CapturedFile]":
    """The finished files, under names of ours; the film first."""
    names = sorted(path.name for path in folder.iterdir() if path.is_file())
    found: list[CapturedFile] = []
    for name in names:
        path = folder / name
        kind = _sniffed(path)
        if _MEDIA.fullmatch(name) and _is_media(kind) and 0 < path.stat().st_size <= cap:
            ours = name_of(ArtifactKind.VIDEO, extension=kind.extension)
            found.insert(0, captured(ArtifactKind.VIDEO, path, ours, kind.content_type))
        elif _THUMB.fullmatch(name) and kind.content_type.startswith("image/"):
            ours = name_of(ArtifactKind.THUMB, extension=kind.extension)
            found.append(captured(ArtifactKind.THUMB, path, ours, kind.content_type))
    found += _subtitles(folder, names)
    info = _info(context, folder / _INFO)
    return [*found, info] if info is not None else found


def _subtitles(folder: Path, names: list[str]) -> list[CapturedFile]:
    found: list[CapturedFile] = []
    taken: set[str] = set()
    for name in names:
        match = _SUBTITLES.fullmatch(name)
        if match is None or len(found) >= _MOST_SUBTITLES:
            continue
        kind = _sniffed(folder / name)
        ours = name_of(
            ArtifactKind.SUBTITLES,
            extension=Path(name).suffix,
            language=match["language"] or "",
        )
        if kind.content_type.startswith(("text/", "application/")) and ours not in taken:
            taken.add(ours)
            found.append(captured(ArtifactKind.SUBTITLES, folder / name, ours, kind.content_type))
    return found


def _info(context: CaptureContext, path: Path) -> CapturedFile | None:
    """What is known of the film, without what tells of this machine."""
    record = _record(path)
    if not record:
        return None
    name = name_of(ArtifactKind.INFO_JSON)
    target = context.path(name)
    text = json.dumps(_public(record), ensure_ascii=False, indent=1)
    target.write_text(text + "\n", encoding="utf-8", errors="replace")
    return captured(ArtifactKind.INFO_JSON, target, name, "application/json")


def _record(path: Path) -> dict[str, Any]:
    """The program's record; empty where there is none."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}


def _public(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: _public(inner)
            for key, inner in value.items()
            if not key.startswith("_") and key not in _PRIVATE
        }
    return [_public(inner) for inner in value] if isinstance(value, list) else value


def _without_media(done: Run, folder: Path, cap: int) -> CaptureYield:
    """Nothing to load, too large, gone, or a failure that may pass: four different things."""
    errors = _ERROR_LINE.findall(done.said)
    message = " ".join("; ".join(errors[-2:]).split())[:300]
    if done.is_over or done.ending is Ending.TOO_LARGE or _TOO_LARGE.search(done.said):
        return CaptureYield(CaptureOutcome.TOO_LARGE, f"the film is over {cap} bytes")
    if any(_MEDIA.fullmatch(path.name) and path.stat().st_size > cap for path in folder.iterdir()):
        return CaptureYield(CaptureOutcome.TOO_LARGE, f"the film is over {cap} bytes")
    if done.ending is Ending.DEADLINE:
        return CaptureYield(CaptureOutcome.TIMEOUT, "loading the film took too long")
    if _NOTHING.search(done.said) or (done.code == 0 and not errors):
        return CaptureYield(CaptureOutcome.NO_MEDIA, message or "there is no film or sound")
    if _GONE.search(message):
        return CaptureYield(CaptureOutcome.GONE, message)
    said = message or f"the program ended with {done.code} and without a file"
    return CaptureYield(CaptureOutcome.FAILED, said)


def _sniffed(path: Path) -> Sniffed:
    with path.open("rb") as file:
        start = file.read(LOOK_BYTES)
    # A stream that could not be repacked: packets of 188 bytes (ISO 13818-1, 2.4.3.2).
    if len(start) > 376 and start[0] == start[188] == start[376] == 0x47:
        return Sniffed("video/mp2t", "ts")
    return sniff(start)


def _is_media(kind: Sniffed) -> bool:
    return kind.content_type.startswith(("video/", "audio/")) or kind.extension == "ogg"


KIND = CaptureKind(CaptureName.MEDIA, ("yt-dlp", "ffmpeg"), applies, run, share_s=1_800.0)
