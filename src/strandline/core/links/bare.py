"""Addresses written out in running text: where each ends."""

import re
from collections.abc import Iterator
from typing import NamedTuple

#: White space, quotation marks, angle brackets, dashes between clauses, an ellipsis and the
#: punctuation of Chinese and Japanese end an address; so does a control character.
_ENDS = (
    '\\s\x00-\x1f\x7f<>"`\u00a0\u00ab\u00bb\u2018\u2019\u201c\u201d\u2014\u2026\u2028\u2029'
    "\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\uff3b\uff3d\uff5b-\uff65"
)
_URL = re.compile(
    rf"(?<![a-zA-Z0-9@.])(?:https?://|(?<![/:=-])www\.(?=[\w-]+\.))[^{_ENDS}]+", re.IGNORECASE
)
#: A tag of BBCode ends an address; `?list[b]=1` is none, since a value follows.
_BBCODE = re.compile(
    r"\[/[a-zA-Z]+\]|\[(?:url|img|quote|code|media|video|audio|spoiler|color|size|list|\*|[bius])"
    r"(?:=[^\]]{0,200})?\](?!=)",
    re.IGNORECASE,
)
_WATCH = "https://www.youtube.com/watch?v={}"
_TRAILING = ".,;:!?'*_~|\\…([{"
_PAIRS = {")": "(", "]": "[", "}": "{"}
#: An address between tags that need no scheme, and a film that is only named.
_TAGGED = re.compile(
    r"\[url(?:=[\"']?|\])(?P<url>(?!https?:|www\.)(?:[\w-]{1,63}\.){1,5}[a-z]{2,24}(?:[/?#][^\s\[\]\"'<>]{0,2000})?)"
    r"[\"']?(?=\]|\[/url\])|"
    r"\[(?:youtube|yt|(?:media|video)=[\"']?youtube[\"']?(?:;[\w-]{5,20})?)\](?P<film>[\w-]{11})(?=\[/)",
    re.IGNORECASE,
)
#: Longer runs are no address that anybody wrote.
_LONGEST = 8_192


class Bare(NamedTuple):
    """An address in a text: as it can be asked for, and where it stands."""

    url: str
    start: int
    end: int


def bare_urls(text: str) -> Iterator[Bare]:
    """The addresses of a text, in order, without the punctuation that follows them."""
    for match in _URL.finditer(text):
        written = _trimmed(match[0][:_LONGEST])
        scheme, _, rest = written.partition("://")
        if not rest:
            if "." not in written.strip("."):
                continue
            # As forums do: nobody wrote which scheme, and every site answers on the older one.
            yield Bare(f"http://{written}", match.start(), match.start() + len(written))
        elif rest.strip("/") and scheme:
            yield Bare(written, match.start(), match.start() + len(written))


def tagged_urls(text: str) -> Iterator[Bare]:
    """Addresses of BBCode that are not written out whole, where the address stands."""
    for match in _TAGGED.finditer(text):
        if match["film"]:
            yield Bare(_WATCH.format(match["film"]), *match.span("film"))
        else:
            yield Bare(f"http://{match['url']}", *match.span("url"))


def _trimmed(run: str) -> str:
    """An address without what belongs to the sentence: a bracket that it opened stays closed."""
    tag = _BBCODE.search(run)
    if tag is not None:
        run = run[: tag.start()]
    return _before_stray_closer(run).rstrip(_TRAILING)


def _before_stray_closer(run: str) -> str:
    """Cut at a bracket that closes nothing: `(see https://a.example/b_(c))` keeps one of two."""
    open_now = dict.fromkeys(_PAIRS.values(), 0)
    for place, sign in enumerate(run):
        if sign in open_now:
            open_now[sign] += 1
        elif sign in _PAIRS:
            open_now[_PAIRS[sign]] -= 1
            if open_now[_PAIRS[sign]] < 0:
                return run[:place]
    return run
