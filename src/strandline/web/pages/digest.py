"""`/digests/{id}`: one edition."""

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.render.pages import digest_page
from strandline.render.views import DigestView
from strandline.web.access import PUBLIC
from strandline.web.editions import shared_digest
from strandline.web.queries import DigestId
from strandline.web.site import READ, Site


def routes(site: Site) -> APIRouter:
    """One edition."""
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route("/digests/{digest_id}", methods=READ)
    def digest(request: Request, digest_id: DigestId) -> Response:
        edition = shared_digest(site.store, digest_id)
        if edition is None:
            raise HTTPException(404)
        shown = [item.article_uuid for item in edition.items]
        view = DigestView(
            edition,
            frozenset(site.store.articles(shown)),
            site.pictures(shown),
            site.store.threads_of(shown),
        )
        return site.page(request, digest_page, view, section="digests")

    return router
