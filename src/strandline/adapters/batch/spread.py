"""The first stage: titles are folded and laid out on disk by span of time.

A title goes into its own span and into the next one, where it is looked back on. Nothing but what
is being read or written is held in memory.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from strandline.adapters.batch.engine import engine
from strandline.core.similarity.near_pairs import span_of
from strandline.core.text.titles import read_title
from strandline.model.errors import ParseError

#: Columns of an input: `folded` where titles were folded before, else `title`.
FOLDED, TITLE = "folded", "title"
#: Columns that an input may have besides.
MORE = ("common", "least")


def spread(source: str, target: str, window: timedelta) -> None:
    """Write the titles of a Parquet or JSONL input as Parquet, a folder `span=…` for each span.

    Args:
        source: Files: a path, a pattern, or an address that Daft reads, such as `s3://…`.

    Raises:
        ParseError: A column is missing, or a time cannot be read.
    """
    daft = engine()
    rows = daft.read_json(source) if ".json" in source else daft.read_parquet(source)
    missing = {"id", "time"} - set(rows.column_names)
    text = next((name for name in (FOLDED, TITLE) if name in rows.column_names), None)
    if missing or text is None:
        raise ParseError(
            f"An archive has the columns id, time, and folded or title, not {rows.column_names}.",
            subject=source,
        )
    folded = daft.col(text) if text == FOLDED else _folded(daft)(daft.col(text))
    laid_out = (
        rows.where(daft.col("time").not_null() & daft.col(text).not_null())
        .select(
            daft.col("id").cast(daft.DataType.string()),
            folded.alias("folded"),
            _microseconds(daft)(daft.col("time")).alias("time"),
            *(daft.col(name) for name in MORE if name in rows.column_names),
        )
        .with_column("span", _spans(daft, window)(daft.col("time")))
        .explode("span")
    )
    laid_out.write_parquet(target, partition_cols=["span"], write_mode="overwrite")


def at(microseconds: int) -> datetime:
    """A time as it is kept between the stages."""
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=microseconds)


def microseconds(time: datetime | str) -> int:
    """Since 1970; a time without a zone is UTC.

    Raises:
        ParseError: A text that is no ISO 8601 time.
    """
    try:
        read = datetime.fromisoformat(time) if isinstance(time, str) else time
    except ValueError as error:
        raise ParseError(f"{time!r} is no time.", subject=str(time)) from error
    read = read.replace(tzinfo=UTC) if read.tzinfo is None else read
    return (read - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


def _folded(daft: Any) -> Callable[[Any], Any]:
    def folded(title: str) -> str:
        return read_title(title).folded

    made: Callable[[Any], Any] = daft.func(return_dtype=daft.DataType.string(), use_process=False)(
        folded
    )
    return made


def _microseconds(daft: Any) -> Callable[[Any], Any]:
    made: Callable[[Any], Any] = daft.func(return_dtype=daft.DataType.int64(), use_process=False)(
        microseconds
    )
    return made


def _spans(daft: Any, window: timedelta) -> Callable[[Any], Any]:
    def spans(time: int) -> list[int]:
        own = span_of(at(time), window)
        return [own, own + 1]

    kind = daft.DataType.list(daft.DataType.int64())
    made: Callable[[Any], Any] = daft.func(return_dtype=kind, use_process=False)(spans)
    return made
