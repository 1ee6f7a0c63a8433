"""Search: any text is a query, both databases answer the same, pages follow without a gap."""

import sqlite3
import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import SecretStr

from strandline.adapters.store import newest_postgres, newest_sqlite, open_store, searching
from strandline.model.archive import (
    ArchivedLink,
    ArtifactKind,
    CaptureOutcome,
    JobStatus,
    LinkMetadata,
    SearchQuery,
)
from strandline.model.articles import Article, IngestBatch
from strandline.ports import Store
from strandline.settings import DatabaseSettings
from strandline.testing.archive_builders import a_bad_result, a_job, a_result, an_artifact
from strandline.testing.builders import NOW, an_article

LEASE = timedelta(seconds=90)
MINUTE = timedelta(minutes=1)

#: Titles and texts, the oldest first; the number is the path of the URL.
STORIES = (
    ("The old bridge", "Traffic goes round by the mill. It’s closed: don’t drive there."),
    ("Café de la Gare", "Le Théâtre français à Łódź, Straße 5; naïve façade."),
    ("東京都知事の会見", "昨日、東京都の水道局が発表した。ﾃﾞｰﾀも公開。"),
    ("北京大学新闻", "清华大学和北京大学今天开放。研究生命起源。"),
    ("C++ and C# compared", "Rust, a-b testing, vitamin C, e-mail @nasa, 100% c++20"),
    ("서울에서 온 편지", "한국어 문장입니다."),
    ("Read https://blog.example/why?id=7", "The park. The park! See www.blog.example/why"),
    ("<script>alert(1)</script>", "A \0 text with \ud83d a half and 🚀 rocket \u202e turned"),
    ("हिन्दी समाचार", "यह हिन्दी में है। Кафе «Ёлка», мой друг. مُحَمَّد"),
)

#: Those of which any part of a word is found.
WITHOUT_SPACES = (2, 3, 5)


def archive(
    store: Store, article: Article, when: datetime, make: Any = a_result, **more: Any
) -> None:
    """Enter, queue and finish an article; `when` is the time it is listed under."""
    store.ingest(IngestBatch(NOW, articles=(article,)))
    assert store.enqueue([a_job(article, enqueued_at=when - 2 * MINUTE)]) == 1
    (job,) = store.claim_jobs(when, "w1", LEASE, limit=1, per_domain=1)
    assert store.finish_job(make(job, **more), owner="w1")


def story(number: int) -> Article:
    return an_article(
        f"https://www.courier{number}.example/Story/{number}?id={number}",
        domain=f"courier{number}.example",
        article_title=None,
    )


def tell(store: Store) -> None:
    """Archive all stories, a minute apart."""
    for number, (title, text) in enumerate(STORIES):
        article = story(number)
        metadata = LinkMetadata(article.article_uuid, title=title, language="xx")
        archive(store, article, NOW + number * MINUTE, metadata=metadata, text=text)


def numbers(links: Sequence[ArchivedLink]) -> list[int]:
    return [int(link.url.rpartition("=")[2]) for link in links]


def found(store: Store, words: str, **options: Any) -> list[int]:
    return numbers(store.search(SearchQuery(words, **options)))


QUERIES = [
    ("bridge", [0]),
    ("BRIDGE", [0]),
    ("old mill", [0]),
    ("old Gare", []),
    ("bridges", []),
    ("don't", [0]),
    ("don’t", [0]),
    ("it's closed", [0]),
    ("t don", [0]),
    ("t'don", []),
    ("cafe", [1]),
    ("CAFÉ", [1]),
    ("cafe\u0301", [1]),
    ("theatre francais", [1]),
    ("lodz strasse naive facade", [1]),
    ("東京都", [2]),
    ("京都", [2]),
    ("東京 水道", [2]),
    ("水", [2]),
    ("データ", [2]),
    ("ﾃﾞｰﾀ", [2]),
    ("東京知事", []),
    ("都知事", [2]),
    ("局が発", [2]),
    ("北京", [3]),
    ("大学", [3]),
    ("研究生", [3]),
    ("生命", [3]),
    ("京", [3, 2]),
    ("华大学和北", [3]),
    ("学新闻清", []),
    ("c++", [4]),
    ("C#", [4]),
    ("c", [4]),
    ("a-b", [4]),
    ("b-a", []),
    ("@nasa", [4]),
    ("nasa", [4]),
    ("100%", [4]),
    ("e-mail", [4]),
    ("서울", [5]),
    ("울에서", [5]),
    ("park.", [6]),
    ("PARK!", [6]),
    ("https://blog.example/why?id=7", [6]),
    ("blog.example", [6]),
    ("www.blog.example", [6]),
    ("alert", [7]),
    ("rocket turned", [7]),
    ("हिन्दी", [8]),
    ("кафе елка", [8]),
    ("мои", []),
    ("محمد", [8]),
    ("courier3", [3]),
    ("courier3.example", [3]),
    ("https://courier3.example/Story/3?id=3&utm_source=rss", [3]),
    ("http://www.courier3.example/Story/3?id=3#part", [3]),
    ("story", [8, 7, 6, 5, 4, 3, 2, 1, 0]),
    ("example", [8, 7, 6, 5, 4, 3, 2, 1, 0]),
    ("xyzzy", []),
    ("bridge AND mill", []),
    ("bridge OR xyzzy", []),
    ("title:bridge", []),
    ("brid*", []),
    ('"old bridge"', [0]),
    ('"bridge old"', [0]),
    ("NEAR(old bridge)", []),
    ("-bridge", [0]),
    ("'); DROP TABLE articles; --", []),
    ("bridge\0mill", [0]),
    ("mill " * 2_000, [0]),
    ("x" * 10_000, []),
]

#: Queries without any word in them are no narrower than none.
EMPTY = ["", "   ", "\0", '"', "'", "*", "() : ^", "🚀", "-", "\u202e", "%_", "\ud83d", "://"]


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A store with all stories, for the tests that only read."""
    if request.param == "sqlite":
        database = DatabaseSettings(path=tmp_path_factory.mktemp("told") / "told.sqlite3")
        store = open_store(database)
        tell(store)
        yield store
        store.close()
        return
    server = request.getfixturevalue("postgres_server")
    import psycopg
    from sqlalchemy.engine import make_url

    name = "strandline_test_told"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    url = make_url(server).set(database=name).render_as_string(hide_password=False)
    store = open_store(DatabaseSettings(url=SecretStr(url)))
    tell(store)
    yield store
    store.close()
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


@pytest.mark.parametrize(("words", "expected"), QUERIES, ids=range(len(QUERIES)))
def test_the_right_stories_are_found(told: Store, words: str, expected: list[int]) -> None:
    """Newest first, the same on both databases, and never an error."""
    assert found(told, words) == expected


@pytest.mark.parametrize("words", EMPTY, ids=range(len(EMPTY)))
def test_without_a_word_everything_is_listed(told: Store, words: str) -> None:
    """A sign alone asks for nothing in particular."""
    assert found(told, words) == list(range(len(STORIES)))[::-1]
    assert all(link.snippet == "" for link in told.search(SearchQuery(words)))


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(words=st.text(max_size=60), ranked=st.booleans())
def test_no_query_fails(told: Store, words: str, ranked: bool) -> None:
    """Whatever it is made of."""
    assert len(told.search(SearchQuery(words, ranked=ranked))) <= len(STORIES)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(words=st.text("\"'()*:^-+{}[]!&|<>~\\ ANDORNTEabc東京", max_size=30))
def test_no_syntax_fails(told: Store, words: str) -> None:
    """Signs that mean something to either database mean nothing here."""
    told.search(SearchQuery(words))


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_every_piece_of_a_text_finds_it(told: Store, data: st.DataObject) -> None:
    """Never a false zero: words of a story as written, and parts of runs, find the story."""
    number = data.draw(st.integers(0, len(STORIES) - 1))
    piece = data.draw(st.sampled_from(" ".join(STORIES[number]).split()))
    if number in WITHOUT_SPACES:
        piece = unicodedata.normalize("NFKC", piece)
        start = data.draw(st.integers(0, len(piece) - 1))
        piece = piece[start : data.draw(st.integers(start + 1, len(piece)))]
    assert number in found(told, piece)


def test_a_link_tells_what_lists_show(told: Store) -> None:
    """Title, URL, times, state, files, a snippet as plain text."""
    (link,) = told.search(SearchQuery("rocket"))
    article = story(7)
    assert (link.article_uuid, link.url) == (article.article_uuid, article.article_url_final)
    assert (link.title, link.domain) == ("<script>alert(1)</script>", "courier7.example")
    assert (link.first_seen_at, link.last_archived_at) == (NOW, NOW + 7 * MINUTE)
    assert link.listed_at == link.last_archived_at
    assert (link.status, dict(link.artifacts)) == (JobStatus.SUCCEEDED, {"raw": 1})
    assert "🚀 rocket" in link.snippet
    assert link.language == "xx"


@pytest.mark.parametrize("words", ["", "story"])
@pytest.mark.parametrize("size", [1, 2, 4, 20])
def test_pages_follow_without_gap_or_repeat(told: Store, words: str, size: int) -> None:
    """Each begins after the last row of the one before."""
    seen: list[int] = []
    before = None
    while page := told.search(SearchQuery(words, limit=size, before=before)):
        assert len(page) <= size
        seen += numbers(page)
        before = (page[-1].listed_at, page[-1].article_uuid)
    assert seen == list(range(len(STORIES)))[::-1]


def test_a_page_goes_on_where_its_last_row_has_gone(told: Store) -> None:
    """By its time, where the article is not known or was archived again."""
    assert found(told, "story", before=(NOW + 3 * MINUTE, "A_gone")) == [2, 1, 0]
    assert found(told, "", before=(NOW + 3 * MINUTE, story(8).article_uuid)) == [2, 1, 0]
    assert found(told, "", before=(datetime.min.replace(tzinfo=NOW.tzinfo), "")) == []
    assert len(found(told, "", before=(datetime.max.replace(tzinfo=NOW.tzinfo), "\0"))) == 9


@pytest.mark.parametrize("words", ["", "story"])
def test_filters_narrow_lists_and_searches(told: Store, words: str) -> None:
    """Domain, dates from and to before, video, state."""
    assert found(told, words, domain="courier3.example") == [3]
    assert found(told, words, domain=" Courier3.example ") == [3]
    assert found(told, words, domain="example") == []
    assert found(told, words, since=NOW + 7 * MINUTE) == [8, 7]
    assert found(told, words, until=NOW + 2 * MINUTE) == [1, 0]
    assert found(told, words, since=NOW + MINUTE, until=NOW + 3 * MINUTE) == [2, 1]
    assert found(told, words, since=NOW + MINUTE, until=NOW) == []
    assert found(told, words, has_video=True) == []
    assert len(found(told, words, has_video=False)) == 9
    assert len(found(told, words, status=JobStatus.SUCCEEDED)) == 9
    assert found(told, words, status=JobStatus.QUEUED) == []
    assert found(told, words, limit=0) == []
    assert found(told, words, limit=-3) == []
    assert len(found(told, words, limit=10**30)) == 9


def test_the_best_come_first_when_asked(store: Store) -> None:
    """A title before a text, whatever the age; pages follow here too."""
    texts = [("The bridge", "x"), ("News", "bridge"), ("News", "bridge bridge bridge"), ("N", "y")]
    for number, (title, text) in enumerate(texts):
        article = story(number)
        metadata = LinkMetadata(article.article_uuid, title=title)
        archive(store, article, NOW + number * MINUTE, metadata=metadata, text=text)
    assert found(store, "bridge", ranked=True) == [0, 2, 1]
    assert found(store, "bridge") == [2, 1, 0]
    (first,) = store.search(SearchQuery("bridge", ranked=True, limit=1))
    before = (first.listed_at, first.article_uuid)
    assert found(store, "bridge", ranked=True, before=before) == [2, 1]
    assert found(store, "bridge", ranked=True, before=(NOW, "A_gone")) == []


def test_only_the_newest_matches_are_ranked(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The set is capped, so that a common word costs no more than a rare one."""
    monkeypatch.setattr(searching, "RANKED", 2)
    for number in range(4):
        article = story(number)
        metadata = LinkMetadata(article.article_uuid, title="bridge" if number == 0 else "")
        archive(store, article, NOW + number * MINUTE, metadata=metadata, text="bridge")
    assert found(store, "bridge", ranked=True) == [3, 2]


def test_what_waits_is_listed_and_found_by_title(store: Store) -> None:
    """Queued, running and failed articles too; what was only skipped is asked for by its state."""
    kinds = ("queued", "running", "failed", "skipped")
    articles = {
        kind: an_article(f"https://{kind}.example/?id={n}", article_title=f"Bridge {kind}")
        for n, kind in enumerate(kinds)
    }
    store.ingest(IngestBatch(NOW, articles=tuple(articles.values())))
    store.enqueue([a_job(articles["failed"]), a_job(articles["running"])])
    job, _ = store.claim_jobs(NOW, "w1", LEASE, limit=2, per_domain=1)
    store.finish_job(a_bad_result(job, text="", metadata=None), owner="w1")
    later = NOW + MINUTE
    store.enqueue([a_job(articles["queued"], enqueued_at=later)])
    store.enqueue([a_job(articles["skipped"], status=JobStatus.SKIPPED_POLICY)])
    for words in ("", "bridge"):
        links = store.search(SearchQuery(words))
        assert {link.url.split("/")[2].split(".")[0]: link.status for link in links} == {
            "queued": JobStatus.QUEUED,
            "running": JobStatus.RUNNING,
            "failed": JobStatus.FAILED,
        }
        assert links[0].listed_at == later
        for number, status in enumerate(
            (JobStatus.QUEUED, JobStatus.RUNNING, JobStatus.FAILED, JobStatus.SKIPPED_POLICY)
        ):
            assert found(store, words, status=status) == [number]


def test_a_skipped_job_hides_no_real_one(store: Store) -> None:
    """An archived article whose next job was skipped still is an archived one."""
    archive(store, story(1), NOW)
    store.enqueue([a_job(story(1), status=JobStatus.SKIPPED_CACHED)])
    (link,) = store.search(SearchQuery())
    assert (link.status, link.listed_at) == (JobStatus.SUCCEEDED, NOW)
    assert found(store, "mill", status=JobStatus.SKIPPED_CACHED) == []


def test_both_titles_are_searched(store: Store) -> None:
    """What the page calls itself is shown; what a feed called it finds it too."""
    article = an_article("https://courier1.example/?id=1", article_title="Ferry strike")
    metadata = LinkMetadata(article.article_uuid, title="Harbour news")
    archive(store, article, NOW, metadata=metadata, text="")
    assert found(store, "ferry") == found(store, "harbour") == [1]
    assert store.search(SearchQuery("ferry"))[0].title == "Harbour news"


def test_archiving_again_moves_to_the_top(store: Store) -> None:
    """With the new words instead of the old ones."""
    for number in range(3):
        archive(store, story(number), NOW + number * MINUTE)
    archive(store, story(0), NOW + 9 * MINUTE, text="Ferries instead.")
    assert found(store, "") == [0, 2, 1]
    assert found(store, "bridge") == [0, 2, 1]
    assert found(store, "mill") == [2, 1]
    assert found(store, "ferries") == [0]
    assert found(store, "story", until=NOW + 5 * MINUTE) == [2, 1]


def test_articles_of_one_moment_have_an_order(store: Store) -> None:
    """Entered together or one after the other: none is lost between two pages."""
    together = [story(number) for number in range(20)]
    store.ingest(IngestBatch(NOW, tuple(together), jobs=tuple(a_job(a) for a in together)))
    for number in range(20, 24):
        store.ingest(IngestBatch(NOW, (story(number),), jobs=(a_job(story(number)),)))
    seen: list[int] = []
    before = None
    while page := store.search(SearchQuery("story", limit=7, before=before)):
        seen += numbers(page)
        before = (page[-1].listed_at, page[-1].article_uuid)
    assert sorted(seen) == list(range(24))
    by_id = sorted(together, key=lambda article: article.article_uuid, reverse=True)
    assert seen[-20:] == [int(article.article_url_final.rpartition("=")[2]) for article in by_id]


def test_videos_are_found(store: Store) -> None:
    """By the current artifacts of that kind."""
    archive(store, story(1), NOW)
    archive(
        store,
        story(2),
        NOW + MINUTE,
        make=lambda job: a_result(job, artifacts=(an_artifact(job, ArtifactKind.VIDEO),)),
    )
    assert found(store, "", has_video=True) == [2]
    assert found(store, "mill", has_video=True) == [2]
    assert found(store, "mill", has_video=False) == [1]


def test_a_link_to_a_file(store: Store) -> None:
    """What the document is stands with the link; a film is a video, on a page or not."""
    for number, content_type in ((1, "application/pdf"), (2, "video/mp4")):
        archive(
            store,
            story(number),
            NOW + number * MINUTE,
            make=lambda job, kind=content_type: a_result(
                job, artifacts=(an_artifact(job, content_type=kind),)
            ),
        )
    links = store.search(SearchQuery(""))
    assert [link.document_type for link in links] == ["video/mp4", "application/pdf"]
    assert found(store, "", has_video=True) == [2]


def test_a_picture_of_a_wall_is_none_of_the_page(store: Store) -> None:
    """Files that only show what stood in the page's place are not counted as kept."""
    wall = CaptureOutcome.BLOCKED
    archive(
        store,
        story(1),
        NOW,
        make=lambda job: a_result(
            job,
            status=JobStatus.FAILED,
            artifacts=(
                an_artifact(job, capture_outcome=wall),
                an_artifact(job, ArtifactKind.SCREENSHOT, capture_outcome=wall),
            ),
        ),
    )
    (link,) = store.search(SearchQuery(""))
    assert (dict(link.artifacts), link.document_type) == ({}, "")


def test_every_way_to_the_newest_gives_the_same(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Walking, taking all, going down in windows: however small the steps, one answer."""
    for number in range(12):
        text = f"all {'even' if number % 2 == 0 else 'odd'} {'early' if number < 3 else ''}"
        archive(store, story(number), NOW + number * MINUTE, text=text)
    expected = {
        "all": [11, 10, 9, 8],
        "even": [10, 8, 6, 4],
        "early": [2, 1, 0],
        "odd early": [1],
        "all-even": [10, 8, 6, 4],
    }
    for steps in ((200, 8, 2000, 64), (1, 2, 2000, 1), (1, 2, 0, 1), (3, 3, 1, 2), (5, 8, 0, 50)):
        for name, value in zip(("WALK", "FURTHER", "FEW", "TAKEN"), steps, strict=True):
            monkeypatch.setattr(newest_postgres, name, value)
        monkeypatch.setattr(newest_sqlite, "FEW", steps[2])
        for words, wanted in expected.items():
            assert found(store, words, limit=4) == wanted
            assert (
                found(store, words, limit=4, until=NOW + 10 * MINUTE)
                == [n for n in found(store, words, limit=99) if n < 10][:4]
            )


def test_a_huge_text_is_indexed_at_its_start(store: Store) -> None:
    """A text of a million different words, and one of three million characters."""
    many = " ".join(f"w{number}" for number in range(300_000))
    archive(store, story(1), NOW, text=many)
    archive(store, story(2), NOW + MINUTE, text="bridge " * 430_000)
    assert found(store, "w0 w9999") == [1]
    assert found(store, "bridge") == [2, 1]


def test_other_programs_can_search_the_sqlite_file(tmp_path: Path) -> None:
    """The index is plain FTS5: `sqlite3` on a copy of the file finds words with their accents."""
    path = tmp_path / "copy.sqlite3"
    store = open_store(DatabaseSettings(path=path))
    tell(store)
    store.close()
    with sqlite3.connect(path) as connection:
        rows = connection.execute(
            "SELECT article_uuid FROM article_text_fts WHERE article_text_fts MATCH 'Café'"
        ).fetchall()
    connection.close()
    assert rows == [(story(1).article_uuid,)]
