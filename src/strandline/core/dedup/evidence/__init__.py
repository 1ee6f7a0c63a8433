"""Evidence against SAME, each a named veto that no similarity outvotes."""

from strandline.core.dedup.evidence.model import Objection, Veto
from strandline.core.dedup.telling import Telling

__all__ = ["Objection", "Veto", "objections"]


def objections(a: Telling, b: Telling) -> tuple[Objection, ...]:  # noqa: ARG001 - no veto yet
    """Everything that speaks against SAME; what is hard first."""
    return ()
