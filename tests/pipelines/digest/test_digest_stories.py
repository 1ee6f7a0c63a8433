"""A story once: in one edition, over the editions, and again only where there is news in it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from strandline.model.digests import Digest
from strandline.pipelines.stories import run_match
from strandline.pipelines.stories.rulings import split
from strandline.settings import StorySettings
from strandline.testing.builders import NOW

Press = Any
Shown = Callable[[Digest], list[str]]
Drops = Callable[[Digest], dict[str, str]]
DAY = timedelta(days=1)

BRIDGE = "Council closes the Harbour Bridge after cracks are found in two pillars"
STORM = "Storm kills 12 on the coast of Ruritania"
FIRST, SECOND = "https://a.example/news/1", "https://b.example/news/1"


def publish(press: Press, url: str, source: Any, title: str, **changes: Any) -> Any:
    """With a text of its own: two papers that report one event in words of their own."""
    text = f"{title}. " + f"What {source.name} has learnt about {url} fills these lines. " * 30
    return press.publish(url, source, title=title, text=text, **changes)


def match(press: Press, now: Any = NOW) -> None:
    run_match(press.ports, StorySettings(), now=now)


def test_two_papers_take_one_place(press: Press, shown: Shown, drops: Drops) -> None:
    """The first report stands for the story, and the other paper is named on it with its time."""
    one, two = press.source(1), press.source(2)
    publish(press, FIRST, one, BRIDGE, hours_ago=3)
    later = publish(press, SECOND, two, BRIDGE, hours_ago=1)
    match(press)
    digest = press.run(press.reader())
    assert shown(digest) == [FIRST]
    assert drops(digest)[SECOND] == "same_story"
    (other,) = digest.items[0].other_sources
    assert (other.name, other.url) == ("Paper 2", later.article_url_final)


def test_a_story_does_not_come_back_from_another_paper(
    press: Press, shown: Shown, drops: Drops
) -> None:
    """Shown today from one, reported by another after that: blocked tomorrow."""
    one, two = press.source(1), press.source(2)
    publish(press, FIRST, one, BRIDGE, hours_ago=3)
    match(press)
    reader = press.reader()
    assert shown(press.run(reader)) == [FIRST]
    tomorrow = NOW + DAY
    publish(press, SECOND, two, BRIDGE, now=tomorrow)
    match(press, tomorrow)
    digest = press.run(reader, now=tomorrow)
    assert shown(digest) == []
    assert drops(digest)[SECOND] == "seen_story"


def test_a_reader_may_want_every_report(press: Press, shown: Shown) -> None:
    """With the history by URL alone, the other paper's report comes."""
    one, two = press.source(1), press.source(2)
    publish(press, FIRST, one, BRIDGE, hours_ago=3)
    match(press)
    reader = press.reader(history_by_story=False)
    press.run(reader)
    tomorrow = NOW + DAY
    publish(press, SECOND, two, BRIDGE, now=tomorrow)
    match(press, tomorrow)
    assert shown(press.run(reader, now=tomorrow)) == [SECOND]


def test_a_reader_of_the_second_paper_gets_the_story_too(press: Press, shown: Shown) -> None:
    """The main article is of a paper that they do not follow: theirs stands for it."""
    one, two = press.source(1), press.source(2)
    publish(press, FIRST, one, BRIDGE, hours_ago=3)
    publish(press, SECOND, two, BRIDGE, hours_ago=1)
    match(press)
    assert shown(press.run(press.reader(source_uuids=(two.source_uuid,)))) == [SECOND]


def test_an_update_comes_and_says_what_it_follows(press: Press, shown: Shown) -> None:
    """A toll that rose is news; the item names the edition that showed the earlier report."""
    one, two = press.source(1), press.source(2)
    publish(press, FIRST, one, STORM, hours_ago=3)
    match(press)
    reader = press.reader()
    before = press.run(reader)
    tomorrow = NOW + timedelta(hours=20)
    publish(press, SECOND, two, STORM.replace("12", "19"), now=tomorrow)
    match(press, tomorrow)
    digest = press.run(reader, now=tomorrow)
    assert shown(digest) == [SECOND]
    (item,) = digest.items
    assert item.is_update
    assert item.earlier is not None
    assert (item.earlier.digest_id, item.earlier.title) == (before.digest_id, STORM)


def test_a_page_that_moved_is_not_shown_again(press: Press, shown: Shown) -> None:
    """Merged into another URL after it was shown, it is still the page that was shown."""
    source = press.source(1)
    old = publish(press, FIRST, source, BRIDGE, hours_ago=3)
    reader = press.reader()
    press.run(reader)
    new = publish(press, SECOND, source, BRIDGE, hours_ago=1)
    press.store.merge_into(old.article_uuid, new.article_uuid, ())
    assert shown(press.run(reader, now=NOW + timedelta(hours=1))) == []


def test_what_one_person_split_comes_as_two(press: Press, shown: Shown) -> None:
    """A ruling acts on the next edition."""
    one, two = press.source(1), press.source(2)
    publish(press, FIRST, one, BRIDGE, hours_ago=3)
    later = publish(press, SECOND, two, BRIDGE, hours_ago=1)
    match(press)
    split(press.store, later.article_uuid, now=NOW)
    assert sorted(shown(press.run(press.reader()))) == [FIRST, SECOND]


def test_a_text_that_its_source_prints_again_does_not_come_back(press: Press, shown: Shown) -> None:
    """Next day, at another address; the daily piece with a new text does."""
    source, reader = press.source(1), press.reader()
    text = "".join(f"The tide of day {n * n} turns at {n % 24}. " for n in range(90))
    press.publish(FIRST, source, title="Tides of the week", text=text)
    press.run(reader)
    tomorrow = NOW + timedelta(hours=24)
    again = "https://a.example/tides/again"
    new = "https://a.example/tides/new"
    press.publish(again, source, title="Tides of the week", now=tomorrow, text=text)
    press.publish(new, source, title="Tides of the week", now=tomorrow)
    assert shown(press.run(reader, tomorrow)) == [new]
