"""An article that is matched once more: what was said of it before, and what of that still holds.

Its text came after it was matched, its words or the rules have changed. Every bond and all that
parts are looked at again, so that nothing holds that the rules would not say today. A person's
rulings are not touched by matching.
"""

from collections.abc import Mapping, Sequence

from strandline.core.dedup.grouping import parts
from strandline.core.dedup.judging.prompt import PROMPT_HASH
from strandline.core.dedup.judging.ruling import LAYER
from strandline.model.stories import Relation, StoredVerdict, Verdict

#: Bonds of an article that are looked at again, the strongest ones.
MOST_BONDS = 100


def in_force(verdicts: Sequence[StoredVerdict], article_uuid: str) -> dict[str, StoredVerdict]:
    """The newest verdict on an article with each other one, by the other's id.

    Args:
        verdicts: Newest first.
    """
    found: dict[str, StoredVerdict] = {}
    for said in verdicts:
        other = said.article_b if said.article_a == article_uuid else said.article_a
        found.setdefault(other, said)
    return found


def bonds(said: Mapping[str, StoredVerdict]) -> list[str]:
    """Ids of those that an article is bound to, or may be, or is parted from; strongest first."""
    bound = [u for u, stored in said.items() if _counts(stored.verdict)]
    return sorted(bound, key=lambda uuid: (-said[uuid].verdict.score, uuid))[:MOST_BONDS]


def _counts(verdict: Verdict) -> bool:
    """True where grouping or threads read it."""
    is_bond = verdict.relation is not Relation.DIFFERENT
    return is_bond or parts(verdict.answer, verdict.layer, verdict.vetoes)


def is_settled(stored: StoredVerdict, model: str) -> bool:
    """True where a language model has answered, and would be asked the same again.

    Args:
        model: The one that is asked now; empty where none is.
    """
    verdict = stored.verdict
    return (
        verdict.layer == LAYER
        and not stored.is_pending
        and verdict.prompt_hash == PROMPT_HASH
        and model in ("", verdict.model)
    )
