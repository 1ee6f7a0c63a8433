"""Words that change after their article was matched: it is matched once more, by all processes."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from strandline.model.articles import Article, IngestBatch
from strandline.pipelines.stories import Matcher
from strandline.pipelines.stories.rulings import merge
from strandline.testing.builders import NOW, a_mention, a_source

Town = Any

LATER = NOW + timedelta(minutes=1)
FERRY = "Ferry service to the island ends after ninety years"
FERRY_TOO = "After ninety years the ferry service to the island ends"
ROOF = "Storm takes the roof off the old market hall"
ROOF_TOO = "Storm takes the roof off old market hall"


def retell(town: Town, article: Article, number: int, title: str) -> None:
    """The publisher's feed lists the article under another title."""
    mention = replace(a_mention(article, a_source(number)), title=title)
    town.store.ingest(IngestBatch(NOW, edits=(mention,)))


def test_other_words_are_another_story(towns: Sequence[Town]) -> None:
    """It leaves the story that it was in, and comes into the one that it tells now."""
    town = towns[0]
    one, two, three = town.told(1, FERRY), town.told(2, FERRY_TOO), town.told(3, ROOF)
    town.match()
    assert town.is_one(one, two)
    retell(town, two, 2, ROOF_TOO)
    assert town.match(now=LATER).matched == 1
    assert town.is_one(two, three)
    assert town.is_one(one)


def test_what_parted_them_is_looked_at_again(towns: Sequence[Town]) -> None:
    """A figure that was corrected parts two reports no more, whatever was said of them before."""
    town = towns[0]
    one = town.told(1, "Fire at the old mill kills 12 people")
    two = town.told(2, "Fire at the old mill kills 19 people")
    town.match()
    assert town.is_one(one)
    retell(town, two, 2, "Fire at the old mill kills 12 people")
    town.match(now=LATER)
    assert town.is_one(one, two)


def test_another_process_sees_the_new_words(towns: Sequence[Town]) -> None:
    """What it holds in memory is told anew before it compares with it."""
    here, there = towns
    kept = Matcher(there.ports, there.settings)
    one = here.told(1, FERRY)
    there.match(matcher=kept)
    retell(here, one, 1, ROOF)
    here.match(now=LATER)
    two = there.told(2, ROOF_TOO)
    there.match(matcher=kept, now=LATER)
    assert there.is_one(one, two)


def test_a_persons_word_outlives_other_words(towns: Sequence[Town]) -> None:
    """What somebody ruled to be one stays one."""
    town = towns[0]
    one, two = town.told(1, FERRY), town.told(2, ROOF)
    town.match()
    merge(town.store, [one.article_uuid, two.article_uuid], now=NOW)
    retell(town, two, 2, ROOF_TOO)
    assert town.match(now=LATER).matched == 1
    assert town.is_one(one, two)
