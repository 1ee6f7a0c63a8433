"""Stories: titles per second of each layer that finds what is told twice, beside MinHash.

    python bench/stories.py                          # the whole table
    python bench/stories.py --only lexical,rensa     # some rows of it
    python bench/stories.py --only million           # 1,000,000 titles, some minutes
    python bench/stories.py --all                    # with embeddings, vectors and the ledger too

Titles are invented headlines in English, French and Chinese, 50,000 a day; one in ten repeats an
earlier one of the last 36 hours with up to three words changed. Every title is looked for among
those of the 48 hours before it, a window of 100,000, then put in. Rates are per second of processor
time on one core, and of the best thousand titles; found is the share of all planted copies whose
original came back, and of those that really are at or above the threshold; candidates are all that
came back, a title. MinHash knows no window: it holds everything, and finds strangers of last week
too. Each row runs in a process of its own; memory is the most that it had.
"""

import argparse
import multiprocessing
import os
import platform
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from strandline.core.similarity.lexical_index import LexicalIndex
from strandline.core.similarity.shingles import grams, jaccard
from strandline.core.similarity.simhash import SimHashIndex, simhash
from strandline.core.text.titles import read_title
from strandline.testing.headlines import Headline, headlines
from strandline.testing.headlines.vocabulary import vocabulary

START = datetime(2026, 1, 1, tzinfo=UTC)
WINDOW = timedelta(hours=48)
PER_DAY = 50_000
FILL = 2 * PER_DAY
CHUNK = 1000
#: As many permutations as its makers' examples take; bands for a threshold of one half.
PERMUTATIONS, BANDS = 128, 32

Match = Callable[[Headline], list[str]]


@dataclass
class Tally:
    """What a row measured."""

    titles: int = 0
    seconds: float = 0.0
    best: float = 0.0
    candidates: int = 0
    planted: int = 0
    found: int = 0
    near: int = 0
    near_found: int = 0
    recent: dict[int, Headline] = field(default_factory=dict)

    def chunk(self, titles: int, seconds: float) -> None:
        self.titles += titles
        self.seconds += seconds
        self.best = max(self.best, titles / seconds)

    def judge(self, told: Headline, found: list[str], threshold: float) -> None:
        """Hold what came back against what was planted."""
        self.candidates += len(found)
        self.recent[told.number] = told
        if told.copy_of is not None and told.copy_of in self.recent:
            original = self.recent[told.copy_of]
            score = jaccard(grams(original.folded), grams(told.folded))
            is_found = str(told.copy_of) in found
            self.planted += 1
            self.found += is_found
            self.near += score >= threshold
            self.near_found += is_found and score >= threshold
        if len(self.recent) > 3 * FILL:
            for number in list(self.recent)[:FILL]:
                del self.recent[number]

    def row(self, name: str) -> str:
        cells = [
            name,
            f"{self.titles:,}",
            f"{self.titles / self.seconds:,.0f}",
            f"{self.best:,.0f}",
        ]
        if self.planted:
            cells += [f"{self.found / self.planted:.1%}", f"{self.near_found / self.near:.1%}"]
            cells += [f"{self.candidates / self.titles:.2f}"]
        else:
            cells += ["", "", ""]
        cells += [f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000:,.0f}"]
        return "| " + " | ".join(cells) + " |"


def stream(name: str, count: int, match: Match, threshold: float, *, fill: int = FILL) -> None:
    """Fill a window, then measure; `match` looks a title up and puts it in."""
    told = headlines(fill + count, START, PER_DAY)
    tally, measured = Tally(), 0
    while some := list(islice(told, CHUNK)):
        began = time.process_time()
        found = [match(headline) for headline in some]
        seconds = time.process_time() - began
        measured += len(some)
        if measured > fill:
            tally.chunk(len(some), seconds)
        for headline, ids in zip(some, found, strict=True):
            if measured > fill:
                tally.judge(headline, ids, threshold)
            else:
                tally.recent[headline.number] = headline
    print(tally.row(name), flush=True)


def each(name: str, some: list[Any], work: Callable[[Any], object]) -> None:
    """Measure work that remembers nothing."""
    tally = Tally()
    for start in range(0, len(some), CHUNK):
        part = some[start : start + CHUNK]
        began = time.process_time()
        for one in part:
            work(one)
        tally.chunk(len(part), time.process_time() - began)
    print(tally.row(name), flush=True)


def titles(_: int) -> None:
    """Reading titles as papers print them."""
    sites = {"en": " | The Example Post", "fr": " - Le Courrier exemple", "zh": "_示例新闻"}
    some = [
        (told.folded.capitalize() + sites[told.language], told.language)
        for told in headlines(10_000, START, PER_DAY)
    ]
    each("read a title", some, lambda one: read_title(one[0], language=one[1]))


def shingles(_: int) -> None:
    some = [told.folded for told in headlines(50_000, START, PER_DAY)]
    each("its grams", some, grams)


def ours(threshold: float, *, expires: bool) -> Match:
    """Grams, look-up and entry."""
    index = LexicalIndex(threshold)

    def match(told: Headline) -> list[str]:
        mine = grams(told.folded)
        found = index.candidates(mine, told.time - WINDOW, told.time)
        index.add(str(told.number), mine, told.time)
        if expires:
            index.expire(told.time - WINDOW)
        return [article_id for article_id, _ in found]

    return match


def lexical(count: int) -> None:
    """The index at several thresholds; it is exact at each."""
    for threshold in (0.8, 0.7, 0.5, 0.3, 0.2):
        name = f"lexical index, Jaccard ≥ {threshold}"
        apart(name, count, "ours", threshold)


def million(_: int) -> None:
    """A million titles in one index, none of them let go."""
    apart("lexical index, ≥ 0.5, 1 M held", 1_000_000 - FILL, "all", 0.5)
    apart("rensa, 1 M held", 1_000_000 - FILL, "rensa", 0.5)


def rensa(count: int) -> None:
    apart(f"rensa {PERMUTATIONS}/{BANDS}, all held", count, "rensa", 0.5)


def datasketch(count: int) -> None:
    apart("datasketch ≥ 0.5, all held", min(count, 10_000), "datasketch", 0.5)


def by_rensa() -> Match:
    from rensa import RMinHash, RMinHashLSH

    index = RMinHashLSH(0.5, PERMUTATIONS, BANDS)

    def match(told: Headline) -> list[str]:
        sketch = RMinHash(PERMUTATIONS, 42)
        sketch.update(list(grams(told.folded)))
        found = index.query(sketch)
        index.insert(told.number, sketch)
        return [str(number) for number in found]

    return match


def by_datasketch() -> Match:
    from datasketch import MinHash, MinHashLSH

    index = MinHashLSH(threshold=0.5, num_perm=PERMUTATIONS)

    def match(told: Headline) -> list[str]:
        sketch = MinHash(PERMUTATIONS)
        sketch.update_batch([gram.encode() for gram in grams(told.folded)])
        found = index.query(sketch)
        index.insert(str(told.number), sketch)
        return [str(number) for number in found]

    return match


def bodies(_: int) -> None:
    """Fingerprints of texts of 300 words, and looking for near ones among 100,000."""
    rng = random.Random(5)
    words = vocabulary("en")
    each("SimHash of 300 words", [" ".join(words.drawn(rng, 300)) for _ in range(3000)], simhash)
    index = SimHashIndex()
    prints = [rng.getrandbits(64) for _ in range(100_000)]
    for number, fingerprint in enumerate(prints):
        index.add(str(number), fingerprint)

    def match(fingerprint: int) -> None:
        assert index.near(fingerprint ^ 0b101)
        index.add(str(fingerprint), fingerprint)

    each("SimHash, near ones of 100,000", prints[:20_000], match)


def vectors(_: int) -> None:
    """Embedding and vector search: their own bench, with its own tables."""
    beside("vectors.py")


def ledger(_: int) -> None:
    """Articles a second, end to end, into a ledger with a window of 100,000: likewise."""
    beside("matching.py")


def beside(script: str) -> None:
    print(flush=True)
    subprocess.run([sys.executable, Path(__file__).with_name(script)], check=True)


MATCHES: dict[str, Callable[[float], Match]] = {
    "ours": lambda threshold: ours(threshold, expires=True),
    "all": lambda threshold: ours(threshold, expires=False),
    "rensa": lambda _: by_rensa(),
    "datasketch": lambda _: by_datasketch(),
}

PARTS: dict[str, Callable[[int], None]] = {
    "titles": titles,
    "grams": shingles,
    "lexical": lexical,
    "rensa": rensa,
    "datasketch": datasketch,
    "simhash": bodies,
    "million": million,
    "vectors": vectors,
    "ledger": ledger,
}
#: Left out where neither they nor all are asked for: they take long.
LONG = ("million", "vectors", "ledger")


def _streamed(name: str, count: int, match: str, threshold: float) -> None:
    stream(name, count, MATCHES[match](threshold), threshold)


def apart(*given: object) -> None:
    """Stream in a fresh process."""
    process = multiprocessing.get_context("spawn").Process(target=_streamed, args=given)
    process.start()
    process.join()


def chosen_parts(only: str, *, everything: bool) -> Iterator[str]:
    names = only.split(",") if only else [p for p in PARTS if everything or p not in LONG]
    for name in names:
        if name not in PARTS:
            raise SystemExit(f"{name} is none of {', '.join(PARTS)}")
        yield name


def main() -> None:
    """Measure, and print one table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--titles", type=int, default=20_000, help="measured after the window")
    parser.add_argument("--only", default="", help=f"of {','.join(PARTS)}; all but the long ones")
    parser.add_argument("--all", action="store_true", help="the long ones too")
    chosen = parser.parse_args()
    load = os.getloadavg()[0]
    print(f"{platform.machine()}, {os.cpu_count()} cores, load {load:.1f}, ", end="")
    print(f"Python {platform.python_version()}\n")
    print("| layer | titles | titles/s | best | found | found of near | candidates | MB |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|", flush=True)
    for name in chosen_parts(chosen.only, everything=chosen.all):
        PARTS[name](chosen.titles)


if __name__ == "__main__":
    main()
