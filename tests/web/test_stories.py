"""Stories as people and programs see them: once, with all their sources and times."""

import html
import re
import zlib
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from strandline.core.dedup.grouping import group
from strandline.model.articles import Article, IngestBatch
from strandline.model.stories import Answer, Decision, Relation
from strandline.model.takedowns import Takedown
from strandline.ports import Store
from strandline.testing.builders import NOW, a_mention, a_source, an_article
from strandline.testing.fakes import FrozenClock
from strandline.testing.story_builders import a_match, a_ruling, a_verdict
from strandline.web.rankings import Rankings

HOUR = timedelta(hours=1)
HOSTILE = "<script>alert(1)</script> \"' {{7*7}} \x07 \u202e"
SOURCES = [
    a_source(n, name=name, url=f"https://{n}.example/feed.xml")
    for n, name in enumerate(("Courier", "Ledger", "Gazette", "Links"), start=1)
]


class Desk:
    """Puts articles of several sources into a ledger, and stories together."""

    def __init__(self, store: Store) -> None:
        self.store = store
        for source in SOURCES:
            store.save_source(source)

    def article(self, title: str, source: int, age_h: float, **changes: Any) -> Article:
        """An article that a source published so many hours ago."""
        origin, when = SOURCES[source - 1], NOW - age_h * HOUR
        url = f"https://{source}.example/{zlib.crc32(title.encode())}"
        defaults = {
            "article_title": title,
            "source_uuid": origin.source_uuid,
            "source_url": origin.url,
            "published_utc_iso": when,
            "article_detected_utc_iso": when,
            "language": "en",
        }
        article = an_article(url, **(defaults | changes))
        mention = a_mention(article, origin, title=title, published_at=when, context_snippet="")
        self.store.ingest(IngestBatch(NOW, (article,), mentions=(mention,)))
        return article

    def seen(self, article: Article, source: int, age_h: float, **changes: Any) -> None:
        """Another source lists the same article."""
        when = NOW - age_h * HOUR
        mention = a_mention(article, SOURCES[source - 1], published_at=when, **changes)
        self.store.ingest(IngestBatch(NOW, mentions=(mention,)))

    def same(self, *articles: Article, **changes: Any) -> None:
        """All tell the story of the first one."""
        verdicts = [a_verdict(articles[0], other, **changes) for other in articles[1:]]
        self.store.save_match(a_match(articles, verdicts), group)

    def update(self, first: Article, later: Article) -> None:
        """The second one is later news of the first one."""
        verdict = a_verdict(first, later, Answer.DIFFERENT, relation=Relation.UPDATE)
        self.store.save_match(a_match([first, later], [verdict]), group)

    def click(self, article: Article, times: int = 1) -> None:
        for _ in range(times):
            self.store.add_click(article.article_uuid, NOW)


@pytest.fixture
def desk(ledger: Store) -> Desk:
    """An empty ledger with four sources."""
    return Desk(ledger)


@pytest.fixture
def told(desk: Desk, serve: Callable[..., Any]) -> Any:
    """One story of three papers with later news, one story of a single paper."""
    page = serve(desk.store)
    page.main = desk.article("Wall falls at Port Alder", 1, 5)
    page.copy = desk.article("Port Alder wall comes down", 2, 4)
    page.third = desk.article("La digue de Port-Aulne cède", 3, 3, language="fr")
    page.later = desk.article("Wall at Port Alder: more homes cleared", 1, 1)
    page.alone = desk.article("An otter in the swimming hall", 1, 2)
    desk.same(page.main, page.copy, page.third, scores={"words": 0.75}, thresholds={"same": 0.5})
    desk.update(page.main, page.later)
    return page


def entry(text: str, title: str) -> str:
    """The entry of a list that shows a title."""
    (found,) = [
        part for part in text.split('<li class="entry">')[1:] if f"{title}</bdi></a></h" in part
    ]
    return found


def test_the_recent_page_shows_a_story_once_with_its_other_sources_and_their_times(
    told: Any,
) -> None:
    """By its main article; the others are named with links that count, and the story's page."""
    text = told.get("/").text
    shown = entry(text, "Wall falls at Port Alder")
    assert "Port Alder wall comes down" not in text
    assert "La digue" not in text
    for other, time in ((told.copy, "4h ago"), (told.third, "3h ago")):
        assert f'href="/go/{other.article_uuid}"' in shown
        assert f">{time}</time>)" in shown
    assert 'title="Mar 4, 2026, 03:00 UTC"' in shown
    assert "also in " in shown
    assert f'href="/stories/{told.main.article_uuid}">told by 3 sources' in shown


def test_later_news_is_an_entry_of_its_own_that_names_what_came_before(told: Any) -> None:
    """Marked as an update, in each language."""
    later = entry(told.get("/").text, "Wall at Port Alder: more homes cleared")
    assert '<span class="tag update">Update</span>' in later
    assert f'href="/stories/{told.main.article_uuid}"' in later
    assert ">Mise à jour</span>" in told.get("/?lang=fr").text
    assert ">更新</span>" in told.get("/?lang=zh").text


@pytest.mark.parametrize(
    ("query", "shown", "hidden"),
    [
        ("?source=W_RSS_2", "Port Alder wall comes down", "Wall falls at Port Alder</bdi>"),
        ("?language=fr", "La digue de Port-Aulne cède", "Port Alder wall comes down</bdi>"),
        ("?source=W_RSS_1", "Wall falls at Port Alder", "Port Alder wall comes down</bdi>"),
    ],
)
def test_a_narrowed_list_shows_the_story_by_an_article_of_the_choice(
    told: Any, query: str, shown: str, hidden: str
) -> None:
    """The main article where the choice allows it, else the first that it allows."""
    text = told.get(f"/{query}").text
    assert hidden not in text
    assert "told by 3 sources" in entry(text, shown)


def test_every_story_is_met_once_on_the_way_through_all_pages(
    desk: Desk, serve: Callable[..., Any]
) -> None:
    """Although most articles are no main ones and are left out."""
    mains = []
    for n in range(50):
        group_of = [
            desk.article(f"Story {n:02} told {m}", m, 48 + n + m / 10) for m in (4, 3, 2, 1)
        ]
        desk.same(*group_of)
        mains.append(str(group_of[0].article_title))
    page = serve(desk.store)
    for start, titles in (
        ("/", r"<bdi>(Story \d\d told \d)</bdi></a></h3>"),
        ("/stories", r"<bdi>(Story \d\d told \d)</bdi></a></h2>"),
    ):
        path, met = start, []
        while path:
            text = page.get(path).text
            met += re.findall(titles, text)
            found = re.search(r'rel="next" href="([^"]+)"', text)
            path = found[1].replace("&amp;", "&") if found else ""
        assert sorted(met) == sorted(mains)


def test_a_page_of_stories_names_every_source_in_order(told: Any) -> None:
    """With its own title, time, way and article; later news; and why they are one."""
    text = told.get(f"/stories/{told.main.article_uuid}").text
    trail = text[text.index('id="reports"') : text.index('id="news"')]
    assert re.findall(r'class="source"><bdi>(\w+)', trail) == ["Courier", "Ledger", "Gazette"]
    assert re.findall(r"<bdi>([^<]+)</bdi></a></p>", trail) == [
        "Wall falls at Port Alder",
        "Port Alder wall comes down",
        "La digue de Port-Aulne cède",
    ]
    assert "main article" in trail
    news = text[text.index('id="news"') : text.index('id="why"')]
    assert f'href="/stories/{told.later.article_uuid}"' in news
    why = text[text.index('id="why"') :]
    assert why.count("Same story") == 2
    for word in ("one title", "score 0.90", "the titles are equal", "0.75", "Thresholds in force"):
        assert word in why


def test_the_address_of_any_article_leads_to_its_story(told: Any) -> None:
    """To the main article's address, for now: the main article may move."""
    answer = told.get(f"/stories/{told.copy.article_uuid}?lang=fr")
    assert answer.status_code == 302
    assert answer.headers["location"] == f"/stories/{told.main.article_uuid}?lang=fr"
    assert answer.headers["cache-control"] == "no-store"
    assert told.get(f"/stories/{told.alone.article_uuid}").status_code == 200
    assert told.get("/stories/A_0000000000000000").status_code == 404


def test_an_address_outlives_a_move_of_the_main_article(told: Any) -> None:
    """An earlier report turns up: the old address leads to the new one."""
    desk = Desk(told.store)
    earlier = desk.article("Wall fell in the night at Port Alder", 4, 9)
    desk.same(earlier, told.main, told.copy, told.third)
    moved = told.get(f"/stories/{told.main.article_uuid}")
    assert moved.headers["location"] == f"/stories/{earlier.article_uuid}"
    assert "told by 4 sources" in told.get(moved.headers["location"]).text


def test_an_article_tells_its_story_and_what_it_was_compared_with(told: Any) -> None:
    """Other articles with source and time; layers, scores and reasons; numbers folded away."""
    undecided = a_verdict(
        told.copy, told.alone, Answer.UNSURE, reason="score 0.4 between", vetoes=("names",)
    )
    told.store.save_match(a_match([told.copy], [undecided], cascade_version="v2"), group)
    text = told.get(f"/articles/{told.copy.article_uuid}").text
    story = text[text.index('id="story"') : text.index('id="news"')]
    assert re.findall(r'class="source"><bdi>(\w+)', story) == ["Courier", "Gazette"]
    assert f'href="/stories/{told.main.article_uuid}"' in story
    compared = text[text.index('id="compared"') : text.index('id="attempts"')]
    assert "Undecided: kept apart" in compared
    assert "An otter in the swimming hall" in compared
    assert "score 0.4 between" in compared
    assert '<span class="tag">names</span>' in compared
    assert "<details" in compared


def test_a_persons_ruling_is_told_without_its_note(told: Any) -> None:
    """Notes are for those who rule."""
    told.store.save_rulings(
        [a_ruling(told.main, told.alone, Decision.SAME, note="canary in my own words")], group
    )
    for path in (
        f"/articles/{told.alone.article_uuid}",
        f"/stories/{told.main.article_uuid}",
        f"/api/v1/stories/{told.alone.article_uuid}",
    ):
        text = told.get(path).text
        assert "ruled by a person" in text or '"decision": "same"' in text
        assert "canary" not in text


def test_stories_of_several_sources_come_by_themselves(told: Any) -> None:
    """A switch shows every story; a language is that of the main article."""
    several = told.get("/stories").text
    assert entry(several, "Wall falls at Port Alder")
    assert "An otter" not in several
    assert entry(told.get("/stories?all=1").text, "An otter in the swimming hall")
    assert "No story fits" in told.get("/stories?language=fr").text
    assert "No story fits" not in told.get("/stories?language=en").text


def test_one_article_in_two_sources_is_a_story_of_several(
    desk: Desk, serve: Callable[..., Any]
) -> None:
    """A thread about it is linked to; the address of a feed, or one with a key, is not."""
    article = desk.article("Otters again", 1, 3)
    desk.seen(article, 2, 2, discussion_url="https://2.example/thread/7")
    desk.seen(article, 3, 1)
    desk.seen(article, 4, 1, source_url="https://4.example/post?token=s3cr3t-canary")
    shown = entry(serve(desk.store).get("/stories").text, "Otters again")
    assert 'href="https://2.example/thread/7" rel="noopener' in shown
    assert "<bdi>Gazette</bdi> (<time" in shown
    assert "canary" not in shown
    assert shown.count("<time") == 1 + 3


def test_featured_goes_by_clicks_then_by_sources(told: Any) -> None:
    """And says how often a story was opened; on the page, in the API, in the feeds."""
    Desk(told.store).click(told.alone, 3)
    text = told.get("/featured").text
    assert "opened 3 times" in entry(text, "An otter in the swimming hall")
    order = [
        told.alone.article_uuid,
        told.main.article_uuid,
        told.later.article_uuid,
    ]
    assert re.findall(r'<h2>.*?href="/go/(A_\w+)"', text) == order
    found = told.get("/api/v1/featured").json()["stories"]
    assert [(story["story_id"], story["clicks"]) for story in found] == list(
        zip(order, (3, 0, 0), strict=True)
    )
    items = told.get("/featured.json").json()["items"]
    assert [item["id"].rpartition(":")[2] for item in items] == order
    assert told.get("/api/v1/featured?limit=1&language=en").json()["stories"] == found[:1]
    assert told.get("/api/v1/featured?language=fr").json()["stories"] == []


def test_the_ranking_is_counted_again_after_a_while(told: Any) -> None:
    """Half a minute: a long day takes a moment to count."""
    assert told.get("/api/v1/featured").json()["stories"][0]["clicks"] == 0
    Desk(told.store).click(told.alone)
    told.clock.advance(timedelta(seconds=29))
    assert told.get("/api/v1/featured").json()["stories"][0]["clicks"] == 0
    told.clock.advance(timedelta(seconds=1))
    assert told.get("/api/v1/featured").json()["stories"][0]["clicks"] == 1


def test_rankings_of_any_number_of_languages_are_few(desk: Desk) -> None:
    """An address may name any language; each still gets its own answer."""
    french = desk.article("Une loutre", 3, 1, language="fr")
    rankings = Rankings(desk.store, FrozenClock(NOW))
    assert [one.main_id for one in rankings.featured("fr")] == [french.article_uuid]
    for number in range(200):
        assert rankings.featured(f"x{number}") == []
    assert len(rankings._kept) <= 32
    assert [one.main_id for one in rankings.featured("fr")] == [french.article_uuid]


def test_the_api_gives_the_reads_of_the_pages(told: Any) -> None:
    """Every story with its `sources`; one story by any member's id, with what binds it."""
    (story,) = told.get("/api/v1/stories").json()["stories"]
    assert story["story_id"] == told.main.article_uuid
    assert story["page"] == f"/stories/{told.main.article_uuid}"
    assert story["source_count"] == 3
    assert story["updates"] == [told.later.article_uuid]
    assert [(s["name"], s["is_main"], s["published_at"]) for s in story["sources"]] == [
        ("Courier", True, "2026-03-04T02:00:00Z"),
        ("Ledger", False, "2026-03-04T03:00:00Z"),
        ("Gazette", False, "2026-03-04T04:00:00Z"),
    ]
    whole = told.get(f"/api/v1/stories/{told.copy.article_uuid}").json()
    assert {name: whole[name] for name in story} == story
    assert [verdict["layer"] for verdict in whole["verdicts"]] == ["same_title", "same_title"]
    assert whole["rulings"] == []


def test_the_api_is_read_page_by_page(told: Any, serve: Callable[..., Any]) -> None:
    """`next` leads on with the same choice, from the configured address; null ends it."""
    page = serve(told.store, base_url="https://news.example")
    path, met = "/api/v1/stories?all=1&limit=1&language=en", []
    while path:
        answer = page.get(path).json()
        met += [story["title"] for story in answer["stories"]]
        following = answer["next"]
        assert following is None or following.startswith("https://news.example/api/v1/stories?all")
        path = following and following.removeprefix("https://news.example")
    assert met == [
        "Wall at Port Alder: more homes cleared",
        "An otter in the swimming hall",
        "Wall falls at Port Alder",
    ]


@pytest.mark.parametrize(
    ("path", "status", "fields"),
    [
        ("/api/v1/stories?limit=0", 422, ["limit"]),
        ("/api/v1/stories?limit=99999999999999999999", 422, ["limit"]),
        ("/api/v1/stories?cursor=yesterday", 422, ["cursor"]),
        ("/api/v1/stories?all=2", 422, ["all"]),
        ("/api/v1/featured?language=%00", 422, ["language"]),
        ("/api/v1/stories/A_0000000000000000", 404, []),
        ("/api/v1/stories/not-an-id", 404, []),
        ("/api/v1/nothing", 404, []),
    ],
)
def test_a_refusal_of_the_api_is_json(
    empty_page: Any, path: str, status: int, fields: list[str]
) -> None:
    """With the names of what was not understood."""
    answer = empty_page.get(path)
    assert answer.status_code == status
    refusal = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    assert (refusal["status"], [e["name"] for e in refusal["errors"]]) == (status, fields)
    assert refusal["detail"]


def test_the_api_only_reads(told: Any) -> None:
    """HEAD answers like GET without a body; what did not change is not sent again."""
    assert told.client.post("/api/v1/stories").status_code == 405
    assert told.client.head("/api/v1/stories").content == b""
    answer = told.get("/api/v1/stories")
    assert told.get("/api/v1/stories", if_none_match=answer.headers["etag"]).status_code == 304


@pytest.mark.parametrize("name", ["stories", "featured"])
def test_feeds_have_each_story_once_with_its_sources(
    told: Any, serve: Callable[..., Any], name: str
) -> None:
    """RSS, Atom, JSON Feed; links to the papers themselves and to our page of the story."""
    page = serve(told.store, base_url="https://news.example")
    for ending in ("xml", "atom", "json"):
        text = page.get(f"/{name}.{ending}").text
        assert "Wall falls at Port Alder" in text
        assert "La digue" not in text
        assert told.copy.article_url_final in text
        assert f"https://news.example/stories/{told.main.article_uuid}" in text
        assert "/go/" not in text
    ET.fromstring(page.get(f"/{name}.xml").content)  # noqa: S314 - our own answer
    assert "Update: Wall at Port Alder" in page.get("/featured.xml").text


def test_hostile_titles_stay_text_everywhere(desk: Desk, serve: Callable[..., Any]) -> None:
    """Titles, names, reasons, notes: nothing becomes markup, and nothing fails."""
    desk.store.save_source(replace(SOURCES[0], name=HOSTILE))
    one = desk.article(f"{HOSTILE} one", 1, 4, language="en")
    two = desk.article(f"{HOSTILE} two", 2, 3)
    three = desk.article(f"{HOSTILE} three", 3, 2)
    desk.same(one, two, reason=HOSTILE, scores={HOSTILE: 0.5}, layer=HOSTILE, vetoes=(HOSTILE,))
    desk.update(one, three)
    page = serve(desk.store)
    for path in (
        "/",
        "/stories",
        f"/stories/{one.article_uuid}",
        f"/articles/{two.article_uuid}",
        "/featured",
        "/stories.xml",
        "/featured.atom",
    ):
        answer = page.get(path)
        assert answer.status_code == 200, path
        assert "<script" not in answer.text, path
        assert "49" not in re.sub(r"[0-9a-fA-F_]{8,}", "", answer.text.split("<main", 1)[-1]), path
        assert "\u202e" not in answer.text, path
    whole = page.get(f"/api/v1/stories/{one.article_uuid}").json()
    assert whole["title"].startswith("<script>alert(1)</script>")
    assert "\u202e" not in whole["title"] + whole["verdicts"][0]["reason"]


def test_an_empty_ledger_says_when_stories_appear(empty_page: Any) -> None:
    """Neither page is an error on the first day."""
    assert "No story is told by several sources yet" in empty_page.get("/stories").text
    assert "strandline sources add" in empty_page.get("/stories?all=1").text
    assert "Nothing is featured yet" in empty_page.get("/featured").text
    assert empty_page.get("/api/v1/stories").json() == {"stories": [], "next": None}


def test_a_story_whose_main_article_was_taken_down_is_told_by_the_others(
    told: Any, desk: Desk
) -> None:
    """In lists, on its own page and by the API, without a word of the page that was struck."""
    struck = told.main
    desk.store.strike(Takedown(struck.article_uuid, struck.article_url_final, "asked", "Ada", NOW))
    for path in ("/stories", f"/stories/{struck.article_uuid}", "/api/v1/stories", "/stories.xml"):
        text = told.get(path).text
        assert "Port Alder wall comes down" in text, path
        assert "Wall falls at Port Alder" not in text, path


def test_a_page_of_stories_does_not_end_at_one_that_was_taken_down(desk: Desk, serve: Any) -> None:
    """The list goes on behind it, and holds every other story once."""
    articles = [desk.article(f"Otter number {n}", 1, n) for n in range(1, 34)]
    struck = articles[3]
    desk.store.strike(Takedown(struck.article_uuid, struck.article_url_final, "asked", "Ada", NOW))
    page, path, found = serve(desk.store), "/stories?all=1", []
    while path:
        text = page.get(path).text
        found += re.findall(r"Otter number (\d+)</bdi></a></h", text)
        older = re.search(r'<a rel="next" href="([^"]+)"', text)
        path = html.unescape(older[1]) if older else ""
    assert found == [str(n) for n in range(1, 34) if n != 4]
