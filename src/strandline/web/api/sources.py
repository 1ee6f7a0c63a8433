"""Sources: what is read, and what people do to them."""

from datetime import timedelta
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.model.sources import ContentType, Source, SourceKind
from strandline.pipelines.desk import sources as acts
from strandline.web.access import actor_of
from strandline.web.api.answers.sources import SourceAnswer, SourcesAnswer
from strandline.web.api.asked import AS_WHOLE, Asked, Flag, Line
from strandline.web.api.cursors import ID, Cursor, read_cursor, write_cursor
from strandline.web.api.routing import answered, next_address, read_route
from strandline.web.api.writing import act_route, told
from strandline.web.queries import Limit, SourceId
from strandline.web.site import Site

_Reputation = Annotated[float, Field(strict=True, ge=0, le=1)]
_Interval = Annotated[int, Field(strict=True, ge=60, le=31_536_000), AS_WHOLE]
_Words = Annotated[list[Line], Field(max_length=100)]
_Addresses = Annotated[list[Line], Field(max_length=5_000)]
_Id = Annotated[str, Field(max_length=64, pattern=r"^[A-Za-z0-9_.-]{1,64}$")]


class SourceAsked(Asked):
    """A source that is to be read."""

    url: Line = Field(description="Of the feed or page itself: nothing is looked for.")
    kind: SourceKind = SourceKind.FEED
    name: Line = ""
    language: Line | None = None
    content_type: ContentType | None = None
    reputation: _Reputation = 0.5
    categories: _Words = Field(default_factory=list)
    tags: _Words = Field(default_factory=list)
    interval_s: _Interval | None = Field(default=None, description="Between two polls.")
    timezone: Line = "UTC"
    follow_replies: Flag = False
    items: _Addresses = Field(default_factory=list)


class SourceChange(Asked):
    """What of a source is to be another; what is not named stays."""

    seen: Line = Field(default="", description="`mark` as it was read: refused where it changed.")
    url: Line | None = None
    kind: SourceKind | None = None
    name: Line | None = None
    language: Line | None = None
    content_type: ContentType | None = None
    reputation: _Reputation | None = None
    categories: _Words | None = None
    tags: _Words | None = None
    interval_s: _Interval | None = Field(default=None, description="Null: as the settings say.")
    timezone: Line | None = None
    follow_replies: Flag | None = None
    items: _Addresses | None = None


class DeedAsked(Asked):
    """Something that is done to many sources at once."""

    deed: Literal["pause", "resume", "retire", "tag", "untag", "move", "poll", "remove"]
    sources: Annotated[list[_Id], Field(min_length=1, max_length=2_000)]
    word: Line = Field(default="", description="The tag, or the category to move to.")


def routes(site: Site) -> APIRouter:
    """Sources for other programs."""
    router = APIRouter(tags=["sources"])
    _reads(router, site)
    _acts(router, site)
    return router


def _reads(router: APIRouter, site: Site) -> None:
    @read_route(router, "/sources", SourcesAnswer)
    def list_sources(request: Request, cursor: Cursor = "", limit: Limit = 50) -> Response:
        """Every source, in the order of their ids."""
        behind = read_cursor(cursor, "sources", {}, ID) or ""
        ids = sorted(one.source_uuid for one in site.store.sources())
        ids = [uuid for uuid in ids if uuid > behind][: limit + 1]
        older = write_cursor("sources", {}, ids[limit - 1]) if ids[limit:] else ""
        return answered(
            request,
            SourcesAnswer(
                sources=_told(site, request, ids[:limit]),
                next=next_address(site.base_url, "/sources", {}, older, limit),
            ),
        )

    @read_route(router, "/sources/{source_uuid}", SourceAnswer)
    def get_source(request: Request, source_uuid: SourceId) -> Response:
        """One source."""
        found = _told(site, request, [source_uuid])
        if not found:
            raise HTTPException(404)
        return answered(request, found[0])


def _told(site: Site, request: Request, ids: list[str]) -> list[SourceAnswer]:
    sources = site.store.some_sources(ids)
    healths = site.store.some_healths(ids) if site.shows_details(request) else {}
    is_desk = actor_of(request).may(Right.DESK)

    def told(source: Source) -> SourceAnswer:
        address = acts.newsletter_address(site.ports, site.settings, source) if is_desk else None
        return SourceAnswer.of(source, healths.get(source.source_uuid), address)

    return [told(sources[uuid]) for uuid in ids if uuid in sources]


def _acts(router: APIRouter, site: Site) -> None:
    @act_route(router, "POST", "/sources", Right.SOURCES)
    def add_source(request: Request, asked: SourceAsked) -> Response:
        """Add a source; an address that a source has is refused with its id."""
        fields = asked.model_dump(exclude={"url", "kind", "interval_s"})
        outcome, _ = acts.add(
            site.ports,
            actor_of(request),
            asked.url,
            kind=asked.kind,
            interval=_interval(asked.interval_s),
            **fields,
        )
        return told(outcome)

    @act_route(router, "PATCH", "/sources/{source_uuid}", Right.SOURCES)
    def edit_source(request: Request, source_uuid: SourceId, asked: SourceChange) -> Response:
        """Change what is named; another address or kind is read afresh at once."""
        changes = _changes(asked)
        outcome = acts.edit(site.ports, actor_of(request), source_uuid, changes, seen=asked.seen)
        return told(outcome)

    @act_route(router, "POST", "/sources/deeds", Right.SOURCES)
    def do_to_sources(request: Request, asked: DeedAsked) -> Response:
        """Pause, resume, retire, tag, untag, move to a category, poll at once, or remove."""
        actor = actor_of(request)
        if asked.deed == "poll":
            return told(acts.poll_now(site.ports, actor, asked.sources))
        if asked.deed == "remove":
            return told(acts.remove(site.ports, actor, asked.sources))
        return told(acts.do(site.ports, actor, asked.deed, asked.sources, asked.word))

    @act_route(router, "POST", "/sources/{source_uuid}/adopt", Right.SOURCES)
    def adopt_address(request: Request, source_uuid: SourceId) -> Response:
        """Take the address that a source proposes, and read it at once."""
        return told(acts.adopt(site.ports, actor_of(request), source_uuid))


def _changes(asked: SourceChange) -> dict[str, Any]:
    """Fields of a source; null leaves a field, but for those that may be empty."""
    named = asked.model_dump(exclude_unset=True, exclude={"seen", "interval_s"})
    changes = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in named.items()
        if value is not None or name == "language"
    }
    if "interval_s" in asked.model_fields_set:
        changes["poll_interval"] = _interval(asked.interval_s)
    return changes


def _interval(seconds: int | None) -> timedelta | None:
    return None if seconds is None else timedelta(seconds=seconds)
