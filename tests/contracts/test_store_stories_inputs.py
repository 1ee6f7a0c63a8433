"""What the cascade reads: articles that wait, articles by id, articles of a span of time."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from strandline.adapters.store.stories_inputs import MAX_TEXT
from strandline.model.articles import Article, ArticleText, IngestBatch, TextStatus
from strandline.model.entries import DateTrust
from strandline.model.errors import StoreError
from strandline.model.sources import ContentType
from strandline.model.stories import Listing, StoryInput
from strandline.ports import Store
from strandline.testing.builders import NOW, a_mention, a_source, a_text, an_article
from strandline.testing.story_builders import a_match, components

HOUR = timedelta(hours=1)


def aged(count: int) -> list[Article]:
    """Articles an hour apart, the oldest first, which ends at `NOW`."""
    return [
        an_article(f"https://aged.example/{n}", published_utc_iso=NOW - (count - 1 - n) * HOUR)
        for n in range(count)
    ]


def waiting(store: Store, version: str = "v1", **changes: object) -> list[str]:
    """Ids of what waits for some rules."""
    asked: dict[str, object] = {"since": None, "limit": 100} | changes
    found = store.unmatched(cascade_version=version, **asked)  # type: ignore[arg-type]
    return [article.article_uuid for article in found]


def test_everything_that_the_cascade_reads_comes_along(store: Store) -> None:
    """From the article, its source, what that source says of it, and its text."""
    source = a_source(1, name="The Courier", reputation=0.75)
    store.save_source(source)
    article = an_article(language=None, date_trust=DateTrust.DAY, content_type=ContentType.POST)
    other = a_mention(article, a_source(2), inserted_at=NOW - HOUR, context_snippet="elsewhere")
    own = a_mention(article, source, context_snippet="What the paper says.")
    store.ingest(IngestBatch(NOW, (article,), mentions=(other, own)))
    store.save_text(a_text(article, language="fr"))
    assert store.unmatched(since=None, cascade_version="v1", limit=9) == [
        StoryInput(
            title="The old bridge closes for repairs",
            article_uuid=article.article_uuid,
            url=article.article_url_final,
            url_key=article.url_key,
            source_uuid="W_RSS_1",
            source_name="The Courier",
            published=article.published_utc_iso,
            date_trust=DateTrust.DAY,
            summary="What the paper says.",
            text="Traffic goes round by the mill until the middle of May.",
            language="fr",
            content_type=ContentType.POST,
            reputation=0.75,
            detected=NOW,
        )
    ]


def test_what_is_not_known_is_empty(store: Store) -> None:
    """A source that was forgotten, no text, no summary, no language, no date."""
    article = an_article(language=None, published_utc_iso=None, date_trust=DateTrust.NONE)
    store.ingest(IngestBatch(NOW, (article,), mentions=(a_mention(article),)))
    (found,) = store.unmatched(since=None, cascade_version="v1", limit=9)
    assert (found.source_name, found.reputation) == ("Paper 1", 0.5)
    assert (found.summary, found.text, found.language, found.published) == ("", "", None, None)


def test_a_page_that_describes_itself_has_a_summary(store: Store) -> None:
    """Where no source says anything; and a text that could not be read is none."""
    article = an_article()
    store.ingest(IngestBatch(NOW, (article,), mentions=(a_mention(article),)))
    failed = ArticleText(
        article.article_uuid, TextStatus.FAILED, NOW, text="x", description="The bridge, again."
    )
    store.save_text(failed)
    found = store.story_inputs([article.article_uuid])[article.article_uuid]
    assert (found.summary, found.text) == ("The bridge, again.", "")


def test_a_long_text_comes_in_part(store: Store) -> None:
    """Its beginning is enough, and memory stays bounded."""
    article = an_article()
    store.ingest(IngestBatch(NOW, (article,)))
    store.save_text(a_text(article, text="桥" * (MAX_TEXT + 5)))
    found = store.story_inputs([article.article_uuid])[article.article_uuid]
    assert found.text == "桥" * MAX_TEXT


def test_the_oldest_story_time_comes_first(store: Store) -> None:
    """Published, or detected where there is no date; then by id."""
    articles = aged(3)
    undated = an_article("https://u.example/", published_utc_iso=None)
    twin = an_article("https://twin.example/", published_utc_iso=NOW)
    store.ingest(IngestBatch(NOW, (undated, *articles[::-1], twin)))
    last = sorted((undated, articles[2], twin), key=lambda article: article.article_uuid)
    expected = [article.article_uuid for article in (*articles[:2], *last)]
    assert waiting(store) == expected
    assert waiting(store, limit=2) == expected[:2]
    assert waiting(store, limit=0) == waiting(store, limit=-7) == []
    assert waiting(store, limit=2**70) == expected
    assert waiting(store, since=NOW - HOUR) == expected[1:]


def test_what_the_rules_have_matched_waits_no_more(store: Store) -> None:
    """Newer rules ask for it again, together with what none have matched, in order of time."""
    articles = aged(6)
    uuids = [article.article_uuid for article in articles]
    store.ingest(IngestBatch(NOW, tuple(articles)))
    store.save_match(a_match(articles[1:3]), components)
    store.save_match(a_match(articles[3:5], cascade_version="v2"), components)
    assert waiting(store, "v1") == [uuids[0], *uuids[3:]]
    assert waiting(store, "v2") == [*uuids[:3], uuids[5]]
    assert waiting(store, "v3") == uuids
    assert waiting(store, "v3", limit=4) == uuids[:4]
    assert store.story_counts().unmatched == 2


def test_what_waits_among_some_articles(store: Store) -> None:
    """Whatever their age, in order of time; what is matched, unknown or not named is left out."""
    articles = aged(5)
    uuids = [article.article_uuid for article in articles]
    store.ingest(IngestBatch(NOW, tuple(articles)))
    store.save_match(a_match(articles[1:2]), components)
    named = [uuids[3], uuids[0], uuids[1], "A_unknown", uuids[0]]
    assert waiting(store, among=named) == [uuids[0], uuids[3]]
    assert waiting(store, among=named, limit=1) == [uuids[0]]
    assert waiting(store, among=named, since=NOW - 2 * HOUR) == [uuids[3]]
    assert waiting(store, "v2", among=named) == [uuids[0], uuids[1], uuids[3]]
    assert waiting(store, among=[]) == []
    assert waiting(store, among=[f"A_{n}" for n in range(2_000)]) == []


def test_links_of_posts_and_untitled_articles_do_not_wait(store: Store) -> None:
    """Until a source lists the one, and somebody names the other."""
    link = an_article("https://link.example/", content_type=ContentType.LINK)
    untitled = [
        an_article(f"https://untitled.example/{n}", article_title=title)
        for n, title in enumerate((None, ""))
    ]
    store.ingest(IngestBatch(NOW, (link, *untitled)))
    assert waiting(store) == []
    assert store.story_counts().unmatched == 0


def test_articles_are_read_by_id(store: Store) -> None:
    """Many at once, matched or not; unknown ids are absent."""
    articles = aged(1_200)
    store.ingest(IngestBatch(NOW, tuple(articles)))
    asked = [article.article_uuid for article in articles]
    found = store.story_inputs([*asked, *asked, "A_0", "\0"])
    assert set(found) == set(asked)
    assert all(found[uuid].article_uuid == uuid for uuid in asked)
    assert store.story_inputs([]) == {}


def spanned(store: Store, since: datetime, until: datetime, **changes: object) -> list[list[str]]:
    """Ids of the batches of a window."""
    batches = store.story_window(since, until, **changes)  # type: ignore[arg-type]
    return [[article.article_uuid for article in batch] for batch in batches]


def test_a_window_holds_what_is_matched_in_a_span_of_time(store: Store) -> None:
    """Both ends included, oldest first, with the beginning of their texts, in batches."""
    articles = aged(6)
    uuids = [article.article_uuid for article in articles]
    store.ingest(IngestBatch(NOW, tuple(articles)))
    store.save_text(a_text(articles[3], text="word " * 1000))
    store.save_match(a_match(articles[:5]), components)
    since, until = NOW - 4 * HOUR, NOW
    assert spanned(store, since, until, batch=3) == [uuids[1:4], uuids[4:5]]
    assert spanned(store, since, until - 2 * HOUR) == [uuids[1:4]]
    assert spanned(store, until, since) == []
    (batch,) = store.story_window(since, until)
    assert [len(article.text) for article in batch] == [0, 0, 600, 0]


def test_a_body_is_known_by_its_fingerprint(store: Store) -> None:
    """As matching kept it, until the article is matched anew."""
    articles = aged(4)
    uuids = [article.article_uuid for article in articles]
    store.ingest(IngestBatch(NOW, tuple(articles)))
    store.save_text(a_text(articles[0]))
    prints = {uuids[0]: 2**64 - 1, uuids[1]: 0, uuids[2]: 2**63, "A_0": 7}
    store.save_match(a_match(articles, fingerprints=prints), components)
    (batch,) = store.story_window(NOW - 9 * HOUR, NOW)
    assert [article.fingerprint for article in batch] == [2**64 - 1, 0, 2**63, None]
    found = store.story_inputs(uuids)
    assert [found[uuid].fingerprint for uuid in uuids] == [2**64 - 1, 0, 2**63, None]
    store.save_match(a_match(articles, cascade_version="v2"), components)
    (batch,) = store.story_window(NOW - 9 * HOUR, NOW)
    assert [article.fingerprint for article in batch] == [None] * 4


@pytest.mark.parametrize("number", [-1, 2**64])
def test_a_fingerprint_has_64_bits(store: Store, number: int) -> None:
    """Another number is refused with the whole match."""
    articles = aged(1)
    store.ingest(IngestBatch(NOW, tuple(articles)))
    with pytest.raises(StoreError, match="64 bits"):
        store.save_match(
            a_match(articles, fingerprints={articles[0].article_uuid: number}), components
        )
    assert len(waiting(store)) == 1


def test_articles_of_one_moment_are_read_once(store: Store) -> None:
    """However the batches cut them."""
    articles = [an_article(f"https://same.example/{n}") for n in range(10)]
    store.ingest(IngestBatch(NOW, tuple(articles)))
    store.save_match(a_match(articles), components)
    batches = spanned(store, NOW - HOUR, NOW, batch=3)
    assert [uuid for batch in batches for uuid in batch] == sorted(
        article.article_uuid for article in articles
    )
    assert [len(batch) for batch in batches] == [3, 3, 3, 1]


def test_only_what_was_matched_meanwhile(store: Store) -> None:
    """At or after a time, by whatever process, also with older story times."""
    articles = aged(6)
    store.ingest(IngestBatch(NOW, tuple(articles)))
    store.save_match(a_match(articles[2:4]), components)
    store.save_match(a_match([articles[4], articles[0], articles[1]], now=NOW + HOUR), components)
    since, until = NOW - 9 * HOUR, NOW
    expected = [articles[n].article_uuid for n in (0, 1, 4)]
    assert spanned(store, since, until, matched_since=NOW + HOUR, batch=2) == [
        expected[:2],
        expected[2:],
    ]
    assert spanned(store, until, until, matched_since=NOW) == []
    assert spanned(store, since, until, matched_since=NOW + 2 * HOUR) == []


@pytest.mark.parametrize("limit", [0, 2, 9])
def test_what_a_source_listed_last(store: Store, limit: int) -> None:
    """As that source wrote it, newest first, with the beginning of what was read of the page; what
    has no title says nothing.
    """
    articles = aged(4)
    titles = ["Bridge | The Courier", "Mill | The Courier", "", "Fair | The Courier"]
    for article, title in zip(articles, titles, strict=True):
        mention = a_mention(article, title=title, context_snippet=f"Of the {title}.")
        store.ingest(IngestBatch(NOW, (article,), mentions=(mention,)))
    store.save_text(a_text(articles[1], text="Wheels turn. " * 100))
    store.save_text(a_text(articles[0], text="Accept?", status=TextStatus.CONSENT))
    elsewhere = replace(a_mention(articles[0], a_source(2)), title="Not mine")
    store.ingest(IngestBatch(NOW, mentions=(elsewhere,)))
    expected = [
        Listing(title, f"Of the {title}.", ("Wheels turn. " * 100)[:600] if "Mill" in title else "")
        for title in titles[::-1]
        if title
    ]
    assert store.listings_of("W_RSS_1", limit=limit) == expected[:limit]
    assert store.listings_of("W_RSS_7", limit=limit) == []
