"""The second stage: each span of time is joined by the index that matching uses, spans at once.

So the result is that of one walk over everything, whatever the engine: Daft reads, lays out and
runs the spans in processes of one machine, or on a Ray cluster where `DAFT_RUNNER=ray` is set.
A span that is done is a file, so that a run which was killed goes on with the others.
"""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from strandline.adapters.batch.engine import engine, translated
from strandline.adapters.batch.layout import pairs_file, span_folders, span_number
from strandline.adapters.batch.spread import at, spread
from strandline.core.similarity.near_pairs import NearPair, near_pairs, span_of, span_start
from strandline.model.errors import UsageError
from strandline.model.stories import DatedTitle

#: Pairs that are written at once.
_GROUP = 100_000


@dataclass(frozen=True, slots=True)
class BatchReport:
    """What joining an archive came to.

    Attributes:
        spans: Of time that were walked.
        pairs: That were found.
    """

    spans: int
    pairs: int


def join_archive(
    source: str, target: Path, *, window: timedelta, least: float, processes: int = 1
) -> BatchReport:
    """Write every pair of near titles: Parquet files with `a` (the earlier), `b` and `jaccard`.

    Args:
        source: Parquet or JSONL with `id`, `time`, and `folded` or `title`.
        target: Folder; `spans` in it holds the titles between the stages, `pairs` the result.
            Both are written anew. On a cluster all machines reach it under one path.
        window: Greatest distance in time.
        least: Jaccard of a pair at least, above 0, at most 1.
        processes: Spans at once; each holds the titles of two windows.

    Raises:
        ParseError: The input cannot be read, lacks a column, or has a time that is none.
        UsageError: A threshold or a window that is not allowed.
        ConfigError: Daft is not installed.
    """
    if not 0 < least <= 1 or window <= timedelta(0):
        raise UsageError(f"Not a threshold above 0 and a window above 0: {least}, {window}.")
    engine()
    with translated(source):
        shutil.rmtree(target / "pairs", ignore_errors=True)
        spread(source, str(target / "spans"), window)
        found = list(join_spans(target, window, least, processes))
    return BatchReport(len(found), sum(found))


def join_spans(target: Path, window: timedelta, least: float, processes: int) -> Iterator[int]:
    """Find the pairs of every span that has none yet; yields how many each has, done before or now.

    Raises:
        OSError, ValueError: Of the engine; see `translated`.
    """
    (target / "pairs").mkdir(exist_ok=True)
    waiting = []
    for folder in span_folders(target):
        done = pairs_file(target, span_number(folder))
        if done.exists():
            yield _rows(done)
        else:
            waiting.append(str(folder))
    if not waiting:
        return
    daft = engine()
    joined = _joiner(daft, processes)(str(target), window.total_seconds(), least)
    spans = daft.from_pydict({"folder": waiting})
    counted = spans.into_batches(1).select(joined.count(daft.col("folder")).alias("pairs"))
    for row in counted.iter_rows(results_buffer_size=1):
        yield int(row["pairs"])


def _joiner(daft: Any, processes: int) -> Any:
    """A class whose instances Daft runs, so many at once, each in a process of its own."""

    class Joiner:
        def __init__(self, target: str, window_s: float, least: float) -> None:
            self.target, self.least = Path(target), least
            self.window = timedelta(seconds=window_s)

        @daft.method(return_dtype=daft.DataType.int64())  # type: ignore[untyped-decorator] # Daft is loaded late
        def count(self, folder: str) -> int:
            span = span_number(Path(folder))
            return write_pairs(
                pairs_file(self.target, span),
                _pairs_of(titles_of(Path(folder)), span, self.window, self.least),
            )

    return daft.cls(max_concurrency=processes, use_process=processes > 1)(Joiner)


def _pairs_of(
    titles: list[DatedTitle], span: int, window: timedelta, least: float
) -> Iterator[NearPair]:
    """Pairs whose later title lies in the span; the last span has only titles to look back on."""
    if any(span_of(title.time, window) == span for title in titles):
        yield from near_pairs(titles, window, least, since=span_start(span, window))


def write_pairs(path: Path, pairs: Iterator[NearPair]) -> int:
    """Write them as one file, which is there when it is whole; returns how many."""
    from pyarrow import Table, float64, schema, string
    from pyarrow.parquet import ParquetWriter

    columns = schema([("a", string()), ("b", string()), ("jaccard", float64())])
    new, count = path.with_name(f".{path.name}.new"), 0
    with ParquetWriter(new, columns) as writer:
        while group := list(islice(pairs, _GROUP)):
            named = zip(*((pair.a, pair.b, pair.jaccard) for pair in group), strict=True)
            writer.write_table(Table.from_arrays([list(c) for c in named], schema=columns))
            count += len(group)
    new.replace(path)
    return count


def titles_of(folder: Path) -> list[DatedTitle]:
    """The titles of a span, in their order."""
    from pyarrow import parquet

    table = parquet.read_table(folder, partitioning=None)
    count = table.num_rows
    named = [table[name].to_pylist() for name in ("time", "id", "folded")]
    more = [
        table[name].to_pylist() if name in table.column_names else [empty] * count
        for name, empty in (("common", ""), ("least", None))
    ]
    rows = zip(*named, *more, strict=True)
    return sorted(
        (
            DatedTitle(at(time), article_id, folded, common or "", least)
            for time, article_id, folded, common, least in rows
        ),
        key=lambda title: (title.time, title.article_id, title.folded),
    )


def _rows(path: Path) -> int:
    from pyarrow import parquet

    return int(parquet.read_metadata(path).num_rows)
