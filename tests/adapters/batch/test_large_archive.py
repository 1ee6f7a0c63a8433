"""Large archives: an engine out of core finds the pairs that the index finds in one walk."""

import gc
import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from strandline.core.similarity.near_pairs import DatedTitle, NearPair, near_pairs
from strandline.model.errors import ParseError, UsageError
from strandline.testing.headlines import headlines

pytest.importorskip("daft", reason="strandline[batch] is not installed")
parquet = pytest.importorskip("pyarrow.parquet")
arrow = pytest.importorskip("pyarrow")

from strandline.adapters.batch import join_archive  # noqa: E402 - skipped above without Daft

#: Daft leaves the pipes of its processes to the collector of garbage.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

START = datetime(2026, 3, 1, tzinfo=UTC)
WINDOW = timedelta(hours=48)


@pytest.fixture(autouse=True)
def _pipes_collected() -> Iterator[None]:
    """The pipes end here and not in the middle of another test."""
    yield
    gc.collect()


def archive() -> list[DatedTitle]:
    return [DatedTitle(h.time, str(h.number), h.folded) for h in headlines(1500, START, 150)]


def as_parquet(titles: Sequence[DatedTitle], folder: Path) -> str:
    """Two files, the younger titles first: an archive has no order."""
    half = len(titles) // 2
    for number, some in enumerate((titles[half:], titles[:half])):
        table = arrow.table(
            {
                "id": [title.article_id for title in some],
                "folded": [title.folded for title in some],
                "time": arrow.array([t.time for t in some], arrow.timestamp("us", "UTC")),
            }
        )
        parquet.write_table(table, folder / f"{number}.parquet")
    return str(folder / "*.parquet")


def as_jsonl(titles: Sequence[DatedTitle], folder: Path) -> str:
    path = folder / "titles.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for title in titles:
            line = {"id": title.article_id, "title": title.folded, "time": title.time.isoformat()}
            file.write(json.dumps(line) + "\n")
    return str(path)


def read(target: Path) -> set[NearPair]:
    table = parquet.read_table(target / "pairs")
    return {NearPair(**row) for row in table.to_pylist()}


@pytest.mark.parametrize(("least", "processes"), [(0.3, 1), (0.6, 2)])
def test_an_archive_as_parquet(tmp_path: Path, least: float, processes: int) -> None:
    """The pairs and their scores are those of one walk over the archive, each of them once."""
    titles = archive()
    report = join_archive(
        as_parquet(titles, tmp_path),
        tmp_path / "out",
        window=WINDOW,
        least=least,
        processes=processes,
    )
    expected = list(near_pairs(titles, WINDOW, least))
    assert read(tmp_path / "out") == set(expected)
    assert report.pairs == len(expected) > 50


def test_an_archive_as_json_lines(tmp_path: Path) -> None:
    """Titles as they were published are folded first; times may be texts."""
    titles = archive()[:400]
    join_archive(as_jsonl(titles, tmp_path), tmp_path / "out", window=WINDOW, least=0.5)
    assert read(tmp_path / "out") == set(near_pairs(titles, WINDOW, 0.5))


def test_joined_again(tmp_path: Path) -> None:
    """A second run replaces what the first wrote."""
    titles = archive()[:400]
    source = as_parquet(titles, tmp_path)
    first = join_archive(source, tmp_path / "out", window=WINDOW, least=0.3)
    again = join_archive(source, tmp_path / "out", window=WINDOW, least=0.8)
    assert 0 < again.pairs < first.pairs
    assert read(tmp_path / "out") == set(near_pairs(titles, WINDOW, 0.8))


def test_a_column_is_missing(tmp_path: Path) -> None:
    """An input without times or titles is refused, and the message names what it has."""
    parquet.write_table(arrow.table({"id": ["A_1"], "when": [1]}), tmp_path / "a.parquet")
    with pytest.raises(ParseError, match="when"):
        join_archive(str(tmp_path / "a.parquet"), tmp_path / "out", window=WINDOW, least=0.5)


def test_a_time_that_is_none(tmp_path: Path) -> None:
    """A time that cannot be read ends the run, and the message has it."""
    line = {"id": "A_1", "title": "bridge closed", "time": "yesterday"}
    (tmp_path / "a.jsonl").write_text(json.dumps(line))
    with pytest.raises(ParseError, match="yesterday"):
        join_archive(str(tmp_path / "a.jsonl"), tmp_path / "out", window=WINDOW, least=0.5)


def test_no_such_archive(tmp_path: Path) -> None:
    """An input that is not there is a fault with a name."""
    with pytest.raises(ParseError, match="nowhere"):
        join_archive(str(tmp_path / "nowhere.parquet"), tmp_path, window=WINDOW, least=0.5)


@pytest.mark.parametrize(("least", "window"), [(0.0, WINDOW), (1.2, WINDOW), (0.5, -WINDOW)])
def test_a_threshold_or_window_that_cannot_be(
    tmp_path: Path, least: float, window: timedelta
) -> None:
    """What would find everything or nothing is refused before anything is read."""
    with pytest.raises(UsageError):
        join_archive("nowhere.parquet", tmp_path, window=window, least=least)
