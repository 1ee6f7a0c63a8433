"""The session's cookie: given, taken back; and from where somebody signs in."""

from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Account
from strandline.pipelines.desk.signing import Browser, begin_session
from strandline.web.access.actors import cookie_name
from strandline.web.access.peers import address_of
from strandline.web.site import Site

_DAY_S = 86_400


def browser_of(site: Site, request: Request) -> Browser:
    """From where it is asked."""
    agent = request.headers.get("user-agent", "")
    address = address_of(request, site.settings.access.trusted_proxies)
    return Browser(address, "".join(one for one in agent[:200] if one.isprintable()))


def sign_in_here(site: Site, request: Request, answer: Response, account: Account, by: str) -> None:
    """Begin a session and give its cookie; what was held before it is of no use any more."""
    days = site.settings.access.session_days
    secret = begin_session(site.ports, account, browser_of(site, request), days, by)
    answer.set_cookie(
        cookie_name(site.base_url),
        secret,
        max_age=days * _DAY_S,
        httponly=True,
        samesite="lax",
        secure=site.is_secure,
    )


def forget_here(site: Site, answer: Response) -> None:
    """Take the cookie back."""
    answer.delete_cookie(
        cookie_name(site.base_url), httponly=True, samesite="lax", secure=site.is_secure
    )
