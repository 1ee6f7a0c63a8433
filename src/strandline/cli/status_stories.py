"""What `strandline status` says of stories: how many, on whose verdicts, at what price."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from strandline.cli.output import counted, fields_of, safe

if TYPE_CHECKING:
    from strandline.model.stories import ModelUse, StoryCounts

Row = tuple[str, str, str]


def story_rows(counts: "StoryCounts") -> Iterator[Row]:
    """Rows of the table: a name, a number, what it is made of."""
    yield "stories", f"{counts.stories:,}", _stories(counts)
    by_language = Counter[str]()
    for (_, language, _), number in counts.verdicts.items():
        by_language[language] += number
    for language, number in sorted(by_language.items(), key=lambda one: (-one[1], one[0])):
        yield f"verdicts {safe(language, 35)}", f"{number:,}", _verdicts(counts, language)
    if counts.judge.calls:
        yield "model", f"{counts.judge.calls:,}", _model(counts.judge)


def story_values(counts: "StoryCounts") -> dict[str, object]:
    """The same for machines: every field, verdicts as a list."""
    verdicts = [
        {"layer": layer, "language": language, "answer": answer, "count": number}
        for (layer, language, answer), number in sorted(counts.verdicts.items())
    ]
    return fields_of(counts) | {"verdicts": verdicts, "duplicate_share": counts.duplicate_share}


def _stories(counts: "StoryCounts") -> str:
    are = "is" if counts.duplicates == 1 else "are"
    share = f"({counts.duplicate_share:.0%})"
    said = [f"{counted(counts.duplicates, 'article')} {share} {are} another's story"]
    if counts.review:
        said.append(f"for review: {counted(counts.review, 'pair')} (strandline dedup review)")
    if counts.pending:
        said.append(f"for the model: {counted(counts.pending, 'pair')}")
    if counts.rulings:
        said.append(counted(counts.rulings, "ruling"))
    return ", ".join(said)


def _verdicts(counts: "StoryCounts", language: str) -> str:
    """By layer and answer, the most first."""
    own = [
        (number, layer, answer)
        for (layer, of, answer), number in counts.verdicts.items()
        if of == language
    ]
    own.sort(key=lambda one: (-one[0], one[1], one[2]))
    return ", ".join(f"{layer} {answer} {number:,}" for number, layer, answer in own)


def _model(use: "ModelUse") -> str:
    said, answered = ["questions"], use.calls - use.failures
    if use.failures:
        said.append(f"{use.failures:,} without an answer")
    if answered:
        said.append(f"{use.latency_s / answered:.1f} s each")
    said.append(f"{use.prompt_tokens:,} tokens asked, {use.completion_tokens:,} answered")
    said.append(f"cost {use.cost:.4f}")
    return ", ".join(said)
