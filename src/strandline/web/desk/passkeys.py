"""Passkeys: `/sign-in/passkey`, `/account/passkeys`; 404 where none can be (`BASE_URL`)."""

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.pipelines.desk.passkeys import (
    add_passkey,
    creation_options,
    party_of,
    remove_passkey,
    request_options,
    sign_in_by_passkey,
)
from strandline.web.access import Desk, Posted
from strandline.web.access.sessions import browser_of, sign_in_here
from strandline.web.access.ways import own_way
from strandline.web.desk.account import ended, person
from strandline.web.desk.door import offers_passkeys, sign_in_page
from strandline.web.site import Site

_PAGE = "/account"


def routes(site: Site) -> APIRouter:
    """Options as JSON for the script, and the forms that it sends."""
    desk = Desk()

    @desk.get("/sign-in/passkey", right=Right.PUBLIC)
    def ask() -> Response:
        return _json(request_options(site.ports, _party(site)))

    @desk.post("/sign-in/passkey", right=Right.PUBLIC, limit=65_536)
    def enter(request: Request, form: Posted) -> Response:
        _party(site)
        to, browser = form.text("to", "/desk"), browser_of(site, request)
        outcome, account = sign_in_by_passkey(
            site.ports, form.whole("answer"), site.base_url, browser
        )
        if account is None:
            return sign_in_page(site, request, to, "", outcome, 422)
        answer = site.told(request, outcome, own_way(to))
        sign_in_here(site, request, answer, account, "passkey")
        return answer

    @desk.get("/account/passkeys/options", right=Right.OWN)
    def ask_for_new(request: Request) -> Response:
        party, account = _party(site), site.store.account(person(request).account_id)
        if account is None:
            raise HTTPException(401)
        return _json(creation_options(site.ports, account, party, site.settings.web.title))

    @desk.post("/account/passkeys", right=Right.OWN, limit=65_536)
    def add(request: Request, form: Posted) -> Response:
        _party(site)
        actor, name = person(request), form.text("name")[:200]
        outcome = add_passkey(site.ports, actor, name, form.whole("answer"), site.base_url)
        return ended(site, request, outcome)

    @desk.post("/account/passkeys/remove", right=Right.OWN)
    def remove(request: Request, form: Posted) -> Response:
        outcome = remove_passkey(site.ports, person(request), form.text("passkey")[:2_000])
        return site.told(request, outcome, _PAGE)

    return desk.router


def _party(site: Site) -> str:
    if not offers_passkeys(site):
        raise HTTPException(404)
    return party_of(site.base_url)


def _json(body: str) -> Response:
    return Response(body, media_type="application/json", headers={"cache-control": "no-store"})
