"""Embedding titles, and searching 100,000 vectors of them within time ranges.

    python bench/vectors.py                       # 100,000 vectors of 512 numbers
    python bench/vectors.py --vectors 20000       # while the machine is busy

Titles are drawn from invented words in three alphabets of length and letters like those of news.
Vectors lie around 5,000 centres, as articles lie around events. They are spread over 30 days; a
query asks for the 20 nearest within 4 days (what matching asks for) or within all of them (as if
all had been published within the window). Each part runs in a process of its own, so that its
memory is its own. Target: 300 time-filtered queries a second. Every query is held against an exact
scan.
"""

import argparse
import multiprocessing
import os
import platform
import random
import resource
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import numpy.typing as npt

from strandline.adapters.index.embedded import EmbeddedIndex
from strandline.adapters.index.exact import ExactIndex
from strandline.model.stories import IndexPoint
from strandline.ports import VectorIndex
from strandline.settings import Settings
from strandline.wiring import open_embedders

DIMENSION = 512
CENTRES = 5_000
DAYS = 30
START = datetime(2026, 1, 1, tzinfo=UTC)
TARGET = 300
LIMIT = 20
#: Titles in one call, and points in one upsert.
BATCH = 500

Rows = npt.NDArray[np.float32]


def main() -> None:
    """Measure, and print one table a part."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vectors", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=500)
    parser.add_argument("--titles", type=int, default=2_000)
    chosen = parser.parse_args()
    load = os.getloadavg()[0]
    print(f"{platform.machine()}, {os.cpu_count()} cores, load {load:.1f}, ", end="")
    print(f"Python {platform.python_version()}\n")
    apart(measure_embedders, chosen.titles)
    for name in ("embedded", "exact"):
        apart(measure_index, name, chosen.vectors, chosen.queries)


def apart(measure: Callable[..., None], *given: object) -> None:
    """Run in a fresh process."""
    process = multiprocessing.get_context("spawn").Process(target=measure, args=given)
    process.start()
    process.join()


def measure_embedders(count: int) -> None:
    print("| model | titles/s | titles/s of processor time | one title, ms | memory, MB |")
    print("|---|---|---|---|---|")
    before = memory_mb()
    for embedder in open_embedders(Settings()):
        if embedder is None:
            continue
        embedder.embed(["load it"])
        few = titles(count if embedder.dimension == DIMENSION else count // 20)
        began, used = time.perf_counter(), time.process_time()
        for start in range(0, len(few), BATCH):
            embedder.embed(few[start : start + BATCH])
        wall, used = time.perf_counter() - began, time.process_time() - used
        began = time.perf_counter()
        for title in few[:50]:
            embedder.embed([title])
        single_ms = (time.perf_counter() - began) * 20
        print(
            f"| {embedder.model} | {len(few) / wall:,.0f} | {len(few) / used:,.0f} "
            f"| {single_ms:.1f} | {memory_mb() - before:,.0f} |"
        )
        before = memory_mb()
    print()


def measure_index(name: str, count: int, queries: int) -> None:
    rows = vectors(count, seed=1)
    points = [
        IndexPoint(f"A_{place:016x}", row.tobytes(), at(place, count), "en")
        for place, row in enumerate(rows)
    ]
    asked = vectors(queries, seed=2)
    with tempfile.TemporaryDirectory() as folder:
        before = memory_mb()
        index = opened(name, Path(folder))
        began, used = time.perf_counter(), time.process_time()
        for start in range(0, count, BATCH):
            index.upsert(points[start : start + BATCH])
        wall, used = time.perf_counter() - began, time.process_time() - used
        print(f"{name}: {count:,} vectors of {DIMENSION}")
        print(f"  upserts/s                  {count / wall:,.0f} ({count / used:,.0f} a core)")
        print(f"  memory after it, MB        {memory_mb() - before:,.0f}")
        for days in (2, 4, DAYS):
            measure_queries(index, rows, asked, days, count)
        if name == "embedded":
            index.close()
            size = sum(file.stat().st_blocks for file in Path(folder).rglob("*")) * 512 / 1e6
            began = time.perf_counter()
            index = opened(name, Path(folder))
            print(f"  files, MB                  {size:,.0f}")
            print(f"  opened again, s            {time.perf_counter() - began:.2f}")
        index.close()
    print()


def measure_queries(index: VectorIndex, rows: Rows, asked: Rows, days: int, count: int) -> None:
    dice = random.Random(days)
    starts = [dice.uniform(0, DAYS - days) for _ in asked]
    found: list[list[str]] = []
    began, used = time.perf_counter(), time.process_time()
    for row, start in zip(asked, starts, strict=True):
        since = START + timedelta(days=start)
        near = index.nearest(
            row.tobytes(), limit=LIMIT, since=since, until=since + timedelta(days=days)
        )
        found.append([neighbour.article_uuid for neighbour in near])
    wall, used = time.perf_counter() - began, time.process_time() - used
    print(
        f"  queries/s within {days:2} days   {len(asked) / wall:,.0f} "
        f"({len(asked) / used:,.0f} a core; target {TARGET}), "
        f"recall at {LIMIT}: {recall(rows, asked[:100], starts, found, days, count):.4f}"
    )


def recall(
    rows: Rows,
    asked: Rows,
    starts: Sequence[float],
    found: Sequence[Sequence[str]],
    days: int,
    count: int,
) -> float:
    """Share of the true neighbours that were found, by a scan of everything."""
    right = hits = 0
    offsets = np.arange(count) * (DAYS / count)
    for row, start, given in zip(asked, starts, found, strict=False):
        inside = np.flatnonzero((offsets >= start) & (offsets <= start + days))
        best = inside[np.argsort(-(rows[inside] @ row))[:LIMIT]]
        right += len(best)
        hits += len({f"A_{place:016x}" for place in best} & set(given))
    return hits / right


def opened(name: str, folder: Path) -> VectorIndex:
    if name == "exact":
        return ExactIndex(DIMENSION)
    return EmbeddedIndex(folder, "bench@1/512", DIMENSION)


def at(place: int, count: int) -> datetime:
    return START + timedelta(days=DAYS * place / count)


def vectors(count: int, *, seed: int) -> Rows:
    """Around centres that are the same for every seed."""
    centres = np.random.default_rng(0).standard_normal((CENTRES, DIMENSION), dtype=np.float32)
    dice = np.random.default_rng(seed)
    rows = centres[dice.integers(0, CENTRES, count)]
    rows += 0.6 * dice.standard_normal((count, DIMENSION), dtype=np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows


def titles(count: int) -> list[str]:
    """Of seven to twelve words, a third of them Chinese signs, which have no spaces."""
    dice = random.Random(5)
    syllables = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "ai", "é")]
    signs = [chr(0x4E00 + 7 * place) for place in range(900)]
    made = []
    for number in range(count):
        if number % 3 == 2:
            made.append("".join(dice.choices(signs, k=dice.randint(14, 24))))
            continue
        words = (
            "".join(dice.choices(syllables, k=dice.randint(1, 4)))
            for _ in range(dice.randint(7, 12))
        )
        made.append(" ".join(words).capitalize())
    return made


def memory_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
