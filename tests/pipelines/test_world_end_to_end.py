"""The whole main job on the small world: four days of polling and editions on a real store."""

import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest

from strandline.adapters.fetch import make_fetcher
from strandline.adapters.parse import PooledParser
from strandline.adapters.progress import SilentProgress
from strandline.adapters.store import open_store
from strandline.core.digest.classify import RuleClassifier
from strandline.core.urls import identify
from strandline.core.urls.history import history_hash
from strandline.model.articles import AliasKind, Article, Mention, TextStatus, UrlStatus
from strandline.model.digests import Digest, DigestItem, Section
from strandline.model.funnel import StepReport
from strandline.model.sources import ContentType, SourceState
from strandline.ops.explain import explain
from strandline.pipelines.digest import run_digest
from strandline.pipelines.poll import PollReport, run_poll
from strandline.ports import Ports
from strandline.settings import (
    DatabaseSettings,
    DigestSettings,
    FetchSettings,
    ParseSettings,
    PollSettings,
    Settings,
)
from strandline.testing.fakes import FrozenClock
from strandline.testing.world import World
from strandline.testing.world.stories import load_sites

START = datetime(2026, 3, 4, 7, 0, tzinfo=UTC)
DAYS = 4
#: Sources that are in trouble on day one, with the state that they must show.
TROUBLED = {
    "vault": SourceState.BLOCKED,
    "frontpage": SourceState.HTML_PAGE,
    "closed": SourceState.GONE,
    "silent": SourceState.FAILING,
    "busy": SourceState.RATE_LIMITED,
}


@dataclass
class Played:
    """Days that were played, and the ports to look at what came of them."""

    world: World
    ports: Ports
    settings: Settings
    clock: FrozenClock
    polls: list[PollReport] = field(default_factory=list)
    digests: list[Digest] = field(default_factory=list)

    def play_day(self) -> None:
        """Poll and make the edition of everybody, at the world's time."""
        self.clock.set(self.world.now)
        self.polls.append(run_poll(self.ports, self.settings))
        (reader,) = (r for r in self.ports.store.readers() if r.reader_id == "public")
        digest = run_digest(self.ports, self.settings, reader, now=self.world.now)
        self.digests.append(digest)

    def article(self, site: str, path: str) -> Article:
        """The one article of a page of the world."""
        key = identify(self.world.url(site, path)).key
        found = self.ports.store.find([key])
        return self.ports.store.articles([found[key]])[found[key]]

    def mentions(self, article: Article) -> list[Mention]:
        return self.ports.store.mentions([article.article_uuid])[article.article_uuid]

    def all_articles(self) -> list[Article]:
        return [a for group in self.ports.store.every_article() for a in group]


@contextmanager
def playing(database: DatabaseSettings) -> Iterator[Played]:
    """The world on its first morning, and real adapters around an empty database."""
    with World(START) as world:
        settings = Settings(
            database=database,
            fetch=FetchSettings(
                allow_private_networks=world.allow_list, host_delay_s=0.0, timeout_s=60.0
            ),
            # A slow machine is no fault of the documents.
            parse=ParseSettings(timeout_s=60.0),
            poll=PollSettings(concurrency=4),
            digest=DigestSettings(
                categories=("news", "science", "technology", "culture", "local"),
                max_items_per_category=6,
            ),
        )
        clock = FrozenClock(START)
        store = open_store(settings.database)
        fetcher = make_fetcher(settings.fetch, clock)
        parser = PooledParser(settings.parse)
        ports = Ports(
            clock=clock,
            fetcher=fetcher,
            parser=parser,
            store=store,
            classifier=RuleClassifier(),
            progress=SilentProgress(),
            new_id=lambda: uuid.uuid4().hex,
            jitter=lambda: 0.5,
            owner="test",
        )
        for source in world.sources():
            store.save_source(source)
        try:
            yield Played(world, ports, settings, clock)
        finally:
            parser.close()
            fetcher.close()
            store.close()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """Three scripted days and a generated one; tests only look."""
    database = tmp_path_factory.mktemp("world") / "world.sqlite3"
    with playing(DatabaseSettings(path=database)) as days:
        for day in range(DAYS):
            if day:
                days.world.next_day()
            days.play_day()
        yield days


def recorded(digest: Digest) -> list[DigestItem]:
    return [item for item in digest.items if item.is_recorded]


def step(digest: Digest, name: str) -> StepReport:
    (found,) = (report for report in digest.funnel.steps if report.step == name)
    return found


def test_every_day_has_an_edition(played: Played) -> None:
    """Each day shows something, in all three languages over the days."""
    assert all(len(recorded(digest)) >= 10 for digest in played.digests)
    articles = played.ports.store.articles(
        [i.article_uuid for d in played.digests for i in d.items]
    )
    assert {a.language for a in articles.values()} >= {"en", "fr", "zh"}


def test_nothing_shown_before_is_shown_again(played: Played) -> None:
    """No recorded URL and no article stands in two editions, or twice in one."""
    items = [item for digest in played.digests for item in recorded(digest)]
    hashes = Counter(history_hash(item.url) for item in items)
    assert [item.url for item in items if hashes[history_hash(item.url)] > 1] == []
    assert len({item.article_uuid for item in items}) == len(items)


def test_the_funnel_says_how_many_were_blocked(played: Played) -> None:
    """Day two's history step counts what it blocked, in numbers and in the documented words."""
    first, second = played.digests[:2]
    history = step(second, "history")
    blocked = history.drops["seen_before"]
    assert blocked == len(recorded(first))
    words = f"blocked {blocked} previously shown articles ({len(recorded(first))} URLs in history)"
    assert words in history.notes
    assert any("no duplicates found" in note for note in step(first, "history").notes)


def test_the_funnel_adds_up(played: Played) -> None:
    """What entered a step went on or was dropped with a reason."""
    for digest in played.digests:
        for report in digest.funnel.steps:
            assert report.left == report.entered - sum(report.drops.values()), report.step


def test_history_holds_exactly_what_was_recorded(played: Played) -> None:
    """One history row for each recorded item of all editions."""
    rows = {row.url for row in played.ports.store.history("public")}
    assert rows == {item.url for digest in played.digests for item in recorded(digest)}


def test_skills_pass_every_day(played: Played) -> None:
    """The fixed list of skills is in each edition and never in the history."""
    for digest in played.digests:
        skills = [item for item in digest.items if item.section is Section.SKILLS]
        assert len(skills) == 3
        assert not any(item.is_recorded for item in skills)


def test_podcasts_have_their_section(played: Played) -> None:
    """An episode leads, others follow; none is among the articles."""
    first = played.digests[0]
    featured = [item for item in first.items if item.section is Section.FEATURED_PODCAST]
    assert len(featured) == 1
    assert {item.section for item in first.items if item.content_type is ContentType.PODCAST} <= {
        Section.FEATURED_PODCAST,
        Section.MORE_PODCASTS,
    }


#: The wrapper of a search engine, taken off without asking it.
GOOGLE = "https://www.google.com/url?sa=t&url={target}&usg=AOvVaw0"
#: Articles that two sources name by different URLs: (site, path, URL as the link blog writes it).
WAYS = [
    (
        "courier",
        "/town/old-mill-bridge-closes",
        "{courier}/town/old-mill-bridge-closes?utm_source=morninglinks&fbclid=IwAR2estuary&gclid=x1",
    ),
    ("signal", "/2026/eel-island-tidal-month", "{short}/tidal"),
    (
        "gazette",
        "/ville/halle-aux-grains-toit",
        GOOGLE.format(target="{gazette_quoted}%2Fville%2Fhalle-aux-grains-toit"),
    ),
    ("linjiang", "/local/3018.html", "{short}/out?url={linjiang}/local/3018.html"),
    ("carnet", "/billets/reparer-un-parapluie", "{short}/refresh"),
]
WAY_NAMES = ["tracking", "shortener", "wrapper unwrapped offline", "redirect", "meta refresh"]


@pytest.mark.parametrize(("site", "path", "listed"), WAYS, ids=WAY_NAMES)
def test_one_article_by_many_ways(played: Played, site: str, path: str, listed: str) -> None:
    """Whatever leads to a page is one article with a mention for each source."""
    article = played.article(site, path)
    assert article.article_url_final == played.world.url(site, path)
    by_source = {m.source_uuid: m for m in played.mentions(article)}
    links = played.world.source("links").source_uuid
    assert {links, played.world.source(site).source_uuid} <= set(by_source)
    ending = path.rsplit("/", 1)[-1]
    same = [a for a in played.all_articles() if ending in a.article_url_final]
    assert [a.article_uuid for a in same] == [article.article_uuid]
    told = explain(played.ports.store, played.world.fill(listed))
    assert told.article is not None
    assert told.article.article_uuid == article.article_uuid


def test_an_old_address_is_an_alias(played: Played) -> None:
    """The page of 2019 redirects to the bridge story and is known as its alias."""
    article = played.article("courier", "/town/old-mill-bridge-closes")
    aliases = {alias.url: alias for alias in played.ports.store.aliases(article.article_uuid)}
    old = aliases[played.world.url("courier", "/2019/bridge-inspection")]
    assert old.kind in {AliasKind.REDIRECT, AliasKind.ORIGINAL}
    assert old.evidence


def test_a_shortener_is_resolved_once(played: Played) -> None:
    """The short link is listed on two days and asked for once."""
    assert played.world.hits("short")["/tidal"] == 1


def test_pages_are_asked_for_once(played: Played) -> None:
    """What is known in four days, or is being asked for by another source, costs no request."""
    pages = {(site.key, story.path) for site in load_sites() for story in site.stories}
    asked = Counter(
        (seen.site, seen.path.partition("?")[0])
        for seen in played.world.requests
        if seen.status == 200
    )
    # Behind a shortener or an old address nobody can tell that the page is known.
    assert {page for page in pages if asked[page] > 2} == set()
    assert sum(asked[page] > 0 for page in pages) > 60


def test_unchanged_feeds_answer_304(played: Played) -> None:
    """A poll that finds nothing new is answered without a body."""
    before = len(played.world.requests)
    report = run_poll(
        played.ports,
        played.settings,
        now=played.world.now + timedelta(minutes=1),
        only=[played.world.source("courier").source_uuid],
        force=True,
    )
    (outcome,) = report.outcomes
    assert outcome.is_unchanged
    assert [s.status for s in played.world.requests[before:]] == [304]


def test_walls_are_never_an_address(played: Played) -> None:
    """A wall's own address is no article; what stands behind one keeps the last good URL."""
    for article in played.all_articles():
        assert "/consent" not in article.article_url_final
        assert "/login" not in article.article_url_final
    for path in ("/opinion/shorter-days", "/opinion/what-librarians-know"):
        article = played.article("meridian", path)
        assert article.article_url_final == played.world.url("meridian", path)
        assert article.url_status is UrlStatus.UNRESOLVED


def test_what_cannot_be_read_is_not_shown(played: Played) -> None:
    """Walls, stubs, soft 404s, challenges and dead links are kept, and stay out of editions."""
    shown = {item.url for digest in played.digests for item in digest.items}
    unreadable = [
        ("meridian", "/opinion/shorter-days"),
        ("meridian", "/opinion/what-librarians-know"),
        ("meridian", "/letters/on-bells"),
        ("vault", "/markets/quiet-week"),
        ("closed", "/2011/farewell"),
        ("silent", "/weather/records"),
    ]
    for site, path in unreadable:
        article = played.article(site, path)
        assert article.article_url_final not in shown
        told = explain(played.ports.store, article.article_url_final)
        assert told.text is not None
        assert told.text.status is not TextStatus.OK, path
        assert told.dropped, path


def test_a_page_buried_under_the_front_page_keeps_its_address(played: Played) -> None:
    """A redirect to the home page is no identity."""
    article = played.article("meridian", "/opinion/withdrawn-column")
    assert article.article_url_final == played.world.url("meridian", "/opinion/withdrawn-column")


def test_dead_sites_harm_nothing(played: Played) -> None:
    """Each troubled source says what is wrong; all others are well."""
    states = {outcome.source_uuid: outcome for outcome in played.polls[0].outcomes}
    troubled = {played.world.source(key).source_uuid: state for key, state in TROUBLED.items()}
    for source_uuid, state in troubled.items():
        assert states[source_uuid].state is state
        assert states[source_uuid].message
    others = {o.name: (o.state, o.message) for uuid, o in states.items() if uuid not in troubled}
    assert {name: told for name, told in others.items() if told[0] is not SourceState.OK} == {}


def test_a_source_that_is_gone_is_asked_no_more(played: Played) -> None:
    """410 retires the source: one request for its feed in four days."""
    assert played.world.hits("closed")["/feed.xml"] == 1
    gone = played.world.source("closed").source_uuid
    assert [s.active for s in played.ports.store.sources() if s.source_uuid == gone] == [False]


def test_a_busy_source_comes_back(played: Played) -> None:
    """Rate limited on day one, read on day two."""
    assert played.article("busy", "/pump/handle-painted").article_title


def test_a_feed_that_moved_is_followed(played: Played) -> None:
    """301 is obeyed at once, and adopted as the source's address after it has repeated."""
    assert played.article("mover", "/circular/ringers-at-noon").article_title
    uuid = played.world.source("mover").source_uuid
    (source,) = (s for s in played.ports.store.sources() if s.source_uuid == uuid)
    assert source.url == played.world.url("mover", "/feed.atom")


def test_a_malformed_feed_yields_what_can_be_read(played: Played) -> None:
    """Its articles are there, and the source carries a warning."""
    assert played.article("crooked", "/bulletin/bread-and-roses").article_title
    health = played.ports.store.healths()[played.world.source("crooked").source_uuid]
    assert "malformed" in health.flags
    assert health.message


def test_an_undated_feed_starts_with_a_baseline(played: Played) -> None:
    """What it listed at first is no news; what came later is dated by our first sight."""
    store, source = played.ports.store, played.world.source("undated").source_uuid
    old = store.posts_with_key(identify(played.world.url("undated", "/notes/the-hill-in-fog")).key)
    assert [post.decision for post in old] == ["undated_baseline"]
    fresh = played.article("undated", "/notes/who-lights-the-lantern")
    assert fresh.source_uuid == source
    assert fresh.published_utc_iso in (
        None,
        START + timedelta(days=1),
        START + timedelta(hours=16.3),
    )


def test_an_edit_is_noticed_and_no_news(played: Played) -> None:
    """The bridge story is one article with two versions, shown once."""
    article = played.article("courier", "/town/old-mill-bridge-closes")
    assert article.versions == 2
    assert article.content_updated_at is not None
    shown = [i for d in played.digests for i in d.items if i.article_uuid == article.article_uuid]
    assert len(shown) == 1


def test_an_item_listed_again_is_no_news(played: Played) -> None:
    """The frost fair under a new date and a new id stays one article of its first date."""
    article = played.article("courier", "/country/frost-fairs-cancelled")
    assert article.published_utc_iso == START - timedelta(hours=20.6)
    twins = [a for a in played.all_articles() if "frost-fairs" in a.article_url_final]
    assert len(twins) == 1


def test_a_page_that_disappeared_stays_in_the_ledger(played: Played) -> None:
    """The grain ship's page is withdrawn on day three; its text of day one is kept."""
    article = played.article("courier", "/harbour/grain-ship-aground")
    text = played.ports.store.texts([article.article_uuid])[article.article_uuid]
    assert text.status is TextStatus.OK
    assert "pancakes" in text.text


def test_a_syndicated_copy_is_an_article_of_its_own(played: Played) -> None:
    """rel=canonical to another site is a claim that is stored, never a merge."""
    copy = played.article("ledger", "/nation/barn-owl-count-record")
    origin = played.article("courier", "/country/barn-owl-count")
    assert copy.article_uuid != origin.article_uuid
    text = played.ports.store.texts([copy.article_uuid])[copy.article_uuid]
    assert text.canonical_url == origin.article_url_final


def test_texts_are_readable(played: Played) -> None:
    """Scraped texts hold the story and not the page's furniture, in three languages."""
    expected = {
        ("signal", "/2026/eel-island-tidal-month"): "lignum vitae",
        ("gazette", "/ville/halle-aux-grains-toit"): "carrière de Roquebleue",
        ("linjiang", "/local/3018.html"): "豆腐离不开好水",
    }
    for (site, path), words in expected.items():
        article = played.article(site, path)
        text = played.ports.store.texts([article.article_uuid])[article.article_uuid]
        assert text.status is TextStatus.OK
        assert words in text.text
        assert "Plain Signal ©" not in text.text
        assert text.published_at == article.published_utc_iso


def test_a_page_without_a_feed_is_watched(played: Played) -> None:
    """Notices that appear after the first visit enter, dated by their own pages."""
    article = played.article("harbour", "/notices/2026-119-buoy-inspection")
    mentions = played.mentions(article)
    # A forum links to it on the same day: which of the two was read first is chance.
    assert "Saltmarsh Harbour Office" in {mention.source_name for mention in mentions}
    assert article.content_type is not ContentType.LINK
    assert article.published_utc_iso == START + timedelta(days=1) - timedelta(hours=5.1)


def test_forum_posts_are_one_article_a_topic(played: Played) -> None:
    """Three posts of a topic are three posts and one article."""
    article = played.article("tinkers", "/t/wooden-bearings-in-salt-water/41")
    posts = played.ports.store.posts_of(article.article_uuid)
    assert {post.author_username for post in posts} >= {"rosa_l", "oldnick", "minna"}


def test_every_listed_item_is_explained(played: Played) -> None:
    """Each item of a feed is an article or has a reason, and `explain` finds it by its URL."""
    unexplained = []
    for digest in played.digests:
        for drop in digest.drops:
            assert drop.reason
    for article in played.all_articles():
        told = explain(played.ports.store, article.article_url_original)
        if article.content_type is ContentType.LINK:
            # A link of a forum post: nobody lists it, so no edition decides about it.
            assert all(mention.context_snippet for mention in told.mentions)
            continue
        if told.article is None or not told.mentions or not told.posts:
            unexplained.append(article.article_url_original)
        if not told.shown and not told.dropped:
            unexplained.append(article.article_url_final)
    assert unexplained == []


def test_two_days_on_both_databases(database: DatabaseSettings) -> None:
    """SQLite and PostgreSQL alike: day two shows fresh news only and counts what it blocked."""
    with playing(database) as days:
        days.play_day()
        days.world.next_day()
        days.play_day()
        first, second = days.digests
        assert len(recorded(first)) >= 20
        assert len(recorded(second)) >= 10
        assert not {i.url for i in recorded(first)} & {i.url for i in recorded(second)}
        assert step(second, "history").drops["seen_before"] == len(recorded(first))


def test_the_second_poll_of_the_same_bytes_changes_nothing(database: DatabaseSettings) -> None:
    """A forced unconditional poll moves `last_seen_at` and nothing else of the ledger."""
    with playing(database) as days:
        days.clock.set(START)
        run_poll(days.ports, days.settings)
        before = _ledger(days)
        days.world.forget_requests()
        later = START + timedelta(minutes=40)
        _forget_validators(days, later)
        report = run_poll(days.ports, days.settings, now=later, force=True)
        after = _ledger(days)
        assert report.new == 0
        assert before.articles == after.articles
        assert before.mentions == after.mentions
        assert before.aliases == after.aliases
        assert before.posts == after.posts
        assert after.last_seen == {later}


@dataclass
class _Ledger:
    articles: dict[str, Article]
    mentions: dict[str, list[Mention]]
    aliases: dict[str, list[object]]
    posts: dict[str, list[tuple[object, ...]]]
    last_seen: set[datetime]


def _ledger(days: Played) -> _Ledger:
    store = days.ports.store
    articles = {a.article_uuid: a for a in days.all_articles()}
    posts = {uuid: store.posts_of(uuid) for uuid in articles}
    return _Ledger(
        articles,
        store.mentions(list(articles)),
        {uuid: list(store.aliases(uuid)) for uuid in articles},
        {
            uuid: [(p.item_key, p.title, p.content_hash, p.versions, p.first_seen_at) for p in some]
            for uuid, some in posts.items()
        },
        {post.last_seen_at for some in posts.values() for post in some},
    )


def _forget_validators(days: Played, now: datetime) -> None:
    """Let the next poll read every byte again."""
    store, owner = days.ports.store, days.ports.owner
    for _, health in store.claim_due(now, owner, timedelta(minutes=1), limit=100, force=True):
        bare = replace(health, etag=None, last_modified=None, body_checksum=None)
        assert store.save_health(bare, owner=owner)
