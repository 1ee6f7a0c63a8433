"""`/desk/subscribers`: who is sent editions; `/desk/editions/{id}/mails`: how far they are."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.core.delivery.lists import may_send_of
from strandline.model.accounts import Right
from strandline.model.acts import Outcome, done, refused
from strandline.model.delivery import (
    Delivery,
    DeliveryState,
    ReceivedMail,
    Sending,
    Subscriber,
    SubscriberState,
)
from strandline.model.digests import Digest
from strandline.model.errors import UsageError
from strandline.model.readers import DigestScope, Reader
from strandline.pipelines.desk import sending, subscribers
from strandline.web.access import Desk, Form, Posted, actor_of
from strandline.web.queries import DigestId
from strandline.web.site import Site

#: Subscribers, rows of trouble and received mails on one page.
SHOWN, TROUBLE, RECEIVED = 50, 40, 20
#: Largest file of addresses, bytes.
MAX_FILE = 20_000_000
HERE = "/desk/subscribers"

State = Annotated[str, Query(pattern=f"^({'|'.join(SubscriberState)})?$")]
Id = Annotated[str, Query(pattern="^[0-9a-z]{0,40}$")]
Email = Annotated[str, Query(max_length=254)]


@dataclass(frozen=True, slots=True)
class SubscribersView:
    """A list, page by page.

    Attributes:
        counts: How many, by list and state.
        older: Id behind which the next page begins; empty for none.
        is_set_up: There is a way out for mails.
        received: Newest mails that a person has to read.
    """

    people: tuple[Subscriber, ...]
    counts: tuple[tuple[str, str, int], ...]
    readers: tuple[Reader, ...]
    state: str
    email: str
    older: str
    is_set_up: bool
    received: tuple[ReceivedMail, ...]


@dataclass(frozen=True, slots=True)
class MailsView:
    """The mails of one edition.

    Attributes:
        sums: By state, in the order of a mail's way.
        trouble: Recipients who were not reached, or not yet.
    """

    edition: Digest
    sending: Sending | None
    sums: tuple[tuple[str, int], ...]
    trouble: tuple[Delivery, ...]
    is_set_up: bool


def routes(site: Site) -> APIRouter:
    """The pages and their forms."""
    desk = Desk()

    @desk.get(HERE, right=Right.DELIVERY)
    def people(request: Request, state: State = "", after: Id = "", email: Email = "") -> Response:
        sees_all = actor_of(request).may(Right.ACCOUNTS)
        view = _people(site, state, after, email, sees_all=sees_all)
        return site.desk_page(request, "subscribers", view, section="subscribers")

    @desk.post(HERE, right=Right.DELIVERY)
    def add(request: Request, form: Posted) -> Response:
        outcome = subscribers.add_subscriber(
            site.ports,
            actor_of(request),
            form.text("email"),
            reader_id=form.text("list", "public"),
            basis=form.text("basis"),
            language=form.text("language"),
        )
        return site.told(request, outcome, HERE)

    @desk.post(f"{HERE}/import", right=Right.DELIVERY, limit=MAX_FILE)
    def take_in(request: Request, form: Posted) -> Response:
        return site.told(request, _imported(site, request, form), HERE)

    @desk.post(f"{HERE}/suppress", right=Right.DELIVERY)
    def suppress(request: Request, form: Posted) -> Response:
        act = subscribers.unsuppress_address if form.flag("again") else subscribers.suppress_address
        return site.told(request, act(site.ports, actor_of(request), form.text("email")), HERE)

    @desk.post(f"{HERE}/{{subscriber_id}}/{{act}}", right=Right.DELIVERY)
    def one(request: Request, subscriber_id: str, act: str) -> Response:
        acts = {
            "pause": subscribers.pause_subscriber,
            "resume": subscribers.resume_subscriber,
            "remove": subscribers.remove_subscriber,
        }
        if act not in acts:
            raise HTTPException(404)
        return site.told(request, acts[act](site.ports, actor_of(request), subscriber_id), HERE)

    @desk.get("/desk/editions/{digest_id}/mails", right=Right.DELIVERY)
    def mails(request: Request, digest_id: DigestId) -> Response:
        _refuse_private(site, request, digest_id)
        view = _mails(site, digest_id)
        return site.desk_page(request, "edition_mails", view, section="editions")

    @desk.post("/desk/editions/{digest_id}/mails", right=Right.SEND)
    def steer(request: Request, digest_id: DigestId, form: Posted) -> Response:
        _refuse_private(site, request, digest_id)
        actor, where = actor_of(request), f"/desk/editions/{digest_id}/mails"
        if form.text("act") == "hold":
            outcome = sending.hold_sending(
                site.ports, actor, digest_id, note=form.text("note")[:300]
            )
        else:
            outcome = sending.resume_sending(site.ports, actor, digest_id)
        return site.told(request, outcome, where)

    return desk.router


def _refuse_private(site: Site, request: Request, digest_id: str) -> None:
    """A person's own edition is nobody else's business: not even that it exists."""
    edition = site.store.digest(digest_id)
    actor = actor_of(request)
    if edition is None or not may_send_of(actor, site.store.reader(edition.reader_id)):
        raise HTTPException(404)


def _people(site: Site, state: str, after: str, email: str, *, sees_all: bool) -> SubscribersView:
    store = site.store
    if email:
        found = store.find_subscribers(email)
    else:
        chosen = SubscriberState(state) if state else None
        found = store.subscribers(state=chosen, after=after, limit=SHOWN + 1)
    older = found[SHOWN - 1].subscriber_id if len(found) > SHOWN else ""
    counts = sorted(
        (reader_id, one.value, count)
        for (reader_id, one), count in store.count_subscribers().items()
    )
    return SubscribersView(
        tuple(found[:SHOWN]),
        tuple(counts),
        tuple(one for one in store.readers() if one.scope is DigestScope.SHARED or sees_all),
        state,
        email,
        older,
        site.settings.mail.way != "none",
        tuple(store.received(kind="other", limit=RECEIVED)),
    )


def _imported(site: Site, request: Request, form: Form) -> Outcome:
    file = form.file("file")
    if file is None:
        return refused("desk.people.no_file")
    try:
        told = subscribers.import_subscribers(
            site.ports,
            actor_of(request),
            file.body.decode("utf-8", "replace"),
            reader_id=form.text("list", "public"),
            basis=form.text("basis"),
        )
    except UsageError:
        return refused("desk.people.no_basis")
    lines = ", ".join(str(number) for number, _ in told.faults)
    key = "desk.people.imported_with_faults" if told.wrong else "desk.people.imported"
    return done(
        key,
        added=told.added,
        there=told.there,
        suppressed=told.suppressed,
        wrong=told.wrong,
        lines=lines,
    )


def _mails(site: Site, digest_id: str) -> MailsView:
    edition = site.store.digest(digest_id)
    if edition is None:
        raise HTTPException(404)
    found = site.store.sending(digest_id)
    sums = found.sums if found else {}
    trouble = [
        row
        for state in (DeliveryState.REFUSED, DeliveryState.UNKNOWN, DeliveryState.DEFERRED)
        if sums.get(state)
        for row in site.store.deliveries(digest_id, state=state, limit=TROUBLE)
    ]
    return MailsView(
        edition,
        found,
        tuple((state.value, sums[state]) for state in DeliveryState if sums.get(state)),
        tuple(trouble[:TROUBLE]),
        site.settings.mail.way != "none",
    )
