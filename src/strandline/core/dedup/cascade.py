"""The cascade: two articles in, one verdict out.

    same feed and URL → same URL → time window → same title → title similarity → nearest vectors
    → language model

The first layer that is sure ends it. What no layer is sure of stays UNSURE: each of the two is its
own story, and a language model or a person may be asked.
"""

from collections.abc import Collection, Mapping
from datetime import timedelta

from strandline.core.dedup.bodies import is_reissue
from strandline.core.dedup.layers import CASCADE, NEAREST_VECTORS, TIME_WINDOW, outside_window
from strandline.core.dedup.pairs import WINDOW, Pair, Thresholds, pair_of
from strandline.core.dedup.running import with_relation
from strandline.core.dedup.score import calibration
from strandline.core.dedup.standing import STANDING, without_standing
from strandline.core.dedup.telling import Telling
from strandline.core.dedup.times import are_apart
from strandline.core.urls.page_forms import lead_to_one_page
from strandline.model.stories import Answer, Relation, StoryInput, Verdict

#: Raised with every change of what the layers or the evidence rule; articles that other rules
#: matched are matched anew.
_RULES = "10"


def cascade_version() -> str:
    """Of the rules and of what they were calibrated on."""
    return f"{_RULES}-{calibration().checksum[:8]}"


def compare(
    a: Telling,
    b: Telling,
    *,
    vectors: Mapping[str, float] | None = None,
    off: Collection[str] = (),
    window: timedelta = WINDOW,
) -> Verdict:
    """Rule on two articles; swapping them changes nothing.

    Args:
        vectors: Embedding model → cosine of the two, where they were embedded.
        off: Names of layers, vetoes and checks that are not asked.
        window: Articles published further apart are different stories.
    """
    usable = {} if NEAREST_VECTORS in off else dict(vectors or {})
    silent, thresholds = frozenset(off), Thresholds(window)
    pair = pair_of(a, b, usable, silent)
    if not is_reissue(pair) and STANDING not in silent:
        pair = pair_of(*without_standing(a, b, usable), silent)
    return with_relation(_ruled(pair, thresholds, off), pair, thresholds.calibration)


def too_far(
    a: StoryInput, b: StoryInput, *, off: Collection[str] = (), window: timedelta = WINDOW
) -> Verdict | None:
    """What `compare` says of two that are too far apart in time, without a reading of either; None
    where it may say something else.
    """
    if TIME_WINDOW in off or not are_apart(a, b, window):
        return None
    is_one = a.url == b.url or a.url_key == b.url_key or lead_to_one_page(a.url_key, b.url_key)
    return None if is_one else outside_window(a, b, window)


def _ruled(pair: Pair, thresholds: Thresholds, off: Collection[str]) -> Verdict:
    """What the first layer says that is sure, else the last doubt."""
    undecided = Verdict(Answer.UNSURE, Relation.UNKNOWN, "", 0.5, "no layer had anything to say")
    for layer in CASCADE:
        verdict = None if layer.name in off else layer.judge(pair, thresholds)
        if verdict is None:
            continue
        if verdict.answer is not Answer.UNSURE:
            return verdict
        undecided = verdict
    return undecided
