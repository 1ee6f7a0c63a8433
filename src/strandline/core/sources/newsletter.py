"""A newsletter's mail: an item with its title, its writer and its text, and the pages it links to.

A mail that asks to confirm a subscription, or to sign in, lists nothing: a person opens its link.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from email.message import Message

from strandline.core.delivery.incoming import recipients_of
from strandline.core.delivery.mime import field_of, fields_of, parts_of, read_mail, text_of
from strandline.core.sources.entering import final_identity
from strandline.core.sources.feeds.dates import read_date
from strandline.core.sources.feeds.texts import fold
from strandline.core.sources.letter_links import LetterLink, links_of_html, links_of_text
from strandline.core.sources.letter_words import (
    confirms,
    is_about_confirming,
    is_about_letting_in,
    is_online_copy,
    is_refused,
    lets_in,
)
from strandline.core.sources.personal import Personal
from strandline.core.sources.sightings import Sighting, sight
from strandline.model.entries import Entry, Listing
from strandline.model.errors import ParseError
from strandline.model.fetching import ResolveOutcome
from strandline.model.funnel import Drop
from strandline.model.sources import SourceState

#: Bytes of a part, characters of the text that is kept, and links of one mail.
_MAX_PART, _MAX_TEXT, _MAX_LINKS = 2_000_000, 64_000, 300
#: A mail with no more links than this besides one that asks for a person is about that one alone.
_FEW = 3
_LONGEST = 300
_LED_SOMEWHERE = (ResolveOutcome.RESOLVED, ResolveOutcome.UNCHANGED)


@dataclass(frozen=True, slots=True)
class _Body:
    text: str
    links: tuple[LetterLink, ...]


def read_letter(body: bytes) -> Listing:
    """The mail itself, with its Message-ID as guid, then the pages that it links to.

    Raises:
        ParseError: It is no mail.
        RecursionError: Its parts are within each other too deep to be read.
    """
    message = read_mail(body)
    if not (message.get("from") or message.get("subject") or message.get("date")):
        raise ParseError("This is no mail: it has no head.", subject=SourceState.NOT_A_FEED.value)
    personal = Personal.of(recipients_of(message))
    read = _body_of(message)
    subject = personal.hidden(field_of(message, "subject"))[:_LONGEST]
    kept = _kept(read.links, personal, _left_by(message))
    asking = _asking(subject, read.links, len(kept))
    if asking:
        return Listing(title=subject, asks=asking)
    when, trust = read_date(field_of(message, "date"))
    online = next((link for link in kept if is_online_copy(link)), None)
    itself = Entry(
        online.url if online else None,
        guid=field_of(message, "message-id")[:_LONGEST] or "-",
        title=subject,
        published=when,
        date_trust=trust,
        author=sender_of(message) or None,
        content=personal.hidden(read.text)[:_MAX_TEXT],
    )
    found = (
        Entry(
            link.url,
            title=personal.hidden(link.title),
            published=when,
            date_trust=trust,
            summary=personal.hidden(link.around),
        )
        for link in kept
        if link is not online
    )
    return Listing((itself, *found), title=subject)


def sender_of(message: Message) -> str:
    """Who wrote a mail: the name, or the address where there is none."""
    from email.utils import parseaddr

    name, address = parseaddr(field_of(message, "from"))
    return (fold(name) or address)[:_LONGEST]


def dated(listing: Listing, received_at: datetime) -> Listing:
    """The same with dates that can be: no mail was written after it came."""
    return replace(
        listing,
        entries=tuple(
            replace(one, published=min(one.published or received_at, received_at))
            for one in listing.entries
        ),
    )


def published(sightings: Sequence[Sighting]) -> tuple[list[Sighting], list[Drop]]:
    """Sightings under the addresses to which their links led, and nothing of the way there.

    The links of a mail often say who opened it. What leads nowhere and may say that is dropped
    (`personal_link`).
    """
    found: list[Sighting] = []
    drops: list[Drop] = []
    for one in sightings:
        bare = _without_way(one)
        if bare is None:
            drops.append(Drop(one.entry.title, "personal_link"))
        else:
            found.append(bare)
    return found, drops


def _without_way(sighting: Sighting) -> Sighting | None:
    resolution = sighting.resolution
    is_known = sighting.known_uuid is not None
    has_led = is_known or (resolution is not None and resolution.outcome in _LED_SOMEWHERE)
    final = final_identity(sighting).canonical
    cleaned = Personal(()).without_tokens(final)
    if cleaned is None or (not has_led and (cleaned != final or Personal.is_opaque(final))):
        return None
    same, _ = sight(Listing((replace(sighting.entry, url=cleaned),)))
    if not same:
        return None
    kept = replace(resolution, hops=(), final_url=cleaned) if resolution is not None else None
    (bare,) = same
    return replace(
        bare,
        published=sighting.published,
        trust=sighting.trust,
        known_uuid=sighting.known_uuid,
        resolution=kept,
        text=sighting.text,
    )


def _body_of(message: Message) -> _Body:
    """The first part of text that says most: HTML before plain text; attachments are not read."""
    plain = ""
    for part in parts_of(message):
        if part.is_multipart() or part.get_content_disposition() == "attachment":
            continue
        if part.get_content_type() == "text/html":
            text, links = links_of_html(text_of(part, _MAX_PART))
            return _Body(text, links)
        if part.get_content_type() == "text/plain" and not plain:
            plain = text_of(part, _MAX_PART)
    return _Body(plain, links_of_text(plain))


def _asking(subject: str, links: Sequence[LetterLink], others: int) -> str:
    """The link that a person has to open, where the mail is about that; empty otherwise."""
    is_asked = is_about_confirming(subject)
    confirming = next((link.url for link in links if confirms(link, is_asked=is_asked)), "")
    if confirming and (is_asked or others <= _FEW):
        return confirming
    if is_about_letting_in(subject) and others <= _FEW:
        return next((link.url for link in links if lets_in(link)), "")
    return ""


def _left_by(message: Message) -> frozenset[str]:
    """Addresses by which one leaves the list, or manages it (RFC 2369, 8058)."""
    names = ("list-unsubscribe", "list-subscribe", "list-owner", "list-help", "list-post")
    found: set[str] = set()
    for value in fields_of(message, names):
        found |= {one.strip(" <>") for one in value.split(",")}
    return frozenset(found)


def _kept(
    links: Sequence[LetterLink], personal: Personal, leaving: frozenset[str]
) -> list[LetterLink]:
    kept: dict[str, LetterLink] = {}
    for link in links:
        if link.url in leaving or is_refused(link) or personal.is_in(link.url):
            continue
        url = personal.without_tokens(link.url)
        if url is None or len(kept) >= _MAX_LINKS:
            continue
        before = kept.get(url)
        if before is None or (not before.title and link.title):
            kept[url] = replace(link, url=url)
    return list(kept.values())
