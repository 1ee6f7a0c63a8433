"""What each page shows."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from strandline.model.articles import IngestBatch
from strandline.ports import Store
from strandline.testing.builders import NOW, a_mention, an_article


def test_recent_lists_articles_with_source_domain_time_and_foreign_language(page: Any) -> None:
    """The front page names source, site and time of each article, and marks foreign titles."""
    text = page.get("/").text
    assert "Ferry line to the outer islands returns" in text
    assert 'lang="zh"' in text
    assert "潮汐日报" in text
    assert "harbourpost.example" in text
    assert 'datetime="2026-03-04T06:00:00Z"' in text
    assert 'title="Mar 4, 2026, 06:00 UTC"' in text


def test_recent_shows_how_many_sources_carry_an_article(page: Any) -> None:
    """An article that two sources carry is listed once and says so."""
    text = page.get("/").text
    assert text.count("Ferry line to the outer islands returns</bdi>") == 1
    assert "told by 2 sources" in text


@pytest.mark.parametrize(
    ("query", "shown", "hidden"),
    [
        ("?source=W_RSS_3", "新渡轮时刻表公布", "Ferry line"),
        ("?language=zh", "新渡轮时刻表公布", "Ferry line"),
        ("?source=&language=", "Ferry line", "No article fits"),
    ],
)
def test_recent_can_be_narrowed_to(page: Any, query: str, shown: str, hidden: str) -> None:
    """Source and language narrow the list; empty boxes of the form mean all."""
    text = page.get(f"/{query}").text
    river = text[text.index('class="river"') : text.index('class="rail"')]
    assert shown in river
    assert hidden not in river


def test_a_choice_without_articles_offers_the_way_back(page: Any) -> None:
    """Nothing found is said, with a link that shows everything again."""
    text = page.get("/?source=W_RSS_5").text
    assert "No article fits this choice" in text
    assert '<a class="button" href="/">' in text


def test_older_pages_show_every_article_once(serve: Callable[..., Any], ledger: Store) -> None:
    """Following `Older` walks the whole ledger: nothing twice, nothing left out."""
    articles = [
        an_article(f"https://many.example/{n:03}", article_title=f"Story {n:03}") for n in range(95)
    ]
    # All detected in the same moment: only the id tells them apart.
    ledger.ingest(
        IngestBatch(
            now=NOW, articles=tuple(articles), mentions=tuple(a_mention(a) for a in articles)
        )
    )
    page, path, seen = serve(ledger), "/", []
    while path:
        text = page.get(path).text
        seen += re.findall(r"<bdi>(Story \d{3})</bdi>", text)
        found = re.search(r'rel="next" href="([^"]+)"', text)
        path = found[1].replace("&amp;", "&") if found else ""
    assert sorted(seen) == [f"Story {n:03}" for n in range(95)]


def test_a_digest_shows_sections_other_sources_scores_and_its_funnel(page: Any) -> None:
    """An edition tells what it shows, why, where else it was, and what was left out."""
    text = page.get("/digests/edition1").text
    for told in (
        "Must-reads",
        "also in ",
        "Reputation of the source",
        "1.75",
        "Shown before",
        "What was left out, and why",
    ):
        assert told in text


def test_digests_are_listed_with_a_link(page: Any) -> None:
    """The list leads to each edition."""
    text = page.get("/digests").text
    assert '<a href="/digests/edition1">Digest of Mar 4</a>' in text
    assert "5 items" in text


@pytest.mark.parametrize(
    "path", ["/digests/private1", "/digests/private1.json", "/digests/private1.rss"]
)
def test_a_persons_digest_is_not_public_at(page: Any, path: str) -> None:
    """A personal digest looks from outside as if it did not exist."""
    assert page.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/", "/digests", "/feed.xml", "/articles/{first}"])
def test_no_public_page_names_a_persons_digest(page: Any, path: str) -> None:
    """What single readers were shown is told nowhere."""
    first = an_article("https://harbourpost.example/story/0").article_uuid
    text = page.get(path.format(first=first)).text
    assert "Only for Ada" not in text
    assert "private1" not in text


def test_sources_tell_state_message_last_success_and_next_reading(page: Any) -> None:
    """The health of each source can be read in words."""
    text = page.get("/sources").text
    for told in (
        "A web page, not a feed",
        "The address answers with a web page.",
        "3 failed readings in a row",
        "https://ladigue.example/flux.xml",
        "in 18 min",
        "12 min ago",
        "Not read yet",
        "Paused",
    ):
        assert told in text


def test_sources_in_need_come_first(page: Any) -> None:
    """Who opens the page to see what is wrong sees it first."""
    text = page.get("/sources").text
    names = re.findall(r'class="name"[^>]*><bdi>([^<]+)</bdi>', text)
    assert set(names[:2]) == {"La Digue", "Private Casts"}


@pytest.mark.parametrize("path", ["/sources", "/articles/{cast}", "/", "/digests/edition1"])
def test_the_key_in_a_sources_address_is_not_shown_on(page: Any, path: str) -> None:
    """A paid feed's token stays secret, in messages too."""
    cast = an_article("https://casts.example/story/4").article_uuid
    answer = page.get(path.format(cast=cast))
    assert answer.status_code == 200
    assert "s3cr3t-canary" not in answer.text


def test_an_article_tells_its_urls_mentions_and_digests(page: Any) -> None:
    """The page of an article tells what `explain` tells."""
    first = an_article("https://harbourpost.example/story/0").article_uuid
    text = page.get(f"/articles/{first}").text
    for told in (
        "https://hrbr.example/k3x",
        "301 from hrbr.example",
        "inside a quotation",
        "« deux bateaux »",
        'href="/digests/edition1#item-1"',
        "M. Ardley",
        first,
    ):
        assert told in text


@pytest.mark.parametrize(
    ("path", "says", "command"),
    [
        ("/", "Nothing has been found yet", "strandline sources add"),
        ("/digests", "There is no digest yet", "strandline digest run"),
        ("/sources", "There are no sources yet", "strandline sources import"),
    ],
)
def test_an_empty_page_says_what_to_do_next(
    empty_page: Any, path: str, says: str, command: str
) -> None:
    """On the first day each page names the command that fills it."""
    answer = empty_page.get(path)
    assert answer.status_code == 200
    assert says in answer.text
    assert command in answer.text


def test_about_counts_what_is_kept(page: Any) -> None:
    """The numbers are those of the ledger."""
    text = page.get("/about").text
    assert re.search(r"<dt>Articles</dt><dd>6</dd>", text)
    assert re.search(r"<dt>Other URLs</dt><dd>\d+</dd>", text)


def test_days_are_drawn_with_their_numbers_beneath(
    seeded: Store, serve: Callable[..., Any]
) -> None:
    """An SVG without text or style, named in words; the table holds each number."""
    today = NOW.date()
    seeded.save_figures(today - timedelta(days=1), {"articles": 30, "captures.blocked": 3})
    seeded.save_figures(today, {"articles": 6, "captures.good": 4_000, "storage.pictures": 2_048})
    for language, words in (("en", "at most 30 a day, 36 in all"), ("zh", "每天最多 30，共 36")):
        text = serve(seeded).get(f"/stats?lang={language}").text
        (drawn,) = re.findall(r'<svg class="chart"[^>]*aria-label="' + words + '">.*?</svg>', text)
        assert re.findall(r'height="(\d+)"', drawn) == ["100", "20"]
        assert "style" not in drawn
    text = serve(seeded).get("/stats").text
    rows = re.findall(r'<tr><th scope="row">([^<]*)</th><td>([\d,]+)</td></tr>', text)
    assert [value for _, value in rows if value != "0"] == ["6", "30"]
    assert re.search(r'<th scope="row">good</th><td class="drawn"><svg.*?</td><td>4,000</td>', text)


def test_without_a_count_there_is_no_drawing(empty_page: Any) -> None:
    """Before a worker has counted anything nothing is shown as nought."""
    assert "<svg" not in empty_page.get("/stats").text
