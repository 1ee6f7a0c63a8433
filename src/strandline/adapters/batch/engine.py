"""Daft, imported with care: it tells its makers about every import unless it is told not to."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from strandline.model.errors import ConfigError, ParseError


def engine() -> Any:
    """The module `daft`.

    Raises:
        ConfigError: It is not installed.
    """
    os.environ.setdefault("DO_NOT_TRACK", "true")
    os.environ.setdefault("DAFT_PROGRESS_BAR", "0")
    try:
        import daft
    except ImportError as error:
        raise ConfigError(
            "Large archives are joined by Daft, which is not installed.",
            subject="daft",
            advice="Install strandline[batch].",
        ) from error
    return daft


@contextmanager
def translated(source: str) -> Iterator[None]:
    """Faults of Daft (`ValueError`, and `RuntimeError` for those of a process of its own), and of
    files, as ours.

    Raises:
        ParseError: With the last line of what Daft says, which is the cause.
    """
    try:
        yield
    except (OSError, ValueError, RuntimeError) as error:
        said = (str(error).strip().splitlines() or [type(error).__name__])[-1].strip()
        raise ParseError(f"{source} cannot be joined: {said}", subject=source) from error
