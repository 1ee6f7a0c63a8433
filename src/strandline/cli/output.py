"""What all verbs share in talking to a person or a machine."""

import dataclasses
import json
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from strandline.core.text.visible import visible
from strandline.model.errors import UsageError

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

#: Years that `--now` may name.
FIRST_YEAR, LAST_YEAR = 1970, 2999
#: No file that a verb reads whole is larger.
MOST_INPUT_BYTES = 200_000_000


def print_json(value: object) -> None:
    """One JSON line on standard output: dataclasses by field, times as ISO 8601 UTC."""
    is_narrow = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    sys.stdout.write(visible(json.dumps(value, ensure_ascii=is_narrow, default=as_json)) + "\n")


def counted(count: int, noun: str) -> str:
    """A number with its English noun, whose plural is made with an s."""
    return f"{count} {noun}" if count == 1 else f"{count:,} {noun}s"


def fields_of(value: object) -> dict[str, object]:
    """A dataclass by field, whatever the fields hold."""
    assert dataclasses.is_dataclass(value)  # noqa: S101 - whoever calls has one
    return {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}


def as_json(value: object) -> object:
    """What `json` cannot write by itself; dataclasses by field."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return fields_of(value)
    if isinstance(value, datetime):
        return iso(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, Mapping):
        return dict(value)
    return str(value)


def iso(when: datetime | None) -> str:
    """`2026-03-02T09:00:00Z`; a dash for no time."""
    return when.isoformat(timespec="seconds").replace("+00:00", "Z") if when else "–"


def parse_time(text: str | None) -> datetime | None:
    """Read the `--now` of a demonstration: ISO 8601 with a zone, or a date (midnight UTC).

    Raises:
        UsageError: It is neither, or not between the years 1970 and 2999: what lies some days or
            years before and after it must be a time too.
    """
    if not text:
        return None
    try:
        when = datetime.fromisoformat(text)
    except ValueError as error:
        raise UsageError(
            f"{text!r} is not a time.", subject=text, advice="Write 2026-03-02T09:00:00Z."
        ) from error
    if not FIRST_YEAR <= when.year <= LAST_YEAR:
        raise UsageError(
            f"{text!r} is not between the years {FIRST_YEAR} and {LAST_YEAR}.", subject=text
        )
    return when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)


def read_input(name: str, most_bytes: int = MOST_INPUT_BYTES) -> bytes:
    """Bytes of a file, or of standard input for `-`.

    Raises:
        UsageError: The file cannot be read, or is larger than that: a pipe may have no end.
    """
    try:
        body = _read_some(name, most_bytes + 1)
    except OSError as error:
        raise UsageError(
            f"{name} cannot be read: {error.strerror or error}.", subject=name
        ) from error
    if len(body) > most_bytes:
        raise UsageError(
            f"{name} is larger than {most_bytes // 1_000_000} MB, which is more than is read.",
            subject=name,
            advice="Look at what it is; take it apart if all of it is needed.",
        )
    return body


def _read_some(name: str, size_bytes: int) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read(size_bytes)
    with Path(name).open("rb") as stream:
        return stream.read(size_bytes)


#: Characters of a verdict's reason that are shown: a model's words on both articles are long.
MOST_WORDS = 1_000


def safe(text: str, limit: int = 300) -> str:
    """Untrusted text for a terminal: no control characters, no markup, no endless lines."""
    clean = "".join(c if c.isprintable() else " " for c in text)
    return clean if len(clean) <= limit else clean[: limit - 1] + "…"


class BarProgress:
    """Implements `ports.Progress` with bars on a terminal; says nothing anywhere else."""

    def __init__(self) -> None:
        self._bars: RichProgress | None = None
        self._tasks: dict[str, TaskID] = {}

    def start(self, label: str, total: int | None) -> None:
        """Show a bar."""
        if not sys.stderr.isatty():
            return
        if self._bars is None:
            self._bars = _new_bars()
            self._bars.start()
        self._tasks[label] = self._bars.add_task(label, total=total, note="")

    def advance(self, label: str, steps: int = 1, note: str = "") -> None:
        """Move it, with a word on what was done last."""
        if self._bars is not None and label in self._tasks:
            self._bars.update(self._tasks[label], advance=steps, note=safe(note, 40))

    def finish(self, label: str) -> None:
        """End it; the last one gives the terminal back."""
        if self._bars is None or self._tasks.pop(label, None) is None:
            return
        if not self._tasks:
            self._bars.stop()
            self._bars = None


def _new_bars() -> "RichProgress":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        # What comes from outside is never read as markup.
        TextColumn("{task.fields[note]}", markup=False),
        console=Console(stderr=True),
        transient=True,
    )
