"""`/desk/users`: everybody who can sign in; for the owner."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right, Role
from strandline.model.acts import Outcome
from strandline.pipelines.desk.links import make_link
from strandline.pipelines.desk.people import Person, add_account, change_account, remove_account
from strandline.pipelines.desk.tokens import remove_token
from strandline.render.account_views import UsersView
from strandline.web.access import Desk, Form, Posted, actor_of
from strandline.web.site import Site

_PAGE = "/desk/users"


def routes(site: Site) -> APIRouter:
    """One page and its forms."""
    desk = Desk()

    @desk.get(_PAGE, right=Right.ACCOUNTS)
    def show(request: Request) -> Response:
        return _page(site, request)

    @desk.post(_PAGE, right=Right.ACCOUNTS)
    def add(request: Request, form: Posted) -> Response:
        outcome = add_account(site.ports, actor_of(request), _person(form))
        if not outcome.is_done:
            return _page(site, request, refusal=outcome, form=form, status=422)
        return _with_link(site, request, outcome.subject, form.text("login"))

    @desk.post("/desk/users/{account_id}", right=Right.ACCOUNTS)
    def change(request: Request, account_id: str, form: Posted) -> Response:
        outcome = change_account(site.ports, actor_of(request), account_id, _person(form))
        return site.told(request, outcome, _PAGE)

    @desk.post("/desk/users/{account_id}/link", right=Right.ACCOUNTS)
    def link(request: Request, account_id: str) -> Response:
        account = site.store.account(account_id)
        return _with_link(site, request, account_id, account.login if account else "")

    @desk.post("/desk/users/{account_id}/remove", right=Right.ACCOUNTS)
    def remove(request: Request, account_id: str) -> Response:
        outcome = remove_account(site.ports, actor_of(request), account_id)
        return site.told(request, outcome, _PAGE)

    @desk.post("/desk/users/{account_id}/tokens", right=Right.ACCOUNTS)
    def end_token(request: Request, account_id: str, form: Posted) -> Response:
        outcome = remove_token(site.ports, actor_of(request), account_id, form.text("token"))
        return site.told(request, outcome, _PAGE)

    return desk.router


def _ways(site: Site) -> tuple[tuple[str, str], ...]:
    """The settings about signing in, under their names in the environment."""
    access = site.settings.access
    ways = {
        "LOCAL_SIGN_IN": "on" if access.local_sign_in else "off",
        "BASE_URL": site.base_url,
        "OIDC_ISSUER": access.oidc_issuer,
        "OIDC_NEW_ROLE": access.oidc_new_role if access.oidc_issuer else "",
        "PROXY_USER_HEADER": access.proxy_user_header,
        "TRUSTED_PROXIES": ", ".join(access.trusted_proxies),
        "SESSION_DAYS": str(access.session_days),
        "AUDIT_DAYS": str(access.audit_days),
        "PUBLIC_DETAILS": "on" if site.settings.web.public_details else "off",
    }
    return tuple(ways.items())


def _person(form: Form) -> Person:
    role = form.text("role")
    return Person(
        login=form.text("login"),
        role=Role(role) if role in set(Role) else Role.READER,
        name=form.text("name"),
        reader_id=form.text("reader")[:200],
    )


def _with_link(site: Site, request: Request, account_id: str, login: str) -> Response:
    """The link is shown here and nowhere else."""
    outcome, path = make_link(site.ports, actor_of(request), account_id)
    if not outcome.is_done:
        return site.told(request, outcome, _PAGE)
    request.state.led_to = _PAGE
    base = site.base_url or str(request.base_url).rstrip("/")
    return _page(site, request, link=f"{base}{path}", link_for=login)


def _page(
    site: Site,
    request: Request,
    *,
    link: str = "",
    link_for: str = "",
    refusal: Outcome | None = None,
    form: Form | None = None,
    status: int = 200,
) -> Response:
    typed = (form.text("login")[:64], form.text("name")[:80]) if form is not None else ("", "")
    view = UsersView(
        accounts=tuple(site.store.accounts()),
        readers=tuple(site.store.readers()),
        own=actor_of(request).account_id,
        link=link,
        link_for=link_for,
        refusal=refusal,
        typed=typed,
        tokens=tuple(site.store.tokens()),
        ways=_ways(site),
    )
    return site.desk_page(request, "users", view, section="users", status=status)
