"""How a stored file is given out: as which type, whether a browser may show it, under which name.

What a server called a file is believed nowhere: the type is that of its bytes, the name is ours.
Only what no browser runs is shown in place; everything else is a download.
"""

from dataclasses import dataclass

from strandline.core.archive.sniff import Sniffed
from strandline.model.archive import Artifact, ArtifactKind

OCTETS = "application/octet-stream"

_IMAGES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"})
_MEDIA = frozenset(
    {
        "video/mp4",
        "video/webm",
        "audio/mpeg",
        "audio/mp4",
        "audio/flac",
        "audio/wav",
        "application/ogg",
    }
)
_TEXTS = frozenset({"text/plain", "application/json", "text/vtt"})
#: Downloads that may be called what they are: no browser runs them.
_PACKED = frozenset({"application/gzip", "application/zip", "application/zstd"})
#: Files that we wrote, and so in UTF-8. What a server sent is in an encoding of its own.
_OURS = frozenset(
    {
        ArtifactKind.HEADERS,
        ArtifactKind.FETCH_JSON,
        ArtifactKind.TEXT,
        ArtifactKind.METADATA_JSON,
        ArtifactKind.INFO_JSON,
        ArtifactKind.SUBTITLES,
    }
)


@dataclass(frozen=True, slots=True)
class Served:
    """How a file is given out.

    Attributes:
        content_type: As sent, with parameters.
        is_inline: True where a browser may show it in place.
        is_media: True for sound and film, which a browser asks for again while it plays them.
    """

    content_type: str
    is_inline: bool = False
    is_media: bool = False


def serve_as(kind: ArtifactKind, sniffed: Sniffed) -> Served:
    """Decide by what the bytes are.

    HTML, SVG, XML, MHTML and whatever is not known are downloads of plain bytes.
    """
    found = sniffed.content_type
    if found in _MEDIA:
        return Served(found, is_inline=True, is_media=True)
    if found in _IMAGES or sniffed.is_pdf:
        return Served(found, is_inline=True)
    if found in _TEXTS:
        charset = "; charset=utf-8" if kind in _OURS or found == "application/json" else ""
        return Served(found + charset, is_inline=True)
    return Served(found if found in _PACKED else OCTETS)


def download_name(artifact: Artifact) -> str:
    """A file name of ours in ASCII: the article and the last part of the key."""
    return f"{artifact.article_uuid}-{artifact.key.rpartition('/')[2]}"
