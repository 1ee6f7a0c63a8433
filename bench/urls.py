"""URLs per second: canonical URL, key and id against peers that do less.

usage: python bench/urls.py [--count 100000] [--seed 7] [--rounds 3]

Two lists of distinct URLs, generated from a seed: one shaped like what feeds list (1 in 18 with a
query, one host for about forty URLs, a few platforms), and one in which every URL has a query.
Every row runs on the same lists in the same process, on one core; the best of the rounds counts.
No row may answer from a memory of whole URLs: every URL occurs once, and caches are cleared.
"""

import argparse
import random
import string
import time
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

#: Registrable endings, weighted as feeds have them.
ENDINGS = ("com", "com", "com", "org", "net", "co.uk", "de", "fr", "cn", "jp", "io")
WORDS = [
    "story",
    "report",
    "city",
    "river",
    "council",
    "vote",
    "market",
    "light",
    "station",
    "winter",
    "harbour",
    "science",
    "team",
    "record",
    "price",
    "school",
    "forest",
    "music",
    "engine",
    "review",
    "letter",
    "island",
    "bridge",
    "history",
    "water",
]
SECTIONS = ("news", "world", "politics", "business", "culture", "sport", "tech", "opinion")


def hosts(rng: random.Random, count: int) -> list[str]:
    """Host names of newspapers and blogs that do not exist."""
    found = []
    for _ in range(count):
        name = "-".join(rng.sample(WORDS, rng.choice((1, 2, 2)))) + str(rng.randrange(10_000))
        prefix = rng.choice(("www.", "www.", "", "blog.", "news."))
        found.append(f"{prefix}{name}.{rng.choice(ENDINGS)}")
    return found


def path(rng: random.Random, number: int) -> str:
    """The path of one article; `number` makes it distinct."""
    slug = "-".join(rng.choices(WORDS, k=rng.randint(3, 8)))
    form = rng.randrange(5)
    if form == 0:
        return f"/{rng.choice(SECTIONS)}/{slug}-{number}"
    if form == 1:
        day = f"20{rng.randint(10, 26)}/{rng.randint(1, 12):02}/{rng.randint(1, 28):02}"
        return f"/{day}/{slug}-{number}/"
    if form == 2:
        return f"/{rng.choice(SECTIONS)}/{rng.choice(WORDS)}/{slug}-{number}.html"
    if form == 3:
        return f"/articles/{number}"
    return f"/{slug}-{number}/"


def token(rng: random.Random, size: int) -> str:
    """A random word, as click ids have it."""
    return "".join(rng.choices(string.ascii_letters + string.digits, k=size))


def query(rng: random.Random, number: int) -> str:
    """A query as feeds have it: trackers, or what names the page, or both."""
    tracked = (
        "utm_source=rss&utm_medium=feed&utm_campaign=" + token(rng, 6),
        "utm_source=twitter&utm_medium=social",
        "fbclid=IwAR" + token(rng, 40),
        "gclid=" + token(rng, 30),
        "ref=rss",
    )
    named = (
        f"id={number}",
        f"p={number}&lang=en",
        f"article={number}&page=2",
        f"q=a%20b&n={number}",
    )
    form = rng.randrange(3)
    if form == 0:
        return rng.choice(tracked)
    if form == 1:
        return rng.choice(named)
    return f"{rng.choice(named)}&{rng.choice(tracked)}"


def urls(rng: random.Random, count: int, *, query_every: int) -> list[str]:
    """Distinct URLs, of which one in `query_every` has a query."""
    names = hosts(rng, max(1, count // 40))
    found = []
    for number in range(count):
        scheme = rng.choice(("https", "https", "https", "http"))
        url = f"{scheme}://{rng.choice(names)}{path(rng, number)}"
        if number % query_every == 0:
            url += "?" + query(rng, number)
        if number % 50 == 7:
            url = f"https://www.youtube.com/watch?v={number:011}&feature=share"
        found.append(url)
    return found


def ours(batch: Iterable[str]) -> int:
    """Canonical URL, key and id."""
    from strandline.core.urls import identify_many

    return sum(1 for _ in identify_many(batch))


def ours_one_by_one(batch: Iterable[str]) -> int:
    """The same with notes and trail, one call a URL."""
    from strandline.core.urls import article_uuid, identify

    return sum(1 for url in batch if article_uuid(identify(url).canonical))


def w3lib(batch: Iterable[str]) -> int:
    """Canonical URL only; removes no tracker."""
    from w3lib.url import canonicalize_url

    return sum(1 for url in batch if canonicalize_url(url))


def courlan(batch: Iterable[str]) -> int:
    """Canonical URL only, trackers removed."""
    from courlan import clean_url

    return sum(1 for url in batch if clean_url(url))


def url_normalize(batch: Iterable[str]) -> int:
    """Canonical URL only."""
    from url_normalize import url_normalize as normalize

    return sum(1 for url in batch if normalize(url))


def upa(batch: Iterable[str]) -> int:
    """Parses, nothing else."""
    import upa_url

    return sum(1 for url in batch if upa_url.URL(url).href)


def standard_library(batch: Iterable[str]) -> int:
    """Splits, nothing else."""
    return sum(1 for url in batch if urlsplit(url).netloc)


ROWS: tuple[tuple[str, str, Callable[[Iterable[str]], int]], ...] = (
    ("strandline, identify_many", "canonical + key + id", ours),
    ("strandline, identify", "canonical + key + id + notes + trail", ours_one_by_one),
    ("w3lib canonicalize_url", "canonical", w3lib),
    ("courlan clean_url", "canonical, trackers", courlan),
    ("url-normalize", "canonical", url_normalize),
    ("upa_url", "parse only", upa),
    ("urllib urlsplit", "split only", standard_library),
)


def speed(run: Callable[[Iterable[str]], int], batch: list[str], rounds: int) -> float:
    """URLs per second of processor time, best of the rounds."""
    best = float("inf")
    for _ in range(rounds):
        clear = getattr(urlsplit, "cache_clear", None)
        if clear is not None:
            clear()
        start = time.process_time()
        done = run(batch)
        best = min(best, time.process_time() - start)
        if done != len(batch):
            raise SystemExit(f"{run.__name__}: {done} answers to {len(batch)} URLs")
    return len(batch) / best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    mixed = urls(rng, options.count, query_every=18)
    queries = urls(rng, options.count, query_every=1)
    print(f"{options.count:,} URLs a list, seed {options.seed}, best of {options.rounds} rounds\n")
    print(f"{'':28}{'does':40}{'mixed URLs/s':>14}{'query URLs/s':>14}")
    for name, does, run in ROWS:
        speeds = [speed(run, batch, options.rounds) for batch in (mixed, queries)]
        print(f"{name:28}{does:40}{speeds[0]:>14,.0f}{speeds[1]:>14,.0f}", flush=True)


if __name__ == "__main__":
    main()
