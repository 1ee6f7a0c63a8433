"""Exports: what other programs read is what the ledger holds, and nothing a spreadsheet runs."""

import csv
import io
import json
from datetime import UTC, datetime

import pytest

from strandline.adapters.progress import SilentProgress
from strandline.adapters.publishing.formats import export, write_csv, write_json, write_parquet
from strandline.adapters.publishing.tables import ARTICLES, SOURCES
from strandline.adapters.store import open_store
from strandline.model.articles import IngestBatch
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, an_article

ROW = (
    "W_RSS_1",
    '=HYPERLINK("http://x.example")',
    "https://a.example/?a=1,2",
    "feed",
    None,
    "news",
)


def test_csv_has_no_formula() -> None:
    """A cell that a spreadsheet would run is text; commas, quotes and missing values survive."""
    target = io.BytesIO()
    assert write_csv(SOURCES, [[ROW], [ROW]], target) == 2
    rows = list(csv.DictReader(io.StringIO(target.getvalue().decode())))
    assert rows[0]["name"] == """'=HYPERLINK("http://x.example")"""
    assert (rows[1]["url"], rows[1]["language"]) == ("https://a.example/?a=1,2", "")


@pytest.mark.parametrize("count", [0, 1, 3])
def test_json_is_one_array(count: int) -> None:
    """However many rows there are, the file is JSON, a row a line."""
    target = io.BytesIO()
    assert write_json(SOURCES, [[ROW]] * count, target) == count
    told = json.loads(target.getvalue())
    assert [row["name"] for row in told] == [ROW[1]] * count


def test_parquet_has_types() -> None:
    """Times are timestamps, numbers numbers; what is missing is missing."""
    parquet = pytest.importorskip("pyarrow.parquet", reason="pip install strandline[parquet]")
    target = io.BytesIO()
    row = tuple(NOW.isoformat() if column.is_time else None for column in ARTICLES.columns)
    assert write_parquet(ARTICLES, [[row], [row]], target) == 2
    told = parquet.read_table(io.BytesIO(target.getvalue())).to_pylist()
    assert told[1]["found_at"] == datetime.fromisoformat(NOW.isoformat()).astimezone(UTC)
    assert told[0]["title"] is None


def test_a_table_of_the_ledger(database: DatabaseSettings) -> None:
    """On both databases a table comes out in order of its ids."""
    store = open_store(database)
    urls = [f"https://paper.example/{number}" for number in range(3)]
    store.ingest(IngestBatch(NOW, articles=tuple(an_article(url) for url in urls)))
    store.close()
    target = io.BytesIO()
    assert export(database, "articles", "json", target, SilentProgress()) == 3
    told = json.loads(target.getvalue())
    assert [row["article_uuid"] for row in told] == sorted(row["article_uuid"] for row in told)
    assert {row["url"] for row in told} == set(urls)
