"""What may come and what has come: `mulls sale` and `sells`, `expected to sign` and `signs`."""

import re

from strandline.core.dedup.evidence.frame import weight
from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair
from strandline.core.dedup.evidence.reading.forms import are_one_word
from strandline.core.dedup.evidence.reading.words import Word

#: Something is thought of, hoped for or asked for, and may never come.
_OPEN = re.compile(
    r"\b(?:(?:expected|tipped|urged|asked|likely|rumou?red|pressed|called on|hoping) to"
    r"|(?:hopes?|wants?|aims?|seeks?|bids?|threatens|fails|tries|considers?|expects) to"
    r"|considers?|considering|mulls?|mulling|weighs?|weighing|eyes|eyeing|explores?|exploring"
    r"|in talks (?:to|over|with|for|about)|linked with|links? to|rumou?red|threatens|threatening"
    r"|may|might|could|possible|potential|proposes?|proposed|proposal|considered|on the brink of"
    r"|on (?:the )?verge of|close to|nears|nearing|tipped|attempts? to|vying to|reportedly)\b"
)
#: It is said to come; newsrooms write `to cut` where others write `cuts`.
_COMING = re.compile(
    r"\b(?:will|shall|would|to|if|plans?|planning|planned|set|due|poised|about|scheduled)\b|\?"
)
#: What is asked for, and what was given: `seeks permit` and `granted permit`.
_ASKED = re.compile(
    r"\b(?:asks?|asked|seeks?|sought|seeking|requests?|requested|appl(?:y|ies|ied) for"
    r"|demande|demandent|sollicite|sollicitent|reclame|reclament)\b|申请|请求"
)
_GIVEN = re.compile(
    r"\b(?:gets?|wins?|won|granted|grants?|receives?|received|secures?|secured|given|obtains?"
    r"|obtient|obtiennent|decroche|decrochent|accorde|accordee)\b|获批|获准|获得"
)
#: Content that may differ beside it, in words.
_MOST_REST = 1.0


def prospects(pair: Pair) -> Finding | None:
    """Speaks where one of two titles that are alike tells as done what the other holds open."""
    if not pair.frame.is_close or not pair.is_one_language:
        return None
    if _is_given(pair):
        return Finding(is_hard=False, detail="asked for in one title, given in the other")
    a, b = _OPEN.search(pair.facts_a.text.low), _OPEN.search(pair.facts_b.text.low)
    if bool(a) == bool(b):
        return None
    told = pair.facts_b if a else pair.facts_a
    said = a or b
    if said is None or _COMING.search(told.text.low) or _rest(pair, *said.span()) > _MOST_REST:
        return None
    return Finding(is_hard=False, detail=f"“{said[0]}” on one side only")


def _is_given(pair: Pair) -> bool:
    """True where one title only asks for what was given in the other."""
    a, b = (
        (bool(_ASKED.search(facts.text.low)), bool(_GIVEN.search(facts.text.low)))
        for facts in pair.both
    )
    return {a, b} == {(True, False), (False, True)}


def _rest(pair: Pair, start: int, end: int) -> float:
    """Content that differs beside the words that hold it open; forms of one word do not."""
    rest = 0.0
    is_a = bool(_OPEN.search(pair.facts_a.text.low))
    for gap in pair.frame.gaps:
        left, right = (gap.a, gap.b) if is_a else (gap.b, gap.a)
        left = tuple(word for word in left if not start <= word.start < end)
        rest += max(_unlike(left, right), _unlike(right, left))
    return rest


def _unlike(words: tuple[Word, ...], others: tuple[Word, ...]) -> float:
    return weight([w for w in words if not any(are_one_word(w, other) for other in others)])
