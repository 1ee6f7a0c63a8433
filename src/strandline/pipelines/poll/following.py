"""Finds where unknown article URLs lead, and reads the page that comes with the answer."""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from datetime import datetime
from urllib.parse import urlsplit

from strandline.core.sources.sightings import Sighting
from strandline.model.articles import ArticleText
from strandline.model.fetching import Resolution, ResolveOutcome
from strandline.ports import Ports

Found = tuple[Resolution, ArticleText | None]

_LED_SOMEWHERE = (ResolveOutcome.RESOLVED, ResolveOutcome.UNCHANGED)


def follow_urls(
    ports: Ports, sightings: Sequence[Sighting], now: datetime, resolvers: Executor
) -> list[Sighting]:
    """Resolve each unknown URL once; what the ledger knows, and media files, cost no request.

    One task a host: hosts are asked side by side, and no thread waits for a host that another
    one is asking.
    """
    by_host: dict[str, dict[str, str]] = {}
    for sighting in sightings:
        if _needs_request(sighting):
            url = sighting.article.canonical
            host = urlsplit(url).hostname or ""
            by_host.setdefault(host, {})[sighting.article.key] = url
    tasks = [resolvers.submit(_follow_all, ports, urls, now) for urls in by_host.values()]
    found: dict[str, Found] = {}
    for task in tasks:
        found |= task.result()
    return [_with(sighting, found.get(sighting.article.key)) for sighting in sightings]


def _needs_request(sighting: Sighting) -> bool:
    if sighting.known_uuid is not None:
        return False
    return sighting.entry.url not in {media.url for media in sighting.entry.enclosures}


def _follow_all(ports: Ports, urls: dict[str, str], now: datetime) -> dict[str, Found]:
    return {key: _follow(ports, url, now) for key, url in urls.items()}


def _follow(ports: Ports, url: str, now: datetime) -> Found:
    resolution = ports.fetcher.resolve(url, want_body=True)
    if resolution.page is None or resolution.outcome not in _LED_SOMEWHERE:
        return resolution, None
    # The id is minted from the final URL, which is known to nobody yet.
    return replace(resolution, page=None), ports.parser.page("", resolution.page, now)


def _with(sighting: Sighting, found: Found | None) -> Sighting:
    if found is None or sighting.known_uuid is not None:
        return sighting
    return replace(sighting, resolution=found[0], text=found[1])
