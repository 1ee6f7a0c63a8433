"""A story once: in one edition, over the editions, and again only where there is news in it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from strandline.core.dedup.grouping import group
from strandline.model.accounts import Actor
from strandline.model.digests import Digest
from strandline.model.stories import Answer, Decision, Relation
from strandline.pipelines.desk.muting import mute_thread, unmute_thread
from strandline.pipelines.stories import run_match
from strandline.pipelines.stories.rulings import link, rule, split
from strandline.settings import StorySettings
from strandline.testing.builders import NOW
from strandline.testing.story_builders import a_match, a_verdict

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


def test_a_muted_thread_stays_out_of_the_editions(press: Press, shown: Shown, drops: Drops) -> None:
    """Whatever comes to it later, until it is unmuted; the audit says who did it."""
    source = press.source(1)
    first = publish(press, FIRST, source, "Strike at the paper mill of Alder", hours_ago=30)
    second = publish(press, SECOND, source, "Alder: talks in the mill strike fail", hours_ago=3)
    match(press)
    link(press.ports.store, [first.article_uuid, second.article_uuid], now=NOW)
    reader, console = press.reader(), Actor.console()
    said = mute_thread(press.ports, console, reader.reader_id, first.article_uuid)
    assert said.is_done
    assert not mute_thread(press.ports, console, reader.reader_id, second.article_uuid).is_done
    digest = press.run(press.ports.store.reader(reader.reader_id))
    assert shown(digest) == []
    assert drops(digest)[SECOND] == "muted_thread"
    said = unmute_thread(press.ports, console, reader.reader_id, second.article_uuid)
    assert said.is_done
    assert SECOND in shown(press.run(press.ports.store.reader(reader.reader_id)))
    acts = [entry.what for entry in press.ports.store.audit(limit=5)]
    assert acts[:2] == ["thread.unmute", "thread.mute"]


def test_news_of_a_thread_says_where_the_story_before_was_shown(press: Press, shown: Shown) -> None:
    """It is no update of one story, and so is not marked as one."""
    source = press.source(1)
    first = publish(press, FIRST, source, "Strike at the paper mill of Alder", hours_ago=3)
    match(press)
    reader = press.reader()
    before = press.run(reader)
    tomorrow = NOW + DAY
    later = publish(press, SECOND, source, "Alder: talks in the mill strike fail", now=tomorrow)
    match(press, tomorrow)
    related = a_verdict(
        first, later, Answer.UNSURE, relation=Relation.RELATED, decided_at=tomorrow + DAY
    )
    press.ports.store.save_match(a_match([], [related]), group)
    split_apart = (first.article_uuid, later.article_uuid, Decision.DIFFERENT)
    rule(press.ports.store, *split_apart, now=tomorrow)
    digest = press.run(reader, now=tomorrow)
    assert shown(digest) == [SECOND]
    (item,) = digest.items
    assert item.earlier is not None
    assert (item.earlier.digest_id, item.is_update) == (before.digest_id, False)
