"""The models and the index as a process has them."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from strandline.adapters.index.embedded import EmbeddedIndex
from strandline.model.errors import IndexFault
from strandline.model.stories import IndexPoint
from strandline.settings import Settings, load_settings
from strandline.wiring import open_ports

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def settings_of(folder: Path, **environ: str) -> Settings:
    given = {"DATABASE_PATH": str(folder / "s.sqlite3"), "VECTOR_INDEX_PATH": str(folder / "v")}
    return load_settings(environ=given | environ)


def test_a_process_that_matches(tmp_path: Path) -> None:
    """Has models and an index; the folder is taken with the first use, and free at the end."""
    with open_ports(settings_of(tmp_path), log=False, stories=True) as ports:
        assert ports.embedder is not None
        assert ports.index is not None
        assert not (tmp_path / "v").exists()
        titles = ("Council approves new budget", "Ferry cancels crossings")
        vectors = ports.embedder.embed(titles)
        ports.index.upsert([IndexPoint(t, v, NOW) for t, v in zip(titles, vectors, strict=True)])
        (near,) = ports.index.nearest(
            ports.embedder.embed(["The council's new budget is approved"])[0],
            limit=1,
            since=NOW - timedelta(hours=1),
            until=NOW,
        )
        assert near.article_uuid == titles[0]
        model, dimension = ports.embedder.model, ports.embedder.dimension
        with pytest.raises(IndexFault, match="in use"):
            EmbeddedIndex(tmp_path / "v", model, dimension)
    again = EmbeddedIndex(tmp_path / "v", model, dimension)
    assert again.count() == 2
    again.close()


def test_a_process_that_does_not_match(tmp_path: Path) -> None:
    """Has neither."""
    with open_ports(settings_of(tmp_path), log=False) as ports:
        assert (ports.embedder, ports.rescorer, ports.index) == (None, None, None)


def test_without_models(tmp_path: Path) -> None:
    """There is no index either: nothing would be in it."""
    with open_ports(settings_of(tmp_path, EMBEDDINGS="off"), log=False, stories=True) as ports:
        assert (ports.embedder, ports.rescorer, ports.index) == (None, None, None)


def test_an_endpoint_that_is_down(tmp_path: Path) -> None:
    """Keeps no process from starting."""
    settings = settings_of(tmp_path, EMBEDDINGS_URL="http://127.0.0.1:9", EMBEDDINGS_MODEL="m")
    with open_ports(settings, log=False, stories=True) as ports:
        assert ports.embedder is not None
        assert ports.rescorer is None
        assert ports.index is not None
