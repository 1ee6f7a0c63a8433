"""Sources as other programs carry them: OPML in and out; what is behind an address."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.pipelines.desk.looking import MOST_ADDRESSES, Looker
from strandline.pipelines.desk.subscriptions import export_list, import_list
from strandline.web.access import actor_of
from strandline.web.api.answers.subscriptions import (
    ImportedAnswer,
    LookedAnswer,
    LookedsAnswer,
    OpmlAnswer,
)
from strandline.web.api.asked import NO_NUL, Asked, Line
from strandline.web.api.routing import answered, read_route
from strandline.web.api.writing import act_route, given, told, words_of
from strandline.web.site import Site


class OpmlAsked(Asked):
    """A list of subscriptions."""

    opml: Annotated[str, Field(max_length=900_000, pattern=NO_NUL)] = Field(
        description="The whole document."
    )
    only: Annotated[list[Line], Field(max_length=5_000)] | None = Field(
        default=None, description="Addresses to choose from; null for all."
    )


class LookAsked(Asked):
    """Addresses of which somebody wants to know what may be read there."""

    addresses: Annotated[list[Line], Field(min_length=1, max_length=MOST_ADDRESSES)]


def routes(site: Site) -> APIRouter:
    """Subscriptions for other programs."""
    router = APIRouter(tags=["sources"])
    looker = Looker(site.ports, site.settings)

    @read_route(router, "/subscriptions", OpmlAnswer, Right.SOURCES)
    def export_subscriptions(request: Request) -> Response:
        """All sources as OPML, retired ones too; with the keys that their addresses carry."""
        body = export_list(site.ports, site.settings.web.title)
        return answered(request, OpmlAnswer(opml=body.decode("utf-8", "replace")))

    @act_route(router, "POST", "/subscriptions", Right.SOURCES, ImportedAnswer)
    def import_subscriptions(request: Request, asked: OpmlAsked) -> Response:
        """Add the subscriptions of a list; what is there already is left alone."""
        outcome, plan = import_list(
            site.ports, actor_of(request), asked.opml.encode(), only=asked.only
        )
        if not outcome.is_done:
            return told(outcome)
        return given(
            ImportedAnswer(
                detail=words_of(outcome),
                added=len(plan.added),
                known=list(plan.known),
                problems=list(plan.problems),
            )
        )

    @act_route(router, "POST", "/subscriptions/look", Right.SOURCES, LookedsAnswer)
    def look(request: Request, asked: LookAsked) -> Response:  # noqa: ARG001 - the body is all
        """What is behind addresses: feeds, forums, sitemaps, each with a preview. Adds nothing."""
        found = looker.look(asked.addresses)
        return given(LookedsAnswer(looked=[LookedAnswer.of(one) for one in found]))

    return router
