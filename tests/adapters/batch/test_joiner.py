"""Near titles stage by stage: what is done stays done, whatever ends the process."""

import gc
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from strandline.core.similarity.near_pairs import near_pairs
from strandline.model.errors import StoreError
from strandline.model.stories import DatedTitle
from strandline.testing.headlines import headlines

pytest.importorskip("daft", reason="strandline[batch] is not installed")
pytest.importorskip("pyarrow.parquet")

from strandline.adapters.batch.joiner import DaftJoiner
from strandline.adapters.batch.layout import span_folders

#: Daft leaves the pipes of its processes to the collector of garbage.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

START = datetime(2026, 3, 1, tzinfo=UTC)
WINDOW, LEAST = timedelta(hours=48), 0.3


@pytest.fixture(autouse=True)
def _pipes_collected() -> Iterator[None]:
    """The pipes end here and not in the middle of another test."""
    yield
    gc.collect()


@pytest.fixture
def joiner(tmp_path: Path) -> Iterator[DaftJoiner]:
    joiner = DaftJoiner(tmp_path / "near", 1)
    yield joiner
    joiner.close()


def archive(count: int = 600) -> list[DatedTitle]:
    return [DatedTitle(h.time, f"A_{h.number}", h.folded) for h in headlines(count, START, 60)]


def in_batches(titles: Sequence[DatedTitle]) -> Iterator[Sequence[DatedTitle]]:
    yield titles[:7]
    yield titles[7:]


def keep(joiner: DaftJoiner, titles: Sequence[DatedTitle], key: str = "one") -> bool:
    return joiner.keep(key, in_batches(titles), window=WINDOW, least=LEAST)


def test_every_pair_is_found_from_both_ends(joiner: DaftJoiner) -> None:
    """Pair for pair and score for score what one walk over the archive finds."""
    titles = archive()
    assert keep(joiner, titles)
    assert joiner.spans() > 5
    expected = list(near_pairs(titles, WINDOW, LEAST))
    assert sum(joiner.join()) == len(expected) > 50
    near = joiner.near()
    beside: dict[str, set[tuple[str, float]]] = {title.article_id: set() for title in titles}
    for pair in expected:
        beside[pair.a].add((pair.b, pair.jaccard))
        beside[pair.b].add((pair.a, pair.jaccard))
    for title in titles:
        found = near.near(title.article_id, title.time)
        assert set(found) == beside[title.article_id]
        assert len(found) == len(beside[title.article_id])
        assert near.covers(title.article_id, title.time)


def test_what_was_not_among_the_titles(joiner: DaftJoiner) -> None:
    """Another article, or one whose time has become another, is not covered and near nothing."""
    titles = archive(60)
    keep(joiner, titles)
    joiner.spans()
    list(joiner.join())
    near = joiner.near()
    for uuid, time in (("A_new", START), ("A_1", START + 90 * WINDOW)):
        assert not near.covers(uuid, time)
        assert near.near(uuid, time) == []


def test_the_titles_of_a_run_before_are_used(tmp_path: Path) -> None:
    """Of the same key they are not even asked for; of another one all begins anew."""
    first = DaftJoiner(tmp_path, 1)
    keep(first, archive(60))
    first.close()
    again = DaftJoiner(tmp_path, 1)
    assert not again.keep("one", iter(()), window=WINDOW, least=LEAST)
    assert again.spans() > 1
    assert keep(again, archive(60)[:5], key="two")
    assert again.spans() == 2
    again.close()


def test_a_run_that_ends_while_titles_are_taken_in(tmp_path: Path) -> None:
    """They are taken in anew: half of an archive is none."""

    def broken() -> Iterator[Sequence[DatedTitle]]:
        yield archive(60)[:30]
        raise RuntimeError("the power is gone")

    first = DaftJoiner(tmp_path, 1)
    with pytest.raises(RuntimeError):
        first.keep("one", broken(), window=WINDOW, least=LEAST)
    first.close()
    again = DaftJoiner(tmp_path, 1)
    assert keep(again, archive(60))
    again.spans()
    assert sum(again.join()) == len(list(near_pairs(archive(60), WINDOW, LEAST)))
    again.close()


def test_spans_that_are_done_are_not_joined_again(tmp_path: Path) -> None:
    """A run that was killed goes on with the others; a half-written file counts for none."""
    first = DaftJoiner(tmp_path, 1)
    keep(first, archive())
    spans = first.spans()
    whole = sorted(first.join())
    first.close()
    files = sorted((tmp_path / "pairs").glob("*.parquet"))
    assert len(files) == spans == len(whole)
    files[2].rename(files[2].with_name(f".{files[2].name}.new"))
    stamps = {path: path.stat().st_mtime_ns for path in files if path.exists()}
    again = DaftJoiner(tmp_path, 1)
    assert sorted(again.join()) == whole
    assert {path: path.stat().st_mtime_ns for path in stamps} == stamps
    assert files[2].exists()
    again.close()


def test_times_at_both_ends_of_the_calendar(joiner: DaftJoiner) -> None:
    """Strangers date their news in the years 1 and 9999."""
    times = (datetime(1, 1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, tzinfo=UTC))
    titles = [DatedTitle(t, f"A_{t.year}_{n}", "bridge closed") for t in times for n in (1, 2)]
    keep(joiner, titles)
    assert joiner.spans() == 4
    assert sum(joiner.join()) == 2
    assert joiner.near().near("A_9999_1", times[1]) == [("A_9999_2", 1.0)]


def test_an_empty_archive(joiner: DaftJoiner) -> None:
    """No spans, no pairs, no fault."""
    assert joiner.keep("one", iter(()), window=WINDOW, least=LEAST)
    assert joiner.spans() == 0
    assert list(joiner.join()) == []
    assert not joiner.near().covers("A_1", START)


def test_a_folder_of_somebody_else(tmp_path: Path) -> None:
    """Nothing that is not ours is ever removed."""
    (tmp_path / "titles").mkdir()
    (tmp_path / "titles" / "mine.txt").write_text("keep")
    with pytest.raises(StoreError, match="something else"):
        DaftJoiner(tmp_path, 1)
    assert (tmp_path / "titles" / "mine.txt").read_text() == "keep"


def test_clearing_leaves_other_files(joiner: DaftJoiner, tmp_path: Path) -> None:
    """What is done with is removed; the folder and what else is in it stay."""
    keep(joiner, archive(60))
    joiner.spans()
    list(joiner.join())
    (tmp_path / "near" / "notes.txt").write_text("mine")
    joiner.clear()
    assert sorted(path.name for path in (tmp_path / "near").iterdir()) == ["lock", "notes.txt"]
    assert span_folders(tmp_path / "near") == []


def test_two_runs_in_one_folder(joiner: DaftJoiner, tmp_path: Path) -> None:
    """The second is told."""
    keep(joiner, archive(60))
    with pytest.raises(StoreError, match="in use"):
        DaftJoiner(tmp_path / "near", 1)


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """One line that says what and what to do."""
    (tmp_path / "near").write_text("a file")
    with pytest.raises(StoreError, match="cannot be used") as told:
        DaftJoiner(tmp_path / "near", 1)
    assert "--folder" in str(told.value)


def test_files_that_are_broken(joiner: DaftJoiner, tmp_path: Path) -> None:
    """What cannot be read is named, with what to do."""
    keep(joiner, archive(60))
    joiner.spans()
    list(joiner.join())
    for path in (tmp_path / "near" / "pairs").glob("*.parquet"):
        path.write_bytes(b"broken")
    with pytest.raises(StoreError, match="cannot be read"):
        joiner.near().covers("A_1", START)
