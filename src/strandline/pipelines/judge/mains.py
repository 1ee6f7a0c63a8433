"""What a model's *same* leaves to ask: whether two stories are one, if two of their reports are.

An article joins a story through its main article or through two bonds. A model is asked about the
nearest report of a story, which often is another one; then one more question, about the two main
articles, settles it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from strandline.core.dedup.grouping import pair, parts
from strandline.core.dedup.judging.ruling import LAYER
from strandline.model.stories import Answer, Relation, StoredVerdict, Verdict
from strandline.ports import StoryStore

#: Verdicts on a main article that are looked through for the one on the pair.
_MOST = 1_000
_REASON = "a model calls two of their reports one story"


def questions_on_mains(
    store: StoryStore, decided: Sequence[StoredVerdict], now: datetime
) -> list[StoredVerdict]:
    """Pairs of main articles that are to be asked about, as verdicts that wait.

    Args:
        decided: What was just decided and saved.

    Raises:
        StoreError: The database cannot be read.
    """
    same = [one for one in decided if one.verdict.answer is Answer.SAME and one.verdict.model]
    stories = store.stories(ids_of(same)) if same else {}
    found: dict[tuple[str, str], StoredVerdict] = {}
    for one in same:
        mains = {stories[uuid].main_id for uuid in _both(one) if uuid in stories}
        if len(mains) == 2 and mains != {*_both(one)}:
            two = pair(*mains)
            if two not in found and (question := _question(store, two, one, now)):
                found[two] = question
    return list(found.values())


def _question(
    store: StoryStore, two: tuple[str, str], because: StoredVerdict, now: datetime
) -> StoredVerdict | None:
    """None where the two are decided by evidence, or were asked about before."""
    known = next((v for v in store.verdicts_of(two[0], limit=_MOST) if two == _both(v)), None)
    if known is None:
        verdict = Verdict(Answer.UNSURE, Relation.UNKNOWN, LAYER, 0.5, _REASON)
        return StoredVerdict(*two, now, verdict, because.language, is_pending=True)
    said = known.verdict
    if said.answer is Answer.SAME or said.model or known.is_pending:
        return None
    if said.answer is Answer.DIFFERENT and parts(said.answer, said.layer, said.vetoes):
        return None
    question = replace(
        known,
        decided_at=now,
        verdict=replace(said, answer=Answer.UNSURE, relation=Relation.UNKNOWN, reason=_REASON),
        is_pending=True,
        verdict_id=0,
    )
    return question.after(known)


def _both(one: StoredVerdict) -> tuple[str, str]:
    return one.article_a, one.article_b


def ids_of(verdicts: Iterable[StoredVerdict]) -> list[str]:
    """Of all articles in some verdicts, each once."""
    return list(dict.fromkeys(uuid for one in verdicts for uuid in _both(one)))
