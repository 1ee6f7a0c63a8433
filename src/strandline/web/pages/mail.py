"""By mail: ask for it, confirm, choose, leave; a private edition under its own address.

Nobody signs in here: the link of a mail carries a mark that only we can make. A GET asks, a POST
does, since mail programs open links before people do.
"""

from dataclasses import dataclass

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.core.delivery.marks import EDITION, name_in
from strandline.core.digest.defaults import effective
from strandline.core.urls.addresses import network_of
from strandline.model.accounts import Right
from strandline.model.acts import Outcome, done, refused
from strandline.model.delivery import Subscriber, SubscriberState
from strandline.model.errors import UsageError
from strandline.pipelines.delivery import subscribing
from strandline.render.i18n import translate
from strandline.render.pages import digest_page
from strandline.render.views import DigestView
from strandline.web.access import Desk, Posted
from strandline.web.access.peers import address_of
from strandline.web.api.meter import Meter
from strandline.web.language import chosen_language
from strandline.web.site import Site

#: Forms a minute that are taken from one network, and from all together.
_PER_NETWORK, _PER_SITE = 5, 60
_LIST = "public"


@dataclass(frozen=True, slots=True)
class AskView:
    """The form.

    Attributes:
        email: What was typed, where it was wrong.
        wrong: Key of the catalogue; empty where nothing is.
    """

    email: str = ""
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class ChooseView:
    """What one subscriber can choose.

    Attributes:
        categories: All there are.
        token: Of the link.
    """

    subscriber: Subscriber
    categories: tuple[str, ...]
    token: str

    @property
    def is_on(self) -> bool:
        """True for who is on the list, paused or not."""
        return self.subscriber.state in (SubscriberState.ACTIVE, SubscriberState.PAUSED)

    @property
    def is_paused(self) -> bool:
        """True where nothing is sent for now."""
        return self.subscriber.state is SubscriberState.PAUSED


def routes(site: Site) -> APIRouter:
    """Two pages for who is new, two for who is known, one for private editions."""
    desk = Desk()
    if site.settings.mail.way != "none":
        _asking(site, desk)
    _choosing(site, desk)

    @desk.get("/editions/{token}", right=Right.PUBLIC)
    def edition(request: Request, token: str) -> Response:
        digest_id = name_in(site.ports.secret, EDITION, token)
        digest = site.store.digest(digest_id) if digest_id else None
        if digest is None or not digest.is_published:
            raise HTTPException(404)
        shown = [item.article_uuid for item in digest.items]
        view = DigestView(digest, frozenset(site.store.articles(shown)), site.pictures(shown))
        answer = site.page(request, digest_page, view, section="digests")
        answer.headers["x-robots-tag"] = "noindex"
        return answer

    return desk.router


def _asking(site: Site, desk: Desk) -> None:
    meter = Meter(site.ports.clock.now)

    @desk.get("/subscribe", right=Right.PUBLIC)
    def form(request: Request) -> Response:
        return site.desk_page(request, "subscribe", AskView())

    @desk.post("/subscribe", right=Right.PUBLIC, limit=10_000)
    def ask(request: Request, form: Posted) -> Response:
        network = _network(site, request)
        counts = (("network", network, _PER_NETWORK), ("site", "", _PER_SITE))
        if any(meter.count(*one).left < 0 for one in counts):
            return site.told(request, refused("delivery.page.often"), "/subscribe")
        language = chosen_language(
            request.query_params, request.cookies, request.headers.get("accept-language", "")
        )
        agreed = translate(language, "delivery.page.agree", site=site.settings.web.title)
        if not form.text("website"):  # a trap: people do not see the field
            try:
                subscribing.ask(
                    site.ports,
                    form.text("email"),
                    reader_id=_LIST,
                    language=language,
                    agreed=agreed,
                    network=network,
                )
            except UsageError:
                view = AskView(form.text("email")[:254], "delivery.page.wrong")
                return site.desk_page(request, "subscribe", view, status=422)
        return site.told(request, done("delivery.page.asked"), "/subscribe")

    @desk.get("/mail/confirm/{token}", right=Right.PUBLIC)
    def confirming(request: Request, token: str) -> Response:
        found = subscribing.to_confirm(site.ports, token)
        if found is None:
            raise HTTPException(404)
        return site.desk_page(request, "confirm", ChooseView(found, (), token))

    @desk.post("/mail/confirm/{token}", right=Right.PUBLIC)
    def confirmed(request: Request, token: str) -> Response:
        network = _network(site, request)
        found = subscribing.confirm(site.ports, token, network)
        if found is None:
            raise HTTPException(404)
        return site.told(request, done("delivery.page.confirmed"), f"/mail/confirm/{token}")


def _choosing(site: Site, desk: Desk) -> None:
    def found(token: str) -> Subscriber:
        subscriber = subscribing.who_chooses(site.ports, token)
        if subscriber is None:
            raise HTTPException(404)
        return subscriber

    @desk.get("/mail/{token}", right=Right.PUBLIC)
    def asking(request: Request, token: str) -> Response:
        subscriber = found(token)
        reader = site.store.reader(subscriber.reader_id)
        chosen = effective(reader, site.settings.digest).settings.categories if reader else ()
        return site.desk_page(request, "mails", ChooseView(subscriber, chosen, token))

    @desk.post("/mail/{token}", right=Right.PUBLIC, from_anywhere=True)
    def leave(request: Request, token: str, form: Posted) -> Response:
        subscriber = found(token)
        if form.text("List-Unsubscribe") == "One-Click":  # RFC 8058: a mail program asks
            subscribing.leave(site.ports, subscriber, "one click in a mail program")
            return Response(status_code=200)
        where = f"/mail/{token}"
        if form.text("act") == "leave":
            subscribing.leave(site.ports, subscriber, "on the page")
            return site.told(request, done("delivery.page.left"), where)
        return site.told(request, _chosen(site, subscriber, form), where)


def _chosen(site: Site, subscriber: Subscriber, form: Posted) -> Outcome:
    is_done = subscribing.choose(
        site.ports,
        subscriber,
        least_days=form.number("least_days") or 0,
        categories=form.texts("category"),
        language=form.text("language"),
        is_paused=form.flag("paused"),
    )
    return done("delivery.page.saved") if is_done else refused("delivery.page.left_before")


def _network(site: Site, request: Request) -> str:
    """Where a form came from: enough for a limit and a proof, less than a person."""
    address = address_of(request, site.settings.access.trusted_proxies)
    return network_of(address, bits=24, bits_v6=48)
