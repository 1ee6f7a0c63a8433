"""Which pairs a person is asked about first: the nearest doubts, where an answer changes most."""

from collections.abc import Sequence

from strandline.model.stories import Answer, StoredVerdict, Verdict

#: Score by the light model from which a doubt is worth the better one: of 4,000 such doubts in
#: streams, labelled and invented pairs none below became SAME, and two thirds lie there.
WORTH_MORE = 0.1


def is_near(verdict: Verdict) -> bool:
    """True for a doubt that lies near enough to SAME to be worth a question."""
    return verdict.answer is Answer.UNSURE and verdict.score >= verdict.thresholds.get("ask", 0.0)


def is_worth_more(verdict: Verdict) -> bool:
    """True for a doubt of a first model that a better one may settle."""
    is_open = verdict.answer is Answer.UNSURE and not verdict.vetoes
    return is_open and verdict.score >= WORTH_MORE


def in_order(
    undecided: Sequence[StoredVerdict], sampled: Sequence[StoredVerdict]
) -> list[StoredVerdict]:
    """Near doubts, then the sample of the decided, then the far doubts, most of which are two
    stories; of doubts the nearest first, of the sample the newest.
    """
    doubts = sorted(undecided, key=_nearest_first)
    near = [stored for stored in doubts if is_near(stored.verdict)]
    far = [stored for stored in doubts if not is_near(stored.verdict)]
    return [*near, *sorted(sampled, key=_newest_first), *far]


def _nearest_first(stored: StoredVerdict) -> tuple[float, float, int]:
    return (-stored.verdict.score, *_newest_first(stored))


def _newest_first(stored: StoredVerdict) -> tuple[float, int]:
    return -stored.decided_at.timestamp(), -stored.verdict_id
