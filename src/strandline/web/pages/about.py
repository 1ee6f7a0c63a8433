"""`/about`: what this page is, in words and numbers."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.render.pages import about_page
from strandline.render.views import AboutView
from strandline.web.access import PUBLIC
from strandline.web.site import READ, Site


def routes(site: Site) -> APIRouter:
    """One page."""
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route("/about", methods=READ)
    def about(request: Request) -> Response:
        counts = site.keeper.status().counts
        view = AboutView(
            articles=counts.articles,
            mentions=counts.mentions,
            aliases=counts.aliases,
            texts=counts.texts,
            sources=counts.sources,
            digests=counts.public_digests,
        )
        return site.page(request, about_page, view, section="about")

    return router
