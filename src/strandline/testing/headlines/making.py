"""Making headlines, and planting near duplicates among them."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from strandline.testing.headlines.vocabulary import vocabulary

#: Longest time between a headline and its copy; less than the 48 h of a window.
REACH = timedelta(hours=36)
#: Words of a headline: least and most.
LENGTHS = {"en": (6, 13), "fr": (7, 14), "zh": (6, 16)}


@dataclass(frozen=True, slots=True)
class Headline:
    """A headline, folded already.

    Attributes:
        number: Its place in time, from 0.
        copy_of: Number of the headline that it repeats with edits; None for a new one.
    """

    number: int
    folded: str
    language: str
    time: datetime
    copy_of: int | None = None


def headlines(
    count: int, start: datetime, per_day: int, *, seed: int = 1, copies: float = 0.1
) -> Iterator[Headline]:
    """So many headlines in order of time, always the same ones.

    Args:
        per_day: How many appear in 24 hours.
        copies: Share of them that repeat an earlier one.
    """
    rng = random.Random(seed)
    gap = timedelta(days=1) / per_day
    reach = max(1, int(REACH / gap))
    recent: list[Headline] = []
    for number in range(count):
        time = start + gap * number
        if recent and rng.random() < copies:
            told = recent[-rng.randint(1, min(reach, len(recent)))]
            folded = edited(rng, told)
            made = replace(told, number=number, folded=folded, time=time, copy_of=told.number)
        else:
            language = rng.choices(("en", "fr", "zh"), (45, 25, 30))[0]
            made = Headline(number, new(rng, language), language, time)
        recent.append(made)
        if len(recent) > 2 * reach:
            del recent[:-reach]
        yield made


def new(rng: random.Random, language: str) -> str:
    """A headline that nobody has written yet."""
    parts = vocabulary(language).drawn(rng, rng.randint(*LENGTHS[language]))
    if rng.random() < 0.2:
        parts.insert(rng.randrange(len(parts)), str(rng.choice((rng.randint(1, 99), 2026))))
    return _joined(language, parts)


def edited(rng: random.Random, told: Headline) -> str:
    """The same headline as another paper prints it: up to three words changed."""
    parts = _cut(told.folded) if told.language == "zh" else told.folded.split()
    for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3))):
        at = rng.randrange(len(parts))
        edit = rng.randrange(4)
        if edit == 0 and len(parts) > 4:
            del parts[at]
        elif edit == 1:
            parts[at:at] = vocabulary(told.language).drawn(rng, 1)
        elif edit == 2:
            parts[at : at + 1] = vocabulary(told.language).drawn(rng, 1)
        else:
            parts.insert(at, parts.pop())
    return _joined(told.language, parts)


def _joined(language: str, parts: Sequence[str]) -> str:
    return ("" if language == "zh" else " ").join(parts)


def _cut(run: str) -> list[str]:
    """Pairs of characters, as most words are."""
    return [run[at : at + 2] for at in range(0, len(run), 2)]
