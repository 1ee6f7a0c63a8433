"""`/desk/sources/bring`: an export of another program, looked at and brought along."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.model.acts import Outcome, refused
from strandline.model.errors import ParseError, ParserFault
from strandline.pipelines.desk.imports import Wishes, bring
from strandline.render.source_views import BringView
from strandline.web.access import Desk, Posted, actor_of
from strandline.web.desk.source_lists import Uploads
from strandline.web.desk.sources import PAGE
from strandline.web.editions import shared_readers
from strandline.web.site import Site

HERE = f"{PAGE}/bring"
#: Largest file (bytes); `strandline import` takes larger ones.
MOST_BYTES = 20_000_000
#: Links of a file that are shown.
_SHOWN = 50


def routes(site: Site) -> APIRouter:
    """Three steps: choose, look, bring."""
    desk = Desk()
    uploads = Uploads(most=3)

    @desk.get(HERE, right=Right.SOURCES)
    def ask(request: Request) -> Response:
        return _page(site, request, BringView())

    @desk.post(f"{HERE}/look", right=Right.SOURCES, limit=MOST_BYTES)
    def look(request: Request, form: Posted) -> Response:
        file = form.file("file")
        body = file.body if file is not None else b""
        try:
            export = site.ports.parser.export(body)
        except (ParseError, ParserFault) as error:
            return _page(site, request, BringView(refusal=_broken(error)), status=422)
        name = site.ports.new_id()
        uploads.put(actor_of(request).account_id, name, body, site.ports.clock.now())
        view = BringView(
            upload=name,
            product=export.product.name if export.product else "OPML",
            links=export.links[:_SHOWN],
            count=len(export.links),
            lists=len(export.lists),
            problems=export.problems[:_SHOWN],
            readers=tuple(sorted(shared_readers(site.store))),
        )
        return _page(site, request, view)

    @desk.post(HERE, right=Right.SOURCES)
    def take(request: Request, form: Posted) -> Response:
        actor, name = actor_of(request), form.text("upload")
        body = uploads.get(actor.account_id, name, site.ports.clock.now())
        if body is None:
            return site.told(request, refused("imports.gone"), HERE)
        reader = form.text("reader")
        wishes = Wishes(
            keep=bool(form.text("keep")) and actor.may(Right.ARCHIVE),
            reader_id=reader if reader in shared_readers(site.store) else "",
        )
        try:
            export = site.ports.parser.export(body)
        except (ParseError, ParserFault) as error:
            return site.told(request, _broken(error), HERE)
        outcome, _ = bring(site.ports, site.settings, actor, export, wishes)
        if outcome.is_done:
            uploads.drop(actor.account_id, name)
        return site.told(request, outcome, HERE)

    return desk.router


def _broken(error: ParseError | ParserFault) -> Outcome:
    return refused("imports.broken", why=str(error))


def _page(site: Site, request: Request, view: BringView, *, status: int = 200) -> Response:
    return site.desk_page(request, "sources_bring", view, section="sources", status=status)
