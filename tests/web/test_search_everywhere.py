"""Search over all articles on the page, and searches that are kept with a private feed."""

import re
from typing import Any

import httpx2
import pytest

from strandline.model.accounts import Role
from strandline.testing.builders import a_text


@pytest.fixture(scope="module")
def told(desk: Any) -> httpx2.Client:
    """A reader's browser; all that was entered is indexed, and one article has a text."""
    store = desk.page.store
    article = store.recent(limit=1)[0]
    store.save_text(a_text(article, text="The ferryman counts his passengers twice."))
    while store.index_waiting():
        pass
    client: httpx2.Client = desk.client(Role.READER)
    return client


def titles(html: str) -> list[str]:
    return re.findall(r"<h2><a href=\"/articles/[^>]+><bdi>(.*?)</bdi>", html)


def test_articles_are_found_that_nobody_kept(told: httpx2.Client, desk: Any) -> None:
    """By title, source, text and in Chinese, for everybody; filters narrow it."""
    public = desk.client(None)
    assert "Ferry line to the outer islands returns" in titles(public.get("/search?q=ferry").text)
    assert titles(public.get("/search?q=渡轮").text) == ["新渡轮时刻表公布：外岛航线恢复"]
    assert len(titles(public.get("/search?q=ferryman").text)) == 1
    assert titles(public.get("/search?q=La+Digue&language=fr").text) != []
    everything = titles(public.get("/search?language=en").text)
    assert len(everything) > 1
    assert titles(public.get("/search?language=en&kept=yes").text) == []
    assert titles(public.get("/search?source=W_RSS_3").text) == ["新渡轮时刻表公布：外岛航线恢复"]
    assert "潮汐日报" in public.get("/search?source=W_RSS_3").text
    assert titles(public.get("/search?category=none+of+these").text) == []
    assert "Never asked for" not in public.get("/search?q=ferry").text
    for query in (
        "language=!!",
        "kept=perhaps",
        "source=a b",
        f"category={'x' * 101}",
        "since=2026-02-31",
    ):
        assert public.get(f"/search?{query}").status_code == 422, query
    assert told.get("/search").status_code == 200


def test_a_search_is_kept_with_a_feed_of_its_own(told: httpx2.Client, desk: Any) -> None:
    """Saved from the page; the feed needs no sign-in, a new address ends the old one."""
    page = told.get("/search?q=ferry&language=en")
    assert 'action="/desk/searches"' in page.text
    kept = {"q": "ferry", "language": "en", "name": "Ferries <b>", "video": ""}
    page = told.post("/desk/searches", data=kept, follow_redirects=True)
    assert "Saved: Ferries &lt;b&gt;" in page.text
    assert "/search?q=ferry&amp;language=en" in page.text
    (address,) = re.findall(r'<code class="secret"[^>]*>[^<]*(/feeds/[^<]+)</code>', page.text)
    public = desk.client(None)
    feed = public.get(address)
    assert feed.status_code == 200
    assert "Ferry line to the outer islands returns" in feed.text
    assert feed.headers["x-robots-tag"] == "noindex"
    for ending in ("xml", "json"):
        assert public.get(address.replace(".atom", f".{ending}")).status_code == 200
    number = re.search(r"/desk/searches/(\d+)/renew", page.text)
    assert number is not None
    page = told.post(f"/desk/searches/{number[1]}/renew", follow_redirects=True)
    assert public.get(address).status_code == 404
    (address,) = re.findall(r'<code class="secret"[^>]*>[^<]*(/feeds/[^<]+)</code>', page.text)
    assert public.get(address).status_code == 200
    told.post(f"/desk/searches/{number[1]}/remove")
    assert public.get(address).status_code == 404
    whats = [entry.what for entry in desk.page.store.audit(what="searches")]
    assert whats == ["searches.remove", "searches.renew", "searches.save"]


def test_a_search_is_its_owners_alone(told: httpx2.Client, desk: Any) -> None:
    """Nobody else sees, renews or removes it; a guessed address is none."""
    told.post("/desk/searches", data={"q": "tide", "name": "Tides"})
    number = re.search(r"/desk/searches/(\d+)/renew", told.get("/desk/searches").text)
    assert number is not None
    other = desk.client(Role.OWNER)
    assert "Tides" not in other.get("/desk/searches").text
    for deed in ("renew", "remove"):
        page = other.post(f"/desk/searches/{number[1]}/{deed}", follow_redirects=True)
        assert "not there any more" in page.text
    assert "Tides" in told.get("/desk/searches").text
    for address in ("x" * 43, "A", "../../etc", "%00" * 30):
        assert desk.client(None).get(f"/feeds/{address}.atom").status_code in (404, 422)
    assert desk.client(None).get("/desk/searches").status_code in (303, 401)


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [
        ({"name": "Nothing"}, 200, "Write a word"),
        ({"q": "x", "name": " "}, 200, "1 to 120"),
        ({"q": "x", "name": "n" * 200}, 200, "1 to 120"),
        ({"q": "x", "name": "Day", "since": "2026-02-31"}, 400, ""),
        ({"q": "x" * 3_000, "name": "Long"}, 400, ""),
        ({"q": "x", "name": "Kept", "kept": "perhaps"}, 400, ""),
    ],
)
def test_what_cannot_be_kept(
    told: httpx2.Client, fields: dict[str, str], status: int, said: str
) -> None:
    """It is refused, and the list is as it was."""
    page = told.post("/desk/searches", data=fields, follow_redirects=True)
    assert page.status_code == status
    assert said in page.text
    assert "Nothing</bdi>" not in told.get("/desk/searches").text
