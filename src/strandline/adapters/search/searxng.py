"""SearXNG, a search server that one can run oneself, through its JSON API.

The API (`GET /search?q=…&format=json`) must be switched on in the server's `settings.yml`
(`search.formats: [html, json]`); most public servers do not. All requests go through the fetcher,
so a server on a private address needs `ALLOW_PRIVATE_NETWORKS`.
"""

import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from strandline.model.digests import SearchHit
from strandline.model.errors import FetchError
from strandline.model.fetching import FetchKind, FetchOutcome, FetchRequest, FetchResult
from strandline.ports import Fetcher

#: Most hits come ten a page; further pages are asked for until there are enough.
_MOST_PAGES = 3
_LONGEST_TITLE, _LONGEST_SNIPPET, _LONGEST_URL = 500, 1_000, 8_192
_FORBIDDEN = 403


class SearxngSearch:
    """A `WebSearch` on a SearXNG server; may be used from many threads.

    Args:
        base_url: Address of the server, such as `http://127.0.0.1:8888`.
        fetcher: The one way out to the network.
    """

    def __init__(self, base_url: str, fetcher: Fetcher) -> None:
        self._base_url = base_url.rstrip("/")
        self._fetcher = fetcher

    def search(self, query: str, *, limit: int) -> list[SearchHit]:
        """Best first, each URL once, as the server ranks them.

        Raises:
            FetchError: The server is down, refuses, or answers nonsense.
        """
        hits: dict[str, SearchHit] = {}
        for page in range(1, _MOST_PAGES + 1):
            found = self._page(query, page)
            before = len(hits)
            for hit in found:
                hits.setdefault(hit.url, hit)
            if len(hits) >= limit or len(hits) == before:
                break
        return list(hits.values())[:limit]

    def _page(self, query: str, page: int) -> list[SearchHit]:
        words = {"q": query, "format": "json", "pageno": page, "time_range": "week"}
        url = f"{self._base_url}/search?{urlencode(words)}"
        request = FetchRequest(url, kind=FetchKind.API, headers={"accept": "application/json"})
        return _hits(_answer(self._fetcher.fetch(request), self._base_url))


def _answer(result: FetchResult, server: str) -> dict[str, Any]:
    """The body as JSON.

    Raises:
        FetchError: There is none; the message names the server and what to do.
    """
    if not result.is_ok:
        raise FetchError(
            f"The search server {server} did not answer: {result.message or result.outcome}.",
            subject=server,
            advice=_advice(result),
        )
    try:
        value = json.loads(result.body)
    except (ValueError, RecursionError) as error:
        raise _nonsense(server) from error
    if not isinstance(value, dict) or not isinstance(value.get("results"), list):
        raise _nonsense(server)
    return value


def _nonsense(server: str) -> FetchError:
    return FetchError(
        f"The search server {server} did not answer with search results in JSON.",
        subject=server,
        advice="Is SEARXNG_URL the address of a SearXNG server?",
    )


def _advice(result: FetchResult) -> str:
    if result.status == _FORBIDDEN:
        return "Its JSON API is switched off: add json to search.formats in its settings.yml."
    if result.outcome is FetchOutcome.REFUSED:
        return "Its address is not public: add it to ALLOW_PRIVATE_NETWORKS."
    return "Look whether it runs, or set SEARXNG_URL to another."


def _hits(answer: dict[str, Any]) -> list[SearchHit]:
    """Results that have an address; what else is odd about one costs only that one."""
    return [hit for row in answer["results"] if (hit := _hit(row)) is not None]


def _hit(row: object) -> SearchHit | None:
    if not isinstance(row, dict):
        return None
    url = row.get("url")
    if not isinstance(url, str) or len(url) > _LONGEST_URL:
        return None
    if not url.lower().startswith(("http://", "https://")):
        return None
    return SearchHit(
        url=url,
        title=_text(row.get("title"), _LONGEST_TITLE),
        snippet=_text(row.get("content"), _LONGEST_SNIPPET),
        published_at=_time(row.get("publishedDate")),
    )


def _text(value: object, limit: int) -> str:
    return " ".join(value[: 4 * limit].split())[:limit] if isinstance(value, str) else ""


def _time(value: object) -> datetime | None:
    """SearXNG writes ISO 8601, mostly without a zone: read as UTC; None for anything else."""
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value.strip())
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
