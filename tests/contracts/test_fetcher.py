"""What every `Fetcher` promises, kept by the real one and by the fake."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from strandline.adapters.fetch import make_fetcher
from strandline.model.fetching import (
    FetchKind,
    FetchOutcome,
    FetchRequest,
    FetchResult,
    Hop,
    ResolveOutcome,
)
from strandline.ports import Fetcher
from strandline.settings import FetchSettings
from strandline.testing.fakes import FrozenClock, ScriptedFetcher
from strandline.testing.world.answers import Answer, moved, not_found
from strandline.testing.world.server import serving

PAGE = b"<!doctype html><title>Strand</title><p>What the tide left."
JUNK = ["", "not a url", "http://", "javascript:alert(1)", "http://[::1", "\ud800", "http://a b/"]


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """Address of a site with a page and a redirect to it, without a slash at its end."""
    answers = {"/short": moved("/page"), "/page": Answer(PAGE)}
    with serving(lambda _host, _method, ask: answers.get(ask.path, not_found())) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(params=["real", "fake"])
def fetcher(request: pytest.FixtureRequest, site: str) -> Iterator[Fetcher]:
    """Each fetcher, knowing the same site."""
    if request.param == "fake":
        yield _fake(site)
        return
    address = site.removeprefix("http://")
    settings = FetchSettings(allow_private_networks=(address,), host_delay_s=0)
    real = make_fetcher(settings, FrozenClock(datetime(2026, 3, 2, tzinfo=UTC)))
    yield real
    real.close()


def _fake(site: str) -> ScriptedFetcher:
    def answer(path: str, hops: tuple[Hop, ...] = ()) -> FetchResult:
        url = site + path
        return FetchResult(url, FetchOutcome.OK, site + "/page", 200, body=PAGE, hops=hops)

    hop = Hop(302, site + "/short", site + "/page")
    return ScriptedFetcher(
        {site + "/page": answer("/page"), site + "/short": answer("/short", (hop,))}
    )


def test_page(fetcher: Fetcher, site: str) -> None:
    """A page comes with its bytes and its own URL."""
    result = fetcher.fetch(FetchRequest(site + "/page"))
    assert (result.outcome, result.body) == (FetchOutcome.OK, PAGE)
    assert result.url == result.final_url == site + "/page"
    assert result.hops == ()


def test_redirect(fetcher: Fetcher, site: str) -> None:
    """Redirects are followed, and every hop is told."""
    result = fetcher.fetch(FetchRequest(site + "/short"))
    assert (result.url, result.final_url) == (site + "/short", site + "/page")
    assert [(hop.from_url, hop.to_url) for hop in result.hops] == [
        (site + "/short", site + "/page")
    ]


@pytest.mark.parametrize("want_body", [False, True])
def test_resolution(want_body: bool, fetcher: Fetcher, site: str) -> None:
    """A resolution tells the end of the way, and brings the page only where it is wanted."""
    found = fetcher.resolve(site + "/short", want_body=want_body)
    assert (found.outcome, found.final_url) == (ResolveOutcome.RESOLVED, site + "/page")
    assert len(found.hops) == 1
    assert (found.page is not None) is want_body
    assert found.page is None or found.page.body == PAGE


def test_url_that_stays(fetcher: Fetcher, site: str) -> None:
    """A URL that answers where it is comes back as it was."""
    found = fetcher.resolve(site + "/page")
    assert (found.outcome, found.final_url) == (ResolveOutcome.UNCHANGED, site + "/page")


@pytest.mark.parametrize("url", JUNK)
@pytest.mark.parametrize("kind", FetchKind)
def test_junk(url: str, kind: FetchKind, fetcher: Fetcher) -> None:
    """What is no web address is an outcome with a message, never an exception."""
    result = fetcher.fetch(FetchRequest(url, kind))
    assert not result.is_ok
    assert (result.url, result.final_url, result.body) == (url, url, b"")
    assert result.message
    found = fetcher.resolve(url)
    assert (found.outcome, found.final_url) == (ResolveOutcome.UNREACHABLE, url)


def test_many_threads(fetcher: Fetcher, site: str) -> None:
    """A fetcher may be used by many threads at once."""
    results: list[FetchResult] = []
    threads = [
        threading.Thread(target=lambda: results.append(fetcher.fetch(FetchRequest(site + "/page"))))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert [result.body for result in results] == [PAGE] * 8
