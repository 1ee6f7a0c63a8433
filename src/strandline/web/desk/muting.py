"""`/threads/{id}/mute`, `/threads/{id}/unmute`: for who has an edition of their own."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Actor, Right
from strandline.pipelines.desk.muting import mute_thread, unmute_thread
from strandline.web.access import Desk, actor_of
from strandline.web.queries import ArticleId
from strandline.web.site import Site


def routes(site: Site) -> APIRouter:
    """Two forms of the page of a running story."""
    desk = Desk()

    @desk.post("/threads/{article_uuid}/mute", right=Right.OWN)
    def mute(request: Request, article_uuid: ArticleId) -> Response:
        actor = actor_of(request)
        outcome = mute_thread(site.ports, actor, _own_reader(actor), article_uuid)
        return site.told(request, outcome, f"/threads/{article_uuid}")

    @desk.post("/threads/{article_uuid}/unmute", right=Right.OWN)
    def unmute(request: Request, article_uuid: ArticleId) -> Response:
        actor = actor_of(request)
        outcome = unmute_thread(site.ports, actor, _own_reader(actor), article_uuid)
        return site.told(request, outcome, f"/threads/{article_uuid}")

    return desk.router


def _own_reader(actor: Actor) -> str:
    """Whose edition it is; empty for none of their own: everybody's is nobody's to mute in."""
    return "" if actor.reader_id in (None, "public") else actor.reader_id or ""
