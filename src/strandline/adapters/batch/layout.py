"""The folder of a join: what is in it, and how far the work on it has come.

    state.json           whose titles these are, and which stages are done
    titles/*.parquet     as they were taken in
    spans/span=N/        titles by span of time; each in its own span and the next one
    pairs/N.parquet      near titles; each pair in the span of the later one

A file is written under another name and then renamed, so that what is there is whole.
"""

import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path

from strandline.model.errors import StoreError

_PARTS = ("titles", "spans", "pairs")


@dataclass(frozen=True, slots=True)
class State:
    """How far the work has come.

    Attributes:
        key: Whose titles these are.
        has_titles: True when all were taken in.
        has_spans: True when they are laid out.
    """

    key: str = ""
    window_s: float = 0.0
    least: float = 0.0
    has_titles: bool = False
    has_spans: bool = False

    @property
    def window(self) -> timedelta:
        """Greatest distance in time of two titles."""
        return timedelta(seconds=self.window_s)


class Layout:
    """A folder, owned by one process until `close`.

    Raises:
        StoreError: It cannot be written, another process uses it, or it holds something else.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with faults(folder):
            folder.mkdir(parents=True, exist_ok=True)
            if not (folder / "state.json").exists() and any(
                (folder / part).exists() for part in _PARTS
            ):
                raise StoreError(
                    f"{folder} holds something else.",
                    subject=str(folder),
                    advice="Name an empty folder with --folder.",
                )
            self._lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._lock)
            raise StoreError(
                f"{folder} is in use by another backfill.",
                subject=str(folder),
                advice="Wait for it, or name another folder with --folder.",
            ) from error
        self.state = self._read()

    def begin(self, state: State) -> None:
        """Begin anew."""
        self.clear()
        self.note(state)

    def note(self, state: State) -> None:
        """Write down how far the work has come."""
        with faults(self.folder):
            write_whole(self.folder / "state.json", json.dumps(asdict(state)).encode())
        self.state = state

    def clear(self) -> None:
        """Remove what is ours; the state last, so that what is left is known as ours."""
        with faults(self.folder):
            for part in _PARTS:
                shutil.rmtree(self.folder / part, ignore_errors=True)
            (self.folder / "state.json").unlink(missing_ok=True)
        self.state = State()

    def close(self) -> None:
        """Let others use it; a second time is no fault."""
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def _read(self) -> State:
        try:
            return State(**json.loads((self.folder / "state.json").read_bytes()))
        except (OSError, ValueError, TypeError):
            return State()


def write_whole(path: Path, body: bytes) -> None:
    """Write a file so that nobody ever sees a part of it."""
    new = path.with_name(f".{path.name}.new")
    new.write_bytes(body)
    new.replace(path)


def span_folders(folder: Path) -> list[Path]:
    """Folders of the spans, oldest first."""
    return sorted((folder / "spans").glob("span=*"), key=span_number)


def span_number(folder: Path) -> int:
    """Number of the span that a folder holds."""
    return int(folder.name.partition("=")[2])


def pairs_file(folder: Path, span: int) -> Path:
    """Where the pairs of a span are."""
    return folder / "pairs" / f"{span}.parquet"


@contextmanager
def faults(folder: Path) -> Iterator[None]:
    """Faults of files as ours.

    Raises:
        StoreError: Names the folder and the cause.
    """
    try:
        yield
    except OSError as error:
        raise StoreError(
            f"{folder} cannot be used: {error.strerror or error}.",
            subject=str(folder),
            advice="Name a folder that can be written, with room for the titles, with --folder.",
        ) from error
