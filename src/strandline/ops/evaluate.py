"""Scores the cascade on labelled pairs: what it gets right, by language, by layer and by file."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from strandline.core.evaluation.counting import (
    Confusion,
    Rates,
    asked_per_thousand,
    best_f1,
    confusion,
)
from strandline.core.evaluation.pairs import LabelledArticle, ReadPair, read_labelled, read_pair
from strandline.model.errors import ParseError, UsageError
from strandline.model.levels import level_of
from strandline.model.stories import Answer, Decision, StoryInput, Verdict
from strandline.ops.compare import Comparer
from strandline.ops.stream_pairs import stream_pairs
from strandline.ports import Embedder, StoryStore

#: Questions about one article at most, as in matching (`JUDGE_CANDIDATES`).
_QUESTIONS = 3
_BATCH = 64


@dataclass(frozen=True, slots=True)
class PairFile:
    """Labelled pairs of a file, or the rulings of people.

    Attributes:
        checksum: SHA-256 hex of its bytes.
        is_invented: Of headlines that somebody made up: they teach, and measure nothing.
    """

    name: str
    pairs: tuple[ReadPair, ...]
    checksum: str = ""
    is_invented: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """A labelled pair with its verdict."""

    file: str
    pair: ReadPair
    verdict: Verdict

    @property
    def label(self) -> bool:
        """True for one story."""
        return bool(self.pair.label)


@dataclass(frozen=True, slots=True)
class Slice:
    """Figures of some pairs.

    Attributes:
        score_stage: The best F1 that any one threshold of the score reaches.
        asked: Questions to a judge for 1,000 articles.
    """

    name: str
    confusion: Confusion
    score_stage: Rates
    asked: float


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All figures.

    Attributes:
        layers: Layer → language → counts by label and answer.
        wrong: The pairs that were ruled wrong: false SAME, and positives that are DIFFERENT.
    """

    total: Slice
    files: tuple[Slice, ...]
    languages: tuple[Slice, ...]
    layers: Mapping[tuple[str, str], Confusion]
    wrong: tuple[Judged, ...] = field(default=())


def read_file(path: str, embedders: Sequence[Embedder] = ()) -> PairFile:
    """Labelled pairs of a JSON lines file; lines without a label are left out.

    A line that is an article with an `event` makes the file a stream, whose pairs are those that
    matching would compare.

    Args:
        embedders: Models that find pairs of a stream.

    Raises:
        UsageError: It cannot be read, a line is no pair, or none has a label.
        ModelError: An embeddings endpoint is down.
    """
    try:
        body = Path(path).read_bytes()
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror or error}.", subject=path
        ) from error
    pairs: list[ReadPair] = []
    articles: list[LabelledArticle] = []
    for number, line in enumerate(body.decode("utf-8", "replace").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            article = read_labelled(line)
            if article is None:
                pairs.append(read_pair(line))
            else:
                articles.append(article)
        except ParseError as error:
            raise UsageError(f"{path}, line {number}: {error.message}.", subject=path) from error
    pairs += stream_pairs(articles, embedders)
    labelled = tuple(pair for pair in pairs if pair.label is not None)
    if not labelled:
        raise UsageError(
            f"{path} has no pair with a label.",
            subject=path,
            advice='Write "label": 1 for one story and 0 for two into each line.',
        )
    return PairFile(Path(path).name, labelled, hashlib.sha256(body).hexdigest())


def ruled_pairs(store: StoryStore) -> PairFile:
    """What people ruled, as labelled pairs; an update is another story, which is shown again."""
    rulings = store.rulings()
    inputs = store.story_inputs(
        sorted({id_ for r in rulings for id_ in (r.article_a, r.article_b)})
    )
    pairs = tuple(
        ReadPair(
            f"{ruling.article_a} {ruling.article_b}",
            inputs[ruling.article_a],
            inputs[ruling.article_b],
            ruling.decision is Decision.SAME,
            _language_of(inputs[ruling.article_a], inputs[ruling.article_b]),
            level=level_of(ruling.decision),
        )
        for ruling in rulings
        if ruling.article_a in inputs and ruling.article_b in inputs
    )
    words = [f"{pair.pair_id} {pair.label}" for pair in pairs]
    return PairFile("rulings", pairs, hashlib.sha256("\n".join(words).encode()).hexdigest())


def judge(
    files: Sequence[PairFile], comparer: Comparer, advance: Callable[[int], None] = lambda _: None
) -> list[Judged]:
    """The verdict of every pair.

    Args:
        advance: Told how many pairs were judged since it was last told.

    Raises:
        ModelError: An embeddings endpoint is down.
    """
    found = []
    for file in files:
        for start in range(0, len(file.pairs), _BATCH):
            batch = file.pairs[start : start + _BATCH]
            verdicts = comparer.verdicts(batch)
            found += [Judged(file.name, p, v) for p, v in zip(batch, verdicts, strict=True)]
            advance(len(batch))
    return found


def evaluate(judged: Sequence[Judged]) -> Evaluation:
    """Count."""
    by_file, by_language = _grouped(judged, _file), _grouped(judged, _language)
    by_layer = _grouped(judged, _layer)
    return Evaluation(
        total=_slice("all", judged),
        files=tuple(_slice(name, some) for name, some in by_file.items()),
        languages=tuple(_slice(name, by_language[name]) for name in sorted(by_language)),
        layers={
            (layer, language): _confusion(some)
            for layer, inside in by_layer.items()
            for language, some in sorted(_grouped(inside, _language).items())
        },
        wrong=tuple(j for j in judged if _is_wrong(j)),
    )


def _slice(name: str, judged: Sequence[Judged]) -> Slice:
    return Slice(
        name,
        _confusion(judged),
        best_f1([(j.verdict.score, j.label) for j in judged]),
        _asked(judged),
    )


def _confusion(judged: Iterable[Judged]) -> Confusion:
    return confusion((j.label, j.verdict.answer) for j in judged)


def _asked(judged: Sequence[Judged]) -> float:
    """As if the pairs were what came in: each article asks about its surest few."""
    articles = {_article(side) for j in judged for side in (j.pair.a, j.pair.b)}
    unsure = [j for j in judged if is_asked(j.verdict)]
    unsure.sort(key=lambda j: -j.verdict.score)
    pairs = [(_article(j.pair.a), _article(j.pair.b)) for j in unsure]
    return asked_per_thousand(pairs, len(articles), _QUESTIONS)


def is_asked(verdict: Verdict) -> bool:
    """True where a language model is worth its price."""
    return verdict.answer is Answer.UNSURE and verdict.score >= verdict.thresholds.get("ask", 0.0)


def _article(side: StoryInput) -> str:
    return side.article_uuid or repr(side)


def _language_of(a: StoryInput, b: StoryInput) -> str:
    return (a.language or "") if a.language == b.language else "xx"


def _is_wrong(judged: Judged) -> bool:
    return judged.verdict.answer is (Answer.DIFFERENT if judged.label else Answer.SAME)


def _file(judged: Judged) -> str:
    return judged.file


def _language(judged: Judged) -> str:
    return judged.pair.language or "?"


def _layer(judged: Judged) -> str:
    return judged.verdict.layer


def _grouped(judged: Iterable[Judged], key: Callable[[Judged], str]) -> dict[str, list[Judged]]:
    groups: dict[str, list[Judged]] = {}
    for one in judged:
        groups.setdefault(key(one), []).append(one)
    return groups
