"""Gets a source's listing: from its address, from itself, or from the search service."""

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime

from strandline.core.sources.kinds import kind_of, read_listing
from strandline.core.sources.schedule import Polled, conditions, polled_from
from strandline.model.entries import DateTrust, Entry, Listing
from strandline.model.errors import FetchError, ParseError
from strandline.model.fetching import FetchKind, FetchOutcome, FetchRequest, FetchResult
from strandline.model.sources import Source, SourceHealth, SourceKind, SourceState
from strandline.pipelines.poll.letters import ReadLetter, read_letters
from strandline.ports import Ports

#: Hits of a search that are looked at in one poll.
MOST_HITS = 20
#: Characters of a warning that a source's health keeps.
LONGEST_MESSAGE = 300
#: RFC 9110, 15.4.5: a 304 answers a conditional request; to another one it tells nothing.
NOTHING_TO_COMPARE = (
    "The server answers 304 (not modified) although it was not told what we have: "
    "it sends nothing to read."
)


@dataclass(frozen=True, slots=True)
class Gathered:
    """What asking a source brought.

    Attributes:
        listing: None where there is nothing to read: not modified, the same bytes, or a failure.
        letters: Mails that were read for it, to be let go of once their items are in the ledger.
    """

    polled: Polled
    listing: Listing | None = None
    letters: tuple[ReadLetter, ...] = ()


def gather(ports: Ports, source: Source, health: SourceHealth, now: datetime) -> Gathered:
    """Ask a source what it lists now."""
    fetch = kind_of(source).fetch
    if fetch is not None:
        return _from_network(ports, source, health, now, fetch)
    if source.kind is SourceKind.SEARCH:
        return _from_search(ports, source)
    if source.kind is SourceKind.NEWSLETTER:
        return _from_letters(ports, source)
    nothing = FetchResult(source.url, FetchOutcome.OK, source.url)
    return _read(read_listing(source, nothing), Polled(SourceState.OK, is_read=True))


def _from_letters(ports: Ports, source: Source) -> Gathered:
    """What the mails that came in list; one that nobody can read is told, and not tried again."""
    read = read_letters(ports, source)
    listing = Listing(
        tuple(entry for one in read for entry in one.listing.entries),
        warnings=tuple(warning for one in read for warning in one.listing.warnings),
    )
    gathered = _read(listing, Polled(SourceState.OK, is_read=True))
    return replace(gathered, letters=tuple(read))


def _from_network(
    ports: Ports, source: Source, health: SourceHealth, now: datetime, kind: FetchKind
) -> Gathered:
    asked = conditions(health, now)
    result = ports.fetcher.fetch(
        FetchRequest(source.url, kind, etag=asked.etag, last_modified=asked.last_modified)
    )
    polled = polled_from(result)
    if result.outcome is FetchOutcome.NOT_MODIFIED and not (asked.etag or asked.last_modified):
        return Gathered(replace(polled, state=SourceState.FAILING, message=NOTHING_TO_COMPARE))
    if not result.is_ok:
        return Gathered(polled)
    polled = replace(polled, is_read=True, checksum=hashlib.sha256(result.body).hexdigest())
    if polled.checksum == health.body_checksum and not asked.is_full:
        return Gathered(replace(polled, is_same=True))
    try:
        listing = ports.parser.listing(source, result)
    except ParseError as error:
        return Gathered(_unreadable(polled, error))
    if listing.follow:
        listing, polled = _followed(ports, source, listing, polled)
    return _read(listing, polled)


def _read(listing: Listing, polled: Polled) -> Gathered:
    """The health that a listing implies; an address that it proposes is kept, never adopted."""
    message = " ".join((polled.message, *listing.warnings)).strip()
    polled = replace(
        polled,
        message=_short(message),
        flags=listing.flags,
        suggested_url=listing.suggested_url,
        icon_url=listing.icon_url,
    )
    return Gathered(polled, listing)


def _unreadable(polled: Polled, error: ParseError) -> Polled:
    """A document of another kind: what is known stays, validators too."""
    known = {state.value for state in SourceState}
    state = SourceState(error.subject) if error.subject in known else SourceState.NOT_A_FEED
    return replace(
        polled,
        state=state,
        message=_short(str(error)),
        is_read=False,
        checksum=None,
        suggested_url=getattr(error, "suggested_url", None),
    )


def _followed(
    ports: Ports, source: Source, index: Listing, polled: Polled
) -> tuple[Listing, Polled]:
    """Read the documents that an index names; a broken one leaves the others unharmed."""
    parts, warnings = [], list(index.warnings)
    for url in index.follow:
        result = ports.fetcher.fetch(FetchRequest(url, FetchKind.SITEMAP))
        if not result.is_ok:
            warnings.append(f"{url}: {result.message or result.outcome.value}.")
            continue
        try:
            parts.append(ports.parser.listing(source, result))
        except ParseError as error:
            warnings.append(f"{url}: {error}")
    listing = replace(
        index,
        entries=tuple(entry for part in parts for entry in part.entries),
        skipped=tuple(item for part in parts for item in part.skipped),
        flags=tuple(dict.fromkeys(flag for part in (index, *parts) for flag in part.flags)),
        warnings=tuple(warnings),
    )
    state = SourceState.OK if parts else SourceState.FAILING
    # The index may stay the same while its documents change: it is read again each time.
    return listing, replace(polled, state=state, keep_validators=False, is_read=bool(parts))


def _from_search(ports: Ports, source: Source) -> Gathered:
    if ports.search is None:
        message = "No search service is configured: set SEARXNG_URL, or remove this source."
        return Gathered(Polled(SourceState.FAILING, message))
    try:
        hits = ports.search.search(source.url, limit=MOST_HITS)
    except FetchError as error:
        return Gathered(Polled(SourceState.FAILING, _short(str(error))))
    entries = tuple(
        Entry(
            url=hit.url,
            title=hit.title,
            published=hit.published_at,
            date_trust=DateTrust.EXACT if hit.published_at else DateTrust.NONE,
            summary=hit.snippet,
        )
        for hit in hits
    )
    return _read(Listing(entries), Polled(SourceState.OK, is_read=True))


def _short(message: str) -> str:
    return message if len(message) <= LONGEST_MESSAGE else message[: LONGEST_MESSAGE - 1] + "…"
