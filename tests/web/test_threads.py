"""Running stories as people and programs see them: in order of time, at an address that stays."""

import json
from collections.abc import Callable
from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest

from strandline.core.dedup.grouping import group
from strandline.model.accounts import Role
from strandline.model.articles import Article, IngestBatch
from strandline.model.stories import Answer, Decision, Relation
from strandline.model.takedowns import Takedown
from strandline.ports import Store
from strandline.testing.account_builders import a_session, an_account
from strandline.testing.builders import NOW, a_mention, a_reader, a_source, an_article
from strandline.testing.story_builders import a_match, a_ruling, a_verdict

HOUR = timedelta(hours=1)
HOSTILE = "<script>alert(1)</script> \"' {{7*7}} \x07 \u202e"
TITLES = (
    "Dam breaks at Port Alder",
    "Le barrage de Port-Aulne : 3 morts",
    f"Mayor {HOSTILE} quits",
)


def related(store: Store, articles: list[Article]) -> None:
    verdicts = [
        a_verdict(one, other, Answer.UNSURE, relation=Relation.RELATED)
        for one, other in combinations(articles, 2)
    ]
    store.save_match(a_match(articles, verdicts), group)


def entered(store: Store, titles: tuple[str, ...], age_h: float, step_h: float) -> list[Article]:
    """Articles of one source, the first so many hours old."""
    source, found = a_source(1, name="Courier", url="https://1.example/feed.xml"), []
    store.save_source(source)
    for n, title in enumerate(titles):
        when = NOW - (age_h - n * step_h) * HOUR
        url = f"https://1.example/{age_h:.0f}-{n}"
        article = an_article(
            url, article_title=title, published_utc_iso=when, source_uuid=source.source_uuid
        )
        mention = a_mention(article, source, title=title, published_at=when)
        store.ingest(IngestBatch(NOW, (article,), mentions=(mention,)))
        found.append(article)
    return found


@pytest.fixture
def told(ledger: Store, serve: Callable[..., Any]) -> Any:
    """A running story of three days, and a story beside it."""
    page = serve(ledger)
    page.first, page.second, page.third = page.run = entered(ledger, TITLES, 50, 24)
    (page.alone,) = entered(ledger, ("An otter in the swimming hall",), 2, 1)
    related(ledger, page.run)
    page.store = ledger
    page.thread = f"/threads/{page.first.article_uuid}"
    return page


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Running story", "3 stories", "the first report")),
        ("fr", ("Fil", "3 sujets", "premier récit")),
        ("zh", ("事件脉络", "3 条新闻", "最早的报道")),
    ],
)
def test_a_thread_has_a_page_with_its_stories_newest_first(
    told: Any, language: str, words: tuple[str, ...]
) -> None:
    """Day by day, in three languages; nothing of a title is obeyed."""
    text = told.get(f"{told.thread}?lang={language}").text
    places = [text.index(f'href="/stories/{one.article_uuid}"') for one in reversed(told.run)]
    assert places == sorted(places)
    assert all(word in text for word in words)
    assert text.count('<section class="section day">') == 3
    assert "<script>alert" not in text
    assert told.alone.article_uuid not in text


def test_any_article_of_a_thread_leads_to_it(told: Any) -> None:
    """What a thread is called may change: the old address leads on, and is not kept for good."""
    for ending in ("", ".xml", ".json?lang=fr"):
        answer = told.get(f"/threads/{told.third.article_uuid}{ending}")
        assert (answer.status_code, answer.headers["location"]) == (302, f"{told.thread}{ending}")
        assert answer.headers["cache-control"] == "no-store"
    parted = [a_ruling(told.first, one, Decision.UNRELATED) for one in (told.second, told.third)]
    told.store.save_rulings(parted, group)
    answer = told.get(told.thread)
    assert answer.headers["location"] == f"/stories/{told.first.article_uuid}"
    assert told.get("/threads/A_nothing").status_code == 404
    assert told.get("/threads/A_nothing.xml").status_code == 404


def test_stories_and_articles_name_what_came_before_and_after(told: Any) -> None:
    """On lists, on the page of a story and on that of an article, with the way to the thread."""
    way = f'href="{told.thread}"'
    for path in (
        f"/stories/{told.second.article_uuid}",
        f"/articles/{told.second.article_uuid}",
        "/stories?all=1",
        "/",
    ):
        text = told.get(path).text
        assert way in text, path
        assert f'href="/stories/{told.first.article_uuid}"' in text
        assert f'href="/stories/{told.third.article_uuid}"' in text
    assert way not in told.get(f"/stories/{told.alone.article_uuid}").text


def test_the_list_of_threads_begins_with_the_newest_news(told: Any) -> None:
    """Each under its newest story, with the one that it began with; stories that are alone are in
    none.
    """
    other = entered(told.store, ("Strike at the mill", "Mill strike: talks fail"), 3, 2)
    related(told.store, other)
    text = told.get("/threads").text
    newest = text.index(f'href="/threads/{other[0].article_uuid}"')
    assert newest < text.index(f'href="{told.thread}"')
    assert "Mill strike: talks fail" in text
    assert "Strike at the mill" in text
    assert "otter" not in text


def test_a_thread_is_a_feed(told: Any) -> None:
    """In three formats, under an id that does not move with the newest story."""
    feed = json.loads(told.get(f"{told.thread}.json").text)
    assert [item["url"] for item in feed["items"]] == [
        one.article_url_final for one in reversed(told.run)
    ]
    assert "Mayor" in feed["title"]
    for ending in ("xml", "atom"):
        entries = told.get(f"{told.thread}.{ending}").text
        assert all(one.article_url_final in entries for one in told.run)
    assert (
        f"urn:strandline:thread:{told.first.article_uuid}" in told.get(f"{told.thread}.atom").text
    )


def test_the_api_tells_threads(told: Any) -> None:
    """The list, one thread page by page, and the place of a story in its thread."""
    (listed,) = told.get("/api/v1/threads").json()["threads"]
    assert (listed["thread_id"], listed["story_count"]) == (told.first.article_uuid, 3)
    page = told.get(f"/api/v1{told.thread}?limit=2").json()
    assert [story["story_id"] for story in page["stories"]] == [
        told.third.article_uuid,
        told.second.article_uuid,
    ]
    rest = told.get(page["next"]).json()
    assert [story["story_id"] for story in rest["stories"]] == [told.first.article_uuid]
    assert rest["next"] is None
    story = told.get(f"/api/v1/stories/{told.second.article_uuid}").json()
    assert story["thread"] == {
        "thread_id": told.first.article_uuid,
        "stories": 3,
        "earlier": told.first.article_uuid,
        "later": told.third.article_uuid,
    }
    assert told.get("/api/v1/threads/A_nothing").status_code == 404


def test_a_long_thread_is_read_page_by_page(told: Any) -> None:
    """A page costs what it shows, however long the story runs."""
    many = entered(told.store, tuple(f"Alder flood, report {n}" for n in range(70)), 40, 0.5)
    verdicts = [
        a_verdict(many[n], many[m], Answer.UNSURE, relation=Relation.RELATED)
        for n in range(len(many))
        for m in range(max(0, n - 8), n)
    ]
    told.store.save_match(a_match(many, verdicts), group)
    first = told.get(f"/threads/{many[0].article_uuid}").text
    assert "report 69" in first
    assert "report 39" not in first
    (older,) = {part.split('"')[0] for part in first.split('rel="next" href="')[1:]}
    assert "report 39" in told.get(older.replace("&amp;", "&")).text


def test_a_reader_mutes_a_thread_on_its_page(told: Any) -> None:
    """Who has an edition of their own; nobody else is offered it, or may send it."""
    told.store.save_reader(a_reader("ada"))
    account = an_account("ada", role=Role.READER, reader_id="ada")
    told.store.save_account(account)
    told.store.add_session(a_session(account))
    assert f'action="{told.thread}/mute"' not in told.get(told.thread).text
    mute = f"/threads/{told.third.article_uuid}/mute"
    sent = {"sec-fetch-site": "same-origin", "accept-language": "en"}
    assert told.client.post(mute, headers=sent).status_code in {303, 401}
    assert told.store.reader("ada").settings.muted_threads == ()
    told.client.cookies.set("session", "secret-ada-1")
    assert f'action="{told.thread}/mute"' in told.get(told.thread).text
    assert told.client.post(mute, headers=sent).status_code == 303
    assert told.store.reader("ada").settings.muted_threads == (told.third.article_uuid,)
    assert f'action="{told.thread}/unmute"' in told.get(told.thread).text
    assert told.client.post(f"{told.thread}/unmute", headers=sent).status_code == 303
    assert told.store.reader("ada").settings.muted_threads == ()


def test_a_running_story_whose_newest_article_was_taken_down_goes_on(told: Any) -> None:
    """Its page is told by the stories that are left."""
    struck = told.third
    told.store.strike(Takedown(struck.article_uuid, struck.article_url_final, "asked", "Ada", NOW))
    text = told.get(f"/threads/{told.first.article_uuid}").text
    assert TITLES[0] in text
    assert TITLES[1] in text
    assert " quits" not in text
