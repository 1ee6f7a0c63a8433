"""Fakes keep the promises of the ports that they stand in for."""

from datetime import datetime, timedelta

import pytest

from strandline.adapters.progress import SilentProgress
from strandline.model.digests import SearchHit
from strandline.model.errors import FetchError
from strandline.model.fetching import FetchOutcome, FetchRequest, Resolution, ResolveOutcome
from strandline.ports import Clock, Fetcher, Progress, WebSearch
from strandline.testing.builders import NOW, a_source, an_answer, an_article, uuid_of
from strandline.testing.fakes import (
    FrozenClock,
    RecordingProgress,
    ScriptedFetcher,
    ScriptedSearch,
)

PAGE = "https://courier.example/a"


def test_fakes_are_ports() -> None:
    """The type checker holds every fake against its port."""
    clock: Clock = FrozenClock(NOW)
    fetcher: Fetcher = ScriptedFetcher()
    search: WebSearch = ScriptedSearch()
    bars: tuple[Progress, ...] = (SilentProgress(), RecordingProgress())
    assert clock.now() == NOW
    assert not fetcher.fetch(FetchRequest(PAGE)).is_ok
    assert search.search("tides", limit=3) == []
    for bar in bars:
        bar.start("poll", 2)
        bar.advance("poll", note="courier")
        bar.finish("poll")


def test_a_frozen_clock_moves_when_told() -> None:
    """It stands still, jumps and advances, and refuses a naive time."""
    clock = FrozenClock(NOW)
    assert clock.now() == clock.now() == NOW
    assert clock.advance(timedelta(hours=2)) == NOW + timedelta(hours=2)
    clock.set(NOW)
    assert clock.now() == NOW
    with pytest.raises(ValueError, match="aware"):
        clock.set(datetime(2026, 3, 4))  # noqa: DTZ001 - the fault under test


def test_a_scripted_fetcher_answers_from_its_table() -> None:
    """Values and functions answer; anything else is a refused connection; all is recorded."""
    answer = an_answer(PAGE, "<p>Hello")
    fetcher = ScriptedFetcher({PAGE: answer, PAGE + "/f": lambda request: an_answer(request.url)})
    assert fetcher.fetch(FetchRequest(PAGE, etag='"x"')) == answer
    assert fetcher.fetch(FetchRequest(PAGE + "/f")).final_url == PAGE + "/f"
    lost = fetcher.fetch(FetchRequest("https://nowhere.example/"))
    assert lost.outcome is FetchOutcome.CONNECTION
    assert fetcher.fetched == [PAGE, PAGE + "/f", "https://nowhere.example/"]
    assert fetcher.requests[0].etag == '"x"'


def test_a_scripted_fetcher_resolves() -> None:
    """A resolution is taken from the table, or follows from the fetch answer."""
    short, page = "https://tny.example/a", an_answer(PAGE, "<p>Hello")
    fetcher = ScriptedFetcher(
        {PAGE: page, "https://old.example/a": an_answer("https://old.example/a", final_url=PAGE)},
        {short: Resolution(short, ResolveOutcome.RESOLVED, PAGE, page=page)},
    )
    assert fetcher.resolve(short).page is None
    assert fetcher.resolve(short, want_body=True).page == page
    assert fetcher.resolve(PAGE).outcome is ResolveOutcome.UNCHANGED
    moved = fetcher.resolve("https://old.example/a")
    assert (moved.outcome, moved.final_url) == (ResolveOutcome.RESOLVED, PAGE)
    assert fetcher.resolve("https://lost.example/").outcome is ResolveOutcome.UNREACHABLE
    assert fetcher.resolved[0] == short


def test_a_scripted_search_has_limits_and_can_be_down() -> None:
    """At most `limit` hits; a search that is down raises as a real one does."""
    hits = [SearchHit(PAGE, "A"), SearchHit(PAGE + "2", "B")]
    search = ScriptedSearch({"tides": hits})
    assert search.search("tides", limit=1) == hits[:1]
    assert search.queries == ["tides"]
    with pytest.raises(FetchError):
        ScriptedSearch(is_down=True).search("tides", limit=1)


def test_recording_progress_remembers() -> None:
    """Steps, notes and ends by label; moving a bar that was never started is a fault."""
    progress = RecordingProgress()
    progress.start("poll", 3)
    progress.advance("poll", 2, "courier")
    progress.finish("poll")
    bar = progress.bars["poll"]
    assert (bar.total, bar.done, bar.notes, bar.is_finished) == (3, 2, ["courier"], True)
    with pytest.raises(KeyError):
        progress.advance("digest")


def test_builders_agree_with_each_other() -> None:
    """An article's id is that of its canonical URL; sources differ by number."""
    article = an_article(PAGE)
    assert article.article_uuid == article.canonical_article_id == uuid_of(PAGE)
    assert a_source(1).url != a_source(2).url
    assert a_source(1).source_uuid == "W_RSS_1"
