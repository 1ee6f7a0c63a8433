"""`/threads`: running stories. `/threads/{id}`: one, by the id of any article of its stories, as a
page, and as a feed with `.xml`, `.atom` or `.json` behind.
"""

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from strandline.pipelines.desk.muting import is_muted
from strandline.ports import Store
from strandline.render.feeds import FEED_FORMATS
from strandline.render.pages import thread_page, threads_page
from strandline.render.story_feeds import feed_of_thread
from strandline.render.story_views import ThreadLine, ThreadsView, ThreadView
from strandline.web.access import PUBLIC, actor_of
from strandline.web.pages.story_feeds import CACHE, ENDINGS, ENTRIES, frame_of
from strandline.web.queries import ArticleId, Before, article_cursor, write_cursor
from strandline.web.site import READ, Site, reply
from strandline.web.told_stories import list_stories, list_threads, pictured
from strandline.web.walking import Page, Place

#: Threads, and stories of one, on a page.
PAGE_SIZE = 30


@dataclass(frozen=True, slots=True)
class ToldThread:
    """One page of a running story, and where the next one begins; None on the last."""

    view: ThreadView
    older: Place | None


def routes(site: Site) -> APIRouter:
    """The list, one thread, and its feeds."""
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route("/threads", methods=READ)
    def threads(request: Request, before: Before = "") -> Response:
        page = newest_threads(site.store, size=PAGE_SIZE, before=article_cursor(before))
        older = f"/threads?{_query(page.older)}" if page.older else None
        view = ThreadsView(page.shown, older, is_first=not before)
        return site.page(request, threads_page, view, section="stories")

    for ending, name in ENDINGS.items():
        _feed(router, site, ending, name)

    @router.api_route("/threads/{article_uuid}", methods=READ)
    def thread(request: Request, article_uuid: ArticleId, before: Before = "") -> Response:
        place = article_cursor(before)
        told = tell_thread(site.store, article_uuid, size=PAGE_SIZE, before=place)
        if told is None:
            return _led_on(site, article_uuid)
        view = told.view
        if view.thread.thread_id != article_uuid:
            return _moved(request, f"/threads/{view.thread.thread_id}")
        older = f"/threads/{article_uuid}?{_query(told.older)}" if told.older else None
        pictures = site.pictures(pictured(view.stories))
        reader_id = actor_of(request).reader_id
        view = replace(
            view,
            older_href=older,
            is_first=place is None,
            is_muted=is_muted(site.ports, reader_id, article_uuid) if reader_id else None,
            pictures=pictures,
        )
        return site.page(request, thread_page, view, section="stories")

    return router


def newest_threads(store: Store, *, size: int, before: Place | None = None) -> Page[ThreadLine]:
    """Running stories, the one with the newest news first."""
    found = store.recent_threads(limit=size + 1, before=before)
    last = found[size - 1] if len(found) > size else None
    older = (last.newest, last.story_ids[0]) if last else None
    return Page(tuple(list_threads(store, found[:size])), older)


def tell_thread(
    store: Store, any_id: str, *, size: int, before: Place | None = None
) -> ToldThread | None:
    """One page of a running story; None where there is none."""
    newest = store.thread(any_id, limit=1)
    thread = store.thread(any_id, limit=size + 1, before=before)
    if newest is None or thread is None:
        return None
    shown = thread.story_ids[:size]
    stories = store.stories([*newest.story_ids, *shown])
    listed = {story.main_id: story for story in list_stories(store, list(stories.values()))}
    head = next((listed[uuid] for uuid in (*newest.story_ids, *shown) if uuid in listed), None)
    if head is None:
        return None
    rows = tuple(listed[uuid] for uuid in shown if uuid in listed)
    last = stories.get(shown[-1]) if len(thread.story_ids) > size else None
    older = (last.time, last.main_id) if last else None
    return ToldThread(ThreadView(thread, head, rows), older)


def _feed(router: APIRouter, site: Site, ending: str, name: str) -> None:
    write, media_type = FEED_FORMATS[name]

    @router.api_route(f"/threads/{{article_uuid}}.{ending}", methods=READ)
    def thread(request: Request, article_uuid: ArticleId) -> Response:
        told = tell_thread(site.store, article_uuid, size=ENTRIES)
        if told is None:
            raise HTTPException(404)
        view = told.view
        path = f"/threads/{view.thread.thread_id}.{ending}"
        if view.thread.thread_id != article_uuid:
            return _moved(request, path)
        feed = feed_of_thread(view, frame_of(site, request, path, view.stories))
        return reply(request, write(feed), media_type, CACHE)


def _moved(request: Request, path: str) -> Response:
    """What a thread is called can change: an earlier report may come, or a person part it."""
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"{path}{query[:2_000]}", 302, {"cache-control": "no-store"})


def _led_on(site: Site, article_uuid: str) -> Response:
    """A thread that is none any more leads to the story that it began with."""
    story = site.store.stories([article_uuid]).get(article_uuid)
    if story is None:
        raise HTTPException(404)
    return RedirectResponse(f"/stories/{story.main_id}", 302, {"cache-control": "no-store"})


def _query(place: Place) -> str:
    return urlencode({"before": write_cursor(*place)})
