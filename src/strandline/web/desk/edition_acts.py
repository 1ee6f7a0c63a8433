"""What is done on the pages of the edition desk: each form calls an act, and the page tells it."""

from datetime import UTC, datetime

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.core.digest.timetable import zone_named
from strandline.model.accounts import Right
from strandline.model.acts import Outcome, refused
from strandline.model.digests import Digest
from strandline.model.editions import Edit, EditKind
from strandline.pipelines.desk import editing, editions
from strandline.pipelines.desk.editions import Shown
from strandline.web.access import Desk, Form, Posted, actor_of
from strandline.web.desk.editions import edition_of
from strandline.web.queries import DigestId
from strandline.web.site import Site


def routes(site: Site) -> APIRouter:
    """Forms of who drafts, and of who sends."""
    desk = Desk()
    _of_drafting(site, desk)
    _of_sending(site, desk)
    return desk.router


def _of_drafting(site: Site, desk: Desk) -> None:
    ports, settings = site.ports, site.settings

    @desk.post("/desk/editions", right=Right.DRAFT)
    def make(request: Request) -> Response:
        outcome = editions.make_draft(ports, settings, actor_of(request))
        where = f"/desk/editions/{outcome.subject}" if outcome.subject else "/desk/editions"
        return site.told(request, outcome, where)

    @desk.post("/desk/editions/{digest_id}/edit", right=Right.DRAFT)
    def edit(request: Request, digest_id: DigestId, form: Posted) -> Response:
        edition = edition_of(site, digest_id)
        outcome, uuid = _edited(site, request, edition, form)
        mark = f"#item-{uuid}" if uuid else ""
        start = form.number("start") or 0
        query = f"?start={start}" if start > 0 else ""
        return site.told(request, outcome, f"/desk/editions/{digest_id}{query}{mark}")

    @desk.post("/desk/editions/{digest_id}/acts", right=Right.DRAFT)
    def turn(request: Request, digest_id: DigestId, form: Posted) -> Response:
        edition_of(site, digest_id)
        actor = actor_of(request)
        verb, _, number = form.text("do").partition(" ")
        which = int(number) if number.isascii() and number.isdigit() and len(number) < 9 else 0
        act = editing.redo if verb == "redo" else editing.undo
        return _told(site, request, digest_id, act(ports, actor, digest_id, which))

    @desk.post("/desk/editions/{digest_id}/add", right=Right.DRAFT)
    def add(request: Request, digest_id: DigestId, form: Posted) -> Response:
        edition_of(site, digest_id)
        outcome = editing.add(
            ports,
            settings,
            actor_of(request),
            digest_id,
            form.text("address")[:2_000],
            even_shown=form.flag("even_shown"),
        )
        if form.flag("from_list"):
            return site.told(request, outcome, f"/desk/editions/{digest_id}/left-out")
        return _told(site, request, digest_id, outcome)

    @desk.post("/desk/editions/{digest_id}/hold", right=Right.DRAFT)
    def hold(request: Request, digest_id: DigestId) -> Response:
        """Who drafts may hold a draft that would publish itself, and nothing else."""
        edition_of(site, digest_id)
        outcome = editions.hold(ports, actor_of(request), digest_id)
        return _told(site, request, digest_id, outcome)

    @desk.post("/desk/editions/{digest_id}/take_up", right=Right.DRAFT)
    def take_up(request: Request, digest_id: DigestId) -> Response:
        edition_of(site, digest_id)
        outcome = editions.take_up(ports, actor_of(request), digest_id)
        return _told(site, request, digest_id, outcome)


def _of_sending(site: Site, desk: Desk) -> None:
    ports, settings = site.ports, site.settings

    @desk.post("/desk/editions/{digest_id}/approve", right=Right.SEND)
    def approve(request: Request, digest_id: DigestId, form: Posted) -> Response:
        edition_of(site, digest_id)
        word = form.text("shown")
        outcome = editions.approve(
            ports,
            settings,
            actor_of(request),
            digest_id,
            seen=form.number("seen"),
            shown=Shown(word) if word in set(Shown) else Shown.ASK,
        )
        asks = "?shown=1" if outcome.message == "edition.shown_meanwhile" else ""
        return site.told(request, outcome, f"/desk/editions/{digest_id}{asks}")

    @desk.post("/desk/editions/{digest_id}/send_back", right=Right.SEND)
    def send_back(request: Request, digest_id: DigestId, form: Posted) -> Response:
        edition_of(site, digest_id)
        note = form.text("note")[:2_000]
        outcome = editions.send_back(ports, actor_of(request), digest_id, note=note)
        return _told(site, request, digest_id, outcome)

    @desk.post("/desk/editions/{digest_id}/schedule", right=Right.SEND)
    def schedule(request: Request, digest_id: DigestId, form: Posted) -> Response:
        edition = edition_of(site, digest_id)
        when = _moment(site, edition, form.text("at"))
        if when is None:
            outcome = refused("edition.no_such_time", digest_id)
        else:
            outcome = editions.schedule(ports, actor_of(request), digest_id, when)
        return _told(site, request, digest_id, outcome)

    @desk.post("/desk/editions/{digest_id}/stop", right=Right.SEND)
    def stop(request: Request, digest_id: DigestId, form: Posted) -> Response:
        edition_of(site, digest_id)
        note = form.text("note")[:2_000]
        outcome = editions.stop(ports, actor_of(request), digest_id, note=note)
        return _told(site, request, digest_id, outcome)

    @desk.post("/desk/editions/{digest_id}/publish", right=Right.SEND)
    def publish(request: Request, digest_id: DigestId) -> Response:
        edition_of(site, digest_id)
        outcome = editions.publish(ports, settings, actor_of(request), digest_id)
        return _told(site, request, digest_id, outcome)

    @desk.post("/desk/editions/{digest_id}/skip", right=Right.SEND)
    def skip(request: Request, digest_id: DigestId, form: Posted) -> Response:
        edition_of(site, digest_id)
        note = form.text("note")[:2_000]
        outcome = editions.skip(ports, actor_of(request), digest_id, note=note)
        return _told(site, request, digest_id, outcome)


def _told(site: Site, request: Request, digest_id: str, outcome: Outcome) -> Response:
    return site.told(request, outcome, f"/desk/editions/{digest_id}")


def _edited(site: Site, request: Request, edition: Digest, form: Form) -> tuple[Outcome, str]:
    """Every edit of a form, until one is refused; with the article that it was about.

    A button says all in one word (`move up A_…`); the page of an item and the words around an
    edition send fields, of which those that changed are edits.
    """
    actor, seen = actor_of(request), form.number("seen")
    edits = _edits_of(edition, form)
    outcome = refused("edition.nothing_changed", edition.digest_id)
    for what in edits:
        outcome = editing.edit(site.ports, actor, edition.digest_id, what, seen=seen)
        if not outcome.is_done:
            break
    return outcome, edits[0].article_uuid if edits else form.text("article")[:64]


def _edits_of(edition: Digest, form: Form) -> list[Edit]:
    pressed = form.text("do").split(" ")
    if len(pressed) == 3 and pressed[0] in set(EditKind):
        return [Edit(EditKind(pressed[0]), pressed[2][:64], pressed[1])]
    uuid = form.text("article")[:64]
    if not uuid:
        now = {EditKind.INTRODUCTION: edition.introduction, EditKind.CLOSING: edition.closing}
        return [
            Edit(kind, "", form.text(kind.value)) for kind, old in now.items()
            if form.text(kind.value, old) != old
        ]  # fmt: skip
    item = next((one for one in edition.items if one.article_uuid == uuid), None)
    place = "" if item is None else _place(item.section.value, item.category)
    fields = {
        EditKind.TITLE: "" if item is None else item.title,
        EditKind.SUMMARY: "" if item is None else item.summary,
        EditKind.SECTION: place,
        EditKind.PICTURE: "on" if item is None or item.has_picture else "off",
    }
    return [
        Edit(kind, uuid, form.text(kind.value))
        for kind, old in fields.items()
        if form.text(kind.value, old) != old
    ]


def _place(section: str, category: str) -> str:
    return f"{section}:{category}" if section == "articles" else section


def _moment(site: Site, edition: Digest, text: str) -> datetime | None:
    """A time of the reader's clock, as a field for date and time sends it."""
    reader = site.store.reader(edition.reader_id)
    zone = zone_named(reader.settings.timezone) if reader else None
    try:
        local = datetime.fromisoformat(text[:40])
        if local.tzinfo is None:
            local = local.replace(tzinfo=zone or UTC)
        return local.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
