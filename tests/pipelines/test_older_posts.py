"""More posts between two polls than a forum's feed holds, against a scripted forum."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from strandline.adapters.fetch import make_fetcher
from strandline.adapters.progress import SilentProgress
from strandline.adapters.store import open_store
from strandline.core.digest.classify import RuleClassifier
from strandline.core.imports import read_export
from strandline.core.sources.kinds import read_listing
from strandline.core.sources.post_ids import read_flags
from strandline.core.urls import identify
from strandline.model.accounts import Actor
from strandline.model.articles import Post
from strandline.model.delivery import Incoming
from strandline.model.entries import Listing
from strandline.model.fetching import FetchResult
from strandline.model.sources import Source, SourceKind
from strandline.pipelines.desk import backfill
from strandline.pipelines.poll import run_poll
from strandline.pipelines.poll.older_posts import MOST_PAGES
from strandline.ports import Ports
from strandline.settings import DatabaseSettings, FetchSettings, Settings, UrlSettings
from strandline.testing.fakes import FrozenClock
from strandline.testing.world import World
from strandline.testing.world import forum as world_forum
from strandline.testing.world.stories import load_sites

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
FEED = "https://forum.example/posts.rss"
PAGES = "https://forum.example/posts.json"
SIZE = 50


@dataclass
class ScriptedForum:
    """A forum with posts of some ids; how it reads `before` is up to the test.

    Attributes:
        is_inclusive: The post of the id that was asked for is in the answer.
        window: Answers cover so many ids, public or not; 0 for so many posts.
        guid: What the feed calls a post.
    """

    web: Any
    answer: Any
    ids: list[int] = field(default_factory=list)
    is_inclusive: bool = True
    window: int = 0
    guid: Callable[[int], str] = lambda one: f"forum.example-post-{one}"
    html: Callable[[int], str] = lambda one: f"<p>post {one}</p>"
    fault: Any = None
    is_shuffled: bool = False

    def publish(self) -> None:
        """Serve the feed as it is now, and every page that somebody may ask for."""
        headers = {"content-type": "application/rss+xml"}
        self.web.answers[FEED] = self.answer(self._feed(), 200, headers)
        self.web.answers[PAGES] = self._page(None)
        for before in range(1, max(self.ids) + 60):
            url = f"{PAGES}?before={before}"
            self.web.answers[url] = lambda _, before=before: self._page(before)

    def _listed(self, before: int | None) -> list[int]:
        newest = max(self.ids)
        top = newest if before is None else before - (not self.is_inclusive)
        below = [one for one in self.ids if one <= top]
        if self.window:
            return [one for one in below if one > top - self.window]
        return below[-SIZE:]

    def _order(self, ids: list[int]) -> list[int]:
        return [*ids[::2], *ids[1::2]] if self.is_shuffled else ids[::-1]

    def _feed(self) -> bytes:
        items = "".join(
            f"<item><title>Bread</title><dc:creator>rosa</dc:creator>"
            f"<description><![CDATA[{self.html(one)}]]></description>"
            f"<link>https://forum.example/t/bread/12/{one}</link>"
            f"<pubDate>{format_datetime(NOON - timedelta(hours=1))}</pubDate>"
            f'<guid isPermaLink="false">{self.guid(one)}</guid></item>'
            for one in self._order(self._listed(None)[-SIZE:])
        )
        return (
            '<?xml version="1.0"?><rss version="2.0" '
            'xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Forum</title>'
            f"{items}</channel></rss>"
        ).encode()

    def _page(self, before: int | None) -> Any:
        if self.fault is not None:
            return self.fault
        rows = [
            {
                "id": one,
                "username": "rosa",
                "created_at": "2026-03-02T11:00:00Z",
                "cooked": self.html(one),
                "post_number": one,
                "post_url": f"/t/bread/12/{one}",
                "topic_id": 12,
                "topic_slug": "bread",
                "topic_title": "Bread",
            }
            for one in self._order(self._listed(before))
        ]
        body = json.dumps({"latest_posts": rows}).encode()
        return self.answer(body, 200, {"content-type": "application/json"})


@dataclass
class Board:
    """A scripted forum and the source that reads it."""

    rig: Any
    forum: ScriptedForum
    source: Any

    def poll(self, minutes: int = 0) -> Any:
        """Publish and poll."""
        self.forum.publish()
        return self.rig.poll(NOON + timedelta(minutes=minutes), force=True)

    @property
    def asked(self) -> list[str]:
        """Values of `before` asked for so far."""
        urls = [url for url, _ in self.rig.web.requests if url.startswith(PAGES)]
        return [parse_qs(urlsplit(url).query).get("before", [""])[0] for url in urls]

    def stored(self) -> Counter[int]:
        """How many posts are stored of each number in the topic."""
        store = self.rig.ports.store
        keys = [f"post:forum.example/{one}" for one in self.forum.ids]
        keys += [f"post:forum.example/t12/{one}" for one in self.forum.ids]
        posts: Mapping[str, Post] = store.posts(self.source.source_uuid, keys)
        return Counter(int(post.post_url.rpartition("/")[2]) for post in posts.values())

    @property
    def ids(self) -> Any:
        """Which ids the source's health says were read."""
        return read_flags(self.rig.ports.store.healths()[self.source.source_uuid].flags)


@pytest.fixture
def board(rig: Any, answer: Any) -> Board:
    """A forum with the posts 901 to 910, read once."""
    forum = ScriptedForum(rig.web, answer, list(range(901, 911)))
    board = Board(rig, forum, rig.add(FEED, kind=SourceKind.DISCOURSE))
    board.poll()
    return board


def test_first_reading_asks_for_nothing(board: Board) -> None:
    """What lies before the first reading is not missing."""
    assert board.asked == []
    assert (board.ids.seen, board.ids.missing) == (10, 0)


def test_no_gap_no_request(board: Board) -> None:
    """A feed that reaches back to the last poll costs no more than itself."""
    board.forum.ids += range(911, 950)
    board.poll(1)
    assert board.asked == []
    assert board.stored() == Counter(board.forum.ids)


@pytest.mark.parametrize("is_inclusive", [True, False], ids=["inclusive", "exclusive"])
@pytest.mark.parametrize("window", [0, 50], ids=["so many posts", "so many ids"])
@pytest.mark.parametrize("is_shuffled", [False, True], ids=["in order", "shuffled"])
def test_gap_is_filled(board: Board, is_inclusive: bool, window: int, is_shuffled: bool) -> None:
    """Exactly the posts that the feed left out are read, none twice, however the forum pages."""
    board.forum.is_inclusive, board.forum.window = is_inclusive, window
    board.forum.is_shuffled = is_shuffled
    board.forum.ids += range(911, 1031)
    report = board.poll(1)
    assert board.stored() == Counter(board.forum.ids)
    assert (board.ids.seen, board.ids.missing, board.ids.excluded) == (130, 0, 0)
    assert 2 <= len(board.asked) <= 3
    assert not report.failed


@pytest.mark.parametrize("is_inclusive", [True, False], ids=["inclusive", "exclusive"])
def test_short_and_empty_pages(board: Board, is_inclusive: bool) -> None:
    """A stretch of private posts does not end the search: older posts lie below it."""
    board.forum.is_inclusive, board.forum.window = is_inclusive, 50
    board.forum.ids += [*range(911, 921), *range(1090, 1120)]
    board.poll(1)
    assert board.stored() == Counter(board.forum.ids)
    assert (board.ids.seen, board.ids.missing, board.ids.excluded) == (50, 0, 169)


def test_long_gap_goes_on_at_the_next_poll(board: Board) -> None:
    """One poll asks politely few times; the rest is not forgotten, although the feed stays."""
    board.forum.ids += range(911, 911 + SIZE * (MOST_PAGES + 4))
    board.poll(1)
    assert len(board.asked) == MOST_PAGES
    assert board.ids.missing > 0
    board.poll(2)
    assert board.ids.missing == 0
    assert board.stored() == Counter(board.forum.ids)


@pytest.mark.parametrize("status", [500, 429])
def test_fault_while_going_back(board: Board, answer: Any, status: int) -> None:
    """A failure stops this poll's search, is said, and the next poll goes on from there."""
    board.forum.ids += range(911, 1031)
    board.forum.fault = answer(b"not now", status, {"content-type": "text/plain"})
    report = board.poll(1)
    assert board.ids.missing == 70
    assert "70 posts may be missing" in report.outcomes[0].message
    assert len(board.asked) == 1
    board.forum.fault = None
    board.rig.at(NOON + timedelta(hours=2))
    board.poll(120)
    assert board.ids.missing == 0
    assert board.stored() == Counter(board.forum.ids)


def test_forum_that_refuses(board: Board, answer: Any) -> None:
    """A forum that does not let us go back is asked once a day, not every minute."""
    board.forum.ids += range(911, 1031)
    board.forum.fault = answer(b"log in", 403, {"content-type": "text/plain"})
    for minute in range(1, 6):
        board.poll(minute)
    assert len(board.asked) == 1
    assert board.ids.missing == 70
    board.poll(60 * 25)
    assert len(board.asked) == 2


def test_forum_that_ignores_the_question(board: Board) -> None:
    """Newest posts again are no answer: nothing is taken for read that was not."""
    board.forum.ids += range(911, 1031)
    page = board.forum._page(None)
    board.forum.fault = page
    board.poll(1)
    assert board.ids.missing == 70


def test_guids_take_another_form(board: Board) -> None:
    """Known posts stay known when the feed begins to call them by topic and number, and a gap is
    noticed all the same.
    """
    board.forum.guid = lambda one: f"forum.example-post-12-{one}"
    board.forum.ids += range(911, 1031)
    board.poll(1)
    assert board.stored() == Counter(board.forum.ids)
    assert board.ids.missing == 0
    board.forum.guid = lambda one: f"https://forum.example/p/{one}"
    board.poll(2)
    assert board.stored() == Counter(board.forum.ids)


def test_guids_without_ids_and_no_way_back(board: Board, answer: Any) -> None:
    """Even then a post that is listed under a new guid is the post that it was."""
    board.forum.fault = answer(b"no", 403, {"content-type": "text/plain"})
    board.forum.guid = lambda one: f"forum.example-post-12-{one}"
    board.poll(1)
    assert board.stored() == Counter(board.forum.ids)


def test_links_of_posts_in_the_gap(board: Board) -> None:
    """What the missing posts link to enters the ledger like any other link."""
    board.forum.html = lambda one: (
        '<p><a href="https://x.com/rosa/status/7">x</a></p>' if one == 920 else f"<p>{one}</p>"
    )
    board.forum.ids += range(911, 1031)
    board.poll(1)
    key = identify("https://x.com/rosa/status/7").key
    uuid = board.rig.ports.store.find([key])[key]
    (mention,) = board.rig.ports.store.mentions([uuid])[uuid]
    assert mention.source_url == "https://forum.example/t/bread/12/920"


def test_counts_in_status(board: Board) -> None:
    """`status` tells how many ids were seen, are missing, are excluded."""
    from strandline.ops.status import gather_status

    board.forum.ids += [911, 913, 914]
    board.poll(1)
    (forum,) = gather_status(board.rig.ports.store, NOON).forums
    assert (forum.seen, forum.missing, forum.excluded) == (13, 0, 1)


def test_small_world_overflows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The small world's forum says more in a day than a short feed holds: all of it is read."""
    monkeypatch.setattr(world_forum, "FEED_SIZE", 2)
    with World(NOON) as world:
        settings = Settings(
            database=DatabaseSettings(path=tmp_path / "world.sqlite3"),
            fetch=FetchSettings(allow_private_networks=world.allow_list, host_delay_s=0),
            urls=UrlSettings(resolve=False),
        )
        clock = FrozenClock(NOON)
        store, fetcher = open_store(settings.database), make_fetcher(settings.fetch, clock)
        ports = a_set_of_ports(clock, fetcher, store)
        store.save_source(world.source("tinkers"))
        for _ in range(3):
            clock.set(world.now)
            run_poll(ports, settings)
            world.next_day()
        (health,) = store.healths().values()
        ids = read_flags(health.flags)
        written = {post.post_id for topic in tinkers_topics() for post in topic.posts}
        listed = [one for one in written if one >= ids.pieces[0].low]
        assert ids.missing == 0
        assert ids.seen == len(listed) > 2
        assert store.counts().posts == len(listed)
        fetcher.close()
        store.close()


def a_set_of_ports(clock: FrozenClock, fetcher: Any, store: Any) -> Ports:
    """Ports for polling only."""
    return Ports(
        clock=clock,
        fetcher=fetcher,
        parser=InProcess(),
        store=store,
        classifier=RuleClassifier(),
        progress=SilentProgress(),
        new_id=lambda: "0" * 32,
        jitter=lambda: 0.0,
        owner="test",
    )


class InProcess:
    """Reads listings here: the worker processes have tests of their own."""

    export = staticmethod(read_export)

    def listing(self, source: Source, result: FetchResult) -> Listing:
        return read_listing(source, result)

    def incoming(self, body: bytes, recipients: Sequence[str], secret: bytes) -> Incoming:
        raise NotImplementedError

    def page(self, article_uuid: str, result: FetchResult, now: datetime) -> Any:
        raise AssertionError("no page is asked for")


def tinkers_topics() -> Any:
    """What the forum of the small world will say."""
    (site,) = (site for site in load_sites() if site.key == "tinkers")
    return site.topics


#: What Discourse's feed has in the place of what opens by a click, and of its kin.
MARKERS = {
    "details": 'Notes <a href="https://forum.example/t/bread/12/{}">(click for more details)</a>',
    "details in French": '<p>Notes <a href="/t/bread/12/{}">(cliquer pour voir)</a></p>',
    "spoiler": '<p><span class="spoiler"><a href="https://forum.example/t/x/12/{}">剧透</a></span></p>',
    "poll": '<p>Which?</p><a href="https://forum.example/t/12/{}?u=rosa">Zur Umfrage</a>',
    "short": '<p>A <a href="https://forum.example/p/{}">…</a></p>',
    "quoted": '<blockquote><a href="https://forum.example/t/bread/12/{}">more</a></blockquote>',
}
HIDDEN = "<details><summary>Notes</summary><a href='https://x.com/rosa/status/{}'>x</a></details>"


@dataclass
class FoldingForum(ScriptedForum):
    """Its feed folds some posts; its pages do not."""

    folds: dict[int, str] = field(default_factory=dict)

    def publish(self) -> None:
        self.html = lambda one: self.folds.get(one, f"<p>post {one}</p>").replace("{}", str(one))
        feed = self._feed()
        self.html = lambda one: (
            HIDDEN.replace("{}", str(one)) if one in self.folds else f"<p>post {one}</p>"
        )
        super().publish()
        rows = json.loads(self._page(None).body).get("latest_posts", []) if not self.fault else []
        self.web.answers[FEED] = self.answer(feed, 200, {"content-type": "application/rss+xml"})
        for one in self.folds:
            row: Any = next((row for row in rows if row["id"] == one), {})
            answer = self.answer(json.dumps(row).encode(), 200, {"content-type": "text/json"})
            self.web.answers[f"https://forum.example/posts/{one}.json"] = self.fault or answer


@pytest.fixture
def folding(rig: Any, answer: Any) -> Board:
    """A forum with the posts 901 to 910, whose feed folds none of them yet."""
    forum = FoldingForum(rig.web, answer, list(range(901, 911)))
    board = Board(rig, forum, rig.add(FEED, kind=SourceKind.DISCOURSE))
    board.poll()
    return board


def _linked(board: Board, one: int) -> bool:
    key = identify(f"https://x.com/rosa/status/{one}").key
    return key in board.rig.ports.store.find([key])


@pytest.mark.parametrize("marker", MARKERS)
def test_links_that_the_feed_folds_away(folding: Board, marker: str) -> None:
    """A post in whose place the feed leads to the post itself is read itself, whatever it says."""
    forum: Any = folding.forum
    forum.ids.append(911)
    forum.folds = {911: MARKERS[marker]}
    folding.poll(1)
    assert _linked(folding, 911)
    assert folding.asked == []


def test_many_folds_cost_one_request(folding: Board) -> None:
    """And are no edits the next time; posts that are whole cost nothing."""
    forum: Any = folding.forum
    forum.ids += [911, 912, 913, 914]
    forum.folds = {911: MARKERS["poll"], 913: MARKERS["details"]}
    folding.poll(1)
    assert _linked(folding, 911)
    assert _linked(folding, 913)
    assert folding.asked == ["914"]
    folding.forum.ids.append(915)
    folding.poll(2)
    store, keys = folding.rig.ports.store, ["post:forum.example/911"]
    assert store.posts(folding.source.source_uuid, keys)[keys[0]].versions == 1


def test_a_fold_that_cannot_be_read_is_said_and_waits(folding: Board, answer: Any) -> None:
    """A forum that has trouble is asked again, what was read before is not taken for edited; one
    that says no is left alone until the daily full fetch.
    """
    forum: Any = folding.forum
    forum.ids += [911, 912]
    forum.folds = {911: MARKERS["poll"], 912: MARKERS["poll"]}
    folding.poll(1)
    forum.ids.append(913)
    forum.folds[913] = MARKERS["poll"]
    forum.fault = answer(b"later", 500, {"content-type": "text/plain"})
    report = folding.poll(2)
    assert "folded in the feed and were not read" in report.outcomes[0].message
    forum.fault = answer(b"log in", 403, {"content-type": "text/plain"})
    folding.rig.at(NOON + timedelta(hours=2))
    folding.poll(120)
    before = len(folding.rig.web.requests)
    forum.ids.append(914)
    folding.poll(121)
    assert len(folding.rig.web.requests) == before + 1
    forum.fault = None
    folding.poll(60 * 27)
    assert _linked(folding, 913)
    assert _linked(folding, 911)


def test_an_old_forum_is_read_back_to_its_first_post(board: Board) -> None:
    """A plan first, then ten pages a poll, going on where the last one ended; with their links."""
    ports, forum = board.rig.ports, board.forum
    forum.ids = [*range(1, 911)]
    forum.html = lambda one: f"<p><a href='https://x.com/rosa/status/{one}'>x</a></p>"
    forum.publish()
    plan = backfill.plan(ports, board.rig.settings, board.source)
    assert plan is not None
    assert plan.ids == 900
    assert plan.posts == pytest.approx(900, rel=0.05)
    assert plan.requests == pytest.approx(900 / SIZE, abs=2)
    assert plan.links == pytest.approx(900, rel=0.05)
    before = len(board.asked)
    assert backfill.begin(ports, Actor.console(), board.source).is_done
    board.poll(1)
    assert len(board.asked) - before == MOST_PAGES
    assert 1 < board.ids.pieces[0].low < 500
    board.poll(2)
    assert board.ids.reaches_back
    assert board.stored() == Counter(forum.ids)
    assert _linked(board, 3)
    asked = len(board.asked)
    board.poll(3)
    assert len(board.asked) == asked


def test_reading_back_can_be_stopped(board: Board) -> None:
    """What was read stays."""
    ports = board.rig.ports
    board.forum.ids = [*range(1, 911)]
    backfill.begin(ports, Actor.console(), board.source)
    assert backfill.stop(ports, Actor.console(), board.source).is_done
    board.poll(1)
    assert board.ids.pieces[0].low == 861
