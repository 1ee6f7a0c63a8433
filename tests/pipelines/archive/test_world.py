"""The archive on the small world: posts of a forum, their links, captures, search, and back."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from strandline.model.archive import ArtifactKind, JobStatus, SearchQuery
from strandline.pipelines.archive import run_jobs
from strandline.pipelines.archive.demand import demand
from strandline.pipelines.archive.job import JobEnd
from strandline.pipelines.archive.verify import Finding, verify
from strandline.pipelines.poll import run_poll
from strandline.ports import Ports
from strandline.settings import Settings, load_settings
from strandline.testing.fakes import FrozenClock
from strandline.testing.world import World
from strandline.wiring import open_ports

START = datetime(2026, 3, 4, 7, 0, tzinfo=UTC)
#: What every page leaves, whatever tools a machine has.
ALWAYS = {
    ArtifactKind.RAW,
    ArtifactKind.HEADERS,
    ArtifactKind.FETCH_JSON,
    ArtifactKind.TEXT,
    ArtifactKind.METADATA_JSON,
    ArtifactKind.WARC,
}


@dataclass
class Archived:
    """A day that was polled and archived."""

    world: World
    ports: Ports
    settings: Settings
    clock: FrozenClock
    ends: list[JobEnd]


def settings_for(world: World, folder: Path) -> Settings:
    return load_settings(
        environ={
            "DATABASE_PATH": str(folder / "strandline.sqlite3"),
            "STORAGE_PATH": str(folder / "artifacts"),
            "ALLOW_PRIVATE_NETWORKS": ",".join(world.allow_list),
            "HOST_DELAY_SECONDS": "0",
            "ARCHIVE_MODE": "all",
            "PARSE_TIMEOUT_SECONDS": "60",  # a slow machine is no fault of the documents
            "LOG_LEVEL": "error",
        }
    )


@pytest.fixture(scope="module")
def archived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archived]:
    clock = FrozenClock(START)
    with World(START) as world:
        settings = settings_for(world, tmp_path_factory.mktemp("world"))
        with open_ports(settings, clock=clock, archive=True) as ports:
            ports.store.save_source(world.source("tinkers"))
            run_poll(ports, settings, now=START)
            yield Archived(world, ports, settings, clock, run_jobs(ports, settings))


def test_every_link_of_the_forum_is_kept(archived: Archived) -> None:
    """The shortened one is kept as the page that it leads to."""
    assert len(archived.ends) == 4
    assert {end.status for end in archived.ends} == {JobStatus.SUCCEEDED}
    kept = {link.url for link in archived.ports.store.search(SearchQuery())}
    assert archived.world.url("courier", "/town/reading-room-open-until-midnight") in kept
    assert len(kept) == 4
    assert not any("rr24" in url for url in kept)


@pytest.mark.browser
def test_nothing_of_a_page_is_missing_where_all_tools_are(archived: Archived) -> None:
    """With a browser, every capture that has to do with a page is good."""
    assert [end.message for end in archived.ends] == [""] * 4


def test_each_page_has_all_that_needs_no_browser(archived: Archived) -> None:
    """Raw bytes, headers, text, metadata and WARC."""
    for link in archived.ports.store.search(SearchQuery()):
        kinds = {a.kind for a in archived.ports.store.artifacts(link.article_uuid)}
        assert kinds >= ALWAYS


def test_everything_that_is_kept_can_be_read_back(archived: Archived) -> None:
    """Checksums agree, WARCs replay, and the folder holds nothing else."""
    blobs = archived.ports.blobs
    assert blobs is not None
    checked = list(verify(archived.ports, blobs))
    assert {one.finding for one in checked} == {Finding.GOOD}
    assert {key for key, _ in blobs.keys("")} == {one.artifact.key for one in checked}


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ("hearing aid", "/2026/mending-a-hearing-aid"),
        ("hydrolienne arreter", "/sciences/hydrolienne-eel-island-un-mois"),
        ("reading-room", "/town/reading-room-open-until-midnight"),
    ],
)
def test_search_finds_a_page_by_its_words(archived: Archived, words: str, path: str) -> None:
    """By title, text and address; accents make no difference."""
    found = archived.ports.store.search(SearchQuery(words=words))
    assert any(link.url.endswith(path) for link in found)


def test_a_page_knows_who_linked_it(archived: Archived) -> None:
    """Each post that links it, and whether it stood in a quotation there."""
    store = archived.ports.store
    links = {link.article_uuid: link.url for link in store.search(SearchQuery())}
    quoted = {
        links[uuid].rpartition("/")[2]: {mention.in_quote for mention in mentions}
        for uuid, mentions in store.mentions(list(links)).items()
    }
    assert quoted["eel-island-tidal-month"] == {True, False}
    assert quoted["mending-a-hearing-aid"] == {False}


def test_what_the_page_says_fills_the_ledger(archived: Archived) -> None:
    """A link has no title in a post; its page gave it one, and its date."""
    store = archived.ports.store
    for link in store.search(SearchQuery()):
        article = store.articles([link.article_uuid])[link.article_uuid]
        assert (
            article.article_title
            == store.link_metadata([link.article_uuid])[link.article_uuid].title
        )
        assert article.published_utc_iso is not None


def test_a_second_capture_stores_no_equal_bytes(archived: Archived) -> None:
    """A day later the pages are the same: only what holds the time of its making is new."""
    ports, settings = archived.ports, archived.settings
    assert ports.blobs is not None
    before = {key for key, _ in ports.blobs.keys("")}
    archived.clock.advance(timedelta(days=1))
    for link in ports.store.search(SearchQuery()):
        demand(ports, settings, link.url, now=archived.clock.now())
    ends = run_jobs(ports, settings)
    assert len(ends) == 4
    assert all(end.saved_bytes > 0 for end in ends)
    new = {key for key, _ in ports.blobs.keys("")} - before
    names = {key.rpartition("/")[2] for key in new}
    assert "raw.html" not in names
    assert "extracted.txt" not in names
