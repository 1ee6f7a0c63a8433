"""What everybody may have, given away by commands."""

import json
import sqlite3
from contextlib import closing
from typing import Any

from strandline.adapters.store import open_store
from strandline.model.articles import IngestBatch
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, an_article


def test_publish_and_exports(shell: Any) -> None:
    """The file, its description and each export are there; what cannot be is said."""
    store = open_store(DatabaseSettings(path=shell.folder / "s.sqlite3"))
    store.ingest(IngestBatch(NOW, articles=(an_article(),)))
    store.close()
    told = json.loads(shell.ok("publish", "public.db", "--json", "--license", "CC0-1.0"))
    assert told["rows"]["articles"] == 1
    with closing(sqlite3.connect(shell.folder / "public.db")) as public:
        assert public.execute("SELECT count(*) FROM articles").fetchone() == (1,)
    assert json.loads((shell.folder / "public.metadata.json").read_text())["license"] == "CC0-1.0"
    assert "datasette public.db --metadata public.metadata.json" in shell.ok("publish", "public.db")
    assert "s.sqlite3 is the ledger itself" in shell("publish", "s.sqlite3").stderr
    (row,) = json.loads(shell.ok("export", "json", "--table", "articles"))
    assert row["url"] == an_article().article_url_final
    assert shell.ok("export", "csv", "--table", "articles").count("\n") == 2
    assert json.loads(shell.ok("export", "json")) == []
    assert "<rss" in shell.ok("export", "rss")
    refused = shell("export", "csv", "--table", "readers")
    assert refused.returncode == 2
    assert "There are sources, articles" in refused.stderr
