"""A reader's own edition: how they want it, what they were shown, all that is held about them."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field, TypeAdapter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.core.digest.choosing import typed_of
from strandline.model.accounts import Right
from strandline.model.readers import DigestScope, Reader
from strandline.pipelines.desk import reading as acts
from strandline.pipelines.desk.muting import mute_thread, unmute_thread
from strandline.web.access import actor_of
from strandline.web.api.answers.reading import (
    HeldAnswer,
    HistoryAnswer,
    OwnAnswer,
    OwnShownAnswer,
)
from strandline.web.api.asked import Asked, Line, Text
from strandline.web.api.cursors import Cursor, read_place, write_cursor
from strandline.web.api.routing import answered, next_address, read_route
from strandline.web.api.writing import act_route, told
from strandline.web.queries import ArticleId, Limit, Words
from strandline.web.site import Site

_Hash = Annotated[str, Field(max_length=64, pattern="^[0-9a-f]{1,64}$")]
_Name = Annotated[str, Field(max_length=64, pattern="^[a-z_]{1,64}$")]


class OwnChange(Asked):
    """How an edition is to be; what is not named stays."""

    settings: Annotated[dict[_Name, Text], Field(max_length=60)] = Field(default_factory=dict)
    sources: Annotated[list[Line], Field(max_length=5_000)] | None = None


class RowAsked(Asked):
    """A row of the history."""

    url_hash: _Hash


class RemovalAsked(Asked):
    """Who is to be deleted: typed, so that nothing does it by mistake."""

    reader_id: Line


def routes(site: Site) -> APIRouter:
    """One's own, for other programs."""
    router = APIRouter(tags=["own"])
    _edition(router, site)
    _history(router, site)
    _muted(router, site)
    return router


def _own(site: Site, request: Request) -> Reader:
    """The reader whose edition is that of whoever asks; the shared edition is nobody's own."""
    reader_id = actor_of(request).reader_id
    reader = site.store.reader(reader_id) if reader_id else None
    if reader is None or reader.scope is DigestScope.SHARED:
        raise HTTPException(404)
    return reader


def _edition(router: APIRouter, site: Site) -> None:
    ports = site.ports

    @read_route(router, "/me/edition", OwnAnswer, Right.OWN)
    def get_own_edition(request: Request) -> Response:
        """How one wants one's edition."""
        reader = _own(site, request)
        answer = OwnAnswer(
            reader_id=reader.reader_id,
            settings=typed_of(reader.settings),
            sources=reader.source_uuids,
        )
        return answered(request, answer)

    @act_route(router, "POST", "/me/edition", Right.OWN)
    def begin_own_edition(request: Request) -> Response:
        """Get an edition of one's own."""
        return told(acts.begin(ports, site.settings, actor_of(request)))

    @act_route(router, "PATCH", "/me/edition", Right.OWN)
    def change_own_edition(request: Request, asked: OwnChange) -> Response:
        """Change how one wants one's edition."""
        own, actor = _own(site, request).reader_id, actor_of(request)
        return told(acts.choose(ports, actor, own, asked.settings, asked.sources))

    @read_route(router, "/me/held", HeldAnswer, Right.OWN)
    def get_held(request: Request) -> Response:
        """Everything that is held about one: settings, history, editions."""
        held = acts.held(site.store, _own(site, request))
        plain = TypeAdapter(dict[str, object]).dump_python(held, mode="json")
        return answered(request, HeldAnswer(held=plain))

    @act_route(router, "POST", "/me/removal", Right.OWN)
    def remove_own(request: Request, asked: RemovalAsked) -> Response:
        """Delete one's edition with history and all editions."""
        own, actor = _own(site, request).reader_id, actor_of(request)
        return told(acts.remove(ports, actor, own, asked.reader_id))


def _history(router: APIRouter, site: Site) -> None:
    ports = site.ports

    @read_route(router, "/me/history", HistoryAnswer, Right.OWN)
    def list_own_history(
        request: Request, q: Words = "", cursor: Cursor = "", limit: Limit = 50
    ) -> Response:
        """What one was shown, newest first, by any word."""
        own, choice = _own(site, request).reader_id, {"q": q}
        before = read_place(cursor, f"history {own}", choice)
        rows = site.store.search_history(own, words=q, before=before, limit=limit + 1)
        older = ""
        if rows[limit:]:
            end = rows[limit - 1][0]
            older = write_cursor(f"history {own}", choice, (end.created_at, end.url_hash))
        return answered(
            request,
            HistoryAnswer(
                history=[OwnShownAnswer.of(*row) for row in rows[:limit]],
                next=next_address(site.base_url, "/me/history", choice, older, limit),
            ),
        )

    @act_route(router, "POST", "/me/history/forget", Right.OWN)
    def forget_shown(request: Request, asked: RowAsked) -> Response:
        """Forget that something was shown."""
        own, actor = _own(site, request).reader_id, actor_of(request)
        return told(acts.forget(ports, actor, own, asked.url_hash))

    @act_route(router, "POST", "/me/history/show-again", Right.OWN)
    def show_again(request: Request, asked: RowAsked) -> Response:
        """Let an article come again, from whatever source."""
        own, actor = _own(site, request).reader_id, actor_of(request)
        return told(acts.show_again(ports, actor, own, asked.url_hash))


def _muted(router: APIRouter, site: Site) -> None:
    @act_route(router, "PUT", "/me/muted/{article_uuid}", Right.OWN)
    def mute(request: Request, article_uuid: ArticleId) -> Response:
        """Let the running story of an article enter one's own editions no more."""
        own = _own(site, request).reader_id
        return told(mute_thread(site.ports, actor_of(request), own, article_uuid))

    @act_route(router, "DELETE", "/me/muted/{article_uuid}", Right.OWN)
    def unmute(request: Request, article_uuid: ArticleId) -> Response:
        """Let it enter them again."""
        own = _own(site, request).reader_id
        return told(unmute_thread(site.ports, actor_of(request), own, article_uuid))
