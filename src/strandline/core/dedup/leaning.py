"""What verdicts that do not bind say of a story.

Undecided pairs may lean to one story: alone they bind nothing, together they count. Those that
would be SAME but for the few words in their titles are ties: one alone binds nothing either, two
do. Doubts about the form of a telling (a question, a recap, a review) leave the event alone; doubts
about the event (another place, another figure) do not lean.
"""

from collections.abc import Collection

from strandline.model.stories import Answer, Verdict

#: Score from which an undecided pair leans; in two languages, or where none is known, scores say
#: less. (With .6, a fire and a bridge of one day became one story through French. In one language
#: the worth of a leaning is its score, so the bound only spares work: BCubed F1 on a stream of
#: 2,488 articles is .81 from .05, .80 from .1, .79 from .15.)
LEANS_FROM, LEANS_FROM_ACROSS = 0.05, 0.7
#: Score from which a pair against which nothing speaks is a tie: the least threshold of SAME. (Of
#: 4,809 such pairs in a stream of 2,488 articles 99.7 % are one story; with ties its BCubed F1 is
#: .81, without .78. One of two articles alone may be later news in words that no table knows.)
TIES_FROM = 0.9
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
    """True where a verdict is undecided but for how the story is told, and no tie.

    Args:
        language: Of both articles; `xx` where there is no such.
    """
    is_undecided = verdict.answer is Answer.UNSURE
    return is_undecided and may_lean(verdict.score, verdict.layer, verdict.vetoes, language)


def may_lean(score: float, layer: str, vetoes: Collection[str], language: str) -> bool:
    """Whether an undecided pair leans, by its score and the evidence against it; a tie does not."""
    least = LEANS_FROM_ACROSS if language == ACROSS else LEANS_FROM
    is_near = score >= least and FORMS.issuperset(vetoes)
    return is_near and not may_tie(score, layer, vetoes, language)


def ties(verdict: Verdict, language: str) -> bool:
    """True where a verdict is undecided though nothing speaks against it and the score is high."""
    is_undecided = verdict.answer is Answer.UNSURE
    return is_undecided and may_tie(verdict.score, verdict.layer, verdict.vetoes, language)


def may_tie(score: float, layer: str, vetoes: Collection[str], language: str) -> bool:
    """Whether an undecided pair is a tie, by its score and the evidence against it; what a model
    left undecided is none.
    """
    is_open = not vetoes and layer != "language_model"
    return score >= TIES_FROM and is_open and language != ACROSS


def parts(answer: Answer, layer: str, vetoes: Collection[str]) -> bool:
    """Whether a verdict keeps two articles out of a story that one of them leads.

    Only evidence does, or a model's word: two accounts of one story may have little in common.
    """
    if answer is Answer.DIFFERENT:
        return bool(vetoes) or layer in PARTING_LAYERS
    return answer is Answer.UNSURE and not EVENTS.isdisjoint(vetoes)
