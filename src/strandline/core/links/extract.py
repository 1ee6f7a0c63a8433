"""Which links a post holds: from its HTML or its plain text to one list.

Both ways lead to the same thing, a plain text and places in it; quotations written as BBCode and
addresses written out are then found in that text, whatever it came from.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from strandline.core.links.bare import bare_urls, tagged_urls
from strandline.core.links.context import context_of
from strandline.core.links.found import FoundLink, LinkKind
from strandline.core.links.own import Place
from strandline.core.links.reading import Read, Spot, written_kind
from strandline.core.links.spans import Spans, code_spans, quoted_lines, quoted_spans
from strandline.core.sources.feeds.texts import looks_like_html

#: Characters of a post that are read; Discourse allows 150,000 at most.
MAX_POST_CHARS = 500_000
#: Links of one post that are kept, in its order: a list of more is no post.
MOST_LINKS = 1_000

#: A start tag of an element that carries links or quotations; `<https://…>` is none.
_ELEMENT = re.compile(
    r"<(?:a|aside|blockquote|div|iframe|span|audio|video|ul|ol|table|pre|code)(?:\s[^<>]*)?>",
    re.IGNORECASE,
)


def extract_links(
    content: str, *, base_url: str, own_host: str | None = None
) -> tuple[FoundLink, ...]:
    """The links of a post, in its order.

    Args:
        content: HTML as a forum renders it, or plain text with BBCode or Markdown.
        base_url: Absolute URL of the post, for relative links; empty where it is not known.
        own_host: The forum's host; the one of `base_url` where not given.

    Returns:
        Each URL once as the author's own and once as quoted, where it stands as both. Never raises
        for a text.
    """
    place = Place.of(base_url, own_host)
    content = content[:MAX_POST_CHARS]
    if looks_like_html(content) or _ELEMENT.search(content):
        from strandline.core.links.cooked import read_cooked

        read = read_cooked(content, place)
        keeps_unclosed = False
    else:
        read = _read_plain(content)
        keeps_unclosed = True
    quoted = Spans.of(
        [
            *read.quoted,
            *quoted_spans(read.text, read.code, keeps_unclosed=keeps_unclosed),
            *quoted_lines(read.text, read.code),
        ]
    )
    spots = sorted([*read.spots, *_bare_spots(read, place)], key=lambda spot: spot.start)
    return tuple(_links(spots, read.text, quoted, place))[:MOST_LINKS]


def _read_plain(content: str) -> Read:
    text = content.replace("\r\n", "\n").replace("\r", "\n")
    return Read(text, code=Spans.of(code_spans(text)))


def _bare_spots(read: Read, place: Place) -> Iterator[Spot]:
    """Addresses written out, outside of what is code or has been read already."""
    for found in chain(bare_urls(read.text), tagged_urls(read.text)):
        if read.code.covers(found.start) or read.taken.covers(found.start):
            continue
        url = place.absolute(found.url[: _free(read, found.start, found.end)])
        if url is not None:
            kind = written_kind(read.text[max(0, found.start - 40) : found.start])
            yield Spot(url, kind, found.start, found.end)


def _free(read: Read, start: int, end: int) -> int | None:
    """How much of an address comes before the next link; None for all of it."""
    following = read.taken.next_start(start)
    return following - start if following is not None and following < end else None


def _links(spots: Iterable[Spot], text: str, quoted: Spans, place: Place) -> Iterator[FoundLink]:
    """Where each URL first stood as the author's own, and where it was first quoted."""
    chosen: dict[tuple[str, bool], Spot] = {}
    for spot in spots:
        chosen.setdefault((spot.url, quoted.covers(spot.start)), spot)
    for (url, in_quote), spot in chosen.items():
        is_upload = place.is_upload(url)
        yield FoundLink(
            url=url,
            in_quote=in_quote,
            kind=_kind(spot, place, is_upload=is_upload),
            context=context_of(text, spot.start, spot.end, quoted.around(spot.start, len(text))),
            is_upload=is_upload,
        )


def _kind(spot: Spot, place: Place, *, is_upload: bool) -> LinkKind:
    """The forum's own pages are told from the outside, however they were written."""
    plain = spot.kind in (LinkKind.LINK, LinkKind.BARE_URL, LinkKind.ONEBOX)
    if plain and place.is_own(spot.url):
        return place.own_kind(spot.url)
    return LinkKind.ATTACHMENT if plain and is_upload else spot.kind
