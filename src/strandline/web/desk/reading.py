"""`/my`: a reader's own edition: how they want it, what they were shown, all that is held."""

import json
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.core.digest.choosing import DAYS, typed_of
from strandline.core.digest.sections import section_order
from strandline.model.accounts import Right
from strandline.model.acts import refused
from strandline.model.readers import DigestScope, Reader, ReaderSettings
from strandline.pipelines.desk import reading
from strandline.render.reader_views import HistoryView, ReaderView, SectionField
from strandline.web.access import Desk, Form, Posted, actor_of
from strandline.web.queries import Before, Words, time_cursor, write_cursor
from strandline.web.site import Site

#: Editions and rows of history on a page; with more sources than this nobody ticks boxes.
EDITIONS, ROWS, MOST_SOURCES = 10, 50, 150

Hash = Annotated[str, Query(max_length=64, pattern="^[0-9a-f]*$")]
#: Settings that are a field each; days, sections and sources are more than one.
_FIELDS = tuple(
    name
    for name in typed_of(ReaderSettings())
    if name not in ("days", "sections", "muted_sources", "archive_days")
)
_FLAGS = tuple(name for name, text in typed_of(ReaderSettings()).items() if text in ("on", "off"))


def routes(site: Site) -> APIRouter:
    """Pages and forms of whoever is signed in, about themselves."""
    desk = Desk()
    _settings(site, desk)
    _history(site, desk)
    _everything(site, desk)
    return desk.router


def _settings(site: Site, desk: Desk) -> None:
    @desk.get("/my", right=Right.OWN)
    def show(request: Request) -> Response:
        return site.desk_page(request, "reader", _gather(site, request), section="reader")

    @desk.post("/my", right=Right.OWN)
    def change(request: Request, form: Posted) -> Response:
        actor = actor_of(request)
        if actor.reader_id is None:
            outcome = reading.begin(site.ports, site.settings, actor)
        elif _is_shared(site, actor.reader_id):
            outcome = refused("reader.shared")
        else:
            sources = form.texts("source") if form.flag("has_sources") else None
            typed = _typed(form)
            outcome = reading.choose(site.ports, actor, actor.reader_id, typed, sources)
        return site.told(request, outcome, "/my")


def _history(site: Site, desk: Desk) -> None:
    @desk.get("/my/history", right=Right.OWN)
    def show(request: Request, q: Words = "", before: Before = "", after: Hash = "") -> Response:
        reader_id = _own(site, request).reader_id
        when = time_cursor(before)
        last = (when, after) if when is not None else None
        rows = site.store.search_history(reader_id, words=q, before=last, limit=ROWS + 1)
        shown, more = rows[:ROWS], rows[ROWS:]
        older = None
        if more:
            end = shown[-1][0]
            kept = {"q": q} if q else {}
            cursor = {"before": write_cursor(end.created_at), "after": end.url_hash}
            older = f"/my/history?{urlencode(kept | cursor)}"
        view = HistoryView(tuple(shown), q, older)
        return site.desk_page(request, "reader_history", view, section="reader")

    @desk.post("/my/history", right=Right.OWN)
    def change(request: Request, form: Posted) -> Response:
        reader_id = _own(site, request).reader_id
        verb, _, url_hash = form.text("do").partition(" ")
        act = reading.show_again if verb == "show_again" else reading.forget
        outcome = act(site.ports, actor_of(request), reader_id, url_hash[:64])
        words = form.text("q")[:200]
        return site.told(request, outcome, f"/my/history?{urlencode({'q': words})}")


def _everything(site: Site, desk: Desk) -> None:
    @desk.get("/my/export.json", right=Right.OWN)
    def export(request: Request) -> Response:
        held = reading.held(site.store, _own(site, request))
        body = json.dumps(held, ensure_ascii=False, indent=1).encode("utf-8", "replace")
        headers = {
            "cache-control": "no-store",
            "content-disposition": 'attachment; filename="strandline-reader.json"',
        }
        return Response(body, media_type="application/json", headers=headers)

    @desk.post("/my/remove", right=Right.OWN)
    def remove(request: Request, form: Posted) -> Response:
        reader = _own(site, request)
        actor = actor_of(request)
        outcome = reading.remove(site.ports, actor, reader.reader_id, form.text("reader"))
        return site.told(request, outcome, "/my")


def _own(site: Site, request: Request) -> Reader:
    """The reader whose edition is that of whoever is signed in.

    Raises:
        HTTPException: 404 for who has none; the shared edition is nobody's own.
    """
    reader_id = actor_of(request).reader_id
    reader = site.store.reader(reader_id) if reader_id else None
    if reader is None or reader.scope is DigestScope.SHARED:
        raise HTTPException(404)
    return reader


def _is_shared(site: Site, reader_id: str) -> bool:
    reader = site.store.reader(reader_id)
    return reader is not None and reader.scope is DigestScope.SHARED


def _gather(site: Site, request: Request) -> ReaderView:
    reader_id = actor_of(request).reader_id
    reader = site.store.reader(reader_id) if reader_id else None
    if reader is None:
        return ReaderView(None, {})
    sources = site.store.sources(active_only=True)
    return ReaderView(
        reader=reader,
        typed=typed_of(reader.settings),
        sections=_sections(reader.settings),
        sources=tuple(sources) if len(sources) <= MOST_SOURCES else (),
        editions=tuple(site.store.digests(reader_id=reader.reader_id, limit=EDITIONS)),
        days=DAYS,
        in_history=site.store.count_history(reader.reader_id),
        is_shared=reader.scope is DigestScope.SHARED,
    )


def _sections(settings: ReaderSettings) -> tuple[SectionField, ...]:
    own = {one.section: one for one in settings.sections}
    fields = []
    for at, section in enumerate(section_order(settings), start=1):
        one = own.get(section.value)
        places = "" if one is None or one.places is None else str(one.places)
        fields.append(SectionField(section.value, one.name if one else "", places, at))
    return tuple(fields)


def _typed(form: Form) -> dict[str, str]:
    """The fields of the form as settings are typed; boxes that are not ticked are off."""
    typed = {name: form.text(name) for name in _FIELDS if form.text(name, "\0") != "\0"}
    typed |= {name: "on" if form.flag(name) else "off" for name in _FLAGS}
    typed["days"] = ", ".join(form.texts("days"))
    if form.flag("has_sources"):
        typed["muted_sources"] = ", ".join(form.texts("muted"))
    ordered = sorted(form.texts("section")[:20], key=lambda name: form.number(f"at {name}") or 0)
    typed["sections"] = ", ".join(_section(form, name) for name in ordered)
    return typed


def _section(form: Form, name: str) -> str:
    """A section as it is typed; signs that part sections are taken out of its name."""
    own = form.text(f"name {name}").replace(",", " ").replace(":", " ")
    return f"{name}:{own}:{form.text(f'places {name}')}"
