"""`/digests/{id}`: one edition."""

from dataclasses import replace

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.digests import Digest
from strandline.pipelines.digest.versions import versions_of
from strandline.ports import Store
from strandline.render.pages import digest_page
from strandline.render.views import DigestView
from strandline.web.access import PUBLIC, actor_of
from strandline.web.editions import readable_digest
from strandline.web.queries import DigestId
from strandline.web.site import READ, Site

#: Articles of a story that are looked at for rulings.
_MEMBERS = 40


def routes(site: Site) -> APIRouter:
    """One edition: of everybody, and of whoever is signed in."""
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route("/digests/{digest_id}", methods=READ)
    def digest(request: Request, digest_id: DigestId) -> Response:
        edition = readable_digest(site.store, digest_id, actor_of(request).reader_id)
        if edition is None:
            raise HTTPException(404)
        shown = [item.article_uuid for item in edition.items]
        articles = site.store.articles(shown)
        versions = versions_of(site.store, edition, has_kept=bool(site.replay))
        view = DigestView(
            replace(edition, versions=versions),
            frozenset(articles),
            site.pictures(shown),
            site.store.threads_of(shown),
            _ruled_since(site.store, edition),
            site.base_url,
        )
        return site.page(request, digest_page, view, section="digests")

    return router


def _ruled_since(store: Store, edition: Digest) -> frozenset[str]:
    """Items about whose stories a person has ruled since the edition went out."""
    stories = store.stories([item.article_uuid for item in edition.items])
    members = {uuid: story.article_uuids[:_MEMBERS] for uuid, story in stories.items()}
    everybody = sorted({uuid for some in members.values() for uuid in some} | members.keys())
    ruled = store.ruled_since(everybody, edition.issued_at)
    return frozenset(u for u, some in members.items() if u in ruled or not ruled.isdisjoint(some))
