"""Names of stored objects (document 4, 8): always ours, never a server's.

`<prefix><article_uuid>/<job_id>/<name>`, where a name is one of a few words below a folder. What a
server called its file is kept for showing only.
"""

import re
from dataclasses import dataclass
from urllib.parse import unquote

from strandline.core.archive.sniff import Sniffed
from strandline.core.sources.feeds.texts import fold
from strandline.model.archive import ArtifactKind

#: Names of what there is one of in a capture.
NAMES = {
    ArtifactKind.HEADERS: "fetch/headers.json",
    ArtifactKind.FETCH_JSON: "meta.json",
    ArtifactKind.TEXT: "text/extracted.txt",
    ArtifactKind.METADATA_JSON: "text/metadata.json",
    ArtifactKind.SCREENSHOT: "render/screenshot.png",
    ArtifactKind.SCREENSHOT_FULL: "render/screenshot-full.png",
    ArtifactKind.PDF: "render/page.pdf",
    ArtifactKind.DOM: "render/dom.html",
    ArtifactKind.SNAPSHOT: "render/snapshot.html",
    ArtifactKind.INFO_JSON: "media/info.json",
    ArtifactKind.REDDIT_JSON: "reddit/thread.json",
    ArtifactKind.WARC: "warc/page.warc.gz",
}
#: Stems of the others; the extension comes from the bytes.
_STEMS = {
    ArtifactKind.RAW: "fetch/raw",
    ArtifactKind.VIDEO: "media/video",
    ArtifactKind.THUMB: "media/thumb",
    ArtifactKind.SUBTITLES: "media/subtitles",
}
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,99}(?:/[a-z0-9][a-z0-9._-]{0,99}){0,3}")
_UUID = re.compile(r"A_[0-9a-f]{16}")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,2}")
_EXTENSION = re.compile(r"[a-z0-9]{1,8}")
_DISPOSITION = re.compile(
    r"filename\*\s*=\s*(?:utf-8|iso-8859-1)?'[^']*'(?P<encoded>[^;]{1,2000})"
    r'|filename\s*=\s*(?:"(?P<quoted>(?:[^"\\]|\\.){0,2000})"|(?P<token>[^;]{1,2000}))',
    re.IGNORECASE,
)
#: Characters of a shown name.
LONGEST_SHOWN = 200


@dataclass(frozen=True, slots=True)
class KeyParts:
    """What a key names."""

    article_uuid: str
    job_id: int
    name: str


def object_key(prefix: str, article_uuid: str, job_id: int, name: str) -> str:
    """The key of a file of a capture.

    Raises:
        ValueError: A part that only a mistake of ours, or somebody else's name, can be.
    """
    if not _UUID.fullmatch(article_uuid) or job_id < 1:
        raise ValueError(f"no article or job: {article_uuid!r}, {job_id!r}")
    if not _NAME.fullmatch(name) or ".." in name:
        raise ValueError(f"not a name of ours: {name[:200]!r}")
    return f"{clean_prefix(prefix)}{article_uuid}/{job_id}/{name}"


def parse_key(prefix: str, key: str) -> KeyParts | None:
    """What a key names; None for a key that is not one of ours (a sweep leaves it alone)."""
    head = clean_prefix(prefix)
    if not key.startswith(head):
        return None
    uuid, _, rest = key[len(head) :].partition("/")
    job, _, name = rest.partition("/")
    if not _UUID.fullmatch(uuid) or not re.fullmatch(r"[1-9]\d{0,18}", job, re.ASCII):
        return None
    if not _NAME.fullmatch(name) or ".." in name:
        return None
    return KeyParts(uuid, int(job), name)


def clean_prefix(prefix: str) -> str:
    """A prefix without a slash before it and with one behind it; empty stays empty."""
    bare = prefix.strip().strip("/")
    return f"{bare}/" if bare else ""


def job_prefix(prefix: str, article_uuid: str, job_id: int) -> str:
    """Where all files of a capture are."""
    return object_key(prefix, article_uuid, job_id, "meta.json").removesuffix("meta.json")


def raw_name(sniffed: Sniffed) -> str:
    """Name of the bytes as the server sent them."""
    return f"{_STEMS[ArtifactKind.RAW]}.{sniffed.extension}"


def name_of(kind: ArtifactKind, *, extension: str = "", number: int = 1, language: str = "") -> str:
    """Name of a file.

    Args:
        kind: What it is.
        extension: Of kinds without a fixed name, by their bytes; a strange one becomes `bin`.
        number: From 1, where a capture has several of a kind.
        language: Of subtitles.
    """
    if kind in NAMES:
        return NAMES[kind]
    stem = _STEMS[kind] if number == 1 else f"{_STEMS[kind]}-{number}"
    if language and _LANGUAGE.fullmatch(language.lower()):
        stem = f"{stem}.{language.lower()}"
    suffix = extension.lower().lstrip(".")
    return f"{stem}.{suffix if _EXTENSION.fullmatch(suffix) else 'bin'}"


def kind_of(name: str) -> ArtifactKind | None:
    """What a file of a claim is, by the name that we gave it; None for no name of ours."""
    bare = name.partition("/")[2]  # without the folder of the claim
    fixed = {known: kind for kind, known in NAMES.items()}
    if bare in fixed:
        return fixed[bare]
    for kind, stem in _STEMS.items():
        if re.fullmatch(rf"{re.escape(stem)}(?:-\d{{1,4}})?(?:\.[a-z0-9-]{{1,20}}){{1,2}}", bare):
            return kind
    return None


def shown_name(content_disposition: str) -> str:
    """The file name that a server proposes, for showing only; empty where it proposes none.

    What would be a folder is dropped, and so are control characters.
    """
    found = {m.lastgroup: m for m in reversed([*_DISPOSITION.finditer(content_disposition)])}
    if "encoded" in found:
        name = unquote(found["encoded"]["encoded"].strip(), errors="replace")
    elif "quoted" in found:
        name = re.sub(r"\\(.)", r"\1", found["quoted"]["quoted"])
    elif "token" in found:
        name = found["token"]["token"].strip()
    else:
        return ""
    return fold(re.split(r"[/\\]", name)[-1])[:LONGEST_SHOWN].strip(". ")
