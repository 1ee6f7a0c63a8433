"""`/desk/sources/add`: paste addresses, see what is behind them, choose."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.core.sources.registry import ADDRESSLESS
from strandline.model.accounts import Right
from strandline.model.acts import refused
from strandline.model.sources import SourceKind
from strandline.pipelines.desk import sources
from strandline.pipelines.desk.looking import MOST_ADDRESSES, Looked, Looker, addresses_in
from strandline.pipelines.desk.sources import Wanted
from strandline.pipelines.poll.discovery import Found
from strandline.render.source_views import AddView, LookedAddress, Offer, OffersView
from strandline.web.access import Desk, Form, Posted, actor_of
from strandline.web.desk.source import fields_of, split_words
from strandline.web.desk.sources import PAGE
from strandline.web.site import Site

#: Pasted text of one form, bytes.
_MOST_BYTES = 131_072


def routes(site: Site) -> APIRouter:
    """Three steps: paste, look, add."""
    desk = Desk()
    looker = Looker(site.ports, site.settings)

    @desk.get(f"{PAGE}/add", right=Right.SOURCES)
    def ask(request: Request) -> Response:
        return _page(site, request, AddView(most=MOST_ADDRESSES))

    @desk.post(f"{PAGE}/look", right=Right.SOURCES, limit=_MOST_BYTES)
    def look(request: Request, form: Posted) -> Response:
        text = form.text("addresses")
        addresses = addresses_in(text)
        if not addresses:
            view = AddView(text, refused("sources.refused.no_address"), most=MOST_ADDRESSES)
            return _page(site, request, view, status=422)
        found = looker.look(addresses[:MOST_ADDRESSES])
        view_of = OffersView(
            looked=_offers(found),
            categories=site.store.source_words("category"),
            tags=site.store.source_words("tag"),
            left="\n".join(addresses[MOST_ADDRESSES:]),
        )
        return site.desk_page(request, "sources_offers", view_of, section="sources")

    @desk.post(f"{PAGE}/add", right=Right.SOURCES)
    def add(request: Request, form: Posted) -> Response:
        outcome = sources.add_chosen(
            site.ports,
            actor_of(request),
            list(_wanted(form)),
            categories=split_words(form.text("categories")),
            tags=split_words(form.text("tags")),
        )
        return site.told(request, outcome, PAGE if outcome.is_done else f"{PAGE}/add")

    @desk.post(f"{PAGE}/unaddressed", right=Right.SOURCES)
    def unaddressed(request: Request, form: Posted) -> Response:
        typed = fields_of(form)
        kind = SourceKind(typed.kind) if typed.kind in set(SourceKind) else SourceKind.LIST
        if kind not in ADDRESSLESS:
            kind = SourceKind.LIST
        outcome, _ = sources.add(
            site.ports,
            actor_of(request),
            typed.url or typed.name,
            kind=kind,
            name=typed.name,
            items=typed.items.split(),
            categories=split_words(typed.categories),
        )
        if not outcome.is_done:
            view = AddView("", outcome, typed, MOST_ADDRESSES)
            return _page(site, request, view, status=422)
        return site.told(request, outcome, f"{PAGE}/{outcome.subject}")

    return desk.router


def _page(site: Site, request: Request, view: AddView, *, status: int = 200) -> Response:
    return site.desk_page(request, "sources_add", view, section="sources", status=status)


def _offers(found: list[Looked]) -> list[LookedAddress]:
    """Each candidate with a number; of each address the first that can be read is ticked."""
    number = 0
    told: list[LookedAddress] = []
    for looked in found:
        offers: list[Offer] = []
        best = _best(looked)
        for place, one in enumerate(looked.candidates):
            offers.append(
                Offer(
                    number=number,
                    url=one.url,
                    kind=one.kind,
                    found=one.found.value,
                    title=(one.preview.title if one.preview else "") or one.title,
                    preview=one.preview,
                    problem=one.problem,
                    is_elsewhere=one.is_elsewhere,
                    is_chosen=place == best,
                    known=looked.source_at(one.url),
                    language=(one.preview.language if one.preview else "") or "",
                )
            )
            number += 1
        told.append(
            LookedAddress(looked.address, offers, looked.problem, looked.is_address, looked.is_late)
        )
    return told


def _best(looked: Looked) -> int:
    """The first that can be read; a page or a map with nothing in it is no good choice."""
    for place, one in enumerate(looked.candidates):
        is_bare = one.found in (Found.PAGE, Found.SITEMAP)
        if one.preview is not None and not (is_bare and not one.preview.listed):
            return -1 if looked.source_at(one.url) else place
    return -1


def _wanted(form: Form) -> list[Wanted]:
    found = []
    for number in form.texts("take"):
        kind = form.text(f"kind-{number}")
        if kind in set(SourceKind):
            found.append(
                Wanted(
                    form.text(f"url-{number}"),
                    SourceKind(kind),
                    form.text(f"name-{number}"),
                    form.text(f"language-{number}") or None,
                )
            )
    return found
