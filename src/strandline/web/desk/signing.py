"""`/sign-in`, `/sign-out`, and `/welcome/…`, the links that are good once."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Purpose, Right, Via
from strandline.model.acts import done, refused
from strandline.model.errors import Busy
from strandline.pipelines.desk.links import follow_link, opened_by
from strandline.pipelines.desk.people import Person
from strandline.pipelines.desk.signing import end_session, sign_in
from strandline.render.account_views import WelcomeView
from strandline.web.access import Desk, Posted, actor_of
from strandline.web.access.sessions import browser_of, forget_here, sign_in_here
from strandline.web.access.telling import told_of
from strandline.web.access.ways import own_way
from strandline.web.desk.door import provider_way, sign_in_page
from strandline.web.site import Site

_BUSY = refused("accounts.busy")


def routes(site: Site) -> APIRouter:
    """Three pages."""
    desk = Desk()
    _sign_in(desk, site)
    _welcome(desk, site)

    @desk.post("/sign-out", right=Right.OWN)
    def leave(request: Request) -> Response:
        actor = actor_of(request)
        if actor.via is Via.SESSION:
            end_session(site.ports, actor, actor.session_id)
        answer = site.told(request, done("accounts.signed_out"), "/sign-in")
        forget_here(site, answer)
        return answer

    return desk.router


def _sign_in(desk: Desk, site: Site) -> None:
    access = site.settings.access

    @desk.get("/sign-in", right=Right.PUBLIC)
    def ask(request: Request, to: str = "/desk") -> Response:
        if actor_of(request).is_signed_in:
            return Response(status_code=303, headers={"location": own_way(to)})
        if access.oidc_at_once and site.ports.identity is not None and not told_of(request):
            return Response(status_code=303, headers={"location": provider_way(own_way(to))})
        return sign_in_page(site, request, to)

    @desk.post("/sign-in", right=Right.PUBLIC, limit=8_192)
    def enter(request: Request, form: Posted) -> Response:
        login, to = form.text("login"), form.text("to", "/desk")
        if not access.local_sign_in:
            refusal = refused("accounts.not_local")
            return sign_in_page(site, request, to, login, refusal, 403)
        try:
            browser = browser_of(site, request)
            outcome, account = sign_in(site.ports, login, form.whole("password"), browser)
        except Busy:
            outcome, account = _BUSY, None
        if account is None:
            status = 429 if outcome.message in ("accounts.wait", "accounts.busy") else 422
            return sign_in_page(site, request, to, login, outcome, status)
        answer = site.told(request, outcome, own_way(to))
        sign_in_here(site, request, answer, account, "password")
        return answer


def _welcome(desk: Desk, site: Site) -> None:
    def page(request: Request, view: WelcomeView, status: int = 200) -> Response:
        return site.desk_page(request, "welcome", view, status=status)

    @desk.get("/welcome/{secret}", right=Right.PUBLIC)
    def show(request: Request, secret: str) -> Response:
        found = opened_by(site.ports, secret[:100])
        if found is None:
            return page(request, WelcomeView(is_open=False), 404)
        return page(request, WelcomeView(secret, found[1].login if found[1] else ""))

    @desk.post("/welcome/{secret}", right=Right.PUBLIC, limit=8_192)
    def follow(request: Request, secret: str, form: Posted) -> Response:
        secret = secret[:100]
        found = opened_by(site.ports, secret)
        if found is None:
            return page(request, WelcomeView(is_open=False), 404)
        login = form.text("login")
        try:
            person = Person(login, name=form.text("name"))
            outcome = follow_link(site.ports, secret, person, form.whole("password"))
        except Busy:
            outcome = _BUSY
        account = site.store.account(outcome.subject) if outcome.is_done else None
        if account is None:
            whose = found[1].login if found[1] else ""
            typed = (login[:64], form.text("name")[:80])
            return page(request, WelcomeView(secret, whose, typed, outcome), 422)
        answer = site.told(request, outcome, "/desk" if found[0] is Purpose.OWNER else "/account")
        sign_in_here(site, request, answer, account, "link")
        return answer
