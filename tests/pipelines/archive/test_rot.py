"""Kept links are visited again, around a real store."""

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from strandline.core.text.extract import extract_page
from strandline.model.accounts import Actor
from strandline.model.archive import ArtifactKind
from strandline.model.articles import Article, ArticleText
from strandline.model.fetching import FetchOutcome, FetchResult, Hop
from strandline.model.rot import LinkHealth, LinkState, Sign
from strandline.pipelines.desk import rot as acts
from strandline.pipelines.rot import visit_links
from strandline.settings import ArchiveSettings
from strandline.testing.archive_builders import a_result, an_artifact
from strandline.testing.builders import an_answer

DAY = timedelta(days=1)
STORY = [f"On day {n} of the repairs {n * 7} people came to see wheel {n + 3}." for n in range(40)]
OTHER = [f"The council of ward {n} votes on {n * 5} new benches by the canal." for n in range(40)]


def html(title: str, lines: list[str]) -> bytes:
    body = "".join(f"<p>{line}</p>" for line in lines)
    return f"<!doctype html><title>{title}</title><main><h1>{title}</h1>{body}</main>".encode()


KEPT = html("The mill", STORY)


class HereParser:
    """Reads pages in this process."""

    def page(self, article_uuid: str, result: FetchResult, now: datetime) -> ArticleText:
        return extract_page(article_uuid, result, now)


class Rot:
    """A rig in which pages are kept and visited."""

    def __init__(self, rig: Any, folder: Path) -> None:
        self.rig, self.folder = rig, folder
        self.ports = replace(rig.ports, parser=HereParser())
        self.store, self.answers = rig.store, rig.fetcher.answers

    def keep(self, url: str, body: bytes = KEPT) -> Article:
        """A page that was captured now, as it was sent."""
        article: Article = self.rig.add(url)
        self.rig.queue(url, article)
        (job,) = self.store.claim_jobs(self.rig.clock.now(), "me", DAY, limit=1, per_domain=9)
        raw = an_artifact(job, ArtifactKind.RAW, content_type="text/html")
        path = self.folder / "raw"
        path.write_bytes(body)
        stored = self.rig.blobs.put(raw.key, path, raw.content_type)
        raw = replace(raw, sha256=stored.sha256, size_bytes=stored.size_bytes)
        assert self.store.finish_job(a_result(job, artifacts=(raw,)), owner="me")
        return article

    def visit(self, **options: Any) -> Any:
        return visit_links(self.ports, self.rig.settings, **options)

    def state(self, article: Article) -> LinkState:
        link: LinkHealth = self.store.link_health([article.article_uuid])[article.article_uuid]
        return link.state

    def is_gone(self, url: str) -> None:
        self.answers[url] = FetchResult(url, FetchOutcome.HTTP_ERROR, url, 404)

    def moves(self, url: str, target: str, body: bytes = KEPT, status: int = 301) -> None:
        self.answers[url] = an_answer(url, body, final_url=target, hops=(Hop(status, url, target),))


@pytest.fixture
def rot(archive_rig: Any, tmp_path: Path) -> Rot:
    return Rot(archive_rig, tmp_path)


def test_a_link_is_gone_after_three_failures_over_six_days(rot: Rot) -> None:
    """Each with its evidence; it comes back with one answer."""
    url = "https://a.example/mill"
    article = rot.keep(url)
    rot.answers[url] = an_answer(url, KEPT)
    assert rot.visit().visits == ()
    rot.rig.advance(days=8)
    (visit,) = rot.visit().visits
    assert (visit.sign, visit.evidence) == (Sign.ALIVE, "the same bytes as were kept")
    rot.is_gone(url)
    for days, state in ((8, LinkState.ALIVE), (3, LinkState.ALIVE), (3, LinkState.GONE)):
        rot.rig.advance(days=days)
        assert [one.sign for one in rot.visit().visits] == [Sign.GONE]
        assert rot.state(article) is state
        assert rot.visit().visits == ()
    rot.answers[url] = an_answer(url, KEPT)
    rot.rig.advance(days=8)
    rot.visit()
    assert rot.state(article) is LinkState.ALIVE
    signs = [one.sign for one in rot.store.visits(article.article_uuid)]
    assert signs == [Sign.ALIVE, Sign.GONE, Sign.GONE, Sign.GONE, Sign.ALIVE]


def test_a_host_that_is_down_is_asked_once_and_costs_nothing(rot: Rot) -> None:
    """Its links wait; a day later all of them are alive, and none was ever anything else."""
    urls = [f"https://a.example/{n}" for n in range(5)]
    articles = [rot.keep(url) for url in urls]
    other = rot.keep("https://b.example/")
    rot.answers[other.article_url_final] = an_answer(other.article_url_final, KEPT)
    rot.rig.advance(days=8)
    told = rot.visit()
    assert [one.sign for one in told.visits] == [Sign.ALIVE, Sign.DOWN]
    assert told.waiting == 4
    assert len(rot.rig.fetcher.requests) == 2
    rot.answers |= {url: an_answer(url, KEPT) for url in urls}
    rot.rig.advance(days=1)
    assert rot.visit().visits == ()
    rot.rig.advance(days=2, hours=1)
    assert [one.sign for one in rot.visit().visits] == [Sign.ALIVE] * 5
    assert {rot.state(article) for article in articles} == {LinkState.ALIVE}


def test_links_of_a_dead_host_are_gone_with_it(rot: Rot) -> None:
    """By one request each time; and all are looked at once it answers again."""
    urls = [f"https://a.example/{n}" for n in range(4)]
    articles = [rot.keep(url) for url in urls]
    rot.rig.advance(days=8)
    for _ in range(4):
        rot.visit()
        rot.rig.advance(days=3, hours=1)
    assert {rot.state(article) for article in articles} == {LinkState.GONE}
    assert len(rot.rig.fetcher.requests) <= 5
    rot.answers |= {url: an_answer(url, KEPT) for url in urls}
    rot.rig.advance(days=10)
    rot.visit()
    rot.visit()
    assert {rot.state(article) for article in articles} == {LinkState.ALIVE}


def test_where_nothing_answers_it_is_our_own_network(rot: Rot) -> None:
    """Three hosts and not one answer: nothing is written down, all are visited an hour later."""
    articles = [rot.keep(f"https://{name}.example/") for name in "abc"]
    rot.rig.advance(days=8)
    told = rot.visit()
    assert (told.is_ours, told.visits) == (True, ())
    assert all(rot.store.visits(article.article_uuid) == [] for article in articles)
    assert rot.visit().visits == ()
    for article in articles:
        rot.answers[article.article_url_final] = an_answer(article.article_url_final, KEPT)
    rot.rig.advance(hours=1)
    assert len(rot.visit().visits) == 3


def test_a_host_is_asked_once_for_what_cannot_exist(rot: Rot) -> None:
    """A page in an unknown language at every address: none of it is there."""
    urls = [f"https://a.example/{n}" for n in range(3)]
    articles = [rot.keep(url) for url in urls]
    nothing = html("Hutsik", ["Ez dago ezer hemen bilatzen duzunik gure gunean gaur ere"] * 2)

    class Everywhere(dict[str, Any]):
        def get(self, key: str, _default: Any = None) -> FetchResult:
            return an_answer(key, nothing)

    rot.rig.fetcher.answers = Everywhere()
    rot.rig.advance(days=8)
    assert [one.sign for one in rot.visit().visits] == [Sign.SOFT_GONE] * 3
    assert len(rot.rig.fetcher.requests) == 4
    for _ in range(2):
        rot.rig.advance(days=3, hours=1)
        rot.visit()
    assert {rot.state(article) for article in articles} == {LinkState.SOFT_GONE}
    assert len(rot.rig.fetcher.requests) == 10


def test_a_moved_page_is_proposed_and_taken_by_a_person(rot: Rot) -> None:
    """Nothing is merged by itself; what was accepted leads to the article from then on."""
    url, target = "https://a.example/mill", "https://a.example/archive/mill"
    article = rot.keep(url)
    rot.moves(url, target)
    rot.rig.advance(days=8)
    rot.visit()
    uuid = article.article_uuid
    link = rot.store.link_health([uuid])[uuid]
    assert (link.state, link.target) == (LinkState.MOVED, target)
    assert rot.store.aliases(uuid) == []
    assert rot.store.rotten_links(LinkState.MOVED, limit=5) == [link]
    assert acts.accept_move(rot.ports, Actor.console(), uuid).is_done
    assert [alias.url for alias in rot.store.aliases(uuid)] == [target]
    assert not acts.accept_move(rot.ports, Actor.console(), uuid).is_done
    assert acts.look_now(rot.ports, Actor.console(), uuid).is_done
    (visit,) = rot.visit().visits
    assert visit.sign is Sign.ALIVE


def test_a_move_to_another_article_joins_the_two(rot: Rot) -> None:
    """Where a person says so; the history of the link goes with it."""
    article = rot.keep("https://a.example/mill")
    there = rot.rig.add("https://a.example/archive/mill")
    rot.moves(article.article_url_final, there.article_url_final)
    rot.rig.advance(days=8)
    rot.visit()
    outcome = acts.accept_move(rot.ports, Actor.console(), article.article_uuid)
    assert outcome.subject == there.article_uuid
    assert rot.store.articles([article.article_uuid]) == {}
    assert rot.state(there) is LinkState.ALIVE
    assert len(rot.store.visits(there.article_uuid)) == 1


def test_what_changed_is_shown_and_dismissed(rot: Rot) -> None:
    """How much, and which passages; dismissed it is listed no more, unless it turns again."""
    url = "https://a.example/mill"
    article = rot.keep(url)
    rot.answers[url] = an_answer(url, html("The mill", [*STORY[:20], *OTHER[20:]]))
    rot.rig.advance(days=8)
    (visit,) = rot.visit().visits
    assert visit.state is LinkState.CHANGED
    assert ("+", OTHER[20]) in visit.difference
    assert acts.dismiss(rot.ports, Actor.console(), article.article_uuid).is_done
    assert not acts.dismiss(rot.ports, Actor.console(), article.article_uuid).is_done
    assert rot.store.rotten_links(LinkState.CHANGED, limit=5) == []
    assert [entry.what for entry in rot.store.audit(limit=5)] == ["link.dismiss"]


def test_a_wall_never_becomes_gone(rot: Rot) -> None:
    """However often it is met."""
    url = "https://a.example/mill"
    article = rot.keep(url)
    rot.answers[url] = FetchResult(url, FetchOutcome.BLOCKED, url, 403, message="a challenge")
    for _ in range(6):
        rot.rig.advance(days=10)
        rot.visit()
    assert rot.state(article) is LinkState.BLOCKED


def test_what_was_never_kept_has_nothing_to_visit(rot: Rot) -> None:
    """And a host that wants to be left alone is."""
    article = rot.rig.add("https://a.example/new")
    assert not acts.look_now(rot.ports, Actor.console(), article.article_uuid).is_done
    url = "https://b.example/mill"
    kept = rot.keep(url)
    until = rot.rig.clock.now() + 9 * DAY
    rot.answers[url] = FetchResult(url, FetchOutcome.NOT_NOW, url, retry_after=until)
    rot.rig.advance(days=8)
    told = rot.visit()
    assert (told.visits, told.waiting) == ((), 1)
    assert rot.store.link_health([kept.article_uuid])[kept.article_uuid].next_at == until


def test_a_turn_takes_as_many_as_are_set(rot: Rot) -> None:
    """The others wait for the next one."""
    for number in range(3):
        article = rot.keep(f"https://h{number}.example/")
        rot.answers[article.article_url_final] = an_answer(article.article_url_final, KEPT)
    settings = rot.rig.settings.model_copy(update={"archive": ArchiveSettings(visits_per_turn=2)})
    rot.rig.advance(days=8)
    assert len(visit_links(rot.ports, settings).visits) == 2
    assert len(visit_links(rot.ports, settings).visits) == 1
