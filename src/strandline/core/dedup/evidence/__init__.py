"""Evidence against SAME, each a named veto that no similarity outvotes."""

from strandline.core.dedup.evidence.model import Finding, Objection, Veto
from strandline.core.dedup.evidence.pair import pair_of
from strandline.core.dedup.evidence.vetoes.headings import headings
from strandline.core.dedup.evidence.vetoes.kinds import KINDS, other_kind
from strandline.core.dedup.evidence.vetoes.later import later
from strandline.core.dedup.evidence.vetoes.modifiers import modifiers
from strandline.core.dedup.evidence.vetoes.moments import (
    days,
    months,
    quarters,
    weekdays,
    years,
)
from strandline.core.dedup.evidence.vetoes.names import names
from strandline.core.dedup.evidence.vetoes.negation import negation
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
from strandline.core.dedup.evidence.vetoes.stages import stages
from strandline.core.dedup.evidence.vetoes.versions import versions
from strandline.core.dedup.evidence.vetoes.winners import winners
from strandline.core.dedup.evidence.vetoes.words import words
from strandline.core.dedup.telling import Telling

__all__ = ["EVIDENCE", "Finding", "Objection", "Veto", "objections"]

#: Every kind of evidence; a new one is a module in `vetoes` and a line here.
EVIDENCE: tuple[Veto, ...] = (
    Veto("placeholders", placeholders),
    Veto("series", series),
    Veto("parts", parts),
    Veto("versions", versions),
    Veto("numbers", numbers),
    Veto("money", money),
    Veto("magnitudes", magnitudes),
    Veto("scores", scores),
    Veto("winners", winners),
    Veto("ordinals", ordinals),
    Veto("days", days),
    Veto("weekdays", weekdays),
    Veto("months", months),
    Veto("years", years),
    Veto("quarters", quarters),
    Veto("polarity", polarity),
    Veto("negation", negation),
    Veto("roles", roles),
    Veto("names", names),
    Veto("headings", headings),
    Veto("modifiers", modifiers),
    Veto("stages", stages),
    Veto("later", later),
    *(Veto(kind, other_kind(kind)) for kind in KINDS),
    Veto("words", words),
    Veto("bare", bare),
)


def objections(a: Telling, b: Telling) -> tuple[Objection, ...]:
    """What speaks against the two being one story; the same whichever comes first."""
    pair = pair_of(a, b)
    return tuple(said for veto in EVIDENCE if (said := veto.on(pair)))
