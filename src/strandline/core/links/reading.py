"""What reading a post yields before its links are judged: a plain text and places in it."""

import re
from dataclasses import dataclass, field

from strandline.core.links.found import LinkKind
from strandline.core.links.spans import Span, Spans

_SHOWN = re.compile(r"\[img(?:[=\s][^\]\n]{0,30})?\]\s*$|!\[[^\]\n]{0,30}\]\(\s*$", re.IGNORECASE)
_PLAYED = re.compile(r"\[(?:video|media|youtube|yt)(?:=[^\]\n]{0,30})?\]\s*$", re.IGNORECASE)
_NAMED = re.compile(r"\[url=\s*[\"']?$|\]\(\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Spot:
    """A link and where its own text stands in the plain text."""

    url: str
    kind: LinkKind
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Read:
    """A post as plain text.

    Attributes:
        spots: Links that its markup names.
        quoted: Ranges that its markup marks as quoted.
        code: Ranges in which an address is only an example.
        taken: Ranges whose addresses are links already, or the words of a preview.
    """

    text: str
    spots: tuple[Spot, ...] = ()
    quoted: tuple[Span, ...] = ()
    code: Spans = field(default_factory=Spans)
    taken: Spans = field(default_factory=Spans)


def written_kind(before: str) -> LinkKind:
    """What the characters before an address make of it: an image, a video, a link with a text."""
    if _SHOWN.search(before):
        return LinkKind.IMAGE
    if _PLAYED.search(before):
        return LinkKind.VIDEO
    return LinkKind.LINK if _NAMED.search(before) else LinkKind.BARE_URL
