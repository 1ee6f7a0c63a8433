"""Whether a form that comes in was on a page of ours: nobody else may post in a visitor's name.

No token is compared: what the browser itself says of the origin is enough. `Sec-Fetch-Site` is sent
where the page is on https or on this machine (`none`: the person began it, as by sharing a link
with the installed page), `Origin` with every form.
"""

from urllib.parse import urlsplit

from starlette.requests import Request


def is_our_form(request: Request, base_url: str) -> bool:
    """True where the browser says that the form was ours; False where it does not say.

    Args:
        request: A POST.
        base_url: Address that readers use; empty where none is set.
    """
    told = request.headers.get("sec-fetch-site")
    if told is not None:
        return told in ("same-origin", "none")
    origin = request.headers.get("origin", "")
    return is_our_origin(origin, request.headers.get("host", ""), base_url)


def is_our_origin(origin: str, host: str, base_url: str) -> bool:
    """True where an `Origin` is that of the page as it was asked for, or as readers know it.

    A browser writes both headers itself, so a page elsewhere cannot make them alike. Behind a proxy
    the host may be another one: then the setting says which it is for readers.
    """
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return False
    base = urlsplit(base_url)
    own = (base.scheme.lower(), base.netloc.lower())
    asked = parts.netloc.lower()
    return asked == host.lower() or (parts.scheme.lower(), asked) == own
