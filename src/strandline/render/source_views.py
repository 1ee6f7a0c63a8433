"""What the desk's pages about sources show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from strandline.model.acts import Outcome
from strandline.model.articles import Article
from strandline.model.delivery import Letter
from strandline.model.imports import Saved
from strandline.model.sources import (
    ContentType,
    Source,
    SourceHealth,
    SourceKind,
    SourceNeed,
    SourceQuery,
    SourceState,
)


@dataclass(frozen=True, slots=True)
class DeskSource:
    """A source with all that a row says of it.

    Attributes:
        every: Gap between two polls when all is well.
        differs: Names of the fields that are not as usual for its kind.
    """

    source: Source
    health: SourceHealth | None
    every: timedelta
    differs: Sequence[str] = ()

    @property
    def state(self) -> SourceState:
        """As polled last."""
        return self.health.state if self.health else SourceState.NEW

    @property
    def is_troubled(self) -> bool:
        """True where somebody should look at it."""
        is_polled = self.source.active or self.state is SourceState.GONE
        is_well = self.state in (SourceState.OK, SourceState.NEW)
        return is_polled and not is_well and self.source.retired_at is None

    @property
    def mends(self) -> tuple[str, ...]:
        """What mends it, the best first: `adopt`, `poll`, `resume`, `retire`."""
        if self.source.retired_at is not None or not (self.is_troubled or self.source.active):
            return ("resume",)
        if not self.is_troubled:
            return ("poll",)
        found = ["adopt"] if self.health and self.health.suggested_url else []
        found.append("poll" if self.source.active else "resume")
        return (*found, "retire")


@dataclass(frozen=True, slots=True)
class DeskSourcesView:
    """A page of the registry.

    Attributes:
        here: Address of this list without its place, to come back to.
        is_all_ticked: Every box of the page is ticked.
    """

    rows: Sequence[DeskSource]
    query: SourceQuery
    tally: Mapping[SourceNeed, int]
    categories: Sequence[tuple[str, int]]
    tags: Sequence[tuple[str, int]]
    deeds: Sequence[str]
    hrefs: Mapping[SourceNeed, str]
    here: str
    older_href: str | None
    is_first: bool
    is_all_ticked: bool = False
    kinds: Sequence[SourceKind] = tuple(SourceKind)

    @property
    def is_empty(self) -> bool:
        """True where there is no source at all."""
        return not self.tally[SourceNeed.ALL] and not self.tally[SourceNeed.RETIRED]

    @property
    def is_narrow(self) -> bool:
        """True where a filter leaves sources out."""
        query = self.query
        return bool(query.words or query.kind or query.category or query.tag)


@dataclass(frozen=True, slots=True)
class SourceFields:
    """A source as a form holds it: texts."""

    url: str = ""
    name: str = ""
    kind: str = SourceKind.FEED.value
    language: str = ""
    categories: str = ""
    tags: str = ""
    reputation: str = ""
    interval: str = ""
    timezone: str = ""
    content_type: str = ""
    follow_replies: bool = False
    items: str = ""

    @classmethod
    def of(cls, source: Source) -> "SourceFields":
        """What is there."""
        own = source.poll_interval
        return cls(
            url=source.url,
            name=source.name,
            kind=source.kind.value,
            language=source.language or "",
            categories=", ".join(source.categories),
            tags=", ".join(source.tags),
            reputation=f"{source.reputation:g}",
            interval=f"{own.total_seconds():g}" if own else "",
            timezone=source.timezone,
            content_type=source.content_type.value,
            follow_replies=source.follow_replies,
            items="\n".join(source.items),
        )


@dataclass(frozen=True, slots=True)
class SourcePageView:
    """One source, to be looked at and changed.

    Attributes:
        fields: What the form holds: the source, or what was typed and refused.
        seen: Mark of the source that the form was made from.
        usual_s: Seconds between two polls where it has no interval of its own.
        window_hours: What is older does not enter.
        here: Its own address, with what it was asked.
        usual_name: What it would be called if nobody had named it.
        asked_at: When somebody asked for a poll that has not been told of yet; None for none.
        is_stalled: That was long ago: nobody polls, it seems.
        mail_address: Where a newsletter is to be sent to; empty for others, and for one that has
            none yet.
        asking: Mails of a newsletter that ask a person to open a link.
    """

    row: DeskSource
    fields: SourceFields
    seen: str
    usual_s: int
    window_hours: int
    here: str
    usual_name: str
    latest: Sequence[Article] = ()
    mail_address: str = ""
    asking: Sequence[Letter] = ()
    refusal: Outcome | None = None
    asked_at: datetime | None = None
    is_stalled: bool = False
    kinds: Sequence[SourceKind] = tuple(SourceKind)
    content_types: Sequence[ContentType] = tuple(
        kind for kind in ContentType if kind is not ContentType.LINK
    )

    @property
    def is_waiting(self) -> bool:
        """True as long as the poll that somebody asked for has not ended."""
        if self.asked_at is None or not self.row.source.active:
            return False
        polled = self.row.health.last_polled_at if self.row.health else None
        return polled is None or polled < self.asked_at


@dataclass(frozen=True, slots=True)
class AddView:
    """Pasting addresses; and a source that has none, a list or a search.

    Attributes:
        most: Addresses that are looked at in one go.
    """

    text: str = ""
    refusal: Outcome | None = None
    fields: SourceFields = field(default_factory=SourceFields)
    most: int = 0


@dataclass(frozen=True, slots=True)
class Offer:
    """A candidate as it is offered.

    Attributes:
        number: Of the field that chooses it.
        is_chosen: Ticked beforehand: the best of its address.
        known: Source that has its address already; None for none.
    """

    number: int
    url: str
    kind: SourceKind
    found: str
    title: str
    preview: "object | None"
    problem: str
    is_elsewhere: bool
    is_chosen: bool
    known: Source | None
    language: str = ""


@dataclass(frozen=True, slots=True)
class LookedAddress:
    """An address with what is offered of it."""

    address: str
    offers: Sequence[Offer]
    problem: str
    is_address: bool
    is_late: bool


@dataclass(frozen=True, slots=True)
class OffersView:
    """What was found behind pasted addresses.

    Attributes:
        left: Those that were too many for one look.
    """

    looked: Sequence[LookedAddress]
    categories: Sequence[tuple[str, int]]
    tags: Sequence[tuple[str, int]]
    left: str = ""

    @property
    def has_offers(self) -> bool:
        """True where anything can be chosen."""
        return any(one.known is None for address in self.looked for one in address.offers)


@dataclass(frozen=True, slots=True)
class ListsView:
    """Subscription lists: bringing one along, and what it would add.

    Attributes:
        upload: Id under which the file waits; empty before there is one.
        more: Sources of the file beyond those that are shown.
    """

    count: int
    upload: str = ""
    added: Sequence[Source] = ()
    more: int = 0
    known: Sequence[str] = ()
    problems: Sequence[str] = ()
    refusal: Outcome | None = None


@dataclass(frozen=True, slots=True)
class BringView:
    """An export of another program, and what is in it.

    Attributes:
        upload: Id under which the file waits; empty before there is one.
        links: The first of its `count` links.
        lists: Subscription lists in it.
        readers: Whose history may take what was read.
    """

    upload: str = ""
    product: str = ""
    links: Sequence[Saved] = ()
    count: int = 0
    lists: int = 0
    problems: Sequence[str] = ()
    readers: Sequence[str] = ()
    refusal: Outcome | None = None


@dataclass(frozen=True, slots=True)
class RemoveView:
    """Sources that are about to be removed."""

    sources: Sequence[Source]
    more: int
    uuids: Sequence[str]
    here: str
