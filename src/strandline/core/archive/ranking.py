"""How well an article answers a query, for the few that are ranked."""

from collections.abc import Sequence

from strandline.core.archive.search import Phrase

#: What finding a phrase in a field is worth, and how many occurrences make half of it. A title is
#: short and chosen with care; a text says everything once.
WEIGHTS = {"title": 8.0, "domain": 3.0, "url": 2.0, "text": 1.0}
_HALF = {"title": 0.2, "domain": 0.2, "url": 0.2, "text": 2.0}
#: Worth of all words of the query side by side in a field, times the field's weight.
_TOGETHER = 2.0


def score(fields: dict[str, str], phrases: Sequence[Phrase]) -> float:
    """Higher is better; 0 where nothing is found.

    Args:
        fields: `title`, `url`, `domain`, `text` in the form of `IndexForm`.
        phrases: What was asked.
    """
    needles = [f" {' '.join(phrase)} " for phrase in phrases]
    together = f" {' '.join(token for phrase in phrases for token in phrase)} "
    total = 0.0
    for name, weight in WEIGHTS.items():
        field = fields.get(name, "")
        for needle in needles:
            count = field.count(needle)
            total += weight * count / (count + _HALF[name])
        if len(needles) > 1 and together in field:
            total += weight * _TOGETHER
    return total


def best(candidates: Sequence[dict[str, str]], phrases: Sequence[Phrase]) -> list[int]:
    """Numbers of the candidates, best first; of equal ones the earlier stays first."""
    scores = [score(fields, phrases) for fields in candidates]
    return sorted(range(len(candidates)), key=lambda number: -scores[number])
