"""`/desk/sources/lists`: subscriptions brought along as OPML, and taken away."""

import threading
from collections import OrderedDict
from datetime import datetime, timedelta

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.model.acts import refused
from strandline.model.errors import ParseError
from strandline.model.sources import SourceNeed
from strandline.pipelines.desk.subscriptions import export_list, import_list, plan_import
from strandline.render.source_views import ListsView
from strandline.web.access import Desk, Form, Posted, actor_of
from strandline.web.desk.sources import PAGE
from strandline.web.site import Site

#: Largest file (bytes): some thirty thousand subscriptions.
MOST_BYTES = 5_000_000
#: Of what a file would add, known and left-out lines, so many are shown.
_SHOWN, _LINES = 100, 20


class Uploads:
    """Files between the preview and the yes: the latest few, for an hour, in memory.

    Args:
        most: So many at a time; the oldest goes.
    """

    def __init__(self, most: int = 10, lasts: timedelta = timedelta(hours=1)) -> None:
        self._kept: OrderedDict[tuple[str, str], tuple[datetime, bytes]] = OrderedDict()
        self._most, self._lasts = most, lasts
        self._lock = threading.Lock()

    def put(self, account: str, name: str, body: bytes, now: datetime) -> None:
        """Keep a file for somebody."""
        with self._lock:
            self._kept[account, name] = (now, body)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def get(self, account: str, name: str, now: datetime) -> bytes | None:
        """Somebody's own file; None where it is gone."""
        with self._lock:
            when, body = self._kept.get((account, name), (now - self._lasts, b""))
            return body if now - when < self._lasts else None

    def drop(self, account: str, name: str) -> None:
        """It was used."""
        with self._lock:
            self._kept.pop((account, name), None)


def routes(site: Site) -> APIRouter:
    """The page, the preview, the import, and the file to take away."""
    desk = Desk()
    uploads = Uploads()

    @desk.get(f"{PAGE}/lists", right=Right.SOURCES)
    def show(request: Request) -> Response:
        return _page(site, request, ListsView(_count(site)))

    @desk.post(f"{PAGE}/lists/preview", right=Right.SOURCES, limit=MOST_BYTES)
    def preview(request: Request, form: Posted) -> Response:
        body = _body(form)
        try:
            plan = plan_import(site.ports, body)
        except ParseError as error:
            outcome = refused("sources.refused.opml", why=str(error))
            return _page(site, request, ListsView(_count(site), refusal=outcome), status=422)
        name = site.ports.new_id()
        uploads.put(actor_of(request).account_id, name, body, site.ports.clock.now())
        view = ListsView(
            count=_count(site),
            upload=name,
            added=plan.added[:_SHOWN],
            more=max(0, len(plan.added) - _SHOWN),
            known=(*plan.known[:_LINES], *(["…"] * (len(plan.known) > _LINES))),
            problems=(*plan.problems[:_LINES], *(["…"] * (len(plan.problems) > _LINES))),
        )
        return _page(site, request, view)

    @desk.post(f"{PAGE}/lists", right=Right.SOURCES)
    def take(request: Request, form: Posted) -> Response:
        actor, name = actor_of(request), form.text("upload")
        body = uploads.get(actor.account_id, name, site.ports.clock.now())
        if body is None:
            return site.told(request, refused("sources.refused.no_file"), f"{PAGE}/lists")
        left_out = set(form.texts("shown")) - set(form.texts("take"))
        plan = plan_import(site.ports, body)
        only = {one.url for one in plan.added if one.url not in left_out}
        outcome, _ = import_list(site.ports, actor, body, only=only)
        if outcome.is_done:
            uploads.drop(actor.account_id, name)
        return site.told(request, outcome, PAGE if outcome.is_done else f"{PAGE}/lists")

    @desk.get("/desk/sources.opml", right=Right.SOURCES)
    def export() -> Response:
        title = site.settings.web.title
        return Response(
            export_list(site.ports, title),
            media_type="text/x-opml; charset=utf-8",
            headers={
                "content-disposition": 'attachment; filename="sources.opml"',
                "cache-control": "no-store",
            },
        )

    return desk.router


def _body(form: Form) -> bytes:
    """A file that was chosen, else a text that was pasted."""
    file = form.file("file")
    return file.body if file is not None and file.body else form.whole("text").encode()


def _count(site: Site) -> int:
    tally = site.store.source_tally()
    return tally[SourceNeed.ALL] + tally[SourceNeed.RETIRED]


def _page(site: Site, request: Request, view: ListsView, *, status: int = 200) -> Response:
    return site.desk_page(request, "sources_lists", view, section="sources", status=status)
