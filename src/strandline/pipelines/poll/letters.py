"""Mails of a newsletter on their way into the ledger: read in a worker, kept, let go of."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from strandline.core.sources.checksums import content_checksum
from strandline.core.sources.feeds.texts import text_to_html
from strandline.core.sources.newsletter import dated
from strandline.model.articles import IngestBatch, Post
from strandline.model.delivery import Letter
from strandline.model.entries import Entry, Listing
from strandline.model.errors import ParseError
from strandline.model.fetching import FetchOutcome, FetchResult
from strandline.model.sources import Source
from strandline.ports import Ports

#: Mails of one poll; further ones wait for the next.
_AT_ONCE = 50
#: What becomes of a mail as an item of its source.
DECISION = "letter"


@dataclass(frozen=True, slots=True)
class ReadLetter:
    """A mail, and what it lists: itself first where it has an address on the web."""

    letter: Letter
    listing: Listing


def read_letters(ports: Ports, source: Source) -> list[ReadLetter]:
    """Read the mails that wait, in workers, and keep each as an item."""
    read = []
    for letter in ports.store.waiting_letters(source.source_uuid, limit=_AT_ONCE):
        document = FetchResult(source.url, FetchOutcome.OK, source.url, body=letter.body)
        try:
            listing = dated(ports.parser.listing(source, document), letter.received_at)
        except ParseError as error:
            listing = Listing(warnings=(f"{letter.subject[:80]}: {error}",))
        read.append(ReadLetter(letter, listing))
    posts = tuple(_posts(source, read, ports.clock.now()))
    if posts:
        ports.store.ingest(IngestBatch(now=ports.clock.now(), posts=posts))
    return [replace(one, listing=_with_addresses(one.listing)) for one in read]


def let_go(ports: Ports, letters: Sequence[ReadLetter]) -> None:
    """What they list is in the ledger: only what they ask a person for is kept of them."""
    for one in letters:
        ports.store.letter_read(one.letter, ports.clock.now(), asks=one.listing.asks)


def _posts(source: Source, read: Sequence[ReadLetter], now: datetime) -> Iterator[Post]:
    for one in read:
        for itself in one.listing.entries[:1]:
            key = f"letter:{one.letter.letter_key}"
            yield _post(source, itself, key, now)


def _post(source: Source, itself: Entry, key: str, now: datetime) -> Post:
    return Post(
        source_uuid=source.source_uuid,
        item_key=key,
        guid=itself.guid,
        post_url="",
        title=itself.title,
        published_at=itself.published,
        date_trust=itself.date_trust,
        content_hash=content_checksum(itself.title, itself.content),
        first_seen_at=now,
        last_seen_at=now,
        author_username=itself.author,
        content_html=text_to_html(itself.content),
        decision=DECISION,
    )


def _with_addresses(listing: Listing) -> Listing:
    """What can be an article: a mail that is nowhere on the web is an item alone."""
    return replace(listing, entries=tuple(one for one in listing.entries if one.url))
