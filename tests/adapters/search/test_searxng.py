"""SearXNG's JSON API on a real loopback server, through the real fetcher."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs

import pytest

from strandline.adapters.clock import SystemClock
from strandline.adapters.fetch import make_fetcher
from strandline.adapters.search.searxng import SearxngSearch
from strandline.model.errors import FetchError
from strandline.ports import WebSearch
from strandline.settings import FetchSettings
from strandline.testing.fakes import ScriptedSearch
from strandline.testing.world.answers import Answer
from strandline.testing.world.scene import Ask
from strandline.testing.world.server import serving


@dataclass
class SearchServer:
    """Answers `/search` with what a test puts in."""

    port: int = 0
    answer: Callable[[dict[str, str]], tuple[int, bytes]] = lambda _: (200, b"{}")
    asked: list[dict[str, str]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def finds(self, *results: Any, per_page: int = 10) -> None:
        def answer(query: dict[str, str]) -> tuple[int, bytes]:
            start = (int(query["pageno"]) - 1) * per_page
            return 200, json.dumps({"results": results[start : start + per_page]}).encode()

        self.answer = answer


@pytest.fixture
def server() -> Iterator[SearchServer]:
    state = SearchServer()

    def answer(_host: str, _method: str, ask: Ask) -> Answer:
        query = {name: v[0] for name, v in parse_qs(ask.query).items()}
        state.asked.append(query)
        status, body = state.answer(query)
        return Answer(body, "application/json", status, {"connection": "close"})

    with serving(answer) as state.port:
        yield state


def a_search(server: SearchServer, *, allow: bool = True) -> SearxngSearch:
    networks = (f"127.0.0.1:{server.port}",) if allow else ()
    settings = FetchSettings(allow_private_networks=networks, host_delay_s=0, timeout_s=5)
    return SearxngSearch(server.url + "/", make_fetcher(settings, SystemClock()))


def test_hits_with_titles_snippets_and_times(server: SearchServer) -> None:
    """In the server's order; a time without a zone is UTC."""
    server.finds(
        {
            "url": "https://a.example/1",
            "title": "One\n two",
            "content": "Words.",
            "publishedDate": "2026-03-04T05:00:00",
        },
        {"url": "https://b.example/2", "title": None},
    )
    first, second = a_search(server).search("pont & rivière", limit=5)
    assert (first.url, first.title, first.snippet) == ("https://a.example/1", "One two", "Words.")
    assert first.published_at == datetime(2026, 3, 4, 5, tzinfo=UTC)
    assert (second.title, second.snippet, second.published_at) == ("", "", None)
    assert server.asked[0]["q"] == "pont & rivière"
    assert server.asked[0]["format"] == "json"


def test_further_pages_until_there_are_enough(server: SearchServer) -> None:
    """At most three pages; each URL once."""
    server.finds(*({"url": f"https://a.example/{n // 2}"} for n in range(100)))
    hits = a_search(server).search("x", limit=8)
    assert [hit.url for hit in hits] == [f"https://a.example/{n}" for n in range(8)]
    assert [query["pageno"] for query in server.asked] == ["1", "2"]
    server.asked.clear()
    assert len(a_search(server).search("x", limit=500)) == 15
    assert [query["pageno"] for query in server.asked] == ["1", "2", "3"]


def test_odd_results_cost_only_themselves(server: SearchServer) -> None:
    """No address, another scheme, another type, a title of a megabyte, a bad date."""
    server.finds(
        "text",
        {"title": "no url"},
        {"url": 7},
        {"url": "javascript:alert(1)"},
        {"url": "https://a.example/" + "x" * 100_000},
        {"url": "https://a.example/ok", "title": "t" * 10**6, "publishedDate": "9999-99-99"},
    )
    [hit] = a_search(server).search("x", limit=5)
    assert hit.url == "https://a.example/ok"
    assert len(hit.title) == 500
    assert hit.published_at is None


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ((403, b"Forbidden"), "add json to search.formats"),
        ((500, b"oops"), "did not answer"),
        ((200, b"<html>"), "did not answer with search results"),
        ((200, b"[1]"), "did not answer with search results"),
        ((200, b'{"results": 3}'), "did not answer with search results"),
        ((200, b"[" * 100_000), "did not answer with search results"),
    ],
)
def test_a_bad_answer_is_one_clear_line(
    server: SearchServer, answer: tuple[int, bytes], words: str
) -> None:
    """What happened and what to do."""
    server.answer = lambda _: answer
    with pytest.raises(FetchError, match=words):
        a_search(server).search("x", limit=5)


def test_a_private_server_must_be_allowed(server: SearchServer) -> None:
    """The search goes through the one way out like everything else."""
    with pytest.raises(FetchError, match="ALLOW_PRIVATE_NETWORKS"):
        a_search(server, allow=False).search("x", limit=5)
    assert server.asked == []


@pytest.fixture(params=["adapter", "fake"])
def contract(request: pytest.FixtureRequest, server: SearchServer) -> WebSearch:
    """Every `WebSearch` there is, with three hits to find."""
    if request.param == "fake":
        from strandline.model.digests import SearchHit

        return ScriptedSearch(lambda _: [SearchHit(f"https://a.example/{n}", "") for n in range(3)])
    server.finds(*({"url": f"https://a.example/{n}"} for n in range(3)))
    return a_search(server)


@pytest.mark.parametrize("limit", [1, 2, 3, 9])
def test_contract_best_first_and_at_most_the_limit(contract: WebSearch, limit: int) -> None:
    """The fake keeps what the adapter keeps."""
    hits = contract.search("x", limit=limit)
    assert [hit.url for hit in hits] == [f"https://a.example/{n}" for n in range(min(limit, 3))]
