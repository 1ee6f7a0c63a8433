"""`read_feed`: the bytes of a feed to a listing."""

from strandline.core.sources.feeds.assemble import entry_of
from strandline.core.sources.feeds.date_parts import order_of
from strandline.core.sources.feeds.decoding import Decoded, to_utf8
from strandline.core.sources.feeds.hrefs import absolute
from strandline.core.sources.feeds.impostors import is_page, judge
from strandline.core.sources.feeds.json_feed import read_json
from strandline.core.sources.feeds.named_feeds import proposed_feed
from strandline.core.sources.feeds.pictures import icon_address
from strandline.core.sources.feeds.raw import RawFeed
from strandline.core.sources.feeds.rhythm import wishes_of
from strandline.core.sources.feeds.trees import read_tree
from strandline.core.sources.feeds.walk import read_xml
from strandline.core.text.languages import language_tag
from strandline.core.urls.pieces import split_url
from strandline.model.entries import Listing, SkippedEntry
from strandline.model.errors import ParseError
from strandline.model.sources import SourceState

_MESSAGES = {
    SourceState.NOT_A_FEED: "The document is not a feed.",
    SourceState.HTML_PAGE: "The server sent a web page instead of a feed.",
    SourceState.LOGIN_PAGE: "The server sent a login page instead of a feed.",
    SourceState.BLOCKED: "The server sent a challenge for browsers instead of the feed.",
}
_ADVICE = {
    SourceState.NOT_A_FEED: "Check the address of the source.",
    SourceState.HTML_PAGE: "Check the address of the source.",
    SourceState.LOGIN_PAGE: "The feed needs a login; look for a public address.",
    SourceState.BLOCKED: "Nothing is done to get around it; it is asked again later.",
}


class NotAFeed(ParseError):
    """The document is something else; `suggested_url` is a feed that it names."""

    def __init__(self, state: SourceState, suggested_url: str | None = None) -> None:
        advice = _ADVICE[state]
        if suggested_url:
            advice = f"The page names a feed: {suggested_url}"
        super().__init__(_MESSAGES[state], subject=state.value, advice=advice)
        self.state = state
        self.suggested_url = suggested_url

    def __reduce__(self) -> tuple[type["NotAFeed"], tuple[SourceState, str | None]]:
        """It travels from worker processes."""
        return NotAFeed, (self.state, self.suggested_url)


def read_feed(
    body: bytes,
    *,
    content_type: str = "",
    base_url: str = "",
    timezone: str = "UTC",
    keep_all: bool = False,
) -> Listing:
    """Read RSS 0.9x, 1.0, 2.0, Atom, CDF or JSON Feed.

    Args:
        body: The document as received.
        content_type: The `Content-Type` header of the answer.
        base_url: Where the document came from; relative links stand on it.
        timezone: IANA name of the zone for dates that name none.
        keep_all: Keep items without an address as entries whose URL is None; else they are
            `skipped` with the reason `no_url`.

    Raises:
        ParseError: The document is no feed. `subject` is a `SourceState` value
            (`error:html_page`, `error:login_page`, `blocked:challenge`, `error:not_a_feed`), and
            `suggested_url` of the error names a feed that the page proposes, or None.
    """
    document = to_utf8(body, content_type)
    base = base_url if absolute(base_url) else ""
    feed, flags = _read(document, base)
    if feed is None:
        raise _refusal(document.data, base)
    return _listing(feed, flags, base, timezone, keep_all=keep_all)


def _read(document: Decoded, base: str) -> tuple[RawFeed | None, list[str]]:
    """The raw feed by the document's shape, and what is odd about it."""
    flags = ["wrong_encoding"] if document.was_wrong else []
    start = document.data[:64].lstrip()
    try:
        is_json = start.startswith((b"{", b")]}", b"while", b"for"))
        feed = read_json(document.data, base) if is_json else _read_tree(document.data, base)
    except ValueError:
        return None, flags
    if feed is not None:
        flags += ["cut_off"] * feed.is_cut + ["malformed"] * feed.is_malformed
    return feed, flags


def _read_tree(data: bytes, base: str) -> RawFeed | None:
    """The feed in a document of XML; None where there is none."""
    tree = read_tree(data)
    if tree.root is None:
        return None
    feed = read_xml(tree.root, base)
    is_inside = tree.is_wrapped or (tree.is_malformed and is_page(data))
    if is_inside and not feed.items:  # pages and pictures hold RDF too; a feed has items to show
        return None
    feed.is_malformed = tree.is_malformed
    if tree.is_cut and feed.items:
        feed.items.pop()
        feed.is_cut = True
    return feed


def _refusal(data: bytes, base: str) -> NotAFeed:
    state = judge(data)
    return NotAFeed(state, proposed_feed(data, base) if state is SourceState.HTML_PAGE else None)


def _listing(
    feed: RawFeed, flags: list[str], base: str, timezone: str, *, keep_all: bool
) -> Listing:
    order = order_of(text for raw in feed.items for text in raw.dates.values())
    read = [entry_of(raw, feed, timezone, order) for raw in feed.items]
    entries = tuple(entry for entry in read if keep_all or entry.url)
    skipped = tuple(
        SkippedEntry(entry.title, "no_url") for entry in read if not (keep_all or entry.url)
    )
    if feed.has_more:
        flags.append("too_many_items")
    if entries and all(one.published is None for one in entries):
        flags.append("undated")
    return Listing(
        entries=entries,
        skipped=skipped,
        title=feed.title,
        language=language_tag(feed.language),
        flags=(*flags, *wishes_of(feed.rhythm)),
        warnings=tuple(_warnings(flags, skipped)),
        suggested_url=_moved(feed, base),
        home=feed.home,
        icon_url=icon_address(feed.icon, feed.home, base),
    )


def _warnings(flags: list[str], skipped: tuple[SkippedEntry, ...]) -> list[str]:
    said = {
        "malformed": "The feed is not well-formed XML; what could be read was read.",
        "cut_off": "The feed ends in the middle of an item; that item was left out.",
        "wrong_encoding": "The feed is not in the encoding that it claims.",
        "too_many_items": "The feed lists too many items; the first ones were read.",
        "undated": "No item of the feed has a date that can be believed.",
    }
    lines = [said[flag] for flag in flags]
    if skipped:
        were = (
            "1 item without an address was"
            if len(skipped) == 1
            else (f"{len(skipped)} items without an address were")
        )
        lines.append(f"{were} left out.")
    return lines


def _moved(feed: RawFeed, base: str) -> str | None:
    """Another address that the feed proposes for itself."""
    new = absolute(feed.new_url, base) if feed.new_url else None
    if new is None or new.rstrip("/") == base.rstrip("/"):
        return None
    parts = split_url(new)
    return new if parts and parts.netloc else None
