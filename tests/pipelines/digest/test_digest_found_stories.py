"""What a web search finds is no way round a reader's history: its story is looked for first."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from strandline.model.digests import Digest, SearchHit
from strandline.model.sources import SourceKind
from strandline.pipelines.stories import Matcher, run_match
from strandline.ports import Store
from strandline.settings import StorySettings
from strandline.testing.builders import NOW

Press = Any
Shown = Callable[[Digest], list[str]]
Drops = Callable[[Digest], dict[str, str]]
DAY, HOUR = timedelta(days=1), timedelta(hours=1)

BRIDGE = "Council closes the Harbour Bridge after cracks are found in two pillars"
STORM = "Storm kills 12 on the coast of Ruritania"
OWN, FOUND, OTHER = (f"https://{name}.example/news/1" for name in ("a", "b", "c"))


@pytest.fixture
def press(make_press: Callable[..., Press], store: Store) -> Press:
    """On each database."""
    return make_press(store)


def found(press: Press, url: str, title: str, when: Any = NOW) -> SearchHit:
    """A page that a search finds, published an hour before."""
    press.serve(url)
    page = press.fetcher.answers[url]
    body = page.body.replace(f"Page {url}".encode(), title.encode())
    press.fetcher.answers[url] = replace(page, body=body)
    return SearchHit(url, title, "", when - HOUR)


def lines(digest: Digest) -> dict[str, dict[str, int]]:
    """Step → what it dropped."""
    return {step.step: dict(step.drops) for step in digest.funnel.steps}


def test_a_story_shown_from_a_source_does_not_come_back_from_a_search(
    press: Press, shown: Shown, drops: Drops
) -> None:
    """Shown yesterday from the reader's paper, found today at another one: blocked, and said so."""
    press.publish(OWN, press.source(), title=BRIDGE)
    reader = press.reader()
    assert shown(press.run(reader)) == [OWN]
    press.finds(found(press, FOUND, BRIDGE, NOW + DAY))
    digest = press.run(reader, now=NOW + DAY)
    assert shown(digest) == []
    assert drops(digest)[FOUND] == "seen_story"
    assert lines(digest)["search_story_history"] == {"seen_story": 1}


def test_a_find_of_a_story_in_this_edition_takes_no_place(
    press: Press, shown: Shown, drops: Drops
) -> None:
    """The report of the reader's own source stands; the find is named on it."""
    press.publish(OWN, press.source(), title=BRIDGE)
    press.finds(found(press, FOUND, BRIDGE))
    digest = press.run(press.reader())
    assert shown(digest) == [OWN]
    assert drops(digest)[FOUND] == "same_story"
    assert lines(digest)["search_one_per_story"] == {"same_story": 1}
    (other,) = digest.items[0].other_sources
    assert (other.name, other.url) == ("b.example", FOUND)


def test_two_finds_of_one_story_are_one_item(press: Press, shown: Shown) -> None:
    """The first published of them, which names the other one by its site."""
    later = found(press, OTHER, BRIDGE)
    press.finds(later, replace(found(press, FOUND, BRIDGE), published_at=NOW - 2 * HOUR))
    digest = press.run(press.reader())
    assert shown(digest) == [FOUND]
    assert [(o.name, o.url) for o in digest.items[0].other_sources] == [("c.example", OTHER)]


def test_a_find_of_another_story_is_shown(press: Press, shown: Shown) -> None:
    """It was compared, and nothing speaks for one story."""
    press.publish(OWN, press.source(), title=BRIDGE)
    press.finds(found(press, FOUND, STORM))
    digest = press.run(press.reader())
    assert sorted(shown(digest)) == [OWN, FOUND]
    assert press.store.story_counts().unmatched == 0


def test_a_known_find_is_blocked_before_any_request(
    press: Press, shown: Shown, drops: Drops
) -> None:
    """A paper that the reader does not follow has it in the ledger, in a story that was shown."""
    followed, other = press.source(1), press.source(2)
    press.publish(OWN, followed, title=BRIDGE, hours_ago=1)
    reader = press.reader(source_uuids=(followed.source_uuid,))
    press.run(reader)
    press.publish(FOUND, other, title=BRIDGE, hours_ago=2, text=None)
    run_match(press.ports, StorySettings(), now=NOW)
    press.finds(SearchHit(FOUND, BRIDGE, "", NOW - HOUR))
    digest = press.run(reader, now=NOW + HOUR)
    assert shown(digest) == []
    assert drops(digest)[FOUND] == "seen_story"
    assert press.fetcher.resolved == []


def test_a_reader_may_want_every_find(press: Press, shown: Shown) -> None:
    """With the history by URL alone, another paper's report comes, known or new."""
    press.publish(OWN, press.source(), title=BRIDGE)
    reader = press.reader(history_by_story=False)
    press.run(reader)
    press.finds(found(press, FOUND, BRIDGE, NOW + DAY))
    assert shown(press.run(reader, now=NOW + DAY)) == [FOUND]


def test_later_news_is_found_and_marked(press: Press, shown: Shown) -> None:
    """A toll that rose is no repeat; the item names the edition that showed the earlier report."""
    press.publish(OWN, press.source(), title=STORM)
    reader = press.reader()
    before = press.run(reader)
    press.finds(found(press, FOUND, STORM.replace("12", "19"), NOW + 20 * HOUR))
    digest = press.run(reader, now=NOW + 20 * HOUR)
    assert shown(digest) == [FOUND]
    (item,) = digest.items
    assert item.is_update
    assert item.earlier is not None
    assert item.earlier.digest_id == before.digest_id


def test_one_matcher_serves_polls_and_editions(press: Press, shown: Shown, drops: Drops) -> None:
    """What it holds from matching polls is what a find is compared with."""
    matcher = Matcher(press.ports, StorySettings())
    press.publish(OWN, press.source(), title=BRIDGE)
    run_match(press.ports, StorySettings(), now=NOW, matcher=matcher)
    press.finds(found(press, FOUND, BRIDGE))
    digest = press.run(press.reader(), matcher=matcher)
    assert shown(digest) == [OWN]
    assert drops(digest)[FOUND] == "same_story"


def test_an_old_find_is_matched_too(press: Press, shown: Shown) -> None:
    """Older than what polls are matched back to: the reader saw that story last week."""
    week_ago = NOW - 6 * DAY
    press.publish(OWN, press.source(), title=BRIDGE, now=week_ago)
    reader = press.reader()
    assert shown(press.run(reader, now=week_ago)) == [OWN]
    press.finds(replace(found(press, FOUND, BRIDGE), published_at=week_ago))
    assert shown(press.run(reader)) == []


def test_the_search_is_no_source_that_others_are_named_by(press: Press, shown: Shown) -> None:
    """An article that a source lists and a search has found before is `also in` neither."""
    press.finds(found(press, FOUND, BRIDGE))
    press.run(press.reader("bob"))
    press.finds()
    [search] = [s for s in press.store.sources() if s.kind is SourceKind.SEARCH]
    assert search.active is False
    press.publish(FOUND, press.source(2), title=BRIDGE)
    digest = press.run(press.reader())
    assert shown(digest) == [FOUND]
    assert digest.items[0].other_sources == ()
