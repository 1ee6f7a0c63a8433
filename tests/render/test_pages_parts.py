"""What pages do to values from outside: links, texts, times, languages, order."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.model.digests import Digest, DigestItem, Section
from strandline.model.funnel import Funnel, StepReport
from strandline.model.sources import SourceHealth, SourceState
from strandline.render import html
from strandline.render.groups import (
    TONES,
    by_day,
    sections_of,
    telling_steps,
)
from strandline.render.i18n import LANGUAGES, catalogue
from strandline.render.links import host_of, public_href, public_url, safe_href
from strandline.render.markdown import markdown_html
from strandline.render.story_reports import ListedStory
from strandline.render.views import SourceRow
from strandline.testing.builders import NOW, a_source, an_article

moments = st.datetimes(timezones=st.just(UTC))


@pytest.mark.parametrize(
    "url",
    [
        None,
        "",
        "javascript:alert(1)",
        " javascript:alert(1)",
        "java\tscript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "//host.example/",
        "/relative",
        "http://",
        "http:///path",
        "https://a b.example/",
        "https://host.example/\n",
        "https://user@host.example/",
        "https://user:pw@host.example/",
        "https://host.example/" + "a" * 9_000,
    ],
)
def test_no_link_is_made_of(url: str | None) -> None:
    """Only a plain http(s) address of bearable length becomes a link."""
    assert safe_href(url) is None


@pytest.mark.parametrize(
    "url",
    ["http://a.example", "HTTPS://a.example/x?y=1#z", "https://例子.example/路", "http://[::1]/"],
)
def test_a_link_is_made_of(url: str) -> None:
    """Web addresses stay as they are, to the letter."""
    assert safe_href(url) == url


@given(st.text(max_size=80))
def test_a_link_never_carries_another_scheme(text: str) -> None:
    """Whatever the text, what is linked begins with http:// or https://."""
    href = safe_href(text)
    assert href is None or re.match(r"(?i)https?://", href)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://u:p@casts.example/feed", "https://casts.example/feed"),
        ("https://c.example/f?token=abc&x=1", "https://c.example/f?token=…&x=1"),
        ("https://c.example/f?x=1&API_KEY=abc#t", "https://c.example/f?x=1&API_KEY=…#t"),
        ("https://c.example/f?X-Amz-Signature=abc", "https://c.example/f?X-Amz-Signature=…"),
        ("https://c.example/f?auth_token=abc;y=2", "https://c.example/f?auth_token=…;y=2"),
        (
            "https://c.example/f?page=2&keyboard=qwerty",
            "https://c.example/f?page=2&keyboard=qwerty",
        ),
    ],
)
def test_secrets_in_an_address_are_hidden(url: str, shown: str) -> None:
    """Passwords and keys are taken out, the rest stays readable; a changed address is no link."""
    assert public_url(url) == shown
    assert public_href(url) == (url if url == shown else None)


@given(st.text(max_size=120))
def test_hiding_secrets_twice_hides_no_more(text: str) -> None:
    """`public_url` is idempotent."""
    assert public_url(public_url(text)) == public_url(text)


@pytest.mark.parametrize("url", ["http://[::1", "", None, "nonsense"])
def test_an_address_without_a_host_has_none(url: str | None) -> None:
    """A broken address is no fault."""
    assert host_of(url) == ""


@given(st.text(), st.integers(min_value=1, max_value=50))
def test_cleaned_text_is_short_and_printable(text: str, limit: int) -> None:
    """No control character, no direction mark, no surrogate; bounded length."""
    cleaned = html.clean(text, limit)
    assert len(cleaned) <= limit + 1
    assert not re.search("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", cleaned)
    cleaned.encode("utf-8")


@pytest.mark.parametrize("tag", ['zh" onload="x', "z", "english", "fr\n", "", None, "x" * 900])
def test_a_broken_language_tag_gives_no_attribute(tag: str | None) -> None:
    """What is no language tag never reaches the page."""
    assert html.language_attribute(tag, "en") == ""


def test_only_foreign_texts_are_marked() -> None:
    """A title in the page's own language needs no mark."""
    assert html.language_attribute("en-GB", "en") == ""
    assert html.language_attribute("zh-Hans", "en") == ' lang="zh-Hans"'


@given(moments, moments, st.sampled_from(LANGUAGES))
def test_every_time_can_be_shown(when: datetime, now: datetime, language: str) -> None:
    """From year 1 to 9999, past or coming, there is an element with the exact time on hover."""
    for element in (
        html.time_element(when, now, language),
        html.published_element(when, now, language),
        html.coming_element(when, now, language),
        html.day_element(when, now, language),
    ):
        assert re.fullmatch(r'<time datetime="[^"]+" title="[^"]+">[^<]+</time>', element)


def test_an_article_is_dated_in_the_words_of_the_document() -> None:
    """Within the first hour an article is `just now` (document 1); a reading tells its minutes."""
    now = datetime(2026, 3, 4, 7, 0, tzinfo=UTC)
    when = now.replace(hour=6, minute=30)
    assert ">just now<" in html.published_element(when, now, "en")
    assert ">30 min ago<" in html.time_element(when, now, "en")


@pytest.mark.parametrize(
    ("ahead", "shown"),
    [
        (timedelta(0), "due now"),
        (timedelta(seconds=20), "in 1 min"),
        (timedelta(minutes=59), "in 59 min"),
        (timedelta(hours=47), "in 47 h"),
        (timedelta(days=2), "in 2 d"),
    ],
)
def test_what_lies_ahead_reads(ahead: timedelta, shown: str) -> None:
    """The next reading of a source is told in the largest fitting unit."""
    assert f">{shown}<" in html.coming_element(NOW + ahead, NOW, "en")


def test_every_state_of_a_source_has_a_tone_and_a_word() -> None:
    """A new state cannot be forgotten on the page."""
    for state in SourceState:
        assert state in TONES
        for language in LANGUAGES:
            assert f"page.state.{state}" in catalogue(language)


def test_articles_are_divided_by_the_day_on_which_they_were_found() -> None:
    """Days in the order of the list; within one, the latest published first."""
    found = [NOW, NOW - timedelta(hours=1), NOW - timedelta(days=1)]
    published = [NOW - timedelta(hours=9), NOW - timedelta(hours=2), None]
    rows = [
        ListedStory(article, article.article_uuid, ())
        for article in (
            an_article(
                f"https://a.example/{n}", article_detected_utc_iso=when, published_utc_iso=date
            )
            for n, (when, date) in enumerate(zip(found, published, strict=True))
        )
    ]
    days = by_day(rows)
    assert [[row.article.article_url_final[-1] for row in day.rows] for day in days] == [
        ["1", "0"],
        ["2"],
    ]


def test_only_articles_are_divided_by_category() -> None:
    """Must-reads are ranked across categories and stand together; articles stand by category."""
    rows = [
        (Section.MUST_READS, "a"),
        (Section.MUST_READS, "b"),
        (Section.ARTICLES, "a"),
        (Section.ARTICLES, "b"),
        (Section.ARTICLES, "a"),
    ]
    items = tuple(
        DigestItem(n, section, category, f"A_{n}", "https://a.example/", "t", "s", None)
        for n, (section, category) in enumerate(rows, start=1)
    )
    told = sections_of(Digest("d", "public", NOW, "t", "en", items[::-1]))
    assert [(s.name, s.size) for s in told] == [("must_reads", 2), ("articles", 3)]
    assert [[c for c, _ in s.groups] for s in told] == [[""], ["a", "b"]]
    assert [i.position for s in told for _, group in s.groups for i in group] == [1, 2, 3, 5, 4]


def test_the_short_funnel_keeps_every_drop_and_note() -> None:
    """Steps that let everything pass in silence are left out, no others."""
    steps = (
        StepReport("a", 0, 9),
        StepReport("b", 9, 9),
        StepReport("c", 9, 9, notes=("said",)),
        StepReport("d", 9, 8, {"seen_before": 1}),
    )
    assert [step.step for step in telling_steps(Funnel(steps))] == ["a", "c", "d"]


def _row(name: str, state: SourceState | None, *, active: bool = True) -> SourceRow:
    source = a_source(name=name, active=active)
    return SourceRow(source, SourceHealth(source.source_uuid, state) if state else None)


def test_the_row_of_a_source_shows_words_and_no_bookkeeping() -> None:
    """A flag that keeps a value for the poll is not shown among a source's flags."""
    health = SourceHealth("W_RSS_1", flags=("malformed", "post_ids:301-307=7"))
    assert SourceRow(a_source(), health).flags == ("malformed",)
    assert SourceRow(a_source(), None).flags == ()


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("*Good* morning", "<p><em>Good</em> morning</p>"),
        ("# Big", "<h3>Big</h3>"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
        ("![x](https://a.example/p.png)", None),
        (
            "[x](https://a.example/)",
            '<p><a href="https://a.example/" rel="noopener noreferrer nofollow">x</a></p>',
        ),
        ('[x](https://a.example/ "\\" onmouseover=1")', None),
        ("a\u202eb\x00", "<p>ab</p>"),
        ("", ""),
    ],
)
def test_an_editors_markdown(markdown: str, expected: str | None) -> None:
    """Few tags, links to the web; no scripts, no pictures, nothing that runs."""
    drawn = str(markdown_html(markdown))
    assert expected is None or drawn == expected
    assert set(re.findall(r"<(\w+)", drawn)) <= {"p", "em", "a", "h3"}
    assert set(re.findall(r' (\w+)="', drawn)) <= {"href", "rel", "title"}
    assert 'href="javascript' not in drawn
