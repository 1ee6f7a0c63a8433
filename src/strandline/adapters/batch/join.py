"""The second stage: each span of time is joined by the index that matching uses, spans at once.

So the result is that of one walk over everything, whatever the engine: Daft reads, lays out and
runs the spans in processes of one machine, or on a Ray cluster where `DAFT_RUNNER=ray` is set.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from strandline.adapters.batch.engine import engine, translated
from strandline.adapters.batch.spread import at, spread
from strandline.core.similarity.near_pairs import DatedTitle, near_pairs, span_start
from strandline.model.errors import UsageError


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
    daft = engine()
    with translated(source):
        spread(source, str(target / "spans"), window)
        return _join(daft, target, window, least, processes)


def _join(daft: Any, target: Path, window: timedelta, least: float, processes: int) -> BatchReport:
    folders = sorted((target / "spans").glob("span=*"), key=_span)
    joined = _joiner(daft, processes)(window.total_seconds(), least)
    spans = daft.from_pydict({"folder": [str(folder) for folder in folders]})
    pairs = (
        spans.into_batches(1)
        .select(joined.pairs(daft.col("folder")).alias("pair"))
        .where(daft.col("pair").not_null())
        .select(*(daft.col("pair")[name].alias(name) for name in ("a", "b", "jaccard")))
    )
    written = pairs.write_parquet(str(target / "pairs"), write_mode="overwrite")
    return BatchReport(len(folders), _rows(written.to_pydict()["path"]))


def _joiner(daft: Any, processes: int) -> Any:
    """A class whose instances Daft runs, so many at once, each in a process of its own."""
    text, number = daft.DataType.string(), daft.DataType.float64()
    pair = daft.DataType.struct({"a": text, "b": text, "jaccard": number})

    class Joiner:
        def __init__(self, window_s: float, least: float) -> None:
            self.window, self.least = timedelta(seconds=window_s), least

        @daft.method(return_dtype=pair)  # type: ignore[untyped-decorator] # Daft is loaded late
        def pairs(self, folder: str) -> Iterator[dict[str, Any]]:
            path = Path(folder)
            since = span_start(_span(path), self.window)
            for found in near_pairs(titles_of(path), self.window, self.least, since=since):
                yield {"a": found.a, "b": found.b, "jaccard": found.jaccard}

    return daft.cls(max_concurrency=processes, use_process=processes > 1)(Joiner)


def titles_of(folder: Path) -> list[DatedTitle]:
    """The titles of a span, in their order."""
    from pyarrow import parquet

    columns = parquet.read_table(folder, columns=["time", "id", "folded"], partitioning=None)
    rows = zip(*(columns[name].to_pylist() for name in ("time", "id", "folded")), strict=True)
    return sorted(DatedTitle(at(time), article_id, folded) for time, article_id, folded in rows)


def _span(folder: Path) -> int:
    return int(folder.name.partition("=")[2])


def _rows(paths: list[str]) -> int:
    from pyarrow import parquet

    return sum(parquet.read_metadata(path).num_rows for path in paths)
