"""`/articles/{id}/archive`: a person asks for a page to be kept again. The one form that writes.

How often is the business of the demand itself: one page has a gap, all together a cap an hour.
"""

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.model.errors import UrlError
from strandline.pipelines.archive.demand import demand
from strandline.web.access import Desk
from strandline.web.queries import ArticleId
from strandline.web.site import Site


def routes(site: Site) -> APIRouter:
    """One form."""
    desk = Desk()

    @desk.post("/articles/{article_uuid}/archive", right=Right.PUBLIC)
    def ask(article_uuid: ArticleId) -> Response:
        if not site.store.articles([article_uuid]):
            raise HTTPException(404)
        try:
            told = demand(site.ports, site.settings, article_uuid, now=site.ports.clock.now())
            answer = told.verdict.answer.value
        except UrlError:  # entered by older rules, refused by those of today
            answer = "refused"
        # 303: the browser goes back to the page with GET, and reloading asks for nothing.
        where = f"/articles/{article_uuid}?asked={answer}#kept"
        return Response(status_code=303, headers={"location": where, "cache-control": "no-store"})

    return desk.router
