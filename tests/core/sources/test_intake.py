"""What becomes of listed items is decided from values."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.sources.entering import enter, keys_to_look_up, snippet
from strandline.core.sources.intake import choose, new_post, recognise
from strandline.core.sources.items import told_apart
from strandline.core.sources.sightings import Sighting, content_hash, sight
from strandline.core.sources.window import Window, believed_date
from strandline.model.articles import ArticleText, TextStatus
from strandline.model.entries import DateTrust, Entry, Listing, SkippedEntry
from strandline.model.sources import Source, SourceKind

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
WINDOW = Window.before(NOW, 24, 3600)
FEED = Source("W_RSS_1", SourceKind.FEED, "https://paper.example/feed", "Paper")
PAGE = Source("W_DIRECT_1", SourceKind.DIRECT, "https://paper.example/", "Paper")
LIST = Source("W_LIST_1", SourceKind.LIST, "skills", "Skills", items=("https://x.example/a",))
URL = "https://paper.example/news/harbour"


def an_entry(url: str | None = URL, when: datetime | None = NOW - HOUR, **changes: object) -> Entry:
    trust = DateTrust.EXACT if when else DateTrust.NONE
    entry = Entry(url=url, title="Harbour", published=when, date_trust=trust, summary="Open again.")
    return replace(entry, **changes)  # type: ignore[arg-type]


def one(entry: Entry) -> Sighting:
    (sighting,), drops = sight(Listing((entry,)))
    assert not drops
    return sighting


def reason(entry: Entry, source: Source = FEED, *, first: bool = False, **known: str) -> str | None:
    """Why an entry does not enter; None where it does."""
    chosen = choose(source, [one(entry)], known, WINDOW, is_first_reading=first)
    return chosen.dropped[0][1].reason if chosen.dropped else None


def test_what_has_no_address_is_dropped_with_a_reason() -> None:
    """Skipped items, items without or with a bad address, and doubles each have their code."""
    listing = Listing(
        entries=(
            an_entry(),
            an_entry(f"{URL}?utm_source=rss"),
            an_entry(None),
            an_entry("javascript:alert(1)"),
            an_entry("http://[::1"),
        ),
        skipped=(SkippedEntry("Only a title", "no_url"),),
    )
    sightings, drops = sight(listing)
    told, doubles = told_apart(FEED, sightings, {})
    assert [s.item_key for s in told] == [one(an_entry()).item_key]
    assert [d.reason for d in drops] == ["no_url", "no_url", "bad_url", "bad_url"]
    assert [d.reason for d in doubles] == ["duplicate"]


@pytest.mark.parametrize(
    ("age", "expected"),
    [
        (timedelta(0), None),
        (timedelta(hours=24) - timedelta(seconds=1), None),
        (timedelta(hours=24), "old"),
        (timedelta(days=400), "old"),
        (-HOUR, None),
        (-HOUR - timedelta(seconds=1), "future"),
        (-timedelta(days=30), "future"),
    ],
)
def test_the_window_is_half_open(age: timedelta, expected: str | None) -> None:
    """(now − 24 h, now] enters, an hour ahead counts as now, later ones wait."""
    assert reason(an_entry(when=NOW - age)) == expected


@pytest.mark.parametrize(
    ("day", "expected"), [(2, None), (1, None), (28, "old")], ids=["today", "yesterday", "before"]
)
def test_a_date_without_a_time_stands_for_its_day(day: int, expected: str | None) -> None:
    """A day overlaps the window or not; the day before the window's does not."""
    month = 3 if day < 20 else 2
    when = datetime(2026, month, day, tzinfo=UTC)
    assert reason(an_entry(when=when, date_trust=DateTrust.DAY)) == expected


@pytest.mark.parametrize("year", [1, 1970, 1990, 2028, 9999])
def test_absurd_dates_are_no_dates(year: int) -> None:
    """Year 0 to 1990 and more than a year ahead mean that nothing is known: never today."""
    when, trust = believed_date(an_entry(when=datetime(year, 1, 1, tzinfo=UTC)), NOW)
    assert (when, trust) == (None, DateTrust.NONE)


def test_undated_items_of_a_first_reading_are_a_baseline() -> None:
    """They enter from the second reading on, without a date, trusted as first seen."""
    undated = an_entry(when=None)
    assert reason(undated, first=True) == "undated_baseline"
    chosen = choose(FEED, [one(undated)], {}, WINDOW, is_first_reading=False)
    assert chosen.unknown[0].published is None
    assert chosen.unknown[0].trust is DateTrust.FIRST_SEEN


def test_an_undated_item_that_changed_long_ago_is_old() -> None:
    """Published before it was last changed: that is enough to know that it is not news."""
    assert reason(an_entry(when=None, updated=NOW - timedelta(days=9))) == "old"


def test_a_home_page_is_no_article_of_its_own_site() -> None:
    """A feed that links to its own home page lists nothing; an aggregator may link to another's."""
    assert reason(an_entry("https://paper.example/")) == "home_page"
    assert reason(an_entry("https://launch.example/")) is None


def test_a_page_source_drops_lists_and_profiles() -> None:
    """Links to sections are no articles of a page; a feed's items are what the feed says."""
    section = an_entry("https://paper.example/category/science/")
    assert reason(section, PAGE) == "listing_page"
    assert reason(section, FEED) is None


def test_a_fixed_list_never_grows_old() -> None:
    """Items of a list enter at their first reading, whatever their date."""
    assert reason(an_entry(when=None), LIST, first=True) is None
    assert reason(an_entry(when=NOW - timedelta(days=900)), LIST, first=True) is None


def test_a_known_article_is_joined_whatever_its_date() -> None:
    """The second source of a known article adds a mention, even where its own date is old."""
    entry = an_entry(when=NOW - timedelta(days=3))
    key = one(entry).article.key
    chosen = choose(FEED, [one(entry)], {key: "A_1"}, WINDOW, is_first_reading=False)
    assert [s.known_uuid for s in chosen.joining] == ["A_1"]


def test_a_reply_brings_its_topic_back_only_where_wanted() -> None:
    """An old topic that is bumped is old, unless the forum source follows replies."""
    forum = Source("W_RSS_2", SourceKind.DISCOURSE, "https://f.example/latest.rss", "Forum")
    old = an_entry("https://f.example/t/a-topic/1", when=NOW - timedelta(days=300))
    assert reason(old, forum) == "old"
    assert reason(old, replace(forum, follow_replies=True)) is None
    assert reason(old, replace(forum, follow_replies=True), first=True) == "old"


def known_post(entry: Entry, **changes: object) -> dict[str, object]:
    sighting = replace(one(entry), published=entry.published, trust=entry.date_trust)
    post = new_post(FEED, sighting, NOW - HOUR, "entered", "A_1")
    return {post.item_key: replace(post, **changes)}  # type: ignore[arg-type]


def test_an_edit_makes_a_version_and_moves_no_date() -> None:
    """Other words and a later date: a new version, updated then, published as before."""
    posts = known_post(an_entry())
    edited = an_entry(when=NOW, summary="Open again, with corrections.", title="Harbour, updated")
    found = recognise([one(edited)], posts, NOW)  # type: ignore[arg-type]
    (post,) = found.posts
    assert (post.versions, post.published_at, post.updated_at) == (2, NOW - HOUR, NOW)
    (change,) = found.changes
    assert (change.article_uuid, change.versions) == ("A_1", 2)
    assert [drop.reason for drop in found.drops] == ["known"]


def test_a_date_may_move_back() -> None:
    """An edit with an earlier date corrects the date."""
    posts = known_post(an_entry())
    earlier = an_entry(when=NOW - 5 * HOUR, summary="Corrected.")
    found = recognise([one(earlier)], posts, NOW)  # type: ignore[arg-type]
    assert found.posts[0].published_at == NOW - 5 * HOUR


def test_a_tombstone_is_seen_again_and_nothing_more() -> None:
    """A post whose content was purged is known for ever, whatever its item says now."""
    posts = known_post(an_entry(), content_hash="", decision="entered")
    found = recognise([one(an_entry(summary="Other."))], posts, NOW)  # type: ignore[arg-type]
    assert (found.new, found.posts, len(found.seen_again)) == ((), (), 1)


def test_an_item_held_back_is_decided_anew() -> None:
    """A post with the decision `future` is new each time, until it enters."""
    posts = known_post(an_entry(when=NOW + 5 * HOUR), decision="future", article_uuid=None)
    found = recognise([one(an_entry(when=NOW + 5 * HOUR))], posts, NOW)  # type: ignore[arg-type]
    assert len(found.new) == 1
    assert not found.drops


@pytest.mark.parametrize(("moved", "of", "unstable"), [(2, 2, True), (1, 2, True), (1, 5, False)])
def test_dates_that_follow_the_request_are_noticed(moved: int, of: int, unstable: bool) -> None:
    """Where half of the known items have a new date and the same words, dates are unstable."""
    entries = [an_entry(f"{URL}-{n}") for n in range(of)]
    posts = {key: post for entry in entries for key, post in known_post(entry).items()}
    now = [replace(e, published=NOW) if n < moved else e for n, e in enumerate(entries)]
    found = recognise([one(entry) for entry in now], posts, NOW)  # type: ignore[arg-type]
    assert found.dates_unstable is unstable


def test_nothing_known_says_nothing_about_dates() -> None:
    """A first reading judges no dates."""
    assert recognise([one(an_entry())], {}, NOW).dates_unstable is None


@given(st.permutations(range(4)))
def test_pages_that_are_one_become_one_row(order: list[int]) -> None:
    """Spellings of one URL in one batch make one article, its date the earliest, in any order."""
    entries = [
        an_entry(f"{URL}?utm_source={n}", when=NOW - n * HOUR, item_key=f"k{n}") for n in order
    ]
    sightings = [replace(one(e), published=e.published, trust=DateTrust.EXACT) for e in entries]
    entering = enter(FEED, sightings, {}, WINDOW)
    (article,) = entering.batch.articles
    assert article.published_utc_iso == NOW - 3 * HOUR
    assert len(entering.batch.mentions) == len(entering.batch.posts) == 4
    assert {post.article_uuid for post in entering.batch.posts} == {article.article_uuid}


def test_a_page_that_is_older_than_its_listing_is_refused() -> None:
    """Undated or sitemap-dated items are news only where their page agrees."""
    sitemap = Source("W_SITEMAP_1", SourceKind.SITEMAP, "https://paper.example/sitemap.xml", "P")
    text = ArticleText("", TextStatus.OK, NOW, text="x", published_at=NOW - timedelta(days=40))
    dated = replace(
        one(an_entry(updated=NOW - HOUR)), published=NOW - HOUR, trust=DateTrust.EXACT, text=text
    )
    entering = enter(sitemap, [dated], {}, WINDOW)
    assert [drop.reason for drop in entering.drops] == ["old_page"]
    assert [post.decision for post in entering.batch.posts] == ["old_page"]
    assert enter(FEED, [dated], {}, WINDOW).batch.articles, "a feed's own date stands"


def test_keys_to_look_up_name_each_key_once() -> None:
    """Two spellings of one URL ask the ledger once."""
    sightings = [one(an_entry()), one(an_entry(f"{URL}#top"))]
    assert len(keys_to_look_up(sightings)) == 1


@given(st.text(max_size=3000))
def test_snippets_are_short_and_whole(text: str) -> None:
    """A snippet is at most 500 characters, whatever the markup."""
    assert len(snippet(f"<p>{text}</p>")) <= 500


@given(st.text(), st.text())
def test_the_content_hash_ignores_dates(title: str, summary: str) -> None:
    """Only words change the hash: a bumped date is no edit."""
    first = an_entry(title=title, summary=summary)
    again = replace(first, published=NOW, updated=NOW, guid="other")
    assert content_hash(first) == content_hash(again)
    assert content_hash(first) != content_hash(replace(first, title=title + "x"))
