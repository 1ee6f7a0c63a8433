"""What every vector index keeps to, held against the exact scan."""

import math
import os
import random
import shutil
import struct
import subprocess
import sys
import textwrap
import threading
from array import array
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from qdrant_client import QdrantClient

from strandline.adapters.index.embedded import EmbeddedIndex
from strandline.adapters.index.exact import ExactIndex
from strandline.adapters.index.late import LateIndex
from strandline.adapters.index.server import ServerIndex
from strandline.model.errors import IndexFault
from strandline.model.stories import IndexPoint, Neighbour, Vector
from strandline.ports import VectorIndex

#: Qdrant's client in memory scans everything, and says so.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Local mode performs exact"),
    pytest.mark.filterwarnings("ignore:Payload indexes have no effect"),
]

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
LONG_AGO, LONG_HENCE = datetime(1900, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
MODEL = "test-model@1/4"
#: Least share of the true neighbours that an index that approximates has to find.
RECALL = 0.99

Open = Callable[[str, int], VectorIndex]
KINDS = ("exact", "embedded", "server", "late")


class TakingTurns:
    """Qdrant's client in memory, for many threads: a server takes care of that, this does not."""

    def __init__(self) -> None:
        self._client = QdrantClient(":memory:")
        self._turn = threading.RLock()

    def __getattr__(self, name: str) -> Callable[..., object]:
        method = getattr(self._client, name)

        def take_turn(*args: object, **named: object) -> object:
            with self._turn:
                return method(*args, **named)

        return take_turn


def unit(*numbers: float) -> Vector:
    """A vector of these numbers, brought to unit length."""
    length = math.hypot(*numbers)
    return array("f", (number / length for number in numbers)).tobytes()


def a_point(uuid: str, *numbers: float, time: datetime = NOON, language: str = "en") -> IndexPoint:
    return IndexPoint(uuid, unit(*numbers), time, language)


@pytest.fixture(params=KINDS)
def open_index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Opens indexes in one place; the server is Qdrant's own client in memory."""
    made: list[VectorIndex] = []
    client = cast("QdrantClient", TakingTurns())

    def open_index(model: str, dimension: int) -> VectorIndex:
        if request.param == "exact":
            index: VectorIndex = ExactIndex(dimension)
        elif request.param == "server":
            index = ServerIndex(client, model, dimension, where="memory")
        elif request.param == "late":
            index = LateIndex(lambda: EmbeddedIndex(tmp_path, model, dimension))
        else:
            index = EmbeddedIndex(tmp_path, model, dimension)
        made.append(index)
        return index

    yield open_index
    for index in made:
        index.close()
    client.close()


@pytest.fixture
def index(open_index: Open) -> VectorIndex:
    return open_index(MODEL, 4)


def find(
    index: VectorIndex,
    vector: Vector,
    *,
    limit: int,
    since: datetime = LONG_AGO,
    until: datetime = LONG_HENCE,
    language: str = "",
    minimum: float = -1.0,
) -> list[Neighbour]:
    """The nearest of all times, where nothing else is said."""
    return index.nearest(
        vector, limit=limit, since=since, until=until, language=language, minimum=minimum
    )


def ids(found: Sequence[Neighbour]) -> list[str]:
    return [neighbour.article_uuid for neighbour in found]


def test_whether_it_outlives_its_process(open_index: Open) -> None:
    """What is opened again in the same place holds what it held, or says that it does not."""
    index = open_index(MODEL, 4)
    index.upsert([IndexPoint("A_1", array("f", [1, 0, 0, 0]).tobytes(), NOON)])
    is_kept = index.is_kept
    if not isinstance(index, ServerIndex):  # its client here is let go of with it
        index.close()
        assert open_index(MODEL, 4).count() == int(is_kept)


def test_an_empty_index(index: VectorIndex) -> None:
    """Finds nothing and counts nothing."""
    assert find(index, unit(1, 0, 0, 0), limit=5) == []
    assert index.count() == 0
    index.delete(["A_1"])
    index.upsert([])


def test_nearest_first(index: VectorIndex) -> None:
    """The score is the cosine, exact to four digits; the best comes first."""
    index.upsert([a_point("A_far", 0, 1, 0, 0), a_point("A_near", 1, 0.5, 0, 0),
                  a_point("A_same", 1, 0, 0, 0), a_point("A_against", -1, 0, 0, 0)])  # fmt: skip
    found = find(index, unit(1, 0, 0, 0), limit=10)
    assert ids(found) == ["A_same", "A_near", "A_far", "A_against"]
    assert [n.score for n in found] == pytest.approx([1, 0.8944, 0, -1], abs=1e-4)
    assert all(-1.0 <= neighbour.score <= 1.0 for neighbour in found)


def test_at_most_so_many(index: VectorIndex) -> None:
    """The limit cuts the worst."""
    index.upsert([a_point(f"A_{n}", 1, n / 10, 0, 0) for n in range(8)])
    assert ids(find(index, unit(1, 0, 0, 0), limit=3)) == ["A_0", "A_1", "A_2"]
    assert find(index, unit(1, 0, 0, 0), limit=0) == []


def test_equally_near(index: VectorIndex) -> None:
    """The smaller id comes first."""
    index.upsert([a_point(uuid, 1, 1, 0, 0) for uuid in ("A_c", "A_a", "A_b")])
    assert ids(find(index, unit(1, 0, 0, 0), limit=3)) == ["A_a", "A_b", "A_c"]


def test_within_a_time_range(index: VectorIndex) -> None:
    """Both ends belong to it, to the microsecond."""
    tick = timedelta(microseconds=1)
    times = {"A_before": NOON - tick, "A_first": NOON, "A_last": NOON + HOUR,
             "A_after": NOON + HOUR + tick}  # fmt: skip
    index.upsert([a_point(uuid, 1, 0, 0, 0, time=time) for uuid, time in times.items()])
    found = find(index, unit(1, 0, 0, 0), limit=9, since=NOON, until=NOON + HOUR)
    assert ids(found) == ["A_first", "A_last"]
    assert find(index, unit(1, 0, 0, 0), limit=9, since=NOON + HOUR, until=NOON) == []


def test_times_of_other_zones_and_ages(index: VectorIndex) -> None:
    """A time is a moment, however it is written; those before 1970 have a place too."""
    east = NOON.astimezone(tz=ZoneInfo("Asia/Shanghai"))
    old = datetime(1931, 5, 1, tzinfo=UTC)
    index.upsert([a_point("A_east", 1, 0, 0, 0, time=east), a_point("A_old", 1, 0, 0, 0, time=old)])
    assert ids(find(index, unit(1, 0, 0, 0), limit=9, since=NOON, until=NOON)) == ["A_east"]
    assert ids(find(index, unit(1, 0, 0, 0), limit=9, since=old, until=old)) == ["A_old"]


def test_one_language(index: VectorIndex) -> None:
    """Only points of it; without one, all, those without a language too."""
    index.upsert([a_point("A_en", 1, 0, 0, 0), a_point("A_fr", 1, 0, 0, 0, language="fr"),
                  a_point("A_none", 1, 0, 0, 0, language="")])  # fmt: skip
    asked = unit(1, 0, 0, 0)
    assert ids(find(index, asked, limit=9, language="fr")) == ["A_fr"]
    assert find(index, asked, limit=9, language="zh") == []
    assert len(find(index, asked, limit=9)) == 3


def test_a_least_score(index: VectorIndex) -> None:
    """What is less near is left out."""
    index.upsert([a_point("A_near", 1, 0.5, 0, 0), a_point("A_far", 0, 1, 0, 0)])
    assert ids(find(index, unit(1, 0, 0, 0), limit=9, minimum=0.5)) == ["A_near"]


def test_the_same_article_again(index: VectorIndex) -> None:
    """Vector, time and language are replaced; there is one point still."""
    index.upsert([a_point("A_1", 1, 0, 0, 0), a_point("A_2", 0, 1, 0, 0)])
    index.upsert([a_point("A_1", 0, 0, 1, 0, time=NOON + 9 * HOUR, language="fr")])
    assert index.count() == 2
    (found,) = find(index, unit(0, 0, 1, 0), limit=1, since=NOON + 9 * HOUR, until=NOON + 9 * HOUR)
    assert (found.article_uuid, round(found.score, 4)) == ("A_1", 1.0)
    assert ids(find(index, unit(1, 0, 0, 0), limit=9, since=NOON, until=NOON)) == ["A_2"]
    assert ids(find(index, unit(1, 0, 0, 0), limit=9, language="fr")) == ["A_1"]


def test_twice_in_one_batch(index: VectorIndex) -> None:
    """The last one counts."""
    index.upsert([a_point("A_1", 1, 0, 0, 0), a_point("A_1", 0, 1, 0, 0)])
    (found,) = find(index, unit(0, 1, 0, 0), limit=5)
    assert round(found.score, 4) == 1.0
    assert index.count() == 1


def test_removed_articles(index: VectorIndex) -> None:
    """Are not found; the others are where they were, and the id may come again."""
    index.upsert([a_point(f"A_{n}", 1, n, 0, 0) for n in range(6)])
    index.delete(["A_0", "A_5", "A_unknown", "A_2", "A_2"])
    assert sorted(ids(find(index, unit(1, 0, 0, 0), limit=9))) == ["A_1", "A_3", "A_4"]
    assert index.count() == 3
    index.upsert([a_point("A_2", 1, 0, 0, 0)])
    assert ids(find(index, unit(1, 0, 0, 0), limit=1)) == ["A_2"]


def test_cleared_and_built_anew(index: VectorIndex) -> None:
    """Nothing of before is left."""
    index.upsert([a_point(f"A_{n}", 1, n, 0, 0) for n in range(6)])
    index.clear()
    assert index.count() == 0
    index.upsert([a_point("A_new", 0, 0, 1, 0)])
    assert ids(find(index, unit(1, 0, 0, 0), limit=9)) == ["A_new"]


@pytest.mark.parametrize("uuid", ["A_0123456789abcdef", "A_" + "x" * 500, "ü/../é", "'; --", "0"])
def test_any_id(index: VectorIndex, uuid: str) -> None:
    """An id is an opaque name."""
    index.upsert([a_point(uuid, 1, 0, 0, 0)])
    assert ids(find(index, unit(1, 0, 0, 0), limit=1)) == [uuid]
    index.delete([uuid])
    assert index.count() == 0


NO_VECTORS = {
    "short": unit(1, 0, 0),
    "long": unit(1, 0, 0, 0, 0),
    "empty": b"",
    "no whole number of numbers": b"\x00" * 15,
    "not a number": struct.pack("<4f", math.nan, 1, 0, 0),
    "endless": struct.pack("<4f", math.inf, 0, 0, 0),
    "nothing": struct.pack("<4f", 0, 0, 0, 0),
    "not of unit length": struct.pack("<4f", 3, 4, 0, 0),
    "huge": struct.pack("<4f", 3e38, 3e38, 0, 0),
}


@pytest.mark.parametrize("vector", NO_VECTORS.values(), ids=NO_VECTORS.keys())
def test_what_is_no_vector(index: VectorIndex, vector: Vector) -> None:
    """Is refused, asked or added; of a batch with one, nothing is added."""
    good = a_point("A_good", 1, 0, 0, 0)
    with pytest.raises(IndexFault):
        index.upsert([good, replace(good, article_uuid="A_bad", vector=vector)])
    with pytest.raises(IndexFault):
        find(index, vector, limit=1)
    assert index.count() == 0


def test_two_models(open_index: Open) -> None:
    """Vectors of one are never found among those of the other, even of equal dimension."""
    one, other = open_index("one@1/4", 4), open_index("other@1/4", 4)
    one.upsert([a_point("A_1", 1, 0, 0, 0)])
    other.upsert([a_point("A_2", 1, 0, 0, 0)])
    assert ids(find(one, unit(1, 0, 0, 0), limit=9)) == ["A_1"]
    other.clear()
    assert (one.count(), other.count()) == (1, 0)


def test_from_many_threads(index: VectorIndex) -> None:
    """Nobody's points are lost, and whoever asks meanwhile has an answer."""

    def add(place: int) -> None:
        for n in range(20):
            index.upsert([a_point(f"A_{place}_{n}", 1, place, n, 0)])
            assert find(index, unit(1, place, n, 0), limit=1)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(add, range(4)))
    assert index.count() == 80


def random_points(count: int, dimension: int, seed: int) -> list[IndexPoint]:
    """Points in all directions, over ten days, in three languages."""
    numbers = np.random.default_rng(seed).standard_normal((count, dimension)).astype("<f4")
    numbers /= np.linalg.norm(numbers, axis=1, keepdims=True)
    dice = random.Random(seed)  # noqa: S311 - a fixture
    return [
        IndexPoint(
            f"A_{place:016x}",
            row.tobytes(),
            NOON + timedelta(seconds=dice.randrange(864_000)),
            dice.choice(("en", "fr", "zh")),
        )
        for place, row in enumerate(numbers)
    ]


@pytest.mark.parametrize("kind", ["embedded", "server"])
def test_as_good_as_the_oracle(kind: str, tmp_path: Path) -> None:
    """Of 10,000 random vectors, within time ranges and languages, the same are found."""
    points = random_points(10_000, 64, seed=4)
    oracle = ExactIndex(64)
    client = QdrantClient(":memory:")
    index: VectorIndex = (
        EmbeddedIndex(tmp_path, MODEL, 64)
        if kind == "embedded"
        else ServerIndex(client, MODEL, 64, where="memory")
    )
    try:
        for each in (oracle, index):
            each.upsert(points)
            each.delete([point.article_uuid for point in points[::10]])
        assert index.count() == oracle.count() == 9_000
        _compare(index, oracle, random_points(6, 64, seed=5), [24, 240])
    finally:
        index.close()
        client.close()


def test_many_points_within_the_range(tmp_path: Path) -> None:
    """Where a range holds most of a large index, the same are found as well."""
    points = random_points(40_000, 16, seed=6)
    oracle, index = ExactIndex(16), EmbeddedIndex(tmp_path, MODEL, 16)
    try:
        for each in (oracle, index):
            each.upsert(points)
        _compare(index, oracle, random_points(12, 16, seed=7), [100, 130, 240])
    finally:
        index.close()


def test_neighbours_outside_of_a_wide_range(tmp_path: Path) -> None:
    """Where the nearest lie just outside of a range that holds much, those within are found."""
    asked = unit(*([1.0] * 16))
    far = random_points(30_000, 16, seed=8)
    near = [IndexPoint(f"A_near_{n}", asked, NOON - HOUR, "en") for n in range(3_000)]
    oracle, index = ExactIndex(16), EmbeddedIndex(tmp_path, MODEL, 16)
    try:
        for each in (oracle, index):
            each.upsert(far + near)
        expected, found = (
            find(each, asked, limit=20, since=NOON, until=NOON + 240 * HOUR)
            for each in (oracle, index)
        )
        assert ids(found) == ids(expected)
    finally:
        index.close()


def _compare(
    index: VectorIndex, oracle: VectorIndex, asked: Sequence[IndexPoint], hours: Sequence[int]
) -> None:
    found = expected = 0
    for point in asked:
        for span in hours:
            for language in ("", "fr"):
                right, given = (
                    find(
                        each,
                        point.vector,
                        limit=20,
                        since=NOON,
                        until=NOON + span * HOUR,
                        language=language,
                    )
                    for each in (oracle, index)
                )
                assert len(given) == len(right)
                scores = dict(zip(ids(right), [n.score for n in right], strict=True))
                for neighbour in given:
                    if neighbour.article_uuid in scores:
                        right_score = scores[neighbour.article_uuid]
                        assert neighbour.score == pytest.approx(right_score, abs=1e-4)
                found += len(set(ids(given)) & set(ids(right)))
                expected += len(right)
    assert found >= RECALL * expected, f"recall {found / expected:.4f}"


def test_opened_again(tmp_path: Path) -> None:
    """The embedded index has everything that was put in."""
    first = EmbeddedIndex(tmp_path, MODEL, 4)
    first.upsert([a_point(f"A_{n}", 1, n, 0, 0, language="fr") for n in range(50)])
    first.delete(["A_0"])
    first.close()
    first.close()
    again = EmbeddedIndex(tmp_path, MODEL, 4)
    found = find(again, unit(1, 1, 0, 0), limit=1, language="fr")
    assert (ids(found), again.count()) == (["A_1"], 49)
    again.close()


def test_used_after_its_end(tmp_path: Path) -> None:
    """A closed index says so."""
    index = EmbeddedIndex(tmp_path, MODEL, 4)
    index.close()
    with pytest.raises(IndexFault, match="closed"):
        index.count()


def test_a_second_owner(tmp_path: Path) -> None:
    """Another process is told who holds the index, and what to do; afterwards it may have it."""
    index = EmbeddedIndex(tmp_path, MODEL, 4)
    done = _in_another_process(_OPEN, tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"in use by process {os.getpid()}" in done.stdout
    assert "VECTOR_INDEX" in done.stdout
    with pytest.raises(IndexFault, match="in use"):
        EmbeddedIndex(tmp_path, MODEL, 4)
    index.upsert([a_point("A_1", 1, 0, 0, 0)])
    index.close()
    assert "opened 1" in _in_another_process(_OPEN, tmp_path).stdout


_OPEN = """
    import sys
    from pathlib import Path
    from strandline.adapters.index.embedded import EmbeddedIndex
    from strandline.model.errors import IndexFault
    try:
        index = EmbeddedIndex(Path(sys.argv[1]), "test-model@1/4", 4)
    except IndexFault as error:
        print(error)
    else:
        print("opened", index.count())
        index.close()
"""
_WRITE = """
    import struct, sys
    from datetime import UTC, datetime
    from pathlib import Path
    from strandline.adapters.index.embedded import EmbeddedIndex
    from strandline.model.stories import IndexPoint
    index = EmbeddedIndex(Path(sys.argv[1]), "test-model@1/4", 4)
    vector = struct.pack("<4f", 1, 0, 0, 0)
    now = datetime(2026, 3, 2, tzinfo=UTC)
    for batch in range(100_000):
        index.upsert([IndexPoint(f"A_{batch}_{n}", vector, now, "en") for n in range(50)])
        print(batch, flush=True)
"""


def _in_another_process(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program), str(folder)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("batches", [1, 40, 260])
def test_a_writer_that_is_killed(tmp_path: Path, batches: int) -> None:
    """kill -9 in the middle of writing: what was acknowledged is there, and it goes on."""
    writer = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(_WRITE), str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert writer.stdout is not None
    with writer.stdout as lines:
        acknowledged = 0
        for line in lines:
            acknowledged = int(line) + 1
            if acknowledged >= batches:
                break
        writer.kill()
        writer.wait(60)
    index = EmbeddedIndex(tmp_path, MODEL, 4)
    try:
        assert index.count() >= 50 * acknowledged
        index.upsert([a_point("A_after", 0, 1, 0, 0)])
        assert ids(find(index, unit(0, 1, 0, 0), limit=1)) == ["A_after"]
    finally:
        index.close()


@pytest.mark.parametrize("harm", ["cut", "filled", "gone", "config"])
def test_files_that_cannot_be_read(tmp_path: Path, harm: str) -> None:
    """A broken index is usable all the same; what it lost, the database fills in again."""
    first = EmbeddedIndex(tmp_path, MODEL, 4)
    first.upsert([a_point(f"A_{n}", 1, n, 0, 0) for n in range(50)])
    first.close()
    (shard,) = tmp_path.glob("*/shard")
    if harm == "gone":
        shutil.rmtree(shard / "segments")
    elif harm == "config":
        (shard / "edge_config.json").write_text("{", encoding="utf-8")
    else:
        for file in shard.rglob("*"):
            if file.is_file() and "segments" in file.parts:
                file.write_bytes(b"" if harm == "cut" else b"\xff" * file.stat().st_size)
    index = EmbeddedIndex(tmp_path, MODEL, 4)
    try:
        index.upsert([a_point("A_new", 0, 1, 0, 0)])
        assert "A_new" in ids(find(index, unit(0, 1, 0, 0), limit=1))
    finally:
        index.close()


def test_a_folder_that_is_removed_while_it_is_used(tmp_path: Path) -> None:
    """Cleared, it is built anew in its place, and nobody else may have it meanwhile."""
    index = EmbeddedIndex(tmp_path / "v", MODEL, 4)
    index.upsert([a_point(f"A_{n}", 1, n, 0, 0) for n in range(50)])
    shutil.rmtree(tmp_path / "v")
    index.clear()
    index.upsert([a_point("A_new", 0, 1, 0, 0)])
    assert ids(find(index, unit(0, 1, 0, 0), limit=9)) == ["A_new"]
    with pytest.raises(IndexFault, match="in use"):
        EmbeddedIndex(tmp_path / "v", MODEL, 4)
    index.close()
    again = EmbeddedIndex(tmp_path / "v", MODEL, 4)
    assert again.count() == 1
    again.close()


def test_a_folder_that_another_took_meanwhile(tmp_path: Path) -> None:
    """Whoever lost it by its removal is told; once the other has let go, it may be had again."""
    index = EmbeddedIndex(tmp_path / "v", MODEL, 4)
    shutil.rmtree(tmp_path / "v")
    other = EmbeddedIndex(tmp_path / "v", MODEL, 4)
    with pytest.raises(IndexFault, match="in use"):
        index.clear()
    other.upsert([a_point("A_1", 1, 0, 0, 0)])
    other.close()
    assert index.count() == 1
    index.close()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    """The fault names the folder and the setting."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(IndexFault) as error:
        EmbeddedIndex(tmp_path / "file", MODEL, 4)
    assert "VECTOR_INDEX_PATH" in error.value.advice


def test_opened_late() -> None:
    """Nothing is opened before the first use; after a fault, the next use tries anew."""
    tries: list[int] = []

    def open_index() -> VectorIndex:
        tries.append(1)
        if len(tries) == 1:
            raise IndexFault("not now")
        return ExactIndex(4)

    index = LateIndex(open_index)
    index.close()
    assert tries == []
    with pytest.raises(IndexFault):
        index.count()
    index.upsert([a_point("A_1", 1, 0, 0, 0)])
    assert (index.count(), len(tries)) == (1, 2)


def test_opened_late_by_many() -> None:
    """It is opened once."""
    opened: list[VectorIndex] = []
    gate = threading.Barrier(4)

    def open_index() -> VectorIndex:
        opened.append(ExactIndex(4))
        return opened[-1]

    index = LateIndex(open_index)

    def use(_: int) -> int:
        gate.wait(120)
        return index.count()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(use, range(4))) == [0] * 4
    assert len(opened) == 1
