"""Evidence against SAME, each a named veto that no similarity outvotes."""

from collections.abc import Callable, Mapping

from strandline.core.dedup.evidence.pair import Finding, Objection, Pair, pair_of
from strandline.core.dedup.evidence.vetoes.headings import headings
from strandline.core.dedup.evidence.vetoes.kinds import KINDS, other_kind
from strandline.core.dedup.evidence.vetoes.later import later, stages
from strandline.core.dedup.evidence.vetoes.moments import months, other, quarters
from strandline.core.dedup.evidence.vetoes.moves import moves
from strandline.core.dedup.evidence.vetoes.names import names
from strandline.core.dedup.evidence.vetoes.negation import modifiers, negation
from strandline.core.dedup.evidence.vetoes.nothing import bare, placeholders, series
from strandline.core.dedup.evidence.vetoes.numbers import (
    magnitudes,
    money,
    numbers,
    ordinals,
    scores,
)
from strandline.core.dedup.evidence.vetoes.parts import parts
from strandline.core.dedup.evidence.vetoes.polarity import polarity
from strandline.core.dedup.evidence.vetoes.roles import roles
from strandline.core.dedup.evidence.vetoes.versions import versions
from strandline.core.dedup.evidence.vetoes.winners import winners
from strandline.core.dedup.evidence.vetoes.words import words
from strandline.core.dedup.telling import Telling

__all__ = ["EVIDENCE", "Objection", "Pair", "objections", "objections_to", "pair_of"]

#: Every kind of evidence, in the order in which it is asked; None where it has nothing to say.
#: Swapping the two of a pair never changes what is said but the order of words.
EVIDENCE: Mapping[str, Callable[[Pair], Finding | None]] = {
    "placeholders": placeholders,
    "series": series,
    "parts": parts,
    "versions": versions,
    "numbers": numbers,
    "money": money,
    "magnitudes": magnitudes,
    "scores": scores,
    "winners": winners,
    "ordinals": ordinals,
    "days": other("day"),
    "weekdays": other("weekday"),
    "months": months,
    "years": other("year"),
    "quarters": quarters,
    "polarity": polarity,
    "moves": moves,
    "negation": negation,
    "roles": roles,
    "names": names,
    "headings": headings,
    "modifiers": modifiers,
    "stages": stages,
    "later": later,
    **{kind: other_kind(kind) for kind in KINDS},
    "words": words,
    "bare": bare,
}


def objections(a: Telling, b: Telling) -> tuple[Objection, ...]:
    """What speaks against the two being one story; the same whichever comes first."""
    return objections_to(pair_of(a, b))


def objections_to(pair: Pair) -> tuple[Objection, ...]:
    """The same of two that are laid side by side already."""
    asked = ((name, finds(pair)) for name, finds in EVIDENCE.items())
    return tuple(Objection(name, *found) for name, found in asked if found)
