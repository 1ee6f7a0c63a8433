"""Evidence against SAME, each a named veto that no similarity outvotes."""

from strandline.core.dedup.evidence.model import Objection, Veto

__all__ = ["Objection", "Veto"]
