"""`/desk/sources`: the registry page by page, what ails it, and what is done to it."""

import base64
import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Query
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.core.sources.courtesy import interval_of
from strandline.model.accounts import Actor, Right
from strandline.model.acts import Outcome
from strandline.model.sources import SourceKind, SourceNeed, SourceQuery, SourceRow
from strandline.pipelines.desk import sources
from strandline.render.source_views import DeskSource, DeskSourcesView, RemoveView
from strandline.web.access import Desk, Form, Posted, actor_of
from strandline.web.access.ways import own_way
from strandline.web.site import Site

PAGE = "/desk/sources"
#: Sources on one page.
PAGE_SIZE = 40
#: Names that the question before a removal shows.
_SHOWN = 50

Words = Annotated[str, Query(max_length=300)]
Word = Annotated[str, Query(max_length=300)]
Need = Annotated[str, Query(pattern="^(all|trouble|well|paused|retired)?$")]
Kind = Annotated[str, Query(pattern="^(feed|discourse|direct|sitemap|list|search)?$")]
After = Annotated[str, Query(max_length=600, pattern="^[A-Za-z0-9_-]*$")]
Ticked = Annotated[str, Query(pattern="^1?$")]


def routes(site: Site) -> APIRouter:
    """The list and what is done to many."""
    desk = Desk()

    @desk.get(PAGE, right=Right.SOURCES)
    def listed(
        request: Request,
        q: Words = "",
        need: Need = "",
        kind: Kind = "",
        category: Word = "",
        tag: Word = "",
        after: After = "",
        ticked: Ticked = "",
    ) -> Response:
        query = SourceQuery(
            words=q.strip(),
            need=SourceNeed(need or "all"),
            kind=SourceKind(kind) if kind else None,
            category=category,
            tag=tag,
            after=read_after(after),
            limit=PAGE_SIZE + 1,
        )
        view = _gather(site, query, after, is_all_ticked=bool(ticked))
        return site.desk_page(request, "sources", view, section="sources")

    @desk.post(f"{PAGE}/many", right=Right.SOURCES)
    def many(request: Request, form: Posted) -> Response:
        deed, uuids = _asked(form)
        here = own_way(form.text("here"), PAGE)
        if deed == "remove" and uuids:
            return _confirm(site, request, uuids, here)
        if deed not in (*sources.DEEDS, "poll", "adopt", "remove"):
            raise HTTPException(400)
        outcome = _do(site, actor_of(request), deed, uuids, form.text("word"))
        if deed == "poll" and len(uuids) == 1 and outcome.is_done:
            here = asked_href(site, uuids[0])
        return site.told(request, outcome, here)

    @desk.post(f"{PAGE}/remove", right=Right.SOURCES)
    def remove(request: Request, form: Posted) -> Response:
        outcome = sources.remove(site.ports, actor_of(request), form.texts("source"))
        here = own_way(form.text("here"), PAGE)
        return site.told(request, outcome, PAGE if here.startswith(f"{PAGE}/") else here)

    return desk.router


def _asked(form: Form) -> tuple[str, tuple[str, ...]]:
    """What is to be done to which: a row's own button says both."""
    deed, _, uuid = form.text("one").partition(":")
    if deed:
        return deed, (uuid,)
    return form.text("deed"), form.texts("source")


def _do(site: Site, actor: Actor, deed: str, uuids: tuple[str, ...], word: str) -> Outcome:
    acts: dict[str, Callable[[], Outcome]] = {
        "poll": lambda: sources.poll_now(site.ports, actor, uuids),
        "adopt": lambda: sources.adopt(site.ports, actor, uuids[0] if uuids else ""),
        "remove": lambda: sources.remove(site.ports, actor, uuids),
    }
    act = acts.get(deed)
    return act() if act else sources.do(site.ports, actor, deed, uuids, word)


def asked_href(site: Site, uuid: str) -> str:
    """The page of a source that waits for the poll that was asked for now."""
    now = site.ports.clock.now().astimezone(UTC)
    return f"{PAGE}/{quote(uuid, safe='')}?asked={now:%Y%m%dT%H%M%S}"


def read_asked(text: str) -> datetime | None:
    """When a poll was asked for, as `asked_href` writes it; None for anything else."""
    try:
        return datetime.strptime(text, "%Y%m%dT%H%M%S").replace(tzinfo=UTC)
    except ValueError:
        return None


def _confirm(site: Site, request: Request, uuids: tuple[str, ...], here: str) -> Response:
    """Removing is for good, so it is asked for twice."""
    found = list(site.store.some_sources(uuids).values())
    view = RemoveView(found[:_SHOWN], max(0, len(found) - _SHOWN), uuids, here)
    return site.desk_page(request, "sources_remove", view, section="sources")


def _gather(site: Site, query: SourceQuery, after: str, *, is_all_ticked: bool) -> DeskSourcesView:
    store = site.store
    rows = store.source_page(query)
    shown, more = rows[:PAGE_SIZE], rows[PAGE_SIZE:]
    return DeskSourcesView(
        rows=[desk_source(site, row) for row in shown],
        query=query,
        tally=store.source_tally(),
        categories=store.source_words("category"),
        tags=store.source_words("tag"),
        deeds=("poll", *sources.DEEDS, "remove"),
        hrefs={need: _href(query, need=need) for need in SourceNeed},
        here=_href(query, after=after),
        older_href=_href(query, after=write_after(shown[-1].after)) if more else None,
        is_first=not after,
        is_all_ticked=is_all_ticked,
    )


def desk_source(site: Site, row: SourceRow) -> DeskSource:
    """A row with how often it is polled."""
    return DeskSource(row.source, row.health, interval_of(row.source, site.settings.poll))


def _href(query: SourceQuery, *, need: SourceNeed | None = None, after: str = "") -> str:
    need = need or query.need
    chosen = {
        "q": query.words,
        "need": "" if need is SourceNeed.ALL else need.value,
        "kind": query.kind.value if query.kind else "",
        "category": query.category,
        "tag": query.tag,
        "after": after,
    }
    kept = urlencode({name: text for name, text in chosen.items() if text}, errors="replace")
    return f"{PAGE}?{kept}" if kept else PAGE


def write_after(place: tuple[bool, str, str]) -> str:
    """Where a page ended, as it stands in the address of the next."""
    text = json.dumps(place, ensure_ascii=False)
    return base64.urlsafe_b64encode(text.encode("utf-8", "replace")).decode().rstrip("=")


def read_after(text: str) -> tuple[bool, str, str] | None:
    """Read it back; None where it is empty.

    Raises:
        RequestValidationError: It is not one of ours.
    """
    if not text:
        return None
    try:
        raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        is_troubled, name, uuid = json.loads(raw)
    except (ValueError, TypeError, RecursionError) as error:
        raise _refused(text) from error
    if not (isinstance(is_troubled, bool) and isinstance(name, str) and isinstance(uuid, str)):
        raise _refused(text)
    return is_troubled, name[:60], uuid[:64]


def _refused(text: str) -> RequestValidationError:
    where = {"type": "value", "loc": ("query", "after"), "msg": "not understood", "input": text}
    return RequestValidationError([where])
