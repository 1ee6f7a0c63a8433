"""The steps of polling one source: from its listing to the ledger, nothing dropped in silence.

    list ─▶ recognise ─▶ choose ─▶ enter

Each step gathers through the ports, lets `core.sources` decide, and applies. Killed between any two
writes, a poll loses nothing: what was not stored is listed again, what was stored is recognised.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace

from strandline.core.sources.discourse import may_be_one_post
from strandline.core.sources.entering import Entering, enter, keys_to_look_up, mention_of
from strandline.core.sources.facts import home_of
from strandline.core.sources.intake import choose, new_post, recognise, strangers
from strandline.core.sources.items import addresses_to_ask_for, told_apart
from strandline.core.sources.newsletter import published
from strandline.core.sources.own_marks import without_own_mark
from strandline.core.sources.sightings import Sighting, keys_of, sight
from strandline.core.sources.window import Window
from strandline.model.articles import IngestBatch, IngestResult, Mention, Post
from strandline.model.entries import Listing
from strandline.model.errors import IdentityConflict
from strandline.model.funnel import Drop
from strandline.model.sources import ContentType, Source, SourceKind
from strandline.pipelines.links import with_links
from strandline.pipelines.poll.following import Follower, follow_urls
from strandline.pipelines.runner import Step, StepResult
from strandline.ports import Ports
from strandline.settings import Settings

#: Sightings of one batch where each costs a request: what is found is stored soon.
REQUESTED_AT_ONCE = 50
#: Sightings of one batch otherwise; their rows stay below 500 a table in one transaction.
STORED_AT_ONCE = 400


@dataclass
class Reading:
    """What the steps of one source's poll share.

    Attributes:
        follower: Asks where article URLs lead.
        was_read: True where the source answered well before, with or without items.
        is_first: True where no item of the source is known.
        posts: What is known of the listed items and of their addresses, by item key.
        dates_unstable: True where dates follow the time of the request; None for not judged.
        holds_back: True where an item waits for its time, so that the same bytes must be read
            again.
        new_articles: Ids of the rows that this poll created.
        joined: Items that turned out to be articles which the ledger has.
    """

    ports: Ports
    settings: Settings
    source: Source
    listing: Listing
    window: Window
    follower: Follower
    was_read: bool = False
    is_first: bool = False
    posts: dict[str, Post] = field(default_factory=dict)
    dates_unstable: bool | None = None
    holds_back: bool = False
    new_articles: list[str] = field(default_factory=list)
    joined: int = 0


def list_items(reading: Reading, items: Sequence[Sighting]) -> StepResult[Sighting]:
    """Give everything that the source lists an identity."""
    store, source = reading.ports.store, reading.source
    listed, drops = sight(reading.listing)
    sightings = [without_own_mark(source, sighting) for sighting in listed]
    reading.is_first = not store.has_posts(source.source_uuid)
    at_address: dict[str, list[Post]] = {}
    if not reading.is_first:
        reading.posts = store.posts(source.source_uuid, [s.item_key for s in sightings])
        asked = addresses_to_ask_for(sightings, reading.posts)
        at_address = store.posts_at(source.source_uuid, asked) if asked else {}
        reading.posts |= {p.item_key: p for posts in at_address.values() for p in posts}
    told, doubles = told_apart(source, sightings, at_address)
    drops += doubles
    return StepResult([*items, *told], drops, brought=len(told) + len(drops))


def recognise_known(reading: Reading, items: Sequence[Sighting]) -> StepResult[Sighting]:
    """Set apart what this source listed before; edits are written down."""
    store, source, now = reading.ports.store, reading.source, reading.window.end
    if reading.is_first:
        return StepResult(items)
    posts = dict(reading.posts)
    told = [s.item_key for s in items if s.item_key not in posts]
    posts |= store.posts(source.source_uuid, told) if told else {}
    posts |= _known_by_address(reading, [s for s in items if s.item_key not in posts])
    guids = list(strangers(items, posts))
    by_guid = store.posts_by_guid(source.source_uuid, guids) if guids else {}
    found = recognise(items, posts, now, by_guid)
    reading.dates_unstable = found.dates_unstable
    if found.posts or found.seen_again:
        ingest_what_can_be(
            reading,
            IngestBatch(
                now=now,
                changes=found.changes,
                edits=tuple(_mentions_of(reading, found.edited)),
                aliases=found.aliases,
                posts=found.posts,
                seen_again=tuple((source.source_uuid, key) for key in found.seen_again),
            ),
        )
    notes = [f"{len(found.posts)} edited"] if found.posts else []
    return StepResult(found.new, found.drops, notes)


def _mentions_of(reading: Reading, edited: Sequence[Sighting]) -> Iterator[Mention]:
    """Where edited items were seen, in their words of today."""
    source = reading.source
    language = source.language or reading.listing.language
    for sighting in edited:
        if sighting.known_uuid:
            yield mention_of(source, sighting, sighting.known_uuid, reading.window.end, language)


def _known_by_address(reading: Reading, items: Sequence[Sighting]) -> dict[str, Post]:
    """Posts of a forum whose guids took another form: a topic's number never means two posts."""
    if reading.source.kind is not SourceKind.DISCOURSE:
        return {}
    found = {}
    for sighting in items:
        for post in reading.ports.store.posts_with_key(sighting.url_key):
            is_ours = post.source_uuid == reading.source.source_uuid
            if is_ours and may_be_one_post(post.item_key, sighting.item_key):
                found[sighting.item_key] = post
    return found


def choose_new(reading: Reading, items: Sequence[Sighting]) -> StepResult[Sighting]:
    """Keep what belongs to the window; what does not is kept as a post with its reason."""
    store, source, window = reading.ports.store, reading.source, reading.window
    if not items:
        return StepResult(())
    chosen = choose(
        source,
        items,
        store.find(keys_of(items)),
        window,
        is_first_reading=reading.is_first and not _was_empty(reading),
    )
    posts = [new_post(source, s, window.end, drop.reason) for s, drop in chosen.dropped]
    # A mail is listed once, and its links may say who opened it: they are not kept as written.
    if posts and source.kind is not SourceKind.NEWSLETTER:
        ingest_what_can_be(reading, IngestBatch(now=window.end, posts=tuple(posts)))
    drops = [drop for _, drop in chosen.dropped]
    reading.holds_back = any(drop.reason == "future" for drop in drops)
    reading.joined += len(chosen.joining)
    return StepResult([*chosen.joining, *chosen.unknown], drops)


def _was_empty(reading: Reading) -> bool:
    """A feed that was read and listed nothing has its baseline; a page may just not have been
    understood then.
    """
    is_feed = reading.source.kind in (SourceKind.FEED, SourceKind.DISCOURSE)
    return reading.was_read and is_feed


def enter_ledger(reading: Reading, items: Sequence[Sighting]) -> StepResult[Sighting]:
    """Find where unknown URLs lead, and store what they are; a group at a time."""
    resolves = reading.settings.urls.resolve
    size = REQUESTED_AT_ONCE if resolves else STORED_AT_ONCE
    kept: list[Sighting] = []
    drops: list[Drop] = []
    for start in range(0, len(items), size):
        group = items[start : start + size]
        with _followed(reading, group) if resolves else nullcontext(group) as followed:
            found, personal = _without_way(reading, followed)
            entering, conflicts = _store(reading, found)
        refused = {drop.subject for drop in conflicts}
        kept += [s for s, uuid in entering.entered if uuid not in refused]
        drops += [*personal, *entering.drops, *_refused(entering, refused)]
    return StepResult(kept, drops)


def _without_way(
    reading: Reading, found: Sequence[Sighting]
) -> tuple[Sequence[Sighting], list[Drop]]:
    """Links of a newsletter are known by where they lead; how they led there is forgotten."""
    if reading.source.kind is not SourceKind.NEWSLETTER:
        return found, []
    return published(found)


def _followed(
    reading: Reading, group: Sequence[Sighting]
) -> AbstractContextManager[Sequence[Sighting]]:
    """Where the URLs lead that nobody has read; some may have come to be known while other groups
    were followed, and what a post linked to first is known and unread.
    """
    store = reading.ports.store
    known = store.find(keys_of(group))
    group = [replace(s, known_uuid=s.known_uuid or known.get(s.article.key)) for s in group]
    read = store.texts([s.known_uuid for s in group if s.known_uuid])
    now = reading.window.end
    return follow_urls(reading.follower, reading.source.source_uuid, group, now, read)


def _store(reading: Reading, group: Sequence[Sighting]) -> tuple[Entering, list[Drop]]:
    store = reading.ports.store
    known = store.find(keys_to_look_up(group))
    entering = enter(
        reading.source,
        group,
        known,
        reading.window,
        listing_language=reading.listing.language,
        home=_home(reading),
    )
    result, conflicts = ingest_what_can_be(reading, entering.batch)
    entered = {article.article_uuid for article in entering.batch.articles}
    reading.new_articles += [uuid for uuid in result.new_articles if uuid in entered]
    return entering, conflicts


def _home(reading: Reading) -> str:
    """Registrable domain of the site that a feed is of."""
    source, listing = reading.source, reading.listing
    if source.kind is not SourceKind.FEED or source.content_type is ContentType.FORUM:
        return ""
    return home_of(source.url, listing.home, [e.url for e in listing.entries if e.url])


def ingest_what_can_be(reading: Reading, batch: IngestBatch) -> tuple[IngestResult, list[Drop]]:
    """Store a batch with the links of its posts.

    An article whose id stands for another URL is left out, the rest is stored.
    """
    conflicts: list[Drop] = []
    batch = with_links(reading.ports, reading.settings, reading.source, batch)
    while True:
        try:
            return reading.ports.store.ingest(batch), conflicts
        except IdentityConflict as conflict:
            if conflict.subject in {drop.subject for drop in conflicts}:
                raise
            conflicts.append(Drop(conflict.subject, "identity_conflict", conflict.message))
            batch = _without(batch, conflict.subject)


def _without(batch: IngestBatch, uuid: str) -> IngestBatch:
    return replace(
        batch,
        articles=tuple(a for a in batch.articles if a.article_uuid != uuid),
        aliases=tuple(a for a in batch.aliases if a.article_uuid != uuid),
        mentions=tuple(m for m in batch.mentions if m.article_uuid != uuid),
        edits=tuple(m for m in batch.edits if m.article_uuid != uuid),
        posts=tuple(p for p in batch.posts if p.article_uuid != uuid),
        jobs=tuple(j for j in batch.jobs if j.article_uuid != uuid),
        texts=tuple(t for t in batch.texts if t.article_uuid != uuid),
    )


def _refused(entering: Entering, refused: set[str]) -> list[Drop]:
    return [
        Drop(sighting.subject, "identity_conflict", uuid)
        for sighting, uuid in entering.entered
        if uuid in refused
    ]


#: A poll of one source, after its document was read. To add a step is to add its line.
POLL_STEPS: tuple[Step[Reading, Sighting], ...] = (
    Step("list", list_items),
    Step("recognise", recognise_known),
    Step("choose", choose_new),
    Step("enter", enter_ledger),
)
