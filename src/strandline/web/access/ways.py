"""Where a person is sent: to sign in and back again, never to another site."""

from urllib.parse import quote, urlencode, urlsplit

from starlette.requests import Request
from starlette.responses import Response

from strandline.model.acts import refused
from strandline.web.site import Site

#: Longest way back.
_MAX_WAY = 1_000


def own_way(way: str, otherwise: str = "/desk") -> str:
    """A path of this site, as an address may ask for; `otherwise` for everything else."""
    way = way[:_MAX_WAY]
    if not way.startswith("/") or way[1:2] in ("/", "\\") or not way.isprintable():
        return otherwise
    return quote(way, safe="/~:@!$&'()*+,;=?%-._")


def own_referer(request: Request) -> str:
    """Path and query of the page of ours that a form was on; empty where it is not told."""
    parts = urlsplit(request.headers.get("referer", "")[:_MAX_WAY])
    if parts.netloc.lower() != request.headers.get("host", "").lower() or not parts.path:
        return ""
    return own_way(f"{parts.path}?{parts.query}" if parts.query else parts.path, "")


def to_sign_in(site: Site, request: Request) -> Response:
    """303 to the page that signs in, which leads back; what was sent has changed nothing."""
    is_read = request.method in ("GET", "HEAD")
    path = f"{request.url.path}?{request.url.query}" if request.url.query else request.url.path
    back = own_way(path) if is_read else own_referer(request) or "/desk"
    where = f"/sign-in?{urlencode({'to': back})}"
    if request.headers.get("hx-request") == "true":  # the whole page goes there, not a part of it
        return Response(
            status_code=401, headers={"hx-redirect": where, "cache-control": "no-store"}
        )
    words = "desk.sign_in.first" if is_read else "desk.form.signed_out"
    return site.told(request, refused(words), where)
