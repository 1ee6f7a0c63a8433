"""The contract of facts: whoever is polled first, the publisher's words stand in the end."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from strandline.core.sources.entering import enter, keys_to_look_up, mention_of
from strandline.core.sources.intake import choose, new_post
from strandline.core.sources.sightings import keys_of, sight
from strandline.core.sources.window import Window
from strandline.model.articles import Article, ArticleText, IngestBatch, Wording
from strandline.model.entries import DateTrust, Entry, Listing
from strandline.model.sources import ContentType, Source, SourceKind
from strandline.model.stories import MatchBatch
from strandline.ports import Store
from strandline.testing.builders import NOW, a_source, a_text

HOUR = timedelta(hours=1)
NUMBERS = itertools.count(100)
WINDOW = Window(NOW - 96 * HOUR, NOW, timedelta(minutes=5))
PAPER = replace(a_source(1), url="https://rss.valley.example/all", name="The Valley", language="en")
SITEMAP = replace(
    a_source(2), kind=SourceKind.SITEMAP, url="https://valley.example/sitemap.xml", name="Map"
)
BLOG = replace(a_source(3), url="https://links.example/feed", name="Links", language="de")
OTHER_BLOG = replace(a_source(4), url="https://more.example/feed", name="More", reputation=0.9)
FORUM = replace(
    a_source(5), url="https://forum.example/top.rss", name="F", content_type=ContentType.FORUM
)


def told(source: Source, url: str) -> Entry:
    """How each source tells the story at an address."""
    title, hours, summary = {
        PAPER.source_uuid: ("Mill grinds again", 5, "After two years the wheel turns."),
        SITEMAP.source_uuid: ("", 2, ""),
        BLOG.source_uuid: ("Look: a mill!", 9, "What I think of mills."),
        OTHER_BLOG.source_uuid: ("Mills are back", 7, "Seen at Links."),
        FORUM.source_uuid: ("Anybody been to the mill?", 30, "I was there."),
    }[source.source_uuid]
    when = NOW - hours * HOUR
    changed = when if source is SITEMAP else None
    return Entry(url, None, title, when, changed, DateTrust.EXACT, summary=summary)


def poll(
    store: Store,
    source: Source,
    *entries: Entry,
    page: ArticleText | None = None,
    is_first_reading: bool = False,
) -> None:
    """What a poll does with a listing; the page is read where the article is new."""
    sightings, _ = sight(Listing(entries))
    known = store.find(keys_of(sightings))
    chosen = choose(source, sightings, known, WINDOW, is_first_reading=is_first_reading)
    posts = tuple(new_post(source, s, NOW, drop.reason) for s, drop in chosen.dropped)
    store.ingest(IngestBatch(NOW, posts=posts))
    group = [*chosen.joining, *(replace(one, text=page) for one in chosen.unknown)]
    known = store.find(keys_to_look_up(group))
    store.ingest(enter(source, group, known, WINDOW).batch)


def all_facts(store: Store, url: str) -> tuple[object, ...]:
    """All that is told of the article at an address, without what depends on the address."""
    identity = sight(Listing((Entry(url),)))[0][0].article
    uuid = store.find([identity.key])[identity.key]
    article = store.articles([uuid])[uuid]
    words = store.story_inputs([uuid])[uuid]
    return (
        article.article_title,
        article.published_utc_iso,
        article.date_trust,
        article.language,
        article.content_type,
        article.source_uuid,
        article.source_url,
        article.url_scraping_method,
        words.summary,
        words.source_name,
    )


@pytest.mark.parametrize("has_page", [False, True])
@pytest.mark.parametrize(
    "sources",
    [(PAPER, SITEMAP, BLOG, FORUM), (SITEMAP, BLOG, OTHER_BLOG), (BLOG, OTHER_BLOG, FORUM)],
    ids=["publisher", "its sitemap", "others"],
)
def test_any_order_of_polling_ends_the_same(
    store: Store, sources: Sequence[Source], has_page: bool
) -> None:
    """Every order of sources gives an article the same title, date, language, kind and source."""
    for source in sources:
        store.save_source(source)
    page = a_text(title="The mill grinds", published_at=NOW - 6 * HOUR, description="It turns.")
    ends = set()
    for number, order in enumerate(itertools.permutations(sources)):
        url = f"https://www.valley.example/news/story-about-the-mill-{number}"
        for source in order:
            poll(store, source, told(source, url), page=page if has_page else None)
        ends.add(all_facts(store, url))
    (end,) = ends
    if PAPER in sources:
        assert end[0] == "Mill grinds again"
        assert end[1] == NOW - 5 * HOUR
        assert end[5:7] == (PAPER.source_uuid, PAPER.url)
        assert end[8:] == ("After two years the wheel turns.", "The Valley")
    elif has_page:
        assert end[0:2] == ("The mill grinds", NOW - 6 * HOUR)
    else:
        assert end[0:2] == ("Look: a mill!", NOW - 9 * HOUR)


@given(
    order=st.permutations((PAPER, SITEMAP, BLOG, OTHER_BLOG, FORUM)),
    old=st.sets(st.sampled_from((PAPER, SITEMAP, OTHER_BLOG, FORUM)), max_size=4),
    undated=st.sampled_from((None, PAPER, SITEMAP)),
)
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_old_items_speak_whatever_the_order(
    store: Store, order: list[Source], old: set[Source], undated: Source | None
) -> None:
    """An item that is too old to enter, or undated in a baseline, speaks of its article all the
    same, be it polled before the article enters or after.
    """
    ends = []
    for sources in (order, order[::-1], (BLOG, *order)):
        url = f"https://www.valley.example/news/story-about-the-mill-{next(NUMBERS)}"
        for source in sources:
            store.save_source(source)
            entry = told(source, url)
            if source in old and entry.published:
                entry = replace(entry, published=entry.published - 200 * HOUR)
            if source == undated:
                entry = replace(entry, published=None, updated=None, date_trust=DateTrust.NONE)
            poll(store, source, entry, is_first_reading=source == undated)
        ends.append(all_facts(store, url))
        assert len(store.posts_with_key(url.removeprefix("https://www."))) == len(order)
    assert ends[0] == ends[1] == ends[2]


URL = "https://www.valley.example/news/story-about-the-mill"


def the_article(store: Store) -> Article:
    (article,) = [one for page in store.every_article() for one in page]
    return article


def matched(store: Store, article: Article) -> None:
    """As after matching by some rules."""
    batch = MatchBatch(NOW, "v1", matched=(article.article_uuid,))
    store.save_match(batch, lambda graph: {n.article_uuid: n.article_uuid for n in graph.nodes})


def waits(store: Store) -> bool:
    return bool(store.unmatched(since=None, cascade_version="v1", limit=10))


def test_better_words_are_matched_anew_and_worse_ones_are_not(store: Store) -> None:
    """The publisher's feed after a link blog: new words, matched once more; the other way nothing
    but a mention comes. When it was detected stays.
    """
    poll(store, BLOG, told(BLOG, URL))
    first = the_article(store)
    matched(store, first)
    poll(store, PAPER, told(PAPER, URL))
    assert waits(store)
    second = the_article(store)
    assert second.article_detected_utc_iso == first.article_detected_utc_iso
    matched(store, second)
    poll(store, OTHER_BLOG, told(OTHER_BLOG, URL))
    assert not waits(store)
    assert the_article(store) == second
    mentions = store.mentions([second.article_uuid])[second.article_uuid]
    assert {m.title for m in mentions} == {"Look: a mill!", "Mill grinds again", "Mills are back"}


def test_an_edit_of_the_publisher_counts(store: Store) -> None:
    """The article takes the new title, is matched anew, and the mention keeps the old wording."""
    poll(store, PAPER, told(PAPER, URL))
    article = the_article(store)
    matched(store, article)
    edited = replace(told(PAPER, URL), title="Mill stands still again")
    (sighting,) = sight(Listing((edited,)))[0]
    mention = mention_of(PAPER, sighting, article.article_uuid, NOW, "en")
    later = NOW + HOUR
    for _ in range(2):  # once more changes nothing
        store.ingest(IngestBatch(later, edits=(mention,)))
    after = the_article(store)
    assert (after.article_title, after.updated_at) == ("Mill stands still again", later)
    assert waits(store)
    (kept,) = store.mentions([article.article_uuid])[article.article_uuid]
    assert kept.title == "Mill stands still again"
    assert kept.earlier == (
        Wording("Mill grinds again", "After two years the wheel turns.", later),
    )


def test_an_edit_of_a_link_blog_changes_its_mention_alone(store: Store) -> None:
    """The words of the publisher stand."""
    poll(store, PAPER, told(PAPER, URL))
    poll(store, BLOG, told(BLOG, URL))
    before = the_article(store)
    (sighting,) = sight(Listing((replace(told(BLOG, URL), title="Wow"),)))[0]
    mention = mention_of(BLOG, sighting, before.article_uuid, NOW, "de")
    store.ingest(IngestBatch(NOW + HOUR, edits=(mention,)))
    assert the_article(store) == before
    titles = [m.title for m in store.mentions([before.article_uuid])[before.article_uuid]]
    assert sorted(titles) == ["Mill grinds again", "Wow"]


def test_two_that_turn_out_to_be_one_have_the_best_words(store: Store) -> None:
    """A short link of the publisher's feed leads to what a link blog listed: its words stand."""
    short = "https://sho.example/x7"
    poll(store, BLOG, told(BLOG, URL))
    poll(store, PAPER, told(PAPER, short))
    keys = [sight(Listing((Entry(url),)))[0][0].article.key for url in (URL, short)]
    ids = store.find(keys)
    store.merge_into(ids[keys[1]], ids[keys[0]], ())
    article = the_article(store)
    assert article.article_title == "Mill grinds again"
    assert article.source_uuid == PAPER.source_uuid
    assert len(store.mentions([article.article_uuid])[article.article_uuid]) == 2
