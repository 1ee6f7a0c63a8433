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


#: Segments of login pages, in the languages of the sites that we read; without a file's ending.
_LOGIN_SEGMENT = re.compile(
    r"(wp-)?login(-form|-page)?|log-in|logon|sign-?(in|on)|authwall|register-wall|sso|oauth2?|"
    r"authorize|connexion|se-connecter|identifiez-vous|anmelden|anmeldung|einloggen|"
    r"iniciar-(sesion|sessao)|acceder|entrar|accedi|inloggen|aanmelden|logowanie|zaloguj(-sie)?|"
    r"logga-in|logg-inn|log-ind|kirjaudu|prihlaseni|prihlasit|bejelentkezes|giris(-yap)?|"
    r"oturum-ac|dang-nhap|vhod|вход|войти|авторизация|登录|登入|登陆|ログイン|로그인|تسجيل-الدخول"
)
#: Segments of consent pages.
_CONSENT_SEGMENT = re.compile(
    r"(collect-?|cookies?-?)?consent(-wall|-management)?|cookies?-?(wall|check)|accept-cookies|"
    r"privacy-?(gate|wall)|gdpr(-?consent|-notice)?|(cookie-|datenschutz-)?einwilligung|"
    r"zustimmung|consentement|cookie-?toestemming|samtycke|hozzajarulas"
)
#: Words of everyday language that name a consent page only where they end a short path.
_CONSENT_WORD = re.compile(
    r"toestemming|samtykke|suostumus|consenso|consentimi?ento|zgoda|zgody|souhlas|согласие|同意"
)
#: Segments that ask something of a visitor only where they hold the way back.
_LOGIN_WITH_RETURN = re.compile(r"auth|register|registrieren|sign-?up|inscription")
_CONSENT_WITH_RETURN = re.compile(r"cookies?|privacy|tcf|cmp|agreement")
#: Hosts that do nothing else.
_LOGIN_HOST = re.compile(
    r"accounts\.google\.com|login\.(microsoftonline|live|yahoo)\.com|"
    r"(appleid|idmsa)\.apple\.com|passport\.(baidu|weibo)\.com"
)
#: First labels of hosts for logging in and for agreeing.
_LOGIN_LABEL = re.compile(r"login|signin|sso|authn?|idp|accounts?|myaccount|id|passport")
_CONSENT_LABEL = re.compile(r"(cookie)?consents?|cmp|guce|myprivacy|cookiewall|zustimmung")
_FILE_ENDING = re.compile(r"(?<=.)\.(?:html?|php\d?|aspx?|jsp|jsf|do|action|cgi|pl)$")
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
    has_return = _RETURN_PARAM.search(f"?{query}") is not None
    # The second segment tells of logins only (`accounts/login/…`); `world/consent/…` is a subject.
    if _CONSENT_LABEL.fullmatch(label) or any(
        map(_CONSENT_SEGMENT.fullmatch, ends[:1] + ends[-1:])
    ):
        return Wall.CONSENT
    is_short = path.rstrip("/").count("/") <= 2
    if is_short and any(map(_CONSENT_WORD.fullmatch, ends[-1:])):
        return Wall.CONSENT
    if has_return and any(map(_CONSENT_WITH_RETURN.fullmatch, ends[:1])):
        return Wall.CONSENT
    if _LOGIN_HOST.fullmatch(host) or any(map(_LOGIN_SEGMENT.fullmatch, ends)):
        return Wall.LOGIN
    # auth.site.example/enter-email?return_url=…: the host alone would be too little.
    if has_return and (
        _LOGIN_LABEL.fullmatch(label) or any(map(_LOGIN_WITH_RETURN.fullmatch, ends))
    ):
        return Wall.LOGIN
    return None


def _ends_of(path: str) -> list[str]:
    """The first two segments and the last one: decoded, lower case, spelt with hyphens."""
    plain = unquote(path).lower().replace("_", "-")
    segments = [_FILE_ENDING.sub("", segment) for segment in plain.split("/") if segment]
    return [*segments[:2], *segments[-1:]]
