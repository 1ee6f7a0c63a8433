"""One word that differs in titles that are otherwise equal, and is no known synonym.

`Shares of the brewer …` and `Shares of the baker …`: no table holds every name and trade, so an
unknown word in the place of another one is for the judge, whatever the score. So are Chinese titles
of one template; Chinese is read in characters where no table knows a word, so one name may be
several pieces.
"""

from strandline.core.dedup.evidence.frame import Gap, weight
from strandline.core.dedup.evidence.pair import Finding, Pair
from strandline.core.dedup.evidence.reading.forms import alike, are_one_word
from strandline.core.dedup.evidence.reading.words import Word
from strandline.core.dedup.evidence.vetoes.values import gap_told

#: Longest difference, in words; a longer one tells the same in other words, or more.
_LONGEST = 2
#: Places in which two titles of one sentence have other words, in letters and in Chinese, and words
#: of each place.
_PLACES, _PLACES_HAN, _LONGEST_PLACE = (2, 3), (2, 3, 4), 2.0
#: Share of the shorter one's content that these both have, and that content in words.
_LEAST_SHARE, _LEAST_WORDS = 0.5, 2.0
#: Words of content that two titles share from which they are one sentence in other words, if names
#: or figures are among them: one where they differ in one place, two where in several. On labelled
#: and invented sets 13 such pairs were one event; those that were two had words that a table knows,
#: or a name in another's place.
_MUCH, _NAMED_ONCE, _NAMED = 5, 1, 2
#: Shared content up to which one word more is another thing.
_FEW = 3
#: Characters between two equal ends that are still one piece.
_LONGEST_MIDDLE = 8


def words(pair: Pair) -> Finding | None:
    """Speaks where two titles differ in one place only, or one says what another subject did."""
    if pair.is_translated:
        return None
    if not pair.frame.is_close:
        return _exchanged(pair)
    gap = pair.frame.only
    if gap is not None and _is_other(gap) and not _is_named(pair, _NAMED_ONCE):
        return Finding(is_hard=False, detail=gap_told(gap))
    return _added(pair) or _other_subject(pair) or _template(pair) or _exchanged(pair)


def _added(pair: Pair) -> Finding | None:
    """In a title of two or three words one more makes another thing: `Apple` and `Apple pie`."""
    if pair.frame.words > _FEW or pair.frame.only is None or pair.frame.only.is_replaced:
        return None
    added = pair.frame.only.a or pair.frame.only.b
    is_label = ":" in pair.facts_a.text.low + pair.facts_b.text.low
    if (
        any(word.mark or word.shown >= "\u3400" for word in added)
        or pair.facts_a.is_han
        or is_label
    ):
        return None
    if not pair.frame.is_ordered:
        return None
    return Finding(is_hard=False, detail=f"“{added[0].shown}” on one side of so short a title")


def _is_other(gap: Gap) -> bool:
    """True for a few plain words on each side that are not forms of each other."""
    return _is_unlike(gap) and _length(gap) <= _LONGEST


def _is_unlike(gap: Gap) -> bool:
    """True where each side says something that the tables of numbers and negations do not judge, in
    words that are no forms of each other.
    """
    both = (*gap.a, *gap.b)
    if not gap.is_replaced or any(w.mark for w in both) or all(w.is_negator for w in both):
        return False
    return not any(are_one_word(a, b) for a in gap.a for b in gap.b)


def _is_named(pair: Pair, least: int) -> bool:
    """True where so much is shared, names and figures among it, that other words tell the same."""
    a, b = pair.both
    if a.is_han or b.is_han or any(map(_is_known, pair.frame.gaps)):
        return False
    return len(a.content & b.content) >= _MUCH and len(a.telling & b.content) >= least


def _is_known(gap: Gap) -> bool:
    """True where a table knows what differs, or names stand in each other's place."""
    both = (*gap.a, *gap.b)
    is_table = any(word.poles or word.stages or word.nouns for word in both)
    return is_table or (_holds_name(gap.a) and _holds_name(gap.b))


def _holds_name(words: tuple[Word, ...]) -> bool:
    return any(word.is_name for word in words)


def _length(gap: Gap) -> float:
    """Of the longer side; names may be long."""
    return max(
        weight([word for word in side if not word.is_name] or side[:1]) for side in (gap.a, gap.b)
    )


def _other_subject(pair: Pair) -> Finding | None:
    """`A investigates` and `B investigates A`: the first names differ, and one only moved."""
    if not pair.frame.moved:
        return None
    if subject := _new_subject(pair):
        return Finding(is_hard=False, detail=f"“{subject}” first on one side only")
    first, fresh = pair.frame.moved[0], [w.key for gap in pair.frame.gaps for w in (*gap.a, *gap.b)]
    if not first.is_replaced or first.a[0] is not _first(pair.facts_a.words):
        return None
    both = (*first.a, *first.b)
    new = [word for word in both if word.key in fresh]
    is_all = len(new) == len(fresh) and 0 < len(new) < len(both)
    is_one = len(first.a) == len(first.b) == 1
    is_one = is_one and any(word.is_name for word in both if word.key not in fresh)
    if is_all and (is_one or all(word.is_name for word in both)):
        return Finding(is_hard=False, detail=gap_told(first))
    return None


def _new_subject(pair: Pair) -> str:
    """`A opens inquiry` and `B opens inquiry into A`: who acts in one is the other's object."""
    only = pair.frame.only
    if only is None or only.is_replaced or pair.frame.is_ordered:
        return ""
    added, facts = (only.a, pair.facts_a) if only.a else (only.b, pair.facts_b)
    subject = _first((pair.facts_b if only.a else pair.facts_a).words)
    is_moved = subject and any(w.is_name and w.key == subject.key for w in facts.words)
    return added[0].shown if is_moved and added[0] is _first(facts.words) else ""


def _first(all_words: tuple[Word, ...]) -> Word | None:
    return next((word for word in all_words if word.is_content), None)


def _exchanged(pair: Pair) -> Finding | None:
    """`Airline cancels flights`, `Cruise cancels ports`: other words in two or three places."""
    frame = pair.frame
    if pair.facts_a.is_han or pair.facts_b.is_han or not frame.is_ordered:
        return None
    is_alike = frame.share >= _LEAST_SHARE and frame.words >= _LEAST_WORDS
    if not is_alike or len(frame.gaps) not in _PLACES or not all(map(_is_exchanged, frame.gaps)):
        return None
    if _is_named(pair, _NAMED):
        return None
    return Finding(is_hard=False, detail="; ".join(gap_told(gap) for gap in frame.gaps))


def _is_exchanged(gap: Gap) -> bool:
    """True for a word or two on each side."""
    return _is_unlike(gap) and max(weight(gap.a), weight(gap.b)) <= _LONGEST_PLACE


def _template(pair: Pair) -> Finding | None:
    """Something else in each place where two Chinese titles differ, or in their middle.

    Who writes a title anew adds and leaves out: of 150 labelled pairs of one story none only
    replaces.
    """
    if not (pair.facts_a.is_han and pair.facts_b.is_han):
        return None
    gaps = pair.frame.gaps
    if len(gaps) in _PLACES_HAN and all(map(_is_exchanged, gaps)):
        return Finding(is_hard=False, detail="; ".join(map(gap_told, gaps)))
    middle = _middle(pair)
    if middle is None or not _is_unlike(middle):
        return None
    return Finding(is_hard=False, detail=gap_told(middle))


def _middle(pair: Pair) -> Gap | None:
    """What each has between their equal ends and the other has not; None where that is long."""
    a, b = pair.facts_a.text.low, pair.facts_b.text.low
    head = alike(a, b)
    tail = alike(a[head:][::-1], b[head:][::-1])
    longest = max(len(a), len(b))
    if longest - head - tail > _LONGEST_MIDDLE or (head + tail) * 2 < longest:
        return None
    first = _between(pair.facts_a.words, head, len(a) - tail)
    second = _between(pair.facts_b.words, head, len(b) - tail)
    in_a, in_b = ({word.key for word in words} for words in (first, second))
    return Gap(
        tuple(word for word in first if word.key not in in_b),
        tuple(word for word in second if word.key not in in_a),
    )


def _between(words: tuple[Word, ...], start: int, end: int) -> list[Word]:
    return [word for word in words if word.is_content and start <= word.start < end]
