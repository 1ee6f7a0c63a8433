"""Feeds of digests and of recent articles, and a digest as JSON.

Links to this page come from the setting `base_url`; without one, entries carry the articles'
own addresses only.
"""

from collections.abc import Mapping

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.digests import Digest
from strandline.render.digest_json import digest_json
from strandline.render.feed_documents import feed_of_articles, feed_of_digest, feed_of_digests
from strandline.render.feeds import FEED_FORMATS, FeedDocument
from strandline.web.access import PUBLIC
from strandline.web.editions import shared_digest, shared_digests
from strandline.web.language import chosen_language
from strandline.web.pages.recent import newest_articles
from strandline.web.queries import DigestId
from strandline.web.site import READ, Site, reply

#: Editions and articles in a feed.
EDITIONS, ARTICLES = 10, 50

#: How an address ends → format.
_ENDINGS: Mapping[str, str] = {"xml": "rss", "atom": "atom", "json": "jsonfeed"}
_EDITION_ENDINGS: Mapping[str, str] = {"rss": "rss", "atom": "atom"}

#: A feed reader may keep it for a while, and asks with the validator after that.
_CACHE = "public, max-age=300"


def routes(site: Site) -> APIRouter:
    """All feeds."""
    router = APIRouter(dependencies=PUBLIC)
    for ending, name in _ENDINGS.items():
        _route_latest(router, site, ending, name)
    for ending, name in _EDITION_ENDINGS.items():
        _route_edition(router, site, ending, name)

    @router.api_route("/digests/{digest_id}.json", methods=READ)
    def edition_as_json(request: Request, digest_id: DigestId) -> Response:
        with_details = site.shows_details(request)
        edition = _edition(site, digest_id)
        told = digest_json(edition, with_details=with_details, base_url=site.base_url)
        body = told.encode()
        is_for_all = with_details is site.settings.web.public_details
        caching = {"cache-control": _CACHE if is_for_all else "private, no-cache"}
        return reply(request, body, "application/json", caching | {"vary": "Cookie"})

    return router


def _route_latest(router: APIRouter, site: Site, ending: str, name: str) -> None:
    @router.api_route(f"/feed.{ending}", methods=READ)
    def latest(request: Request) -> Response:
        """The latest editions, each with its items."""
        found = shared_digests(site.store, limit=EDITIONS)
        whole = [site.store.digest(digest.digest_id) for digest in found]
        feed = feed_of_digests(
            [digest for digest in whole if digest is not None],
            site_title=site.settings.web.title,
            language=_language(request),
            now=site.ports.clock.now(),
            base_url=site.base_url,
            self_url=_self(site, f"/feed.{ending}"),
            hub_url=site.settings.outputs.websub_hub if site.base_url else "",
        )
        return _answer(request, feed, name)

    @router.api_route(f"/recent.{ending}", methods=READ)
    def recent(request: Request) -> Response:
        """Articles as they were found, each story once."""
        rows = newest_articles(site.store, size=ARTICLES).shown
        feed = feed_of_articles(
            [row.article for row in rows],
            site_title=site.settings.web.title,
            language=_language(request),
            now=site.ports.clock.now(),
            base_url=site.base_url,
            self_url=_self(site, f"/recent.{ending}"),
        )
        return _answer(request, feed, name)


def _route_edition(router: APIRouter, site: Site, ending: str, name: str) -> None:
    @router.api_route(f"/digests/{{digest_id}}.{ending}", methods=READ)
    def edition(request: Request, digest_id: DigestId) -> Response:
        digest = _edition(site, digest_id)
        feed = feed_of_digest(
            digest,
            base_url=site.base_url,
            pictures=site.feed_pictures(item.article_uuid for item in digest.items),
            self_url=_self(site, f"/digests/{digest_id}.{ending}"),
        )
        return _answer(request, feed, name)


def _edition(site: Site, digest_id: str) -> Digest:
    digest = shared_digest(site.store, digest_id)
    if digest is None:
        raise HTTPException(404)
    return digest


def _self(site: Site, path: str) -> str:
    return f"{site.base_url}{path}" if site.base_url else ""


def _language(request: Request) -> str:
    """A feed has one language for all who read it: the chosen one, or ours."""
    return chosen_language(request.query_params, {}, "")


def _answer(request: Request, feed: FeedDocument, name: str) -> Response:
    write, media_type = FEED_FORMATS[name]
    headers = {"cache-control": _CACHE}
    if feed.hub_url:
        # WebSub, 4: hub and topic stand in the head of the answer.
        headers["link"] = f'<{feed.hub_url}>; rel="hub", <{feed.self_url}>; rel="self"'
    return reply(request, write(feed), media_type, headers)
