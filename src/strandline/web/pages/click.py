"""`/go/{id}`: to the article, counting one for the hour. No cookie, no trace of who went.

Where the page is gone to its kept copy; `?original=1` leads to its own address all the same.
"""

import structlog
from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.errors import StoreError
from strandline.render.links import safe_href
from strandline.web.access import PUBLIC
from strandline.web.clicks import ClickBound, is_click
from strandline.web.kept import lost_at
from strandline.web.queries import ArticleId, Flag
from strandline.web.replayed import has_page
from strandline.web.site import READ, Site


def routes(site: Site) -> APIRouter:
    """The way out."""
    router, bound = APIRouter(dependencies=PUBLIC), ClickBound()

    @router.api_route("/go/{article_uuid}", methods=READ)
    def go(request: Request, article_uuid: ArticleId, original: Flag = "") -> Response:
        article = site.store.articles([article_uuid]).get(article_uuid)
        target = safe_href(article.article_url_final) if article else None
        if target is None:
            raise HTTPException(404)
        if request.method == "GET" and is_click(request.headers):
            count_click(site, bound, article_uuid)
        # Canonical URLs are ASCII by the parser; a header could carry nothing else.
        location = target.encode("ascii", "ignore").decode()
        if not original and is_shown_from_archive(site, article_uuid):
            location = f"/articles/{article_uuid}/replay"
        return Response(
            status_code=302,
            headers={
                "location": location,
                "cache-control": "no-store",
                "x-robots-tag": "noindex, nofollow",
            },
        )

    return router


def is_shown_from_archive(site: Site, article_uuid: str) -> bool:
    """True where the page is gone, and there is a copy and an origin to show it in.

    A database that fails is no reason to keep a reader from the article.
    """
    try:
        is_lost = bool(site.replay) and lost_at(site.store, article_uuid) is not None
        return is_lost and has_page(site.store.artifacts(article_uuid))
    except StoreError:
        return False


def count_click(site: Site, bound: ClickBound, article_uuid: str) -> None:
    """A count that fails is no reason to keep a reader from the article."""
    now = site.ports.clock.now()
    if not bound.admits(article_uuid, now):
        return
    try:
        site.store.add_click(article_uuid, now)
    except StoreError as error:
        structlog.get_logger("strandline.web").warning("click_not_counted", message=str(error))
