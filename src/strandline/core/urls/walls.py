"""URLs that stand in the way: log in first, agree first. Judged by host and path alone.

A path counts only by whole segments at its start or end, so that an article about a login
(`/2026/login-with-passkeys`) is none.
"""

import re
from enum import StrEnum
from urllib.parse import unquote

from strandline.core.urls.weblink import WebAddress


class Wall(StrEnum):
    """What is asked of a visitor."""

    LOGIN = "login"
    CONSENT = "consent"


#: Segments of login pages, in the languages of the sites that we read.
_LOGIN_SEGMENT = re.compile(
    r"(wp-)?login(\.php|\.aspx)?|log-in|logon|sign[-_]?in(\.php)?|authwall|register-wall|"
    r"sso|oauth2?|authorize|connexion|se-connecter|anmelden|anmeldung|einloggen|"
    r"iniciar-sesion|acceder|entrar|accedi|登录|登入"
)
#: Segments of consent pages.
_CONSENT_SEGMENT = re.compile(
    r"(collect|cookie-?)?consent(-wall)?|cookie-?wall|cookie-check|privacy-?gate|"
    r"gdpr(-consent|-notice)?|zustimmung|einwilligung|consentement"
)
#: Hosts that do nothing else.
_LOGIN_HOST = re.compile(
    r"accounts\.google\.com|login\.(microsoftonline|live|yahoo)\.com|"
    r"(appleid|idmsa)\.apple\.com|passport\.(baidu|weibo)\.com"
)
#: First labels of hosts for logging in and for agreeing.
_LOGIN_LABEL = re.compile(r"login|signin|sso|authn?|idp|accounts?|myaccount|id|passport")
_CONSENT_LABEL = re.compile(r"consent|cmp|guce|myprivacy|cookiewall")
_RETURN_PARAM = re.compile(
    r"[?&](next|return|return_?to|return_?url|redirect|redirect_?(to|ur[il])|continue|dest|"
    r"destination|callback(url)?|goto|service|back_?url|r|u|url)=",
    re.IGNORECASE,
)


def find_wall(address: WebAddress) -> Wall | None:
    """Which wall a URL is, or None."""
    host = address.host
    path, _, query = address.target.partition("?")
    label = host.partition(".")[0]
    ends = _ends_of(path)
    # The second segment tells of logins only (`accounts/login/…`); `world/consent/…` is a subject.
    if _CONSENT_LABEL.fullmatch(label) or any(
        map(_CONSENT_SEGMENT.fullmatch, ends[:1] + ends[-1:])
    ):
        return Wall.CONSENT
    if _LOGIN_HOST.fullmatch(host) or any(map(_LOGIN_SEGMENT.fullmatch, ends)):
        return Wall.LOGIN
    # auth.site.example/enter-email?return_url=…: the host alone would be too little.
    if _LOGIN_LABEL.fullmatch(label) and _RETURN_PARAM.search(f"?{query}"):
        return Wall.LOGIN
    return None


def _ends_of(path: str) -> list[str]:
    """The first two segments and the last one, decoded, lower case."""
    segments = [segment for segment in unquote(path).lower().split("/") if segment]
    return [*segments[:2], *segments[-1:]]
