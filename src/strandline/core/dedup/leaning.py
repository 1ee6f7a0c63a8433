"""What verdicts that do not bind say of a story.

Undecided pairs may lean to one story: alone they bind nothing, together they count. Doubts about
the form of a telling (a question, a recap, a review) leave the event alone; doubts about the event
(another place, another figure) do not lean.
"""

from collections.abc import Collection

from strandline.model.stories import Answer, Verdict

#: Score from which an undecided pair leans; in two languages, or where none is known, scores say
#: less. (With .6, a fire and a bridge of one day became one story through French. In one language
#: the worth of a leaning is its score, so the bound only spares work: BCubed F1 on a stream of
#: 2,488 articles is .81 from .05, .80 from .1, .79 from .15.)
LEANS_FROM, LEANS_FROM_ACROSS = 0.05, 0.7
#: What stands for the language of two articles that have none in common.
ACROSS = "xx"
#: Evidence about the form in which something is told, not about what happened.
FORMS = frozenset(
    (
        *("question", "recap", "review", "explainer", "preview", "interview", "howto", "poll"),
        *("list", "stages", "memory", "podcast"),
    )
)

#: Evidence about what happened, to whom, where and when: a doubt of this kind keeps an article out
#: of a story until somebody has decided, however many of its members are like it. (BCubed F1 on a
#: stream of 2,488 articles is .799 with and without.)
EVENTS = frozenset(
    (
        *("series", "parts", "versions", "numbers", "magnitudes", "scores", "ordinals", "days"),
        *("weekdays", "months", "years", "quarters", "negation", "roles", "names", "places"),
        *("modifiers", "case"),
    )
)
#: Layers whose DIFFERENT is more than little likeness.
PARTING_LAYERS = frozenset(("time_window", "language_model"))


def leans(verdict: Verdict, language: str) -> bool:
    """True where a verdict is undecided but for how the story is told.

    Args:
        language: Of both articles; `xx` where there is no such.
    """
    is_undecided = verdict.answer is Answer.UNSURE
    return is_undecided and may_lean(verdict.score, verdict.vetoes, language)


def may_lean(score: float, vetoes: Collection[str], language: str) -> bool:
    """Whether an undecided pair leans, by its score and the evidence against it."""
    least = LEANS_FROM_ACROSS if language == ACROSS else LEANS_FROM
    return score >= least and FORMS.issuperset(vetoes)


def parts(answer: Answer, layer: str, vetoes: Collection[str]) -> bool:
    """Whether a verdict keeps two articles out of a story that one of them leads.

    Only evidence does, or a model's word: two accounts of one story may have little in common.
    """
    if answer is Answer.DIFFERENT:
        return bool(vetoes) or layer in PARTING_LAYERS
    return answer is Answer.UNSURE and not EVENTS.isdisjoint(vetoes)
