"""Films and sounds by yt-dlp: judged by files, ended with all it started, kept off this machine."""

import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.capture import find_tools
from strandline.adapters.capture.tools import Tools
from strandline.model.archive import ArtifactKind, CaptureName

SUBTITLES = "WEBVTT\n\n00:00.000 --> 00:01.000\nThe tide goes out.\n"
TOOLS = replace(find_tools(), chromium="")
needs_yt_dlp = pytest.mark.skipif(
    bool(TOOLS.missing(["yt-dlp", "ffmpeg"])), reason="yt-dlp or ffmpeg is not installed"
)


@pytest.fixture(scope="session")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a short film: as HLS, as one file, and its picture; made here by ffmpeg."""
    ffmpeg = shutil.which("ffmpeg")
    if ffmpeg is None:
        pytest.skip("ffmpeg is not installed")
    folder = tmp_path_factory.mktemp("film")
    source = ["-f", "lavfi", "-i", "testsrc=size=160x120:rate=10:duration=3"]
    hls = ["-g", "10", "-hls_time", "1", "-hls_playlist_type", "vod", "-hls_segment_filename"]
    outputs = [
        ["-c:v", "libx264", "-preset", "ultrafast", *hls, "part%d.ts", "film.m3u8"],
        ["-c:v", "libx264", "-preset", "ultrafast", "film.mp4"],
        ["-frames:v", "1", "poster.jpg"],
    ]
    for output in outputs:
        command = [ffmpeg, "-v", "error", *source, *output]
        subprocess.run(command, cwd=folder, check=True, timeout=60)
    return folder


def shows(*lines: str) -> bytes:
    """A page with a player."""
    return f"<!doctype html><title>A film</title><h1>A film</h1>{''.join(lines)}".encode()


def publish(site: Any, kit: Any, film: Path) -> None:
    """Put the film's files on the site."""
    kinds = {
        ".m3u8": "application/vnd.apple.mpegurl",
        ".ts": "video/mp2t",
        ".mp4": "video/mp4",
        ".jpg": "image/jpeg",
    }
    for path in film.iterdir():
        site.answers[f"/{path.name}"] = kit.http(path.read_bytes(), kinds[path.suffix])
    site.answers["/film.vtt"] = kit.http(SUBTITLES.encode(), "text/vtt")


@needs_yt_dlp
def test_stream_with_subtitles(bench: Any, site: Any, kit: Any, film: Path) -> None:
    """A stream becomes one file, with its picture, its subtitles and what is known of it."""
    publish(site, kit, film)
    player = (
        '<video poster="/poster.jpg"><source src="/film.m3u8" type="application/x-mpegURL">'
        '<track kind="subtitles" src="/film.vtt" srclang="en"></video>'
    )
    site.answers["/page"] = kit.http(shows(player))
    bench.tools = TOOLS
    captured = bench.capture("/page", deadline_s=120)
    assert kit.outcome(captured, CaptureName.MEDIA) == "good"
    video = kit.file(captured, ArtifactKind.VIDEO)
    assert (video.name, video.content_type) == ("media/video.mp4", "video/mp4")
    assert length_of(video.path) == pytest.approx(3.0, abs=0.3)
    assert kit.file(captured, ArtifactKind.THUMB).name == "media/thumb.jpg"
    subtitles = kit.file(captured, ArtifactKind.SUBTITLES)
    assert (subtitles.name, subtitles.content_type) == ("media/subtitles.en.vtt", "text/vtt")
    assert "The tide goes out." in subtitles.path.read_text()
    info = json.loads(kit.file(captured, ArtifactKind.INFO_JSON).path.read_text())
    assert info["title"]
    assert str(bench.folder) not in json.dumps(info)
    assert "http_headers" not in json.dumps(info)


@needs_yt_dlp
def test_stream_that_names_its_subtitles_itself(
    bench: Any, site: Any, kit: Any, film: Path
) -> None:
    """A player names a stream, and the stream its subtitles: they are kept as well."""
    publish(site, kit, film)
    kind = "application/vnd.apple.mpegurl"
    words = b"#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3.0,\nfilm.vtt\n#EXT-X-ENDLIST\n"
    master = (
        b'#EXTM3U\n#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",'
        b'URI="words.m3u8"\n'
        b'#EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=320x240,SUBTITLES="s"\nfilm.m3u8\n'
    )
    site.answers["/words.m3u8"] = kit.http(words, kind)
    site.answers["/master.m3u8"] = kit.http(master, kind)
    site.answers["/page"] = kit.http(shows('<video src="/master.m3u8"></video>'))
    bench.tools = TOOLS
    captured = bench.capture("/page", deadline_s=120)
    assert kit.file(captured, ArtifactKind.VIDEO).name == "media/video.mp4"
    subtitles = kit.file(captured, ArtifactKind.SUBTITLES)
    assert subtitles.name == "media/subtitles.en.vtt"
    assert "The tide goes out." in subtitles.path.read_text()


@needs_yt_dlp
@pytest.mark.parametrize(
    "named",
    [
        '<meta property="og:video" content="{}/film.mp4">',
        '<a href="/film.m3u8">Watch</a>',
        '<a href="/film.mp4">Download the film</a>',
    ],
)
def test_film_that_is_only_named(named: str, bench: Any, site: Any, kit: Any, film: Path) -> None:
    """A page without a player that names a film: it is loaded from where it is."""
    publish(site, kit, film)
    site.answers["/page"] = kit.http(shows(named.format(site.address)))
    bench.tools = TOOLS
    captured = bench.capture("/page", deadline_s=120)
    assert kit.outcome(captured, CaptureName.MEDIA) == "good"
    assert kit.file(captured, ArtifactKind.VIDEO).name == "media/video.mp4"


@needs_yt_dlp
@pytest.mark.browser
@pytest.mark.skipif(
    bool(find_tools().missing(["chromium", "playwright"])), reason="there is no browser"
)
@pytest.mark.parametrize(
    "player",
    [
        "<div id=x></div><script>x.innerHTML = '<video src=/film.mp4></video>'</script>",
        "<iframe src=/player width=400 height=300></iframe>",
        "<script>fetch('/film.m3u8')</script>",
    ],
    ids=["made by a script", "in a frame", "in pieces"],
)
def test_film_that_only_the_browser_sees(
    player: str, bench: Any, site: Any, kit: Any, film: Path
) -> None:
    """What a page asks for once it runs is a film that it shows."""
    publish(site, kit, film)
    site.answers["/player"] = kit.http(b"<!doctype html><video src=/film.mp4></video>")
    site.answers["/page"] = kit.http(shows(player))
    bench.tools = find_tools()
    captured = bench.capture("/page", deadline_s=120)
    assert kit.outcome(captured, CaptureName.MEDIA) == "good"


@needs_yt_dlp
@pytest.mark.skipif(find_spec("Cryptodome") is None, reason="pycryptodomex is not installed")
def test_encrypted_stream(bench: Any, site: Any, kit: Any, tmp_path: Path) -> None:
    """A stream with AES-128 is loaded through the proxy like any other, key and all."""
    (tmp_path / "key.bin").write_bytes(bytes(range(16)))
    (tmp_path / "key.info").write_text("key.bin\nkey.bin\n")
    source = ["-f", "lavfi", "-i", "testsrc=size=160x120:rate=10:duration=3"]
    coded = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "10", "-hls_time", "1"]
    hls = ["-hls_playlist_type", "vod", "-hls_key_info_file", "key.info", "film.m3u8"]
    command = [TOOLS.ffmpeg, "-v", "error", *source, *coded, *hls]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=60)
    for path in tmp_path.glob("film*"):
        is_list = path.suffix == ".m3u8"
        kind = "application/vnd.apple.mpegurl" if is_list else "video/mp2t"
        site.answers[f"/{path.name}"] = kit.http(path.read_bytes(), kind)
    site.answers["/key.bin"] = kit.http((tmp_path / "key.bin").read_bytes(), "application/x-key")
    site.answers["/page"] = kit.http(shows('<video src="/film.m3u8"></video>'))
    bench.tools = TOOLS
    captured = bench.capture("/page", deadline_s=120)
    assert kit.outcome(captured, CaptureName.MEDIA) == "good"
    assert "METHOD=AES-128" in (tmp_path / "film.m3u8").read_text()
    film = kit.file(captured, ArtifactKind.VIDEO)
    assert length_of(film.path) == pytest.approx(3.0, abs=0.3)


@needs_yt_dlp
def test_film_itself(bench: Any, site: Any, kit: Any, film: Path) -> None:
    """A link to a film is a film, and is not loaded again."""
    data = (film / "film.mp4").read_bytes()
    site.answers["/film"] = kit.http(data, "application/octet-stream")
    bench.tools = TOOLS
    captured = bench.capture("/film")
    assert site.asked == ["GET /film"]
    video = kit.file(captured, ArtifactKind.VIDEO)
    assert (video.name, video.path.read_bytes()) == ("media/video.mp4", data)


@needs_yt_dlp
def test_work_folder_named_from_where_we_are(
    bench: Any, site: Any, kit: Any, film: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relative data folder, as in the default settings, keeps films like any other."""
    publish(site, kit, film)
    site.answers["/page"] = kit.http(shows('<video src="/film.mp4"></video>'))
    monkeypatch.chdir(tmp_path)
    bench.tools, bench.folder = TOOLS, Path("work")
    captured = bench.capture("/page", deadline_s=120)
    assert kit.outcome(captured, CaptureName.MEDIA) == "good"
    assert length_of(kit.file(captured, ArtifactKind.VIDEO).path) == pytest.approx(3.0, abs=0.3)


@needs_yt_dlp
def test_only_one_of_several(bench: Any, site: Any, kit: Any, film: Path) -> None:
    """Of a page with several films the first is kept, not all of them."""
    publish(site, kit, film)
    players = [f'<video src="/film.mp4?{number}"></video>' for number in (1, 2, 3)]
    site.answers["/page"] = kit.http(shows(*players))
    site.answers.update({f"/film.mp4?{n}": site.answers["/film.mp4"] for n in (1, 2, 3)})
    bench.tools = TOOLS
    captured = bench.capture("/page", deadline_s=120)
    assert kit.outcome(captured, CaptureName.MEDIA) == "good"
    assert kit.kinds(captured).count("video") == 1
    assert not any(asked.endswith(("?2", "?3")) for asked in site.asked)


@needs_yt_dlp
def test_failure_at_half(bench: Any, site: Any, kit: Any, film: Path) -> None:
    """A stream that breaks off is a failure that may pass; its first half does not count."""
    publish(site, kit, film)
    site.answers["/part1.ts"] = kit.http(b"", status="503 Service Unavailable")
    site.answers["/page"] = kit.http(shows('<video src="/film.m3u8"></video>'))
    bench.tools = TOOLS
    captured = bench.capture("/page", deadline_s=120)
    assert kit.outcome(captured, CaptureName.MEDIA) == "failed"
    assert "503" in kit.message(captured, CaptureName.MEDIA)
    assert "video" not in kit.kinds(captured)


@needs_yt_dlp
def test_over_the_cap(bench: Any, site: Any, kit: Any) -> None:
    """A film just over the cap is too large, and is not there in part."""
    cap = 200_000
    body = b"\x00\x00\x00\x18ftypmp42" + bytes(cap)
    site.answers["/film.mp4"] = kit.http(body, "video/mp4")
    site.answers["/page"] = kit.http(shows('<video src="/film.mp4"></video>'))
    bench.tools = TOOLS
    bench.limit(max_bytes_hard_limit=cap)
    captured = bench.capture("/page", deadline_s=120)
    assert kit.outcome(captured, CaptureName.MEDIA) == "too_large"
    assert "video" not in kit.kinds(captured)
    assert kit.outcome(captured, CaptureName.WARC) == "good"


@needs_yt_dlp
def test_player_without_a_film(bench: Any, site: Any, kit: Any) -> None:
    """A page that names a film and has none: no media, which is no fault."""
    meta = '<meta property="og:video" content="/player.html">'
    site.answers["/player.html"] = kit.http(b"<p>no film here</p>")
    site.answers["/page"] = kit.http(shows(meta))
    bench.tools = TOOLS
    captured = bench.capture("/page", deadline_s=120)
    assert kit.outcome(captured, CaptureName.MEDIA) == "no_media"


@needs_yt_dlp
def test_film_inside_of_this_machine(bench: Any, site: Any, kit: Any, film: Path) -> None:
    """A player that points at another port of this machine reaches nothing there."""
    other = type(site)()
    try:
        publish(other, kit, film)
        playlist = f"#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n{other.address}/part0.ts\n"
        playlist += "#EXT-X-ENDLIST\n"
        site.answers["/film.m3u8"] = kit.http(playlist.encode(), "application/x-mpegURL")
        site.answers["/page"] = kit.http(shows('<video src="/film.m3u8"></video>'))
        bench.tools = TOOLS
        captured = bench.capture("/page", deadline_s=120)
        assert kit.outcome(captured, CaptureName.MEDIA) == "failed"
        assert other.asked == []
    finally:
        other.close()


def test_page_without_film(bench: Any, site: Any, kit: Any) -> None:
    """A page that names no film costs no run of the program."""
    site.answers["/page"] = kit.http(kit.page)
    bench.tools = program(bench.tools, "raise SystemExit('started')")
    captured = bench.capture("/page")
    assert kit.outcome(captured, CaptureName.MEDIA) == "not_applicable"


def test_exit_0_without_a_file(bench: Any, site: Any, kit: Any) -> None:
    """A program that ends well and leaves nothing has found no media."""
    site.answers["/page"] = kit.http(shows('<video src="/film.mp4"></video>'))
    bench.tools = program(bench.tools, "print('done')")
    captured = bench.capture("/page")
    assert kit.outcome(captured, CaptureName.MEDIA) == "no_media"


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("raise SystemExit('ERROR: Unsupported URL: x')", "no_media"),
        ("raise SystemExit('ERROR: [youtube] x: Video unavailable')", "gone"),
        ("raise SystemExit('ERROR: unable to download: HTTP Error 503')", "failed"),
        ("raise SystemExit(3)", "failed"),
        ("open('media.mp4.part', 'wb').write(b'x' * 100)", "no_media"),
        ("open('media.f137.mp4', 'wb').write(b'\\0\\0\\0\\x18ftypmp42')", "no_media"),
        ("open('media.mp4', 'wb').write(b'<!doctype html><html>sorry')", "no_media"),
        ("open('media.mp4', 'wb').write(b'')", "no_media"),
        ("open('media.jpg', 'wb').write(b'\\xff\\xd8\\xff\\xe0 a picture')", "no_media"),
        ("open('media.mp4', 'wb').write(b'\\0\\0\\0\\x18ftypmp42'); raise SystemExit(1)", "good"),
    ],
)
def test_judged_by_files(script: str, expected: str, bench: Any, site: Any, kit: Any) -> None:
    """What counts is a finished file that is a film; the exit status only explains its absence."""
    site.answers["/page"] = kit.http(shows('<video src="/film.mp4"></video>'))
    bench.tools = program(bench.tools, script)
    captured = bench.capture("/page")
    assert kit.outcome(captured, CaptureName.MEDIA) == expected
    assert ("video" in kit.kinds(captured)) is (expected == "good")


def test_hanging_program(bench: Any, site: Any, kit: Any) -> None:
    """A program that hangs, and what it started, are ended at the deadline."""
    script = (
        "import subprocess, sys, time;"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']);"
        "open('child', 'w').write(str(child.pid)); time.sleep(600)"
    )
    site.answers["/page"] = kit.http(shows('<video src="/film.mp4"></video>'))
    bench.tools = program(bench.tools, script)
    captured = bench.capture("/page", deadline_s=6)
    assert kit.outcome(captured, CaptureName.MEDIA) == "timeout"
    child = int((bench.folder / "media" / "child").read_text())
    assert is_over(child)


def test_endless_program(bench: Any, site: Any, kit: Any) -> None:
    """A program that writes and writes is ended soon after the cap."""
    script = (
        "import time\n"
        "with open('media.mp4.part', 'wb') as file:\n"
        "    for _ in range(1000):\n"
        "        file.write(bytes(1 << 20)); file.flush(); time.sleep(0.005)\n"
    )
    site.answers["/page"] = kit.http(shows('<video src="/film.mp4"></video>'))
    bench.tools = program(bench.tools, script)
    bench.limit(max_bytes_hard_limit=1_000_000)
    captured = bench.capture("/page")
    assert kit.outcome(captured, CaptureName.MEDIA) == "too_large"


def test_greedy_program(bench: Any, site: Any, kit: Any) -> None:
    """A program that takes memory without end ends by itself; the machine's is not touched."""
    site.answers["/page"] = kit.http(shows('<video src="/film.mp4"></video>'))
    bench.tools = program(bench.tools, "import time; time.sleep(0.3); x = bytearray(8 << 30)")
    captured = bench.capture("/page")
    assert kit.outcome(captured, CaptureName.MEDIA) == "failed"


def test_no_credentials(bench: Any, site: Any, kit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program sees none of our secrets, and no proxy but the guard's."""
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "canary")
    monkeypatch.setenv("DATABASE_URL", "postgresql://canary@host/name")
    monkeypatch.setenv("HTTPS_PROXY", "http://canary.example")
    script = "import os, sys; open('seen', 'w').write(repr(os.environ) + repr(sys.argv))"
    site.answers["/page"] = kit.http(shows('<video src="/film.mp4"></video>'))
    bench.tools = program(bench.tools, script)
    bench.capture("/page")
    seen = (bench.folder / "media" / "seen").read_text()
    assert "canary" not in seen
    assert "--proxy', 'http://127.0.0.1:" in seen
    assert "--ignore-config" in seen


def program(tools: Tools, script: str) -> Tools:
    """Another program in the place of yt-dlp."""
    return replace(tools, yt_dlp=(sys.executable, "-c", script), ffmpeg="/bin/true")


def length_of(path: Path) -> float:
    """Seconds, as ffprobe reads them."""
    command = ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0"]
    done = subprocess.run([*command, str(path)], capture_output=True, text=True, check=True)
    return float(done.stdout)


def is_over(pid: int) -> bool:
    """True once a process is gone; one that was killed may take a moment."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (ProcessLookupError, FileNotFoundError):
            return True
        if state == "Z":
            return True
    return False
