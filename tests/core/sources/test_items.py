"""Items of one address are told apart by what their feed varies, from values alone."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.sources.intake import new_post
from strandline.core.sources.items import addresses_to_ask_for, told_apart
from strandline.core.sources.sightings import Sighting, sight
from strandline.core.urls.items import is_item, mark_of
from strandline.model.articles import Post
from strandline.model.entries import DateTrust, Enclosure, Entry, Listing
from strandline.model.sources import Source, SourceKind

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
FEED = Source("W_RSS_1", SourceKind.FEED, "https://quay.example/feed", "Quay")
PAGE = "https://quay.example/log"


def item(title: str, url: str = PAGE, minutes: int | None = 7, **more: object) -> Entry:
    """An item dated so many minutes before now; None for undated."""
    when = None if minutes is None else NOW - timedelta(minutes=minutes)
    trust = DateTrust.NONE if when is None else DateTrust.EXACT
    return replace(Entry(url, title=title, published=when, date_trust=trust), **more)  # type: ignore[arg-type]


def file(name: str) -> tuple[Enclosure, ...]:
    return (Enclosure(f"https://files.example/{name}", "audio/mpeg"),)


def listed(*entries: Entry, source: Source = FEED, posts: tuple[Post, ...] = ()) -> list[Sighting]:
    """What a document shows of entries, given what was listed before."""
    known: dict[str, list[Post]] = {}
    for post in posts:
        known.setdefault(post.url_key, []).append(post)
    return told_apart(source, sight(Listing(entries))[0], known)[0]


def posts_of(sightings: list[Sighting]) -> tuple[Post, ...]:
    """The posts that are kept of them; each stands for an article of its own."""
    dated = [replace(s, published=s.entry.published, trust=s.entry.date_trust) for s in sightings]
    return tuple(new_post(FEED, s, NOW, "entered", f"A_{s.item_key}") for s in dated)


def marks(sightings: list[Sighting]) -> list[str]:
    return [sighting.mark.partition(":")[0][:6] for sighting in sightings]


@pytest.mark.parametrize(
    ("first", "second", "mark"),
    [
        (
            item("Two", f"{PAGE}#v2", 7, guid="b", enclosures=file("2.mp3")),
            item("One", f"{PAGE}#v1", 9, guid="a", enclosures=file("1.mp3")),
            "#",
        ),
        (
            item("Two", f"{PAGE}#top", 7, guid="b", enclosures=file("2.mp3")),
            item("One", f"{PAGE}#top", 9, guid="a", enclosures=file("1.mp3")),
            "file",
        ),
        (
            item("Two", PAGE, 7, guid="b", enclosures=file("jingle.mp3")),
            item("One", PAGE, 9, guid="a", enclosures=file("jingle.mp3")),
            "guid",
        ),
        (item("Two", PAGE, 7, guid=PAGE), item("One", PAGE, 9, guid=PAGE), "title"),
        (item("Two", PAGE, 7, guid="N/A"), item("One", PAGE, 9, guid="undefined"), "title"),
        (item("Two", PAGE, None), item("One", PAGE, None), "title"),
    ],
    ids=["fragment", "file", "guid", "title: the guid is the link", "title: no guid", "undated"],
)
def test_the_most_trusted_mark_that_varies_tells_items_apart(
    first: Entry, second: Entry, mark: str
) -> None:
    """Fragment, file, guid, title and date, in this order; what all have alike says nothing."""
    found = listed(first, second)
    assert [one.mark[: len(mark)] for one in found] == [mark, mark]
    assert len({one.article.key for one in found}) == len({one.item_key for one in found}) == 2


def test_canonical_urls_differ_and_open_the_page() -> None:
    """A fragment of its own stays; what no server sees stands for the rest; a file is its own."""
    anchors = listed(item("Two", f"{PAGE}#v2"), item("One", f"{PAGE}#v1"))
    assert [one.article.canonical for one in anchors] == [f"{PAGE}#v2", f"{PAGE}#v1"]
    files = listed(item("Two", enclosures=file("2.mp3")), item("One", enclosures=file("1.mp3")))
    assert files[0].article.canonical == "https://files.example/2.mp3"
    guids = listed(item("Two", guid="b"), item("One", guid="a"))
    assert len({one.article.canonical for one in guids}) == 2
    assert all(one.article.canonical.startswith(f"{PAGE}#item-") for one in guids)
    assert all(is_item(one.article.key) for one in guids)
    assert [mark_of(one.article.key) for one in guids] == ["guid:b", "guid:a"]


@pytest.mark.parametrize(
    "again",
    [
        item("Pier", guid="a"),
        item("Pier", f"{PAGE}?utm_source=rss"),
        item("Pier", guid="b", summary=""),
        item("Pier", minutes=30),
    ],
    ids=["no guid", "tracked", "another guid", "another date"],
)
def test_an_item_that_is_listed_twice_stays_one(again: Entry) -> None:
    """The same words at the same address are one item, whatever else is written about them."""
    assert [one.mark for one in listed(item("Pier", guid="a"), again)] == [""]


def test_two_versions_of_one_entry_are_one_item() -> None:
    """RFC 4287: entries of one id are one, although words and dates moved on."""
    new = item("Pier", guid="tag:pier", summary="Rebuilt.")
    old = item("Pier", guid="tag:pier", summary="To be rebuilt.", minutes=99)
    assert len(listed(new, old)) == 1


def test_an_address_with_one_item_is_that_items() -> None:
    """Another title, another date, even another guid of the same words: an edit, not a new item."""
    posts = posts_of(listed(item("Pier", guid="1", minutes=60)))
    for edited in (
        item("Pier rebuilt", guid="1"),
        item("Pier", guid="2"),
        item("Pier rebuilt", guid=f"{PAGE}#2"),
        item("Pier rebuilt"),
    ):
        (one,) = listed(edited, posts=posts)
        assert (one.item_key, one.mark) == (posts[0].item_key, "")


def test_the_second_poll_may_be_the_first_to_show_it() -> None:
    """The item that had the address alone keeps its name; the new one gets another."""
    posts = posts_of(listed(item("Build 1", guid="1", minutes=60)))
    new, old = listed(item("Build 2", guid="2"), item("Build 1", guid="1", minutes=60), posts=posts)
    assert (old.item_key, old.mark) == (posts[0].item_key, "")
    assert new.mark == "guid:2"


def test_a_successor_is_no_edit() -> None:
    """Where one item is listed at a time, another title under another guid is another item."""
    posts = posts_of(listed(item("Build 1", guid="1", minutes=60)))
    (new,) = listed(item("Build 2", guid="2"), posts=posts)
    assert new.mark == "guid:2"


def test_the_next_episode_is_no_edit() -> None:
    """A show without guids that lists one episode at a time: title, date and file move on."""
    posts = posts_of(listed(item("Part one", minutes=60, enclosures=file("1.mp3"))))
    (new,) = listed(item("Part two", enclosures=file("2.mp3")), posts=posts)
    assert new.mark == "file:https://files.example/2.mp3"
    (again,) = listed(item("Part 2", enclosures=file("2.mp3")), posts=(*posts, *posts_of([new])))
    assert again.item_key == new.item_key


def test_links_to_other_peoples_pages_name_the_page() -> None:
    """Two posts of a link blog about one page are two items, and one article."""
    far = "https://far.example/essay"
    rest = [item(f"Own {n}", f"https://quay.example/{n}") for n in range(3)]
    found = listed(item("Look", far, guid="1"), item("Look again", far, guid="2"), *rest)
    assert [one.item_key for one in found[:2]] == ["guid:1", "guid:2"]
    assert len({one.article.key for one in found[:2]}) == 1


@pytest.mark.parametrize("kind", [SourceKind.DIRECT, SourceKind.SITEMAP, SourceKind.LIST])
def test_only_feeds_have_items(kind: SourceKind) -> None:
    """On a page, two links to one address are one article under two headlines."""
    page = replace(FEED, kind=kind)
    assert len(listed(item("Pier"), item("Read more"), source=page)) == 1


def test_posts_of_a_topic_stay_one_article() -> None:
    """What is a post of a topic stands for its topic, however many there are."""
    topic = "https://quay.example/t/pier/7"
    posts = [item("Pier", f"{topic}/{n}", topic_url=topic, item_key=f"post:{n}") for n in (1, 2)]
    assert len({one.article.key for one in listed(*posts)}) == 1


def test_a_guid_that_stands_for_two_files_is_none() -> None:
    """Episodes without a page go by their files where their guid is the same."""
    one, two = (
        item(f"Part {n}", f"https://quay.example/{n}.mp3", guid="x", item_key="guid:x")
        for n in (1, 2)
    )
    assert len({s.item_key for s in listed(one, two)}) == 2


ENTRIES = st.lists(
    st.builds(
        item,
        st.sampled_from(["Pier", "Mast", "Eel", "Pier 2"]),
        st.sampled_from([PAGE, f"{PAGE}#a", f"{PAGE}#b", "https://quay.example/own"]),
        st.sampled_from([None, 7, 61]),
        guid=st.sampled_from([None, "1", "2", "N/A", PAGE]),
        enclosures=st.sampled_from([(), file("1.mp3"), file("2.mp3")]),
    ),
    min_size=1,
    max_size=6,
)


@given(ENTRIES, st.randoms(use_true_random=False))
def test_the_order_of_a_document_says_nothing(entries: list[Entry], random: object) -> None:
    """Shuffled, a document shows the same articles under the same names."""
    shuffled = list(entries)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    first, again = listed(*entries), listed(*shuffled)
    assert {one.article.key for one in first} == {one.article.key for one in again}


@given(ENTRIES)
def test_polled_again_nothing_is_new(entries: list[Entry]) -> None:
    """What was listed is recognised at the next poll: every item under the key that it has."""
    first = listed(*entries)
    posts = posts_of(first)
    again = listed(*entries, posts=posts)
    assert {one.item_key for one in again} == {post.item_key for post in posts}


@given(ENTRIES, ENTRIES)
def test_every_item_has_a_key_of_its_own(entries: list[Entry], before: list[Entry]) -> None:
    """No two items of a document share a key, whatever was listed before."""
    found = listed(*entries, posts=posts_of(listed(*before)))
    assert len({one.item_key for one in found}) == len(found)


def test_only_what_is_new_is_asked_for() -> None:
    """A poll that brings nothing new costs no look at the addresses."""
    entries = [item("Pier", f"{PAGE}/1"), item("Mast", f"{PAGE}/2")]
    sightings = sight(Listing(tuple(entries)))[0]
    posts = {post.item_key: post for post in posts_of(sightings)}
    assert addresses_to_ask_for(sightings, posts) == []
    assert addresses_to_ask_for(sightings, {}) == [one.url_key for one in sightings]


REEDS = "Volunteers cut the reeds along the northern dyke before the birds return."
OTTER = "An angler photographed an animal near the lock on Sunday morning."


@pytest.mark.parametrize("guid", ["", "latest"], ids=["no guid", "a constant guid"])
def test_a_feed_of_the_latest_item_alone_keeps_every_item(guid: str) -> None:
    """One item at one address: other title, date and text are the next item, which then stays."""
    first = item("Reeds are cut", minutes=90, guid=guid, summary=REEDS)
    second = item("Otter at the lock", minutes=7, guid=guid, summary=OTTER)
    before = posts_of(listed(first))
    (new,) = listed(second, posts=before)
    assert new.mark
    both = before + posts_of([new])
    retitled = replace(second, title="Otter at the lock (photo)")
    for again, known in ((first, before[0].item_key), (second, new.item_key)):
        assert [one.item_key for one in listed(again, posts=both)] == [known]
    assert [one.item_key for one in listed(retitled, posts=both)] == [new.item_key]


@pytest.mark.parametrize(
    "edit",
    [
        item("Reeds are cut at last", minutes=7, guid="latest", summary=f"{REEDS} Updated."),
        item("Dyke: work is done", minutes=7, guid="latest", summary=f"{REEDS} Updated."),
        item("Dyke: work is done", minutes=90, guid="latest", summary=OTTER),
        item("Reeds are cut", minutes=7, guid="latest", summary=OTTER),
        item("Otter at the lock", minutes=7, guid="latest", summary="Soon."),
    ],
    ids=["small", "another title", "no other date", "no other title", "no text to speak of"],
)
def test_an_edit_of_the_latest_item_is_no_next_one(edit: Entry) -> None:
    """Where title, date or text is what it was, the item is the one that it was."""
    before = posts_of(listed(item("Reeds are cut", minutes=90, guid="latest", summary=REEDS)))
    (one,) = listed(edit, posts=before)
    assert (one.item_key, one.mark) == (before[0].item_key, "")


def test_other_words_beside_other_items_are_an_edit() -> None:
    """A feed that lists more than its latest item has addresses that name them: they stay."""
    before = posts_of(listed(item("Reeds are cut", minutes=90, summary=REEDS)))
    other = item("Ferry is late", "https://quay.example/ferry", 30)
    now = listed(item("Otter at the lock", minutes=7, summary=OTTER), other, posts=before)
    assert now[0].item_key == before[0].item_key


def test_a_word_more_in_a_title_is_an_edit_although_its_guid_is_new() -> None:
    """Of one date, at an address that had one item; where a word is another one it is the next."""
    before = posts_of(listed(replace(item("Ferry late", guid="1"), published=NOW)))
    beside = item("Pier rebuilt", "https://quay.example/pier", guid="9")
    for title, is_edit in (("Ferry late (updated)", True), ("Ferry back", False)):
        again = replace(item(title, guid="urn:2"), published=NOW)
        now = listed(again, beside, posts=before)
        assert (now[0].item_key == before[0].item_key) == is_edit
