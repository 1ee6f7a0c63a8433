"""An empty ledger on SQLite with all that acts of the desk need."""

import itertools
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from strandline.adapters.progress import SilentProgress
from strandline.adapters.store import open_store
from strandline.core.digest.classify import RuleClassifier
from strandline.ports import DocumentParser, Ports
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW
from strandline.testing.fakes import FrozenClock, QuickPasswords, ScriptedFetcher


@pytest.fixture
def acting(tmp_path: Path, empty_file: Path) -> Iterator[Ports]:
    """Ports for acts: ids and secrets are counted, passwords quick, the clock stands."""
    shutil.copy(empty_file, tmp_path / "desk.sqlite3")
    store = open_store(DatabaseSettings(path=tmp_path / "desk.sqlite3"))
    numbers, secrets = itertools.count(1), itertools.count(1)
    yield Ports(
        clock=FrozenClock(NOW),
        fetcher=ScriptedFetcher(),
        parser=cast(DocumentParser, None),
        store=store,
        classifier=RuleClassifier(),
        progress=SilentProgress(),
        new_id=lambda: f"{next(numbers):032x}",
        jitter=lambda: 0.5,
        owner="desk-tests",
        passwords=QuickPasswords(),
        new_secret=lambda: f"secret-{next(secrets)}",
    )
    store.close()
