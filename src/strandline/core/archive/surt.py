"""Keys by which an index of a WARC is sorted: hosts from the right, so that a site is together."""

from urllib.parse import urlsplit


def surt(url: str) -> str:
    """The sort-friendly form of a URL (`com,example)/a?b=1`); other schemes stay as they are.

    Players find answers by the URL that stands beside the key; the key only gives the order.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return url
    if parts.scheme not in ("http", "https") or not host:
        return url
    bare = host.removeprefix("www.")
    name = bare if _is_address(bare) else ",".join(reversed(bare.split(".")))
    is_usual = port is None or port == {"http": 80, "https": 443}[parts.scheme]
    query = f"?{'&'.join(sorted(parts.query.split('&')))}" if parts.query else ""
    return f"{name}{'' if is_usual else f':{port}'}){parts.path or '/'}{query}".lower()


def _is_address(host: str) -> bool:
    return ":" in host or host.replace(".", "").isdigit()
