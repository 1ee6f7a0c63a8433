"""When a run makes an edition of the day, and who gets places that stay free."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from strandline.core.digest.worth import NOTHING_NEW, SMALLER_EDITION
from strandline.model.digests import Digest
from strandline.model.readers import Reader
from strandline.model.sources import ContentType
from strandline.pipelines.digest import run_digest
from strandline.testing.builders import NOW

Press = Any
Shown = Callable[[Digest], list[str]]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MORNING = NOW.replace(hour=9, minute=0)


@pytest.fixture
def make_edition(press: Press) -> Callable[..., Digest]:
    """As a person runs it: no extra edition unless asked."""

    def make(reader: Reader, now: Any, *, is_extra: bool = False) -> Digest:
        return run_digest(press.ports, press.settings, reader, now=now, is_extra=is_extra)

    return make


def publish_some(press: Press, source: Any, count: int, *, at: Any, name: str) -> None:
    for n in range(count):
        press.publish(f"https://a.example/{name}/{n}", source, now=at)


def test_a_fixed_list_alone_is_no_news(press: Press, make_edition: Any, drops: Any) -> None:
    """Its entries stand in every edition; the first one is saved, a second one only with news."""
    tools = press.source(2, content_type=ContentType.SKILL)
    press.publish("https://tools.example/1", tools, now=MORNING)
    reader = press.reader()
    assert make_edition(reader, MORNING).digest_id
    again = make_edition(reader, MORNING + DAY)
    assert (again.digest_id, again.items) == ("", ())
    assert drops(again) == {"https://tools.example/1": NOTHING_NEW}
    press.publish("https://a.example/1", press.source(1), now=MORNING + 2 * DAY)
    assert len(make_edition(reader, MORNING + 2 * DAY).items) == 2
    assert len(press.store.digests(reader_id="ada")) == 2


def test_late_news_waits_for_the_next_edition(
    press: Press, make_edition: Any, shown: Shown, drops: Any
) -> None:
    """A smaller edition never tops the day's fuller one unasked; nothing of it is lost."""
    source, reader = press.source(), press.reader()
    publish_some(press, source, 5, at=MORNING, name="early")
    assert len(make_edition(reader, MORNING).items) == 5
    late = MORNING + 8 * HOUR
    publish_some(press, source, 2, at=late, name="late")
    waiting = make_edition(reader, late)
    assert waiting.digest_id == ""
    assert set(drops(waiting).values()) == {"seen_before", SMALLER_EDITION}
    assert len(press.store.digests(reader_id="ada")) == 1
    assert press.store.count_history("ada") == 5
    assert len(shown(make_edition(reader, MORNING + DAY))) == 2


def test_an_extra_edition_is_made_when_asked_for(press: Press, make_edition: Any) -> None:
    """What is new since, beside the day's edition; a day with as much news again has two."""
    source, reader = press.source(), press.reader()
    publish_some(press, source, 3, at=MORNING, name="early")
    make_edition(reader, MORNING)
    publish_some(press, source, 1, at=MORNING + HOUR, name="late")
    assert len(make_edition(reader, MORNING + HOUR, is_extra=True).items) == 1
    publish_some(press, source, 4, at=MORNING + 2 * HOUR, name="later")
    assert len(make_edition(reader, MORNING + 2 * HOUR).items) == 4


def test_a_scheduled_edition_is_not_measured_by_one_before_its_time(
    press: Press, make_edition: Any
) -> None:
    """What somebody made at night does not take the place of the morning's."""
    source, reader = press.source(), press.reader()
    night, six = NOW.replace(hour=5, minute=0), NOW.replace(hour=6, minute=0)
    publish_some(press, source, 3, at=night, name="early")
    make_edition(reader, night)
    publish_some(press, source, 1, at=six, name="late")
    assert len(make_edition(reader, six).items) == 1


@pytest.mark.parametrize(("fills", "count"), [(True, 6), (False, 2)])
def test_places_that_stay_free_go_to_the_best_of_what_is_left(
    press: Press, make_edition: Any, fills: bool, count: int
) -> None:
    """A quiet category leaves its places to a busy one, unless the reader keeps them free."""
    source = press.source()
    for n in range(7):
        press.publish(f"https://a.example/sport/{n}", source, hours_ago=n + 1)
    categories = ("sport", "science", "health")
    reader = press.reader(categories=categories, max_items_per_category=2, fill_free_places=fills)
    edition = make_edition(reader, NOW)
    assert [item.category for item in edition.items] == ["sport"] * count
    assert {item.url for item in edition.items} == {
        f"https://a.example/sport/{n}" for n in range(count)
    }
    left = {drop.url for drop in edition.drops if drop.reason == "category_full"}
    assert left == {f"https://a.example/sport/{n}" for n in range(count, 7)}


def test_free_places_keep_to_the_cap_of_a_source(press: Press, make_edition: Any) -> None:
    """One paper does not take what others left."""
    for number in (1, 2):
        for n in range(5):
            press.publish(f"https://p{number}.example/sport/{n}", press.source(number))
    reader = press.reader(
        categories=("sport", "science"), max_items_per_category=4, max_per_source=3
    )
    assert len(make_edition(reader, NOW).items) == 6


def test_a_lead_is_shown_where_the_feed_has_no_summary(press: Press, make_edition: Any) -> None:
    """The first whole sentences of the text; not its title again."""
    text = "Ferry runs again. The ferry over the river runs again since Monday. " + "More. " * 90
    press.publish("https://a.example/1", press.source(), title="Ferry runs again", text=text)
    (item,) = make_edition(press.reader(), NOW).items
    assert item.summary.startswith("The ferry over the river runs again since Monday. More.")
    assert item.summary.endswith(".")
    assert len(item.summary) <= 300
