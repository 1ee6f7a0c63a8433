"""What people rule on stories, and the pairs in doubt that wait for them."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.model.levels import Level
from strandline.pipelines.desk import stories as acts
from strandline.web.access import actor_of
from strandline.web.api.answers.stories import DoubtsAnswer, VerdictAnswer
from strandline.web.api.asked import Asked, Line
from strandline.web.api.routing import answered, read_route
from strandline.web.api.writing import act_route, told
from strandline.web.queries import ArticleId, Limit
from strandline.web.site import Site

_Id = Annotated[str, Field(pattern=r"^A_[0-9A-Za-z]{1,62}$", examples=["A_363c9c4fb8a8ddf8"])]


class PairAsked(Asked):
    """Two articles."""

    one: _Id
    other: _Id


class RulingAsked(PairAsked):
    """What a person rules on two articles."""

    level: Level
    note: Line = ""


class MergeAsked(Asked):
    """Articles that tell one story."""

    articles: Annotated[list[_Id], Field(min_length=2, max_length=200)]
    note: Line = ""


class NoteAsked(Asked):
    """Why."""

    note: Line = ""


def routes(site: Site) -> APIRouter:
    """Review for other programs."""
    router = APIRouter(tags=["stories"])
    ports = site.ports

    @read_route(router, "/review", DoubtsAnswer, Right.REVIEW)
    def list_doubts(request: Request, limit: Limit = 50) -> Response:
        """Pairs in doubt without a ruling, those first where a person's word tells most."""
        found = site.store.review_queue(limit=limit)
        return answered(request, DoubtsAnswer(pairs=[VerdictAnswer.of(one) for one in found]))

    @act_route(router, "POST", "/rulings", Right.REVIEW)
    def rule(request: Request, asked: RulingAsked) -> Response:
        """Rule on two articles: the same news, one running story, or neither."""
        return told(
            acts.rule(
                ports, actor_of(request), asked.one, asked.other, asked.level, note=asked.note
            )
        )

    @act_route(router, "POST", "/rulings/take-back", Right.REVIEW)
    def take_back(request: Request, asked: PairAsked) -> Response:
        """Let a ruling on two articles no longer hold."""
        return told(acts.take_back(ports, actor_of(request), asked.one, asked.other))

    @act_route(router, "POST", "/stories/merge", Right.REVIEW)
    def merge_stories(request: Request, asked: MergeAsked) -> Response:
        """Make one story of articles, and of the stories that they are in."""
        return told(acts.merge(ports, actor_of(request), asked.articles, note=asked.note))

    @act_route(router, "POST", "/stories/{article_uuid}/split", Right.REVIEW)
    def split_story(request: Request, article_uuid: ArticleId, asked: NoteAsked) -> Response:
        """Take an article out of its story."""
        return told(acts.split(ports, actor_of(request), article_uuid, note=asked.note))

    @act_route(router, "POST", "/stories/link", Right.REVIEW)
    def link_stories(request: Request, asked: MergeAsked) -> Response:
        """Put the stories of articles into one thread; they stay stories apart."""
        return told(acts.link(ports, actor_of(request), asked.articles, note=asked.note))

    @act_route(router, "POST", "/stories/{article_uuid}/unlink", Right.REVIEW)
    def unlink_story(request: Request, article_uuid: ArticleId, asked: NoteAsked) -> Response:
        """Take the story of an article out of its thread."""
        return told(acts.unlink(ports, actor_of(request), article_uuid, note=asked.note))

    @act_route(router, "POST", "/stories/{article_uuid}/main", Right.REVIEW)
    def choose_main(request: Request, article_uuid: ArticleId) -> Response:
        """Make an article the main one of its story."""
        return told(acts.choose_main(ports, actor_of(request), article_uuid))

    @act_route(router, "POST", "/stories/{article_uuid}/withdraw", Right.REVIEW)
    def withdraw_rulings(request: Request, article_uuid: ArticleId, asked: NoteAsked) -> Response:
        """Take back every ruling on an article."""
        return told(acts.withdraw(ports, actor_of(request), article_uuid, note=asked.note))

    return router
