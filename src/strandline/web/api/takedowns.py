"""Pages taken down on request: the owner's list, strike one, show it again."""

from datetime import datetime
from typing import Annotated, Self

from fastapi import APIRouter
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.model.takedowns import Takedown
from strandline.pipelines.desk import takedowns as acts
from strandline.web.access import actor_of
from strandline.web.api.answers.base import Address, Answer, ArticleUuid, Next
from strandline.web.api.asked import AS_WHOLE, Asked, Line
from strandline.web.api.cursors import Cursor, read_place, write_cursor
from strandline.web.api.routing import answered, next_address, read_route
from strandline.web.api.writing import act_route, told
from strandline.web.queries import ArticleId, Limit
from strandline.web.site import Site
from strandline.web.walking import cut

_Days = Annotated[int, Field(strict=True, ge=0, le=acts.MOST_DAYS), AS_WHOLE]


class TakedownAnswer(Answer):
    """A page that was taken down."""

    article_uuid: ArticleUuid
    url: Address
    reason: str
    struck_by: str
    struck_at: datetime
    erase_at: datetime | None = Field(description="When its copies are erased; null: sealed.")
    erased_at: datetime | None

    @classmethod
    def of(cls, row: Takedown) -> Self:
        """As stored."""
        return cls(**{name: getattr(row, name) for name in cls.model_fields})


class TakedownsAnswer(Answer):
    """One page of them, newest first."""

    takedowns: list[TakedownAnswer]
    next: Next


class StrikeAsked(Asked):
    """A page that is to be taken down."""

    url: Line = Field(description="Any spelling of its address, or its id.")
    reason: Annotated[str, Field(min_length=1, max_length=acts.MOST_REASON)]
    erase_after_days: _Days | None = Field(
        default=acts.USUAL_DAYS, description="When its copies are erased; null keeps them sealed."
    )


def routes(site: Site) -> APIRouter:
    """One read and two acts."""
    router = APIRouter(tags=["archive"])

    @read_route(router, "/takedowns", TakedownsAnswer, Right.OPERATE)
    def list_takedowns(request: Request, cursor: Cursor = "", limit: Limit = 50) -> Response:
        """Pages that were taken down, newest first."""
        before = read_place(cursor, "takedowns", {})
        rows = site.store.takedowns(limit=limit + 1, before=before)
        shown, last = cut(rows, limit)
        older = write_cursor("takedowns", {}, (last.struck_at, last.article_uuid)) if last else ""
        return answered(
            request,
            TakedownsAnswer(
                takedowns=[TakedownAnswer.of(row) for row in shown],
                next=next_address(site.base_url, "/takedowns", {}, older, limit),
            ),
        )

    @act_route(router, "POST", "/takedowns", Right.OPERATE)
    def strike_page(request: Request, asked: StrikeAsked) -> Response:
        """Take a page down: hidden everywhere at once, and never kept again."""
        actor, days = actor_of(request), asked.erase_after_days
        return told(
            acts.strike(
                *(site.ports, site.settings, actor, asked.url, asked.reason), erase_after_days=days
            )
        )

    @act_route(router, "DELETE", "/takedowns/{article_uuid}", Right.OPERATE)
    def lift_takedown(request: Request, article_uuid: ArticleId) -> Response:
        """Show a page again, with its copies where they are still there."""
        return told(acts.lift(site.ports, site.settings, actor_of(request), article_uuid))

    return router
