"""Challenge pages: answers made to keep robots out, whatever their status says.

Only recognised and named, never answered: no attempt is made to get past one. Signs are taken
from the services' own documents where they have any; a sign inside a body must be one that only
the challenge itself carries, since ordinary pages load scripts of the same services.
"""

from collections.abc import Mapping

#: (header, value; empty for any, name of the service).
_HEADER_SIGNS = (
    ("cf-mitigated", "challenge", "Cloudflare"),
    ("x-amzn-waf-action", "challenge", "AWS WAF"),
    ("x-amzn-waf-action", "captcha", "AWS WAF"),
    ("x-vercel-mitigated", "challenge", "Vercel"),
    ("x-datadome-cid", "", "DataDome"),
    ("x-kpsdk-ct", "", "Kasada"),
)
#: (bytes in the body, lower case; name of the service).
_BODY_SIGNS = (
    (b"/cdn-cgi/challenge-platform/h/", b"chl_page", "Cloudflare"),
    (b"window._cf_chl_opt", b"", "Cloudflare"),
    (b"<title>just a moment...</title>", b"challenge", "Cloudflare"),
    (b"<title>attention required! | cloudflare</title>", b"", "Cloudflare"),
    (b"captcha-delivery.com/", b"datadome", "DataDome"),
    (b"geo.captcha-delivery.com", b"", "DataDome"),
    (b"_pxcaptcha", b"", "HUMAN"),
    (b'id="px-captcha"', b"", "HUMAN"),
    (b"_incapsula_resource?", b"incident", "Imperva"),
    (b"sucuri_cloudproxy_js", b"", "Sucuri"),
    (b"awswafintegration", b"challenge.js", "AWS WAF"),
    (b"within.website/x/cmd/anubis", b"", "Anubis"),
    (b"<title>making sure you're not a bot!</title>", b"", "Anubis"),
    (b"<title>making sure you&#39;re not a bot!</title>", b"", "Anubis"),
    (b"ddos-guard", b"<title>ddos-guard</title>", "DDoS-Guard"),
    (b"errors.edgesuite.net", b"access denied", "Akamai"),
    (b"/_sec/cp_challenge/", b"", "Akamai"),
    (b"sec-if-cpt-container", b"", "Akamai"),
    (b"bm-verify=", b'http-equiv="refresh"', "Akamai"),
    (b"bm-verify=", b"http-equiv='refresh'", "Akamai"),
    (b"kpsdk", b"/ips.js", "Kasada"),
    (b"/__qrator/qauth", b"", "Qrator"),
    (b"<title>client challenge</title>", b"/_fs-ch-", "Fastly"),
    (b"<title>vercel security checkpoint</title>", b"", "Vercel"),
)
#: A challenge is short; an article that quotes one is not searched beyond this.
_LOOK_BYTES = 65_536


def find_challenge(status: int, headers: Mapping[str, str], body: bytes = b"") -> str | None:
    """The service whose challenge an answer is, or None.

    Args:
        status: HTTP status; 304 and redirects are never a challenge.
        headers: Names lower-cased.
        body: Decompressed; may be only the start of it.
    """
    if 300 <= status < 400:
        return None
    for name, value, service in _HEADER_SIGNS:
        found = headers.get(name)
        if found is not None and value in found.lower() and (value or status >= 400):
            return service
    if not _may_be_markup(headers, body):
        return None
    start = body[:_LOOK_BYTES].lower()
    for sign, also, service in _BODY_SIGNS:
        if sign in start and also in start:
            return service
    return None


def _may_be_markup(headers: Mapping[str, str], body: bytes) -> bool:
    """False for feeds and data: an entry that quotes a challenge page is none."""
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    start = body[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<?xml", b"<rss", b"<feed", b"<rdf", b"{", b"[")):
        return False
    return kind in ("", "text/html", "application/xhtml+xml", "text/plain") or start.startswith(
        (b"<!doctype html", b"<html")
    )
