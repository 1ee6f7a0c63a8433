"""Stories as views, as lines of other sources, and as feeds."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.dedup.evidence import EVIDENCE
from strandline.core.dedup.layers import CASCADE
from strandline.model.articles import Article, Mention
from strandline.model.stories import Answer, Decision, Relation, Story
from strandline.render.also import Elsewhere, also_html, also_text
from strandline.render.feeds import FEED_FORMATS
from strandline.render.html import figure
from strandline.render.i18n import LANGUAGES, catalogue
from strandline.render.pages import ANSWER_TONES
from strandline.render.story_feeds import FeedFrame, feed_of_featured, feed_of_stories
from strandline.render.story_reports import ListedStory, Report, listed_story, reports_of
from strandline.testing.builders import NOW, a_mention, a_source, an_article

HOUR = timedelta(hours=1)
SUFFIX = {"rss": "rss.xml", "atom": "atom.xml", "jsonfeed": "feed.json"}
NAMES = {f"W_RSS_{n}": name for n, name in enumerate(("Courier", "Écho", "河谷日报"), start=1)}
FEEDS = {f"W_RSS_{n}": f"https://{n}.example/feed.xml" for n in (1, 2, 3)}


def an_article_of(number: int, title: str, age_h: float, language: str = "en") -> Article:
    """By one of three sources."""
    return an_article(
        f"https://{number}.example/{age_h:g}",
        article_title=title,
        source_uuid=f"W_RSS_{number}",
        source_url=FEEDS[f"W_RSS_{number}"],
        published_utc_iso=NOW - age_h * HOUR,
        language=language,
    )


def mention_of(article: Article, number: int, age_h: float, **changes: object) -> Mention:
    source = a_source(number, name=NAMES[f"W_RSS_{number}"], url=FEEDS[f"W_RSS_{number}"])
    return a_mention(article, source, published_at=NOW - age_h * HOUR, **changes)


MAIN = an_article_of(1, "The old bridge closes", 5)
COPY = an_article_of(2, "Le vieux pont <ferme>", 3, "fr")
LATER = an_article_of(3, "老桥提前开放", 1, "zh")


def a_story() -> ListedStory:
    """The bridge in three sources: two articles, one of them in two sources."""
    mentions = {
        MAIN.article_uuid: [
            mention_of(MAIN, 3, 4, discussion_url="https://3.example/t/8"),
            mention_of(MAIN, 1, 5, context_snippet="Traffic goes round by the mill."),
        ],
        COPY.article_uuid: [mention_of(COPY, 2, 3)],
    }
    members = (MAIN, COPY)
    uuids = tuple(article.article_uuid for article in members)
    story = Story(MAIN.article_uuid, uuids, NOW, updates=(LATER.article_uuid,))
    articles = {article.article_uuid: article for article in (*members, LATER)}
    found = listed_story(
        story,
        articles,
        reports_of(members, mentions, NAMES, FEEDS),
        shown=MAIN.article_uuid,
        summary="Traffic goes round by the mill.",
    )
    assert found is not None
    return found


def test_reports_come_in_the_order_of_their_times() -> None:
    """Each source's own time, not that of the article."""
    told = a_story()
    assert [(r.source_name, r.when) for r in told.reports] == [
        ("Courier", NOW - 5 * HOUR),
        ("河谷日报", NOW - 4 * HOUR),
        ("Écho", NOW - 3 * HOUR),
    ]
    assert told.source_name == "Courier"
    assert (told.source_count, told.article_count) == (3, 2)
    assert told.has_page


def test_other_sources_lead_to_their_articles_or_threads() -> None:
    """The one under which the story stands is not among them."""
    assert a_story().others == (
        Elsewhere("河谷日报", NOW - 4 * HOUR, "https://3.example/t/8"),
        Elsewhere("Écho", NOW - 3 * HOUR, f"/go/{COPY.article_uuid}", is_ours=True),
    )


def test_a_story_under_another_article_names_the_main_ones_source() -> None:
    """As a list that is narrowed to a language shows it."""
    told = replace(a_story(), article=COPY)
    assert told.source_name == "Écho"
    assert [other.name for other in told.others] == ["Courier", "河谷日报"]


def test_an_article_whose_source_was_forgotten_still_has_a_report() -> None:
    """Under the id of the source, at the time of the article."""
    (report,) = reports_of([MAIN], {}, {}, {})
    assert report == Report(MAIN, "W_RSS_1", "W_RSS_1", NOW - 5 * HOUR, "The old bridge closes")


def test_a_story_whose_main_article_went_is_not_shown() -> None:
    """Another process purged it between two queries."""
    assert listed_story(Story("A_gone", ("A_gone",), NOW), {}, (), shown="A_gone") is None


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Also in: A (2h ago), B"),
        ("fr", "Aussi dans\u00a0: A (il y a 2 h), B"),
        ("zh", "另见：A 2小时前、B"),
    ],
)
def test_the_line_of_other_sources_has_their_times(language: str, line: str) -> None:
    """Where a source has one; the exact time is there on hover, or in its place in feeds."""
    others = (Elsewhere("A", NOW - 2 * HOUR), Elsewhere("B"))
    assert also_text(others, language, now=NOW) == line
    html = also_html(others, language, now=NOW)
    assert '<time datetime="2026-03-04T05:00:00Z" title="' in html
    assert "<time" not in also_html(others, language)
    assert "05:00" in also_html(others, language)
    assert also_text((), language) == also_html((), language) == ""


def test_a_page_names_more_and_links_to_all() -> None:
    """Eight of them, the rest as a link."""
    others = [Elsewhere(f"Paper {n}") for n in range(11)]
    line = also_html(others, "en", now=NOW, on_page=True, more_href="/stories/A_1")
    assert line.count("<bdi>") == 8
    assert line.endswith('<a href="/stories/A_1">3 more</a>')


@given(st.text(), st.text())
def test_no_name_becomes_markup(name: str, other: str) -> None:
    """Nor does it take the place of another name or of a time."""
    line = also_html([Elsewhere(name, NOW), Elsewhere(other)], "en", now=NOW)
    assert line.count("<bdi>") == line.count("</bdi>") == 2
    assert line.count("<") == 2 * 2 + 2


@pytest.mark.parametrize("form", FEED_FORMATS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_golden_feed_of_stories(
    golden: Callable[[str, str], None], language: str, form: str
) -> None:
    """Each once, with all sources and exact times; later news is marked."""
    later = ListedStory(
        LATER,
        LATER.article_uuid,
        reports_of([LATER], {LATER.article_uuid: [mention_of(LATER, 3, 1)]}, NAMES, FEEDS),
        update_of=MAIN,
    )
    base = "https://news.example"
    frame = FeedFrame("River News", language, NOW, base, f"{base}/stories.xml")
    written = FEED_FORMATS[form][0](feed_of_stories([later, a_story()], frame)).decode()
    golden(f"stories.{language}.{SUFFIX[form]}", written)


def test_feeds_without_an_address_of_ours_link_to_no_page_of_ours() -> None:
    """The papers' own addresses stand there."""
    feed = feed_of_featured([a_story()], FeedFrame("River News", "en", NOW))
    written = b"".join(write(feed) for write, _ in FEED_FORMATS.values()).decode()
    assert "/stories/" not in written
    assert "/go/" not in written
    assert COPY.article_url_final in written


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_a_word_for_whatever_a_verdict_says(language: str) -> None:
    """Layers, vetoes, relations, decisions, answers."""
    words = catalogue(language)
    wanted = {f"story.layer.{layer.name}" for layer in CASCADE}
    wanted |= {f"story.veto.{name}" for name in EVIDENCE}
    wanted |= {f"story.relation.{relation.value}" for relation in Relation}
    wanted |= {f"story.decision.{decision.value}" for decision in Decision}
    assert wanted - words.keys() == set()
    assert set(ANSWER_TONES) == set(Answer)


@pytest.mark.parametrize(
    ("value", "shown"), [(0.9, "0.9"), (0.98765, "0.988"), (48.0, "48"), (0.0, "0"), (1200, "1200")]
)
def test_figures_of_a_verdict_are_short(value: float, shown: str) -> None:
    """French writes a comma."""
    assert figure(value, "en") == shown
    assert figure(value, "fr") == shown.replace(".", ",")
