"""What each feature, gate and table is worth: what labelled pairs show without it.

A gate is a veto or a check before SAME. Without one, or without a table of words, verdicts are
ruled anew; without a feature, the score is fitted anew, thresholds too, and cross-validated.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from strandline.core.dedup.cascade import compare
from strandline.core.dedup.evidence import EVIDENCE
from strandline.core.dedup.evidence.facts import facts_of
from strandline.core.dedup.evidence.lexicon import TABLES, without
from strandline.core.dedup.features import FEATURES
from strandline.core.dedup.standing import STANDING
from strandline.core.dedup.telling import Telling
from strandline.core.dedup.thin import ALONE, TEXT, THIN
from strandline.core.evaluation.pairs import told
from strandline.model.stories import Answer, Verdict
from strandline.ops.calibrate import examples_of, fit
from strandline.ops.evaluate import PairFile
from strandline.ops.pair_vectors import cosines
from strandline.ports import Embedder

GATES = (*EVIDENCE, THIN, TEXT, ALONE, STANDING)
#: (file or language, label) → pairs that are SAME.
Same = Counter[tuple[str, bool]]


@dataclass(frozen=True, slots=True)
class Worth:
    """SAME with and without one part.

    Attributes:
        kind: `gate`, `table`, `feature`, or `all` for the whole.
        same: (file, or language for features; label) → pairs that are SAME without it.
    """

    kind: str
    name: str
    same: Same


def count_parts(embedders: Sequence[Embedder]) -> int:
    """How often the two below tell that they go on."""
    return len(GATES) + len(TABLES) + len(FEATURES) + len(embedders) + 2


def ablate_gates(
    files: Sequence[PairFile],
    embedders: Sequence[Embedder],
    advance: Callable[[str], None] = lambda _: None,
) -> list[Worth]:
    """Each gate and table in turn; everything first.

    Raises:
        ModelError: An embeddings endpoint is down.
    """
    advance("rule with everything")
    ruled = _Ruled(files, embedders)
    found = [Worth("all", "verdicts", ruled.same())]
    for gate in GATES:
        advance(f"rule without {gate}")
        found.append(Worth("gate", gate, ruled.same(gate)))
    for table in TABLES:
        advance(f"rule without the table {table}")
        found.append(Worth("table", table, ruled.same(table=table)))
    return found


def ablate_features(
    files: Sequence[PairFile],
    embedders: Sequence[Embedder],
    advance: Callable[[str], None] = lambda _: None,
) -> list[Worth]:
    """Each feature in turn, by language; everything first. Of the best model at hand.

    Raises:
        ModelError: An embeddings endpoint is down.
    """
    examples = examples_of(files, embedders)
    ids = tuple(embedder.model for embedder in embedders)
    found = []
    for name in ("", *FEATURES, *ids):
        advance(f"fit without {name}" if name else "fit with everything")
        figures = fit(examples, ids, without=name, rounds=1).figures
        same: Same = Counter()
        for language, row in figures.items():
            same[language, True] = int(row["same_true"])
            same[language, False] = int(row["same"] - row["same_true"])
        found.append(Worth("feature" if name else "all", name or "cross-validated", same))
    return found


class _Ruled:
    """Pairs that a change of gates can make SAME: those that are, once nothing objects."""

    def __init__(self, files: Sequence[PairFile], embedders: Sequence[Embedder]) -> None:
        self._pairs: list[_Known] = []
        for file in files:
            tellings = [(told(pair.a), told(pair.b)) for pair in file.pairs]
            measured = cosines(tellings, embedders)
            for pair, (a, b), scores in zip(file.pairs, tellings, measured, strict=True):
                if compare(a, b, vectors=scores, off=GATES).answer is Answer.SAME:
                    with_all = compare(a, b, vectors=scores)
                    key = (file.name, bool(pair.label))
                    self._pairs.append(_Known(key, a, b, scores, with_all))

    def same(self, gate: str = "", *, table: str = "") -> Same:
        """What is SAME without a gate or a table; most pairs a veto did not speak on."""
        if not table:
            return Counter(p.key for p in self._pairs if _is_same_without(p, gate))
        facts_of.cache_clear()  # titles are read anew, without the table, and then with it
        with without(table):
            found = Counter(p.key for p in self._pairs if _rule(p).answer is Answer.SAME)
        facts_of.cache_clear()
        return found


class _Known(NamedTuple):
    """A pair, the file and the label that it counts for, and what is ruled with everything."""

    key: tuple[str, bool]
    a: Telling
    b: Telling
    scores: Mapping[str, float]
    ruled: Verdict


def _is_same_without(pair: _Known, gate: str) -> bool:
    is_silent = gate in EVIDENCE and gate not in pair.ruled.vetoes
    ruled = pair.ruled if not gate or is_silent else _rule(pair, gate)
    return ruled.answer is Answer.SAME


def _rule(pair: _Known, *off: str) -> Verdict:
    return compare(pair.a, pair.b, vectors=pair.scores, off=off)
