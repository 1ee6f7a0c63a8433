"""`/articles/{id}/replay`: a kept page, framed out of another origin."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.archive import Artifact, ArtifactKind
from strandline.pipelines.desk.captures import capture_of
from strandline.ports import Store
from strandline.render.archive_views import ReplayView
from strandline.render.pages import replay_page
from strandline.web.access import PUBLIC
from strandline.web.kept import lost_at
from strandline.web.queries import ArticleId, Flag
from strandline.web.replayed import has_both, page_of
from strandline.web.shield import CONTENT_SECURITY_POLICY
from strandline.web.site import READ, Site

Number = Annotated[int, Query(ge=0, le=2**63 - 1)]


def routes(site: Site) -> APIRouter:
    """One page, the only one with a frame."""
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route("/articles/{article_uuid}/replay", methods=READ)
    def replay(
        request: Request, article_uuid: ArticleId, sent: Flag = "", capture: Number = 0
    ) -> Response:
        view = gather(site.store, site.replay, article_uuid, sent=bool(sent), capture=capture)
        if view is None:
            raise HTTPException(410 if site.store.struck([article_uuid]) else 404)
        answer = site.page(request, replay_page, view, section="archive")
        if view.src:
            # Whatever in the frame leads elsewhere, the frame may show nothing but the replay.
            policy = answer.headers.get("content-security-policy", CONTENT_SECURITY_POLICY)
            policy = f"{policy}; frame-src {site.replay}"
            answer.headers["content-security-policy"] = policy
        return answer

    return router


def gather(
    store: Store, replay: str, article_uuid: str, *, sent: bool, capture: int = 0
) -> ReplayView | None:
    """What is shown, and where; None where there is no such article.

    Args:
        capture: Number of an earlier capture; 0 for the one that is shown.
    """
    article = store.articles([article_uuid]).get(article_uuid)
    if article is None:
        return None
    current: Sequence[Artifact] = store.artifacts(article_uuid)
    if capture:
        chosen = capture_of(store, article_uuid, capture)
        current = chosen.files if chosen else ()
    page = page_of(current, sent=sent)
    told = store.link_metadata([article_uuid]).get(article_uuid)
    return ReplayView(
        article_uuid=article_uuid,
        title=(told.title if told else "") or article.article_title,
        language=(told.language if told else None) or article.language,
        url=article.article_url_final,
        src=f"{replay}/replay/{page.artifact_id}/" if page and replay else "",
        kept_at=page.created_at if page else None,
        is_sent=bool(page) and page is page_of(current, sent=True),
        has_both=not capture and has_both(current),
        is_off=not replay,
        lost_at=lost_at(store, article_uuid) if page else None,
        record=next((item for item in current if item.kind is ArtifactKind.WARC), None),
    )
