"""What a forum's feed leaves out: older posts, asked for page by page, and what it folds away.

Bounded a poll; what is left is remembered with the source's health and goes on at the next poll.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import structlog

from strandline.core.sources.discourse import forum_root, post_id
from strandline.core.sources.folds import folded, unfolded
from strandline.core.sources.post_ids import PostIds, read_flags
from strandline.core.sources.posts_json import (
    PostsPage,
    after_page,
    page_url,
    post_page_url,
    read_post,
    read_posts,
    with_ids,
)
from strandline.model.entries import Entry, Listing
from strandline.model.errors import ParseError
from strandline.model.fetching import FetchKind, FetchOutcome, FetchRequest
from strandline.model.sources import Source, SourceHealth, SourceKind
from strandline.ports import Ports

log = structlog.get_logger()

#: Requests of one poll. The fetcher keeps its delay between them, so a poll stays under a minute.
MOST_PAGES = 10
#: Flag of a forum that does not let us go back; tried again at the daily full fetch.
REFUSED = "paging_refused"
#: Flag of a forum that does not let us read single posts; the same.
FOLDS_REFUSED = "posts_refused"
#: Flag of a forum whose posts are wanted back to the first; goes once they are read.
BACKFILL = "backfill"
#: Statuses that say "no", not "not now".
_NO = frozenset({400, 401, 403, 404, 405, 410, 451})


@dataclass(frozen=True, slots=True)
class Completed:
    """A forum's listing with the posts that it did not list.

    Attributes:
        flags: What the source's health keeps: which ids were read, and whether paging is refused.
        message: One line for a person where a gap stays.
        is_whole: False where the next poll must go on, whatever the feed says then.
    """

    listing: Listing
    flags: tuple[str, ...] = ()
    message: str = ""
    is_whole: bool = True


def complete(
    ports: Ports, source: Source, health: SourceHealth, listing: Listing, *, is_full: bool
) -> Completed:
    """Fill the gap between the last poll and what a forum's feed lists now.

    Args:
        health: As it was before this poll.
        is_full: The daily full fetch: a refusal is put to the test again.
    """
    root = forum_root(listing.entries)
    if source.kind is not SourceKind.DISCOURSE or root is None or page_url(source.url, 1) is None:
        return Completed(listing)
    before = read_flags(health.flags)
    is_allowed = is_full or REFUSED not in health.flags
    pages = _Pages(ports, source, root)
    entries: Sequence[Entry] = listing.entries
    if is_allowed and not any(post_id(entry) for entry in entries):
        newest = pages.ask(None)
        entries = with_ids(entries, newest) if newest else entries
    may_unfold = is_full or FOLDS_REFUSED not in health.flags
    folds = _unfold(_Pages(ports, source, root), entries, is_allowed=may_unfold)
    known = before.with_listing(one for entry in entries if (one := post_id(entry)))
    older: list[Entry] = []
    while is_allowed and before.pieces and pages.can_go_on and (gap := known.newest_gap):
        known, found = pages.fill(known, gap)
        older += found
    going_back = BACKFILL in health.flags and not known.reaches_back
    while is_allowed and going_back and pages.can_go_on and known.pieces:
        known, found = pages.fill(known, (1, known.pieces[0].low - 1))
        older += found
        going_back = not known.reaches_back
    if older or pages.count:
        log.info("older posts", source=source.source_uuid, requests=pages.count, posts=len(older))
    is_refused = pages.is_refused or not is_allowed
    return Completed(
        replace(listing, entries=(*folds.entries, *older)),
        (
            *((known.as_flag(),) * bool(known.pieces)),
            *((REFUSED,) * is_refused),
            *((BACKFILL,) * going_back),
            *folds.flags,
        ),
        _message(known, pages) or folds.message,
        is_whole=folds.is_whole
        and (is_refused or not going_back)
        and _is_whole(known, before, is_refused=is_refused),
    )


@dataclass(frozen=True, slots=True)
class _Unfolded:
    """A feed's entries with what it folds away.

    Attributes:
        flags: That the forum does not let us read its posts.
        is_whole: False where another poll may bring more.
    """

    entries: tuple[Entry, ...]
    flags: tuple[str, ...] = ()
    message: str = ""
    is_whole: bool = True


def _unfold(pages: "_Pages", entries: Sequence[Entry], *, is_allowed: bool) -> _Unfolded:
    """Read what the feed folds away: one request for all, then one for each that is left.

    A post that cannot be read is not listed once it is known: a fold would pass for an edit that
    took its links away.
    """
    waiting = folded(entries)
    read: dict[int, Entry] = {}
    if is_allowed and len(waiting) > 1 and (page := pages.ask(max(waiting) + 1)):
        read = {one: entry for one, entry in page.entries if one in waiting}
    for one in waiting:
        if is_allowed and one not in read and pages.count < MOST_PAGES:
            page = pages.ask_for(one)
            read |= {post: entry for post, entry in (page.entries if page else ()) if post == one}
    left = [entry for one, entry in waiting.items() if one not in read]
    if not left:
        return _Unfolded(tuple(unfolded(entries, read)))
    known = pages.known(left)
    is_refused = pages.is_refused or not is_allowed
    return _Unfolded(
        tuple(entry for entry in unfolded(entries, read) if entry.item_key not in known),
        (FOLDS_REFUSED,) * (is_refused and not read),
        f"{len(left)} posts are folded in the feed and were not read: "
        f"{pages.trouble or 'the forum does not give them out'}",
        is_whole=is_refused,
    )


class _Pages:
    """Asks for older posts, so long as the forum answers."""

    def __init__(self, ports: Ports, source: Source, root: str) -> None:
        self._ports = ports
        self._source = source
        self._root = root
        self.count = 0
        self.trouble = ""
        self.is_refused = False

    @property
    def can_go_on(self) -> bool:
        """False after a failure, and when this poll has asked often enough."""
        return not self.trouble and self.count < MOST_PAGES

    def fill(self, known: PostIds, gap: tuple[int, int]) -> tuple[PostIds, list[Entry]]:
        """Ask for the upper end of a gap; what is known then, and the posts found."""
        page = self.ask(gap[1] + 1)
        if page is None:
            return known, []
        try:
            return after_page(known, gap, page)
        except ParseError as error:
            self._refuse(error.message)
            return known, []

    def ask(self, before: int | None) -> PostsPage | None:
        """The newest posts below an id; None where there was no such answer."""
        return self._ask(page_url(self._source.url, before) or "", read_posts)

    def ask_for(self, post: int) -> PostsPage | None:
        """One post; None where there was no such answer."""
        return self._ask(post_page_url(self._source.url, post), read_post)

    def known(self, entries: Sequence[Entry]) -> set[str]:
        """Keys of those that the ledger has."""
        keys = [entry.item_key for entry in entries]
        return set(self._ports.store.posts(self._source.source_uuid, keys)) if keys else set()

    def _ask(self, url: str, read: Callable[[bytes, str], PostsPage]) -> PostsPage | None:
        self.count += 1
        result = self._ports.fetcher.fetch(FetchRequest(url, FetchKind.API))
        if not result.is_ok:
            self.trouble = result.message or f"{url}: {result.outcome.value}"
            self.is_refused = result.status in _NO and result.outcome is not FetchOutcome.NOT_NOW
            return None
        try:
            return read(result.body, self._root)
        except ParseError as error:
            self._refuse(error.message)
            return None

    def _refuse(self, message: str) -> None:
        self.trouble = message
        self.is_refused = True


def _is_whole(known: PostIds, before: PostIds, *, is_refused: bool) -> bool:
    return known.newest_gap is None or is_refused or not before.pieces


def _message(known: PostIds, pages: _Pages) -> str:
    if not pages.trouble:
        return ""
    count = known.missing
    posts = "1 post" if count == 1 else f"{count} posts"
    return f"{posts} may be missing: {pages.trouble}" if count else ""
