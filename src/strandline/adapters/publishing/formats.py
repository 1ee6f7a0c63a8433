"""Rows of a published table in the forms that other programs read, one batch at a time."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import IO, Any

from strandline.adapters.publishing.rows import Row, open_published
from strandline.adapters.publishing.shape import Table
from strandline.adapters.publishing.tables import WITH_TEXTS
from strandline.model.errors import ConfigError
from strandline.ports import Progress
from strandline.settings import DatabaseSettings

Write = Callable[[Table, Iterable[list[Row]], IO[bytes]], int]

#: A cell that begins so is a formula to spreadsheets.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_json(table: Table, batches: Iterable[list[Row]], target: IO[bytes]) -> int:
    """One array of objects, an object a line; returns how many."""
    names = [column.name for column in table.columns]
    count = 0
    for rows in batches:
        for row in rows:
            line = json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False)
            target.write((",\n" if count else "[\n").encode() + line.encode("utf-8", "replace"))
            count += 1
    target.write(b"\n]\n" if count else b"[]\n")
    return count


def write_csv(table: Table, batches: Iterable[list[Row]], target: IO[bytes]) -> int:
    """RFC 4180 in UTF-8 with a line of names; nothing in it is a formula. Returns how many rows."""
    text = io.TextIOWrapper(target, encoding="utf-8", errors="replace", newline="")
    writer = csv.writer(text)
    writer.writerow([column.name for column in table.columns])
    count = 0
    for rows in batches:
        writer.writerows([_plain(value) for value in row] for row in rows)
        count += len(rows)
    text.flush()
    text.detach()
    return count


def _plain(value: Any) -> Any:
    is_formula = isinstance(value, str) and value.startswith(_FORMULA)
    return f"'{value}" if is_formula else value


def write_parquet(table: Table, batches: Iterable[list[Row]], target: IO[bytes]) -> int:
    """Parquet, zstd; times are timestamps in UTC. Returns how many rows.

    Raises:
        ConfigError: pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ModuleNotFoundError as error:
        raise ConfigError(
            "Parquet files are written by pyarrow, which is not installed.",
            subject="pyarrow",
            advice="Install strandline[parquet], or export csv or json.",
        ) from error
    kinds = {"TEXT": pa.string(), "INTEGER": pa.int64(), "REAL": pa.float64()}
    schema = pa.schema([(column.name, kinds[column.sql_type]) for column in table.columns])
    moments = {c.name: pa.timestamp("us", tz="UTC") for c in table.columns if c.is_time}
    final = pa.schema([(f.name, moments.get(f.name, f.type)) for f in schema])
    count = 0
    with parquet.ParquetWriter(target, final, compression="zstd") as writer:
        for rows in batches:
            columns = [list(column) for column in zip(*rows, strict=True)]
            arrays = [
                pa.array(values, type=kind.type)
                for values, kind in zip(columns, schema, strict=True)
            ]
            writer.write_table(pa.table(arrays, schema=schema).cast(final))
            count += len(rows)
    return count


#: By the name of the verb.
FORMATS: Mapping[str, Write] = MappingProxyType(
    {"json": write_json, "csv": write_csv, "parquet": write_parquet}
)


def export(
    settings: DatabaseSettings, name: str, form: str, target: IO[bytes], progress: Progress
) -> int:
    """Write a table as it stands at one moment; returns how many rows.

    Args:
        settings: The ledger.
        name: Of the table.
        form: One of `FORMATS`.
        target: Is written from where it stands.
        progress: Told of rows.
    """
    table = next(table for table in WITH_TEXTS if table.name == name)
    with open_published(settings) as ledger:
        progress.start(name, ledger.count(table))
        count = FORMATS[form](table, _told(ledger.batches(table), name, progress), target)
        progress.finish(name)
    return count


def _told(batches: Iterable[list[Row]], name: str, progress: Progress) -> Iterator[list[Row]]:
    for rows in batches:
        yield rows
        progress.advance(name, len(rows))
