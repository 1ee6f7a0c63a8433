"""Writes into a ledger without a pause: two articles a transaction, in order, until it is ended."""

import itertools
import sys
from pathlib import Path

from strandline.adapters.store import open_store
from strandline.model.articles import IngestBatch
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, a_mention, an_article


def write(path: Path) -> None:
    """A state that existed has the pairs 0 to n and no half of one."""
    store = open_store(DatabaseSettings(path=path))
    for number in itertools.count():
        pair = tuple(an_article(f"https://w.example/{number}/{half}") for half in "ab")
        store.ingest(IngestBatch(NOW, articles=pair, mentions=tuple(map(a_mention, pair))))
        print(number, flush=True)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
