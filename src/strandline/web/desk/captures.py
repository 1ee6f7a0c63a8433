"""`/desk/archive/captures/{id}`: every capture of a page, two side by side, one put back."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.model.archive import ArtifactKind
from strandline.model.captures import Capture
from strandline.model.errors import BlobError
from strandline.pipelines.desk import captures as acts
from strandline.render.archive_desk_views import CaptureRow, CapturesView, ComparedView
from strandline.web.access import Desk, Posted, actor_of
from strandline.web.queries import ArticleId
from strandline.web.replayed import page_of
from strandline.web.site import Site

#: Captures that are listed; a page may have been kept for years.
SHOWN = 60
_PLACE = "/desk/archive/captures"
Number = Annotated[int, Query(ge=1, le=2**63 - 1)]
OneOf = Annotated[int, Path(ge=1, le=2**63 - 1)]


def routes(site: Site) -> APIRouter:
    """The list, the comparison, and one act."""
    desk = Desk()

    @desk.get(f"{_PLACE}/{{article_uuid}}", right=Right.ARCHIVE)
    def captures(request: Request, article_uuid: ArticleId) -> Response:
        article = site.store.articles([article_uuid]).get(article_uuid)
        if article is None:
            raise HTTPException(404)
        found = acts.all_captures(site.store, article_uuid)[:SHOWN]
        copy = site.store.public_copies([article_uuid]).get(article_uuid)
        rows = tuple(_row(site, one) for one in found)
        view = CapturesView(article, rows, copy, can_copy=site.ports.wayback is not None)
        return site.desk_page(request, "archive_captures", view, section="archive")

    @desk.get(f"{_PLACE}/{{article_uuid}}/compared", right=Right.ARCHIVE)
    def compared(request: Request, article_uuid: ArticleId, a: Number, b: Number) -> Response:
        article = site.store.articles([article_uuid]).get(article_uuid)
        pair = [acts.capture_of(site.store, article_uuid, number) for number in (a, b)]
        if article is None or pair[0] is None or pair[1] is None:
            raise HTTPException(404)
        old, new = sorted((pair[0], pair[1]), key=lambda one: one.made_at)
        difference, is_out_of_reach = _difference(site, old, new)
        view = ComparedView(article, _row(site, old), _row(site, new), difference, is_out_of_reach)
        return site.desk_page(request, "archive_compared", view, section="archive")

    @desk.post(f"{_PLACE}/{{article_uuid}}/{{number}}/shown", right=Right.ARCHIVE)
    def put_back(
        request: Request, article_uuid: ArticleId, number: OneOf, _form: Posted
    ) -> Response:
        outcome = acts.put_back(site.ports, actor_of(request), article_uuid, number)
        return site.told(request, outcome, f"{_PLACE}/{article_uuid}")

    return desk.router


def _row(site: Site, capture: Capture) -> CaptureRow:
    page = page_of(capture.files, sent=False)
    has_replay = page is not None and bool(site.replay)
    return CaptureRow(
        capture,
        replay=f"/articles/{capture.files[0].article_uuid}/replay?capture={capture.number}"
        if has_replay
        else "",
        picture=capture.file(ArtifactKind.SCREENSHOT, ArtifactKind.SCREENSHOT_FULL),
        record=capture.file(ArtifactKind.WARC),
        text=capture.file(ArtifactKind.TEXT),
    )


def _difference(site: Site, old: Capture, new: Capture) -> tuple[tuple[tuple[str, str], ...], bool]:
    if site.ports.blobs is None:
        return (), True
    try:
        return acts.compared(site.ports.blobs, old, new), False
    except BlobError:
        return (), True
