"""Two tellings side by side, in a fixed order, and what a veto says of them."""

from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from strandline.core.dedup.evidence.facts import Facts, facts_of, names_in
from strandline.core.dedup.evidence.frame import Frame, frame_of
from strandline.core.dedup.telling import Telling, are_of_one_host, are_of_one_source, in_order

#: Further apart than this, two articles belong to different editions of a daily series.
OTHER_EDITION = timedelta(hours=18)
#: Nearer than this, two reports are of one moment: one tells of the arrest and the other leaves it
#: out. In cross-validation on three streams 16 of 19 true SAME that `stages` cost were so.
AT_ONCE = timedelta(hours=3)

#: Content that both must have, in words, and its least share of the shorter title. On labelled and
#: written pairs en-zh and fr-zh, half of those of one story have as much, and one in ten others.
_LEAST_WORDS, _LEAST_SHARE = 2.0, 0.4
#: Content of a title that is laid beside another's: words that repeat are compared each with each,
#: and no headline has as many.
MOST_WORDS = 160


class Finding(NamedTuple):
    """What a veto found; the veto's name makes it an objection.

    Attributes:
        is_hard: True where it settles the matter (DIFFERENT); False where only a judge or a
            person can tell (never SAME without one).
        detail: What differs, in one line for a person.
        is_update: True where the later of the two has news in it (a toll that rose).
    """

    is_hard: bool
    detail: str
    is_update: bool = False


class Objection(NamedTuple):
    """A reason why two articles may not be one story: what a veto of this name found."""

    veto: str
    is_hard: bool
    detail: str
    is_update: bool = False


@dataclass(frozen=True, slots=True)
class Pair:
    """Two tellings, what their titles hold, and how these lie side by side.

    Attributes:
        a: The one whose title sorts first.
    """

    a: Telling
    b: Telling
    facts_a: Facts
    facts_b: Facts
    frame: Frame

    @property
    def is_one_language(self) -> bool:
        """False where the titles cannot be laid side by side."""
        return self.facts_a.is_han == self.facts_b.is_han

    @property
    def both(self) -> tuple[Facts, Facts]:
        """The facts of the two."""
        return self.facts_a, self.facts_b

    @property
    def is_translated(self) -> bool:
        """True where the two are known to be in two languages: the words of one are not those of
        the other, but names, figures and opposites can be compared.
        """
        a, b = self.facts_a.language, self.facts_b.language
        return not self.is_one_language or bool(a and b and a != b)

    @property
    def apart(self) -> timedelta | None:
        """Time between the two; None where one is undated."""
        first, second = self.a.input.published, self.b.input.published
        return abs(first - second) if first and second else None

    @property
    def is_other_edition(self) -> bool:
        """True where the two were published too far apart for one edition of a daily."""
        apart = self.apart
        return apart is not None and apart >= OTHER_EDITION

    @property
    def is_at_once(self) -> bool:
        """True where the two were published too near to each other for one to be later news."""
        return self.apart is not None and self.apart < AT_ONCE

    @property
    def is_one_source(self) -> bool:
        """True where both come from one source, or from none that is known, nor from two sites."""
        a, b = self.a.input, self.b.input
        if a.source_uuid or a.source_name or b.source_uuid or b.source_name:
            return are_of_one_source(a, b)
        return not (a.url and b.url) or are_of_one_host(a, b)


def pair_of(a: Telling, b: Telling) -> Pair:
    """The two as a pair; the same pair whichever comes first."""
    first, second = in_order(a, b)
    facts_a = facts_of(first.title.display, first.title.language)
    facts_b = facts_of(second.title.display, second.title.language)
    return Pair(first, second, facts_a, facts_b, _frame(facts_a, facts_b))


def may_share_names(a: Telling, b: Telling) -> bool:
    """False where no reading of the two would find a name in both."""
    names_a, names_b = (names_in(t.title.display, t.title.language) for t in (a, b))
    return not names_a.isdisjoint(names_b)


def say_one_thing(pair: Pair) -> bool:
    """True where both name somebody or some place, and say much else alike.

    Models that know one language better than the other see little of it.
    """
    shared = pair.facts_a.names & pair.facts_b.names
    return bool(shared) and pair.frame.words >= _LEAST_WORDS and pair.frame.share >= _LEAST_SHARE


def _frame(a: Facts, b: Facts) -> Frame:
    if a.content.isdisjoint(b.content) and not (a.is_bare and b.is_bare):
        return Frame()
    return frame_of(
        [word for word in a.words if word.is_content][:MOST_WORDS],
        [word for word in b.words if word.is_content][:MOST_WORDS],
    )
