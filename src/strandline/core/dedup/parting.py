"""Which verdicts keep two articles out of one story, however much binds them to its others."""

from collections.abc import Collection

from strandline.model.stories import Answer

#: Evidence about what happened, to whom, where and when: a doubt of this kind keeps an article out
#: of a story until somebody has decided, however many of its members are like it.
EVENTS = frozenset(
    (
        *("series", "parts", "versions", "numbers", "magnitudes", "scores", "ordinals", "days"),
        *("weekdays", "months", "years", "quarters", "negation", "roles", "names"),
        "modifiers",
    )
)
#: Layers whose DIFFERENT is more than little likeness.
PARTING_LAYERS = frozenset(("time_window", "language_model"))


def parts(answer: Answer, layer: str, vetoes: Collection[str]) -> bool:
    """Whether a verdict keeps two articles out of a story that one of them leads.

    Only evidence does, or a model's word: two accounts of one story may have little in common.
    """
    if answer is Answer.DIFFERENT:
        return bool(vetoes) or layer in PARTING_LAYERS
    return answer is Answer.UNSURE and not EVENTS.isdisjoint(vetoes)
