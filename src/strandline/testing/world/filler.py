"""Generated news for every day after the scripted ones: seeded, so the same day reads the same."""

import random
import tomllib
from functools import cache
from typing import Any

from strandline.testing.world.stories import CONTENT, Site, Story

#: The first day that has no script.
FIRST_DAY = 4
STORIES_A_DAY = 3
#: Hours before the edition at which the generated stories appear, one each.
HOURS_AGO = (3.25, 8.5, 14.75)


def filler(site: Site, last_day: int) -> tuple[Story, ...]:
    """The generated stories of a site from `FIRST_DAY` to a day, and of the night after it."""
    days = range(FIRST_DAY, last_day + 2)
    return tuple(story for day in days for story in _stories_of(site, day))


@cache
def _stories_of(site: Site, day: int) -> tuple[Story, ...]:
    rng = random.Random(f"{site.key}:{day}")
    words = _words()[site.language]
    titles = rng.sample(words["titles"], STORIES_A_DAY)
    return tuple(
        _story(rng, words, site, day, number, title) for number, title in enumerate(titles)
    )


def _story(
    rng: random.Random, words: dict[str, Any], site: Site, day: int, number: int, title: str
) -> Story:
    names = {
        "place": rng.choice(words["places"]),
        "thing": rng.choice(words["things"]),
        "person": rng.choice(words["people"]),
        "count": str(rng.randrange(3, 90)),
    }
    sentences = rng.sample(words["sentences"], 9)
    told = [sentence.format(**names) for sentence in sentences]
    gap = "" if site.language == "zh" else " "
    paragraphs = [gap.join(told[at : at + 3]) for at in (0, 3, 6)]
    return Story(
        day=day,
        hours_ago=HOURS_AGO[number],
        title=title.format(**names),
        path=f"/day-{day}/{number + 1}",
        summary=told[0],
        text="\n\n".join(paragraphs),
        author=names["person"],
        minutes=rng.randrange(18, 55),
    )


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads((CONTENT / "filler.toml").read_text(encoding="utf-8"))
