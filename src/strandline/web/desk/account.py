"""`/account`: one's own password, sessions, passkeys and tokens."""

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Actor, Right, Via
from strandline.model.acts import Outcome, refused
from strandline.model.errors import Busy
from strandline.pipelines.desk.people import change_password
from strandline.pipelines.desk.signing import end_other_sessions, end_session
from strandline.pipelines.desk.tokens import make_token, remove_token
from strandline.render.account_views import AccountView
from strandline.web.access import Desk, Posted, actor_of
from strandline.web.desk.door import offers_passkeys
from strandline.web.site import Site

_PAGE = "/account"


def routes(site: Site) -> APIRouter:
    """One page and its forms."""
    desk = Desk()

    @desk.get(_PAGE, right=Right.OWN)
    def show(request: Request) -> Response:
        return _page(site, request)

    @desk.post("/account/password", right=Right.OWN, limit=8_192)
    def password(request: Request, form: Posted) -> Response:
        actor = person(request)
        try:
            old, new = form.whole("old"), form.whole("password")
            outcome = change_password(site.ports, actor, old, new)
        except Busy:
            outcome = refused("accounts.busy")
        return ended(site, request, outcome)

    @desk.post("/account/sessions", right=Right.OWN)
    def sessions(request: Request, form: Posted) -> Response:
        actor, session_id = person(request), form.text("session")
        if session_id:
            return site.told(request, end_session(site.ports, actor, session_id), _PAGE)
        return site.told(request, end_other_sessions(site.ports, actor), _PAGE)

    _tokens(desk, site)
    return desk.router


def _tokens(desk: Desk, site: Site) -> None:
    @desk.post("/account/tokens", right=Right.OWN)
    def make(request: Request, form: Posted) -> Response:
        known = {right.value: right for right in Right}
        scope = frozenset(known[name] for name in form.texts("scope") if name in known)
        days = form.number("days") or 0
        outcome, secret = make_token(
            site.ports, person(request), form.text("name")[:200], scope, days
        )
        if not outcome.is_done:
            return ended(site, request, outcome)
        # Shown here and nowhere else: sent again, the form leads to the page without it.
        request.state.led_to = _PAGE
        return _page(site, request, secret=secret)

    @desk.post("/account/tokens/end", right=Right.OWN)
    def end(request: Request, form: Posted) -> Response:
        actor = person(request)
        outcome = remove_token(site.ports, actor, actor.account_id, form.text("token"))
        return site.told(request, outcome, _PAGE)


def person(request: Request) -> Actor:
    """A person in a browser: a token changes no password and makes no tokens."""
    actor = actor_of(request)
    if actor.via is Via.TOKEN:
        raise HTTPException(403)
    return actor


def ended(site: Site, request: Request, outcome: Outcome) -> Response:
    """The page again: where it was done with its words, else with why not above its forms."""
    if outcome.is_done:
        return site.told(request, outcome, _PAGE)
    return _page(site, request, refusal=outcome, status=422)


def _page(
    site: Site,
    request: Request,
    *,
    secret: str = "",
    refusal: Outcome | None = None,
    status: int = 200,
) -> Response:
    actor, store = actor_of(request), site.store
    account = store.account(actor.account_id)
    if account is None:
        raise HTTPException(401)
    view = AccountView(
        account=account,
        sessions=tuple(store.sessions(account.account_id, site.ports.clock.now())),
        tokens=tuple(store.tokens(account.account_id)),
        passkeys=tuple(store.passkeys(account.account_id)),
        scopes=tuple(right for right in Right if right in actor.rights - {Right.PUBLIC}),
        current=actor.session_id,
        secret=secret,
        refusal=refusal,
        has_passkeys=offers_passkeys(site),
        provider=site.ports.identity.name if site.ports.identity is not None else "",
    )
    return site.desk_page(request, "account", view, section="account", status=status)
