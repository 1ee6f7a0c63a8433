"""Whose words an article has: its publisher's, then other sites', then those of forums."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.sources.facts import (
    SILENT,
    PageSays,
    by_authority,
    facts_of,
    home_of,
    page_says,
    summary_of,
)
from strandline.model.articles import Article, Mention
from strandline.model.entries import DateTrust
from strandline.model.sources import ContentType
from strandline.testing.builders import NOW, a_mention, a_source, a_text, an_article

HOUR = timedelta(hours=1)
STORY = an_article("https://valley.example/mill", domain="valley.example")
PAPER = "https://feeds.valley.example/rss.xml"
BLOG = "https://links.example/feed.xml"


def said(number: int, url: str, title: str, hours: float | None = 1, **changes: object) -> Mention:
    """How a source tells the story, published so many hours ago."""
    when = None if hours is None else NOW - hours * HOUR
    source = replace(a_source(number), url=url, name=f"Source {number}")
    trust = DateTrust.NONE if when is None else DateTrust.EXACT
    told = {"title": title, "published_at": when, "date_trust": trust, "language": "en"}
    told |= {"content_type": ContentType.ARTICLE, "context_snippet": f"{title}, in short."}
    return replace(a_mention(STORY, source), **(told | changes))  # type: ignore[arg-type]


OWN = said(1, PAPER, "Mill grinds again", 5)
LINKED = said(2, BLOG, "Look: a mill!", 9)
POSTED = said(
    3, "https://forum.example/t/mill/7", "", 1, content_type=ContentType.LINK, language=None
)
PAGE = PageSays("The mill grinds again", "After two years.", NOW - 6 * HOUR, "fr")


def facts(*mentions: Mention, page: PageSays = SILENT) -> Article:
    return facts_of(STORY, mentions, page)


def test_the_publisher_speaks_first() -> None:
    """Title, date, language and source are those of its own feed, though others were earlier."""
    article = facts(LINKED, POSTED, OWN)
    assert article.article_title == "Mill grinds again"
    assert article.published_utc_iso == NOW - 5 * HOUR
    assert article.source_uuid == OWN.source_uuid
    assert (
        summary_of("valley.example", by_authority("valley.example", (LINKED, OWN)))
        == "Mill grinds again, in short."
    )


def test_a_feed_on_another_host_is_the_publishers_by_its_home() -> None:
    """A feed that lies at a company that spreads feeds speaks for the site that it is of; one on
    the site itself goes before it.
    """
    spread = replace(
        said(4, "https://feeds.spread.example/valley", "Mill turns", 9), home="valley.example"
    )
    assert facts(LINKED, spread).article_title == "Mill turns"
    assert facts(OWN, spread).article_title == "Mill grinds again"
    assert facts(LINKED, replace(spread, home="hill.example")).article_title == "Look: a mill!"


SPREAD = "https://feeds.spread.example/valley"
STORIES = [f"https://www.valley.example/{number}" for number in range(3)]


@pytest.mark.parametrize(
    ("home", "links", "site"),
    [
        ("https://valley.example/", [], "valley.example"),
        ("https://links.example/", STORIES, "links.example"),
        ("", [*STORIES, "https://hill.example/1"], "valley.example"),
        ("", STORIES[:2], "spread.example"),
        ("", [*STORIES, *(f"https://hill{n}.example/" for n in range(3))], "spread.example"),
    ],
    ids=["it says so", "a link blog", "most links", "too few links", "half of the links"],
)
def test_the_home_of_a_feed(home: str, links: list[str], site: str) -> None:
    """The page that it says it is of, else the site that most of its links lead to."""
    assert home_of(SPREAD, home, links) == site


def test_its_page_speaks_before_others() -> None:
    """Where only others list it, title, date and lead are the page's, the name is the source's."""
    article = facts(LINKED, page=PAGE)
    assert article.article_title == "The mill grinds again"
    assert article.published_utc_iso == NOW - 6 * HOUR
    assert article.language == "fr"
    assert article.source_uuid == LINKED.source_uuid
    assert summary_of("valley.example", (LINKED,), PAGE.description) == "After two years."


def test_a_name_of_a_site_is_no_title() -> None:
    """A page that is called like its site leaves the title to those who list it."""
    page = page_says(a_text(STORY, title="The Valley", site_name="The Valley"))
    assert facts(LINKED, page=page).article_title == "Look: a mill!"


def test_a_post_says_nothing_of_the_date() -> None:
    """A link in a post, even in the paper's own forum, is dated by the post, not the article."""
    inside = replace(POSTED, source_url="https://forum.valley.example/t/mill/7")
    article = facts(inside, LINKED)
    assert article.published_utc_iso == NOW - 9 * HOUR
    assert article.source_uuid == LINKED.source_uuid
    assert article.content_type is ContentType.ARTICLE


def test_a_time_of_change_is_the_last_resort() -> None:
    """`lastmod` of the publisher's own sitemap outvotes neither its page nor an earlier link."""
    changed = said(4, "https://valley.example/sitemap.xml", "", 2, is_change_time=True)
    assert facts(changed, page=PAGE).published_utc_iso == PAGE.published
    assert facts(changed, LINKED).published_utc_iso == NOW - 9 * HOUR
    assert facts(changed).published_utc_iso == NOW - 2 * HOUR


def test_what_nobody_says_stays() -> None:
    """Without title and date in any place, the article keeps its own."""
    silent = replace(LINKED, title="", published_at=None, language=None, content_type=None)
    assert facts(silent) == replace(STORY, source_uuid=LINKED.source_uuid)


#: Few values for each field, so that ties are many.
MENTIONS = st.lists(
    st.builds(
        said,
        st.integers(1, 4),
        st.sampled_from([PAPER, BLOG, "https://forum.example/t/mill/7", "words to search for"]),
        st.sampled_from(["", "Mill grinds again", "Look: a mill!"]),
        st.sampled_from([None, 1, 5, 9]),
        is_change_time=st.booleans(),
        language=st.sampled_from([None, "en", "fr"]),
        content_type=st.sampled_from([None, *ContentType]),
    ),
    max_size=6,
    unique_by=lambda mention: (mention.source_uuid, mention.source_url),
)


@given(MENTIONS, st.sampled_from([SILENT, PAGE, replace(PAGE, published=None)]), st.data())
def test_any_order_gives_the_same_facts(
    mentions: list[Mention], page: PageSays, data: st.DataObject
) -> None:
    """Whichever place speaks first; taking them once more changes none."""
    shuffled = data.draw(st.permutations(mentions))
    assert facts(*shuffled, page=page) == facts(*mentions, page=page)
    everybody = facts(*mentions, page=page)
    assert facts_of(everybody, shuffled, page) == everybody
