"""`/sign-in/openid`: off to the provider and back; `/account/openid` connects an account."""

import secrets
from collections.abc import Callable

import structlog
from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Identity, OneTime, Right, Via
from strandline.model.acts import refused
from strandline.model.errors import ProviderFault
from strandline.pipelines.desk.provider import LASTS, admit, connect, send_off, take_back, try_of
from strandline.ports import IdentityProvider
from strandline.web.access import Desk, actor_of
from strandline.web.access.sessions import sign_in_here
from strandline.web.access.ways import own_way
from strandline.web.desk.door import sign_in_page
from strandline.web.site import Site

_BACK = "/sign-in/openid/back"
_COOKIE = "openid"
_MAX_CODE = 2_000


def routes(site: Site) -> APIRouter:
    """Two ways off, one back; none of them where no provider is set up."""
    desk = Desk()

    @desk.get("/sign-in/openid", right=Right.PUBLIC)
    def begin(request: Request, to: str = "/desk") -> Response:
        return _guarded(site, request, to, lambda provider: _off(site, provider, own_way(to), ""))

    @desk.get("/account/openid", right=Right.OWN)
    def begin_connecting(request: Request) -> Response:
        actor = actor_of(request)
        if actor.via is Via.TOKEN:
            raise HTTPException(403)
        way = "/account"
        return _guarded(
            site, request, way, lambda provider: _off(site, provider, way, actor.account_id)
        )

    @desk.get(_BACK, right=Right.PUBLIC)
    def back(request: Request, code: str = "", state: str = "") -> Response:
        held = request.cookies.get(_COOKIE, "")
        is_ours = bool(state) and secrets.compare_digest(held.encode(), state.encode())
        taken = take_back(site.ports, state) if is_ours else None
        if taken is None:
            return _refused(site, request, "/desk", "accounts.provider_late", 422)
        to = taken.payload["to"]
        if not code:  # `error` says why, in the provider's own words, which are not repeated
            return _refused(site, request, to, "accounts.provider_refused", 422)

        def finish(provider: IdentityProvider) -> Response:
            identity = provider.finish(try_of(state, taken), _address(site), code[:_MAX_CODE])
            return _known(site, request, taken, identity)

        return _guarded(site, request, to, finish)

    return desk.router


def _off(site: Site, provider: IdentityProvider, to: str, connects: str) -> Response:
    address, state = send_off(site.ports, provider, _address(site), to, connects)
    answer = Response(status_code=303, headers={"location": address, "cache-control": "no-store"})
    answer.set_cookie(
        _COOKIE,
        state,
        max_age=int(LASTS.total_seconds()),
        path="/sign-in",
        httponly=True,
        samesite="lax",
        secure=site.is_secure,
    )
    return answer


def _known(site: Site, request: Request, taken: OneTime, identity: Identity) -> Response:
    to, connects = taken.payload["to"], taken.payload["connects"]
    if connects:
        actor = actor_of(request)
        if actor.account_id != connects:
            return _refused(site, request, to, "accounts.provider_late", 422)
        return site.told(request, connect(site.ports, actor, identity), to)
    outcome, account = admit(site.ports, identity, site.settings.access.oidc_new_role)
    if account is None:
        return sign_in_page(site, request, to, "", outcome, 403)
    answer = site.told(request, outcome, own_way(to))
    sign_in_here(site, request, answer, account, "openid")
    answer.delete_cookie(_COOKIE, path="/sign-in")
    return answer


def _guarded(
    site: Site, request: Request, to: str, step: Callable[[IdentityProvider], Response]
) -> Response:
    """A step with the provider; where it is down the other ways in are offered."""
    provider = site.ports.identity
    if provider is None:
        raise HTTPException(404)
    try:
        return step(provider)
    except ProviderFault as error:
        structlog.get_logger("strandline.web").warning("provider_fails", message=str(error))
        return _refused(site, request, to, "accounts.provider_down", 503)


def _refused(site: Site, request: Request, to: str, message: str, status: int) -> Response:
    name = site.settings.access.oidc_name
    return sign_in_page(site, request, to, "", refused(message, name=name), status)


def _address(site: Site) -> str:
    return f"{site.base_url}{_BACK}"
