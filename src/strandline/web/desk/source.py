"""`/desk/sources/{id}`: one source: how it does, what mends it, and all that can be changed."""

from dataclasses import replace
from datetime import timedelta
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Query
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.core.sources.courtesy import interval_of
from strandline.core.sources.registry import default_name, differing
from strandline.model.accounts import Right
from strandline.model.acts import Outcome, refused
from strandline.model.sources import ContentType, SourceKind
from strandline.pipelines.desk import sources
from strandline.render.source_views import DeskSource, SourceFields, SourcePageView
from strandline.web.access import Desk, Form, Posted, actor_of
from strandline.web.desk.sources import PAGE, read_asked
from strandline.web.queries import SourceId
from strandline.web.site import Site

#: Whoever polls takes a source within seconds.
LONGEST_WAIT = timedelta(minutes=2)
#: Articles of a source that its page shows.
_LATEST = 5

Asked = Annotated[str, Query(max_length=20, pattern="^[0-9T]*$")]


def routes(site: Site) -> APIRouter:
    """One page and its form."""
    desk = Desk()

    @desk.get(f"{PAGE}/{{uuid}}", right=Right.SOURCES)
    def show(request: Request, uuid: SourceId, asked: Asked = "") -> Response:
        view = _view(site, uuid)
        here = f"{view.here}?asked={asked}" if asked else view.here
        when = read_asked(asked)
        stalled = when is not None and site.ports.clock.now() - when > LONGEST_WAIT
        view = replace(view, here=here, asked_at=when, is_stalled=stalled)
        return _page(site, request, view)

    @desk.post(f"{PAGE}/{{uuid}}", right=Right.SOURCES)
    def save(request: Request, uuid: SourceId, form: Posted) -> Response:
        typed = fields_of(form)
        changes, refusal = changes_of(typed)
        outcome = refusal or sources.edit(
            site.ports, actor_of(request), uuid, changes, seen=form.text("seen")
        )
        back = outcome.is_done or outcome.message in (
            "sources.refused.gone",
            "sources.refused.same",
            "sources.refused.changed_meanwhile",
        )
        if back:
            is_gone = outcome.message == "sources.refused.gone"
            return site.told(request, outcome, PAGE if is_gone else f"{PAGE}/{uuid}")
        view = replace(_view(site, uuid), fields=typed, refusal=outcome)
        return _page(site, request, view, status=422)

    return desk.router


def _page(site: Site, request: Request, view: SourcePageView, *, status: int = 200) -> Response:
    return site.desk_page(request, "source", view, section="sources", status=status)


def _view(site: Site, uuid: str) -> SourcePageView:
    source = site.store.some_sources([uuid]).get(uuid)
    if source is None:
        raise HTTPException(404)
    poll = site.settings.poll
    health = site.store.some_healths([uuid]).get(uuid)
    usual = interval_of(replace(source, poll_interval=None), poll)
    return SourcePageView(
        row=DeskSource(source, health, interval_of(source, poll), differing(source)),
        fields=SourceFields.of(source),
        seen=sources.mark_of(source),
        usual_s=int(usual.total_seconds()),
        window_hours=poll.window_hours,
        here=f"{PAGE}/{quote(uuid, safe='')}",
        usual_name=default_name(source.url),
        latest=site.store.recent(limit=_LATEST, source_uuid=uuid),
        mail_address=sources.newsletter_address(site.ports, site.settings, source),
        asking=site.store.asking_letters(uuid, limit=_LATEST)
        if source.kind is SourceKind.NEWSLETTER
        else (),
    )


def fields_of(form: Form) -> SourceFields:
    """What was typed, as it was typed."""
    return SourceFields(
        url=form.text("url"),
        name=form.text("name"),
        kind=form.text("kind"),
        language=form.text("language"),
        categories=form.text("categories"),
        tags=form.text("tags"),
        reputation=form.text("reputation"),
        interval=form.text("interval"),
        timezone=form.text("timezone"),
        content_type=form.text("content_type"),
        follow_replies=form.flag("follow_replies"),
        items=form.text("items"),
    )


def changes_of(typed: SourceFields) -> tuple[dict[str, Any], Outcome | None]:
    """Fields of a source, or why what was typed is none."""
    if typed.kind not in set(SourceKind) or typed.content_type not in {*ContentType, ""}:
        raise HTTPException(400)
    try:
        reputation = float(typed.reputation.replace(",", ".") or 0.5)
    except ValueError:
        return {}, refused("sources.bad.reputation")
    try:
        interval = timedelta(seconds=float(typed.interval)) if typed.interval else None
    except (ValueError, OverflowError):
        return {}, refused("sources.bad.interval")
    if interval is not None and not interval:
        interval = None
    changes: dict[str, Any] = {
        "url": typed.url,
        "name": typed.name,
        "kind": SourceKind(typed.kind),
        "language": typed.language.lower() or None,
        "categories": split_words(typed.categories),
        "tags": split_words(typed.tags),
        "reputation": reputation,
        "poll_interval": interval,
        "timezone": typed.timezone or "UTC",
        "follow_replies": typed.follow_replies,
        "items": tuple(typed.items.split()),
    }
    if typed.content_type:
        changes["content_type"] = ContentType(typed.content_type)
    return changes, None


def split_words(text: str) -> tuple[str, ...]:
    """Categories or tags, divided by commas or lines."""
    return tuple(text.replace("，", ",").replace("\n", ",").split(","))
