"""Evidence against SAME, each a named veto that no similarity outvotes."""

from strandline.core.dedup.evidence.model import Finding, Objection, Veto
from strandline.core.dedup.evidence.pair import pair_of
from strandline.core.dedup.evidence.vetoes.names import names
from strandline.core.dedup.evidence.vetoes.numbers import numbers
from strandline.core.dedup.evidence.vetoes.polarity import polarity
from strandline.core.dedup.telling import Telling

__all__ = ["EVIDENCE", "Finding", "Objection", "Veto", "objections"]

#: Every kind of evidence; a new one is a module in `vetoes` and a line here.
EVIDENCE: tuple[Veto, ...] = (
    Veto("numbers", numbers),
    Veto("polarity", polarity),
    Veto("names", names),
)


def objections(a: Telling, b: Telling) -> tuple[Objection, ...]:
    """What speaks against the two being one story; the same whichever comes first."""
    pair = pair_of(a, b)
    return tuple(said for veto in EVIDENCE if (said := veto.on(pair)))
