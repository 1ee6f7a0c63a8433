"""Documents 0 and 1: what was shown does not come again, and nothing is lost."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from strandline.core.digest.seen_urls import as_history, read_seen_urls, write_seen_urls
from strandline.core.urls.history import history_hash
from strandline.model.digests import Digest, Section
from strandline.model.readers import DigestScope, HistoryEntry
from strandline.model.sources import ContentType, SourceKind
from strandline.pipelines.digest import run_digest
from strandline.testing.builders import NOW

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
Press = Any
Shown = Callable[[Digest], list[str]]


def an_edition_of_34(press: Press) -> None:
    """24 articles, 4 podcasts, 6 posts of which none is a profile: 34 URLs; and 3 skills."""
    for paper in range(1, 5):
        source = press.source(paper, name=f"Paper {paper}")
        for n in range(6):
            press.publish(f"https://paper{paper}.example/news/{n}", source, hours_ago=n + 1)
    casts = press.source(11, content_type=ContentType.PODCAST, url="https://cast.example/feed")
    for n in range(4):
        press.publish(f"https://cast.example/episode/{n}", casts, hours_ago=2, text=None)
    posts = press.source(12, content_type=ContentType.POST, url="https://posts.example/feed")
    for n in range(6):
        press.publish(f"https://x.com/mira/status/{n + 100}", posts, hours_ago=3, text=None)
    press.publish("https://x.com/mira", posts, hours_ago=3, text=None)  # a profile, a fallback
    skills = press.source(
        1,
        kind=SourceKind.LIST,
        url="skills",
        content_type=ContentType.SKILL,
        source_uuid="W_LIST_1",
    )
    for n in range(3):
        press.publish(f"https://skills.example/{n}", skills, hours_ago=9000, text=None)


def test_document_1_verification(press: Press, notes: Callable[[Digest], list[str]]) -> None:
    """Day one records 34 URLs; day two blocks 32 of them that are still listed, lets the new ones
    pass, and shows the skills on both days.
    """
    an_edition_of_34(press)
    reader = press.reader("everyone", scope=DigestScope.SHARED, max_items_per_category=30)

    first = press.run(reader)

    assert press.store.count_history("everyone") == 34
    assert "recorded 34 URLs in history" in notes(first)
    assert "no duplicates found (0 URLs in history)" in notes(first)
    skills = [item.url for item in first.items if item.section is Section.SKILLS]
    assert len(skills) == 3
    assert "https://x.com/mira" in [item.url for item in first.items]

    # Next day two of the 34 have left their feeds (72 hours reach back to all of them, so they
    # are taken out of the ledger's view by going to a source that is no longer followed).
    paper = press.source(1, name="Paper 1", active=False)
    assert paper.active is False
    for n in (0, 1, 2, 3):
        source = press.source(2, name="Paper 2")
        from_paper_1 = f"https://paper1.example/news/{n}"
        press.publish(from_paper_1, source)  # four of the six of paper 1 are carried by paper 2
    press.publish("https://paper3.example/news/new-1", press.source(3), now=NOW + DAY)
    press.publish("https://paper4.example/news/new-2", press.source(4), now=NOW + DAY)

    second = press.run(reader, NOW + DAY)

    assert "blocked 32 previously shown articles (34 URLs in history)" in notes(second)
    shown = [item.url for item in second.items]
    assert "https://paper3.example/news/new-1" in shown
    assert "https://paper4.example/news/new-2" in shown
    assert [i.url for i in second.items if i.section is Section.SKILLS] == skills
    assert len(shown) == 2 + 3 + 1  # the new ones, the skills, the profile that is never recorded
    assert press.store.count_history("everyone") == 36


def test_skills_and_profiles_are_shown_but_never_recorded(press: Press) -> None:
    """Exempt types and profile links leave no row; the digest says so of each item."""
    an_edition_of_34(press)
    digest = press.run(press.reader(max_items_per_category=30))
    unrecorded = {item.url for item in digest.items if not item.is_recorded}
    assert unrecorded == {"https://x.com/mira", *(f"https://skills.example/{n}" for n in range(3))}
    assert not unrecorded & set(press.history())


def test_an_exempt_type_passes_although_it_is_in_the_history(press: Press, shown: Shown) -> None:
    """The filter looks at the type, not at the history (document 1, Gotchas)."""
    an_edition_of_34(press)
    url = "https://skills.example/0"
    reader = press.reader()
    press.store.insert_urls([HistoryEntry("ada", url, history_hash(url), NOW - DAY)])
    assert url in shown(press.run(reader))


def test_each_reader_has_a_history_of_their_own(press: Press, shown: Shown) -> None:
    """`UNIQUE(user_id, url_hash)`: what one was shown is new to another."""
    source = press.source()
    press.publish("https://a.example/1", source)
    ada, ben = press.reader("ada"), press.reader("ben")
    assert shown(press.run(ada)) == ["https://a.example/1"]
    assert shown(press.run(ben)) == ["https://a.example/1"]
    assert shown(press.run(ada)) == []


@pytest.mark.parametrize(
    "spelling",
    [
        "https://a.example/Story/1?utm_source=mail",
        "https://a.example/story/1/",
        "https://a.example/story/1#top",
        "HTTPS://A.EXAMPLE/STORY/1?ref=x&source=y",
    ],
)
def test_another_spelling_in_the_history_blocks(press: Press, shown: Shown, spelling: str) -> None:
    """The history compares by document 0's `normalize_article_url`."""
    press.publish("https://a.example/story/1", press.source())
    reader = press.reader()
    press.store.insert_urls([HistoryEntry("ada", spelling, history_hash(spelling), NOW - DAY)])
    assert shown(press.run(reader)) == []


def test_zero_days_is_off(press: Press, shown: Shown, notes: Callable[[Digest], list[str]]) -> None:
    """With `article_history_days = 0` nothing is filtered, recorded or cleaned up."""
    press.publish("https://a.example/1", press.source())
    reader = press.reader(article_history_days=0)
    old = HistoryEntry("ada", "https://a.example/1", history_hash("https://a.example/1"), NOW)
    press.store.insert_urls([old])
    assert shown(press.run(reader, NOW + timedelta(hours=1))) == ["https://a.example/1"]
    digest = press.run(reader, NOW + timedelta(hours=2))
    assert shown(digest) == ["https://a.example/1"]
    assert digest.items[0].is_recorded is False
    assert press.store.count_history("ada") == 1
    assert "history is off: nothing is blocked or recorded" in notes(digest)


def test_clean_up_goes_before_and_is_counted(
    press: Press, shown: Shown, notes: Callable[[Digest], list[str]]
) -> None:
    """Older entries are forgotten first, so that an article may come again after N days."""
    reader = press.reader(article_history_days=30)
    for n in range(4):
        url = f"https://a.example/{n}"
        press.store.insert_urls([HistoryEntry("ada", url, history_hash(url), NOW - 31 * DAY)])
    kept = "https://a.example/kept"
    press.store.insert_urls([HistoryEntry("ada", kept, history_hash(kept), NOW - 29 * DAY)])
    source = press.source()
    press.publish("https://a.example/0", source)
    press.publish(kept, source)
    digest = press.run(reader)
    assert "pruned 4 entries older than 30 days" in notes(digest)
    assert shown(digest) == ["https://a.example/0"]


@pytest.mark.parametrize("is_pretended", [False, True], ids=["a wrong clock", "--now"])
def test_a_day_that_nobody_bears_out_forgets_nothing(
    press: Press, notes: Callable[[Digest], list[str]], is_pretended: bool
) -> None:
    """Editions made with a clock that is a month ahead, however many, keep the history; once it is
    set right nothing comes again."""
    reader, source = press.reader(article_history_days=30), press.source()
    press.publish("https://a.example/1", source)
    assert len(press.run(reader).items) == 1
    ahead = NOW + 32 * DAY
    for n in range(5):
        press.set_clock(NOW if is_pretended else ahead)
        wrong = run_digest(press.ports, press.settings, reader, now=ahead + n * HOUR, is_extra=True)
        assert "2026" in "".join(note for note in notes(wrong) if "Ages" in note or "ages" in note)
        assert set(press.history()) == {"https://a.example/1"}
    assert press.run(reader, NOW + HOUR).items == ()


def test_without_polls_the_last_edition_bounds_the_next(press: Press) -> None:
    """A ledger that no server speaks to: one edition moves its calendar by a day at most."""
    reader, url = press.reader(article_history_days=30), "https://a.example/1"
    press.store.insert_urls([HistoryEntry("ada", url, history_hash(url), NOW)])
    for days, count in ((0, 1), (32, 1), (33, 1)):
        press.set_clock(NOW + days * DAY)
        run_digest(press.ports, press.settings, reader, now=NOW + days * DAY)
        assert len(press.history()) == count


@pytest.mark.parametrize(("days", "lasts"), [(30, 30), (0, 90)])
def test_what_was_not_taken_is_remembered_for_a_time(press: Press, days: int, lasts: int) -> None:
    """As long as the history lasts, or 90 days where it is off; older reasons are forgotten."""
    source = press.source()
    for n in range(3):
        press.publish(f"https://a.example/{n}", source)
    reader = press.reader(article_history_days=days, max_items_per_category=1)
    first = press.run(reader)
    assert len(first.drops) == 2
    press.run(reader, NOW + lasts * DAY)
    kept = press.store.digest(first.digest_id)
    assert kept is not None
    assert len(kept.drops) == 2
    press.run(reader, NOW + lasts * DAY + timedelta(seconds=1))
    assert press.store.digest(first.digest_id).drops == ()


def test_the_shared_digest_keeps_archive_days(press: Press) -> None:
    """`archive_days` (default 30) is the shared digest's, whole UTC days as in document 1."""
    reader = press.reader("everyone", scope=DigestScope.SHARED, article_history_days=365)
    midnight = NOW.replace(hour=0, minute=0)
    rows = {
        "https://a.example/last-day": midnight - 30 * DAY,
        "https://a.example/out": midnight - 31 * DAY,
    }
    press.store.insert_urls(
        [HistoryEntry("everyone", url, history_hash(url), when) for url, when in rows.items()]
    )
    press.run(reader)
    assert set(press.history("everyone")) == {"https://a.example/last-day"}


def test_what_did_not_fit_comes_next_time(press: Press, shown: Shown) -> None:
    """A full category loses nothing: the rest is not recorded and waits."""
    source = press.source()
    urls = {f"https://a.example/{n}" for n in range(7)}
    for n, url in enumerate(sorted(urls)):
        press.publish(url, source, hours_ago=n + 1)
    reader = press.reader(max_items_per_category=3)
    editions = [shown(press.run(reader, NOW + n * DAY)) for n in range(3)]
    assert [len(edition) for edition in editions] == [3, 3, 1]
    assert {url for edition in editions for url in edition} == urls


def test_the_configuration_speaks_for_the_shared_digest(press: Press) -> None:
    """`ARCHIVE_DAYS` holds for the shared digest until somebody edits that reader."""
    digest = press.settings.digest.model_copy(update={"archive_days": 5})
    press.settings = press.settings.model_copy(update={"digest": digest})
    old = HistoryEntry("public", "https://a.example/1", history_hash("https://a.example/1"), NOW)
    press.store.insert_urls([old])
    public = press.store.reader("public")
    press.run(public, NOW + 7 * DAY)
    assert press.store.count_history("public") == 0


@pytest.mark.parametrize(
    "urls",
    [
        [f"https://a.example/view.php?ref={n}" for n in (5001, 5002, 5003)],
        [f"https://a.example/view?source={n}" for n in (11, 12)],
        ["https://a.example/p/AbCd1", "https://a.example/p/aBcD1"],
    ],
)
def test_articles_that_the_ledger_tells_apart_never_block_one_another(
    press: Press, shown: Shown, urls: list[str]
) -> None:
    """In one edition and in later ones, each is shown once, though document 0's key is one."""
    assert len({history_hash(url) for url in urls}) == 1
    source, reader = press.source(), press.reader()
    editions = []
    for day, url in enumerate(urls):
        press.publish(url, source, now=NOW + day * DAY)
        editions.append(shown(press.run(reader, NOW + day * DAY)))
    assert editions == [[url] for url in urls]
    assert shown(press.run(reader, NOW + len(urls) * DAY)) == []
    other = press.reader("ben")
    assert sorted(shown(press.run(other, NOW + len(urls) * DAY))) == sorted(urls)
    assert press.store.count_history("ben") == len(urls)


def test_an_imported_row_blocks_its_own_article_once_that_is_known(
    press: Press, shown: Shown
) -> None:
    """By its key alone while nobody knows what it was; an article of its own frees the others."""
    first, second = (f"https://a.example/view.php?ref={n}" for n in (5001, 5002))
    source, reader = press.source(), press.reader()
    press.store.insert_urls([HistoryEntry("ada", first, history_hash(first), NOW - DAY)])
    press.publish(second, source)
    digest = press.run(reader)
    assert shown(digest) == []
    assert [drop.detail for drop in digest.drops] == [f"in the history since 2026-03-03: {first}"]
    press.publish(first, source)
    assert shown(press.run(reader, NOW + timedelta(hours=1))) == [second]


def test_a_history_means_the_same_when_it_was_written_and_read_again(
    press: Press, shown: Shown
) -> None:
    """`seen_urls.json` of one reader, given to another one: the same is blocked, nothing else."""
    urls = [f"https://a.example/view.php?ref={n}" for n in (5001, 5002, 5003)]
    source = press.source()
    for url in urls[:2]:
        press.publish(url, source)
    press.run(press.reader())
    file = write_seen_urls(press.store.history("ada"))
    ben = press.reader("ben")
    assert press.store.insert_urls(as_history(read_seen_urls(file.encode(), NOW), "ben")) == 2
    press.publish(urls[2], source)
    assert shown(press.run(ben)) == [urls[2]]
