"""The review of stories at the desk: pairs in doubt, rulings, and what can be done to a story."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from strandline.core.dedup.grouping import group
from strandline.model.accounts import Role
from strandline.model.articles import Article, IngestBatch
from strandline.model.levels import Level
from strandline.model.stories import Answer, Decision
from strandline.pipelines.desk.stories import ruling_on
from strandline.pipelines.stories.rulings import rule
from strandline.testing.builders import NOW, a_mention, a_source, an_article
from strandline.testing.story_builders import a_match, a_verdict


@pytest.fixture
def pairs(desk: Any, request: pytest.FixtureRequest) -> list[tuple[Article, Article]]:
    """Three pairs that nobody is sure of, the nearest first; of another name in every test."""
    mark = request.node.name[:40].replace("[", "-").rstrip("]")
    store, told = desk.page.store, []
    for waiting in store.review_queue(limit=100):
        rule(store, waiting.article_a, waiting.article_b, Decision.DIFFERENT, now=NOW)
    for number in range(3):
        one, other = (
            an_article(
                f"https://paper{n}.example/{mark}/{number}",
                article_title=f"Bridge {number} is closed, says paper {n} of {mark}",
            )
            for n in (1, 2)
        )
        mentions = tuple(a_mention(a, a_source(n)) for n, a in enumerate((one, other), 1))
        store.ingest(IngestBatch(NOW, (one, other), mentions=mentions))
        verdict = a_verdict(
            one,
            other,
            Answer.UNSURE,
            score=0.9 - number / 10,
            layer="nearest_vectors",
            reason="near, not near enough",
            vetoes=("names",),
        )
        store.save_match(a_match([one, other], [verdict]), group)
        told.append((one, other))
    return told


def fields(page: str, key: str) -> dict[str, str]:
    """The fields of the form whose button has a key."""
    form = next(f for f in re.findall(r"<form.*?</form>", page, re.S) if f'data-key="{key}"' in f)
    return dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))


def press(client: Any, page: str, key: str) -> Any:
    where = "/desk/review/undo" if key == "u" else "/desk/review"
    return client.post(where, data=fields(page, key))


def test_a_pair_side_by_side_with_the_evidence_in_words(
    desk: Any, pairs: list[tuple[Article, Article]]
) -> None:
    """Both titles, who says so, what speaks against it, and how many wait behind it."""
    page = desk.client(Role.EDITOR).get("/desk/review").text
    (one, other), *_ = pairs
    for title in (one.article_title, other.article_title):
        assert title in page
    for words in ("Evidence against:", "names", "near, not near enough", "meaning alike"):
        assert words in page
    assert "Next in line" in page


@pytest.mark.parametrize(
    ("key", "level"),
    [("s", Level.SAME_NEWS), ("t", Level.SAME_THREAD), ("d", Level.NEITHER)],
)
def test_a_ruling_is_told_when_it_was_made(
    desk: Any, pairs: list[tuple[Article, Article]], key: str, level: Level
) -> None:
    """The server did it, says what changed, and shows the next pair; it can be taken back there."""
    client = desk.client(Role.EDITOR)
    one, other = pairs[0]
    page = client.get("/desk/review").text
    answer = press(client, page, key)
    assert answer.status_code == 303
    ruling = ruling_on(desk.page.store, one.article_uuid, other.article_uuid)
    assert ruling is not None
    assert ruling.decision is level.decision
    after = client.get(answer.headers["location"]).text
    moved = 1 if level is Level.SAME_NEWS else 0
    assert f"{moved} article" in after
    assert pairs[1][0].article_title in after
    back = press(client, after, "u")
    assert ruling_on(desk.page.store, one.article_uuid, other.article_uuid) is None
    again = client.get(back.headers["location"]).text
    assert "Taken back." in again
    assert one.article_title in again


def test_skipped_pairs_stay_skipped(desk: Any, pairs: list[tuple[Article, Article]]) -> None:
    """They stand in the address; after the last there is a way back to the first."""
    client = desk.client(Role.EDITOR)
    page = client.get("/desk/review").text
    for one, _ in pairs:
        main = page.partition("Next in line")[0]
        assert one.article_title in main
        skip = re.search(r'data-key="k" href="([^"]+)"', page)
        assert skip is not None
        page = client.get(skip[1]).text
    assert "You have skipped all that waits." in page
    assert 'href="/desk/review"' in page


@pytest.mark.parametrize(
    "query", ["skip=x", "skip=" + "9" * 1_300, "last=" + "x" * 500, "skip=1.2.3&last=a+b"]
)
def test_an_address_that_says_nonsense(desk: Any, query: str) -> None:
    """A page, or a refusal; never a fault."""
    answer = desk.client(Role.EDITOR).get(f"/desk/review?{query}")
    assert answer.status_code in (200, 404, 422, 400)


def test_a_form_that_says_nonsense(desk: Any, pairs: list[tuple[Article, Article]]) -> None:
    """Nothing is ruled."""
    client = desk.client(Role.EDITOR)
    one, other = (article.article_uuid for article in pairs[0])
    assert client.post("/desk/review", data={"one": one, "other": other}).status_code == 400
    answer = client.post(
        "/desk/review", data={"one": one, "other": "A_nobody", "level": "same_news"}
    )
    assert "not in the ledger any more" in client.get(answer.headers["location"]).text
    assert ruling_on(desk.page.store, one, other) is None


def test_a_story_is_put_together_and_taken_apart(
    desk: Any, pairs: list[tuple[Article, Article]]
) -> None:
    """By the address of any article; what moved is told on the story's page."""
    client = desk.client(Role.EDITOR)
    (one, other), (third, _), _ = pairs
    page = f"/desk/stories/{one.article_uuid}"
    assert "Put together with another story" in client.get(page).text
    answer = client.post(f"{page}/merge", data={"other": other.article_url_final})
    shown = client.get(answer.headers["location"]).text
    assert "Put together: 1 article stands" in shown
    assert other.article_title in shown
    assert "Take out of the story" in shown
    store = desk.page.store
    assert len(store.stories([one.article_uuid])[one.article_uuid].article_uuids) == 2
    chosen = client.post(
        f"/desk/stories/{other.article_uuid}/main", data={"story": one.article_uuid}
    )
    assert "It is the main article now." in client.get(chosen.headers["location"]).text
    assert store.stories([one.article_uuid])[one.article_uuid].main_id == other.article_uuid
    client.post(f"{page}/link", data={"other": third.article_uuid})
    assert ruling_on(store, one.article_uuid, third.article_uuid) is not None
    answer = client.post(
        f"/desk/stories/{other.article_uuid}/split", data={"story": one.article_uuid}
    )
    assert answer.headers["location"] == page
    assert "Taken out:" in client.get(page).text
    client.post(f"{page}/withdraw")
    assert ruling_on(store, one.article_uuid, other.article_uuid) is None


def test_an_address_that_nobody_knows_is_told(
    desk: Any, pairs: list[tuple[Article, Article]]
) -> None:
    """Nothing is changed."""
    client = desk.client(Role.EDITOR)
    page = f"/desk/stories/{pairs[0][0].article_uuid}"
    answer = client.post(f"{page}/merge", data={"other": "https://nobody.example/"})
    assert "There is no article of that address" in client.get(answer.headers["location"]).text
    assert client.post(f"{page}/burn", data={}).status_code == 404


def test_an_edition_says_where_a_story_in_it_was_ruled_anew(desk: Any) -> None:
    """The items that it is about, once somebody has ruled; the others are silent."""
    edition = desk.page.store.digest("edition1")
    one, other = (item.article_uuid for item in edition.items[-2:])
    public = desk.client(None)

    def told(item: str) -> bool:
        page = public.get("/digests/edition1").text
        link = f'<a href="/stories/{item}">The page of this story'
        return f"A person has ruled on this story since this edition went out: {link}" in page

    assert not told(one)
    form = {"one": one, "other": other, "level": "neither"}
    assert desk.client(Role.EDITOR).post("/desk/review", data=form).status_code == 303
    assert told(one)
    assert told(other)
    assert edition.issued_at < NOW


def test_the_public_page_leads_there_only_who_may(
    desk: Any, pairs: list[tuple[Article, Article]]
) -> None:
    """A reader sees no such link."""
    where = f"/stories/{pairs[0][0].article_uuid}"
    assert "Rule on this story" in desk.client(Role.EDITOR).get(where).text
    for role in (Role.READER, None):
        assert "Rule on this story" not in desk.client(role).get(where).text


@pytest.fixture
def open_review(browser: Any, desk: Any) -> Iterator[Callable[..., Any]]:
    """The page in a real browser, signed in as an editor."""
    contexts: list[Any] = []
    desk.client(Role.EDITOR)

    def go(**options: Any) -> Any:
        context = browser.new_context(**({"locale": "en-US"} | options))
        contexts.append(context)
        url = desk.page.server.url
        context.add_cookies([{"name": "session", "value": "secret-editor-1", "url": url}])
        tab = context.new_page()
        tab.complaints = []
        tab.on("console", lambda message: tab.complaints.append(message.text))
        tab.goto(f"{url}/desk/review")
        return tab

    yield go
    for context in contexts:
        context.close()


@pytest.mark.browser
def test_by_keys(
    desk: Any, pairs: list[tuple[Article, Article]], open_review: Callable[..., Any]
) -> None:
    """Ruled, taken back, skipped by one key each; what is told comes from the server. Switched off,
    keys do nothing.
    """
    tab = open_review()
    one, other = pairs[0]
    tab.keyboard.press("t")
    tab.get_by_text("Ruled: other news of one running story.").wait_for()
    assert ruling_on(desk.page.store, one.article_uuid, other.article_uuid) is not None
    tab.keyboard.press("u")
    tab.get_by_text("Taken back. 0 articles").wait_for()
    assert ruling_on(desk.page.store, one.article_uuid, other.article_uuid) is None
    tab.keyboard.press("k")
    tab.wait_for_url("**skip=**")
    assert pairs[1][0].article_title in tab.locator(".pair").inner_text()
    tab.get_by_role("button", name="Switch keys off").click()
    tab.keyboard.press("s")
    tab.get_by_role("button", name="Switch keys on").wait_for()
    assert ruling_on(desk.page.store, *(a.article_uuid for a in pairs[1])) is None
    assert tab.complaints == []


@pytest.mark.browser
def test_without_scripts_on_a_phone(
    desk: Any, pairs: list[tuple[Article, Article]], open_review: Callable[..., Any]
) -> None:
    """The buttons do the same, and are large enough to be hit."""
    tab = open_review(java_script_enabled=False, viewport={"width": 320, "height": 700})
    for button in tab.locator(".ruling button, .ruling a").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= 24
        assert box["x"] + box["width"] <= 320
    tab.get_by_role("button", name="Same news").click()
    tab.get_by_text("Ruled: the same news. 1 article stands in another story now.").wait_for()
    assert ruling_on(desk.page.store, *(a.article_uuid for a in pairs[0])) is not None
