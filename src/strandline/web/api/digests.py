"""Editions for everybody."""

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.web.api.answers.digests import DigestAnswer, DigestsAnswer, WholeDigestAnswer
from strandline.web.api.cursors import MOMENT, Cursor, read_cursor, write_cursor
from strandline.web.api.routing import answered, next_address, read_route
from strandline.web.editions import shared_digest, shared_digests
from strandline.web.queries import DigestId, Limit
from strandline.web.site import Site


def routes(site: Site) -> APIRouter:
    """Editions for other programs."""
    router = APIRouter(tags=["digests"])
    base = site.base_url

    @read_route(router, "/digests", DigestsAnswer)
    def list_digests(request: Request, cursor: Cursor = "", limit: Limit = 50) -> Response:
        """Editions for everybody, newest first."""
        before = read_cursor(cursor, "digests", {}, MOMENT)
        rows = shared_digests(site.store, limit=limit + 1, before=before)
        older = ""
        if len(rows) > limit:
            older = write_cursor("digests", {}, rows[limit - 1].created_at)
        return answered(
            request,
            DigestsAnswer(
                digests=[DigestAnswer.of(digest, base) for digest in rows[:limit]],
                next=next_address(base, "/digests", {}, older, limit),
            ),
        )

    @read_route(router, "/digests/{digest_id}", WholeDigestAnswer)
    def get_digest(request: Request, digest_id: DigestId) -> Response:
        """One edition with its items."""
        edition = shared_digest(site.store, digest_id)
        if edition is None:
            raise HTTPException(404)
        return answered(request, WholeDigestAnswer.of_whole(edition, base))

    return router
