"""Finds the browser: Chromium as a distribution packages it, never one that is downloaded."""

import importlib.util
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

#: Best first: the headless shell starts faster and takes half the memory.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable")

#: Where Debian keeps what its start scripts call.
_LIBRARY = Path("/usr/lib/chromium")


@dataclass(frozen=True, slots=True)
class Missing:
    """What is not there, as a sentence, and the way out."""

    what: str
    advice: str


def find_browser(configured: str = "", path: str | None = None) -> Path | Missing:
    """The program to start.

    Args:
        configured: A path or a name that a person chose; empty to look for one.
        path: Where to look, as `PATH`; None for the process's own.
    """
    if importlib.util.find_spec("playwright") is None:
        return Missing("Playwright is missing.", "Install it: pip install 'strandline[browser]'.")
    for name in (configured,) if configured else _NAMES:
        found = shutil.which(name, path=path)
        if found is not None:
            return _behind_script(Path(found))
    if configured:
        return Missing(
            f"{configured} is not a program that can be run.",
            "Correct CHROMIUM_PATH, or leave it empty to look for Chromium.",
        )
    return Missing(
        "Chromium is missing.", "Install it: apt-get install chromium-headless-shell (or chromium)."
    )


def _behind_script(found: Path) -> Path:
    """The program that a distribution's start script would run.

    The script stays between us and the browser, outlives a killed browser or hides it from the
    kernel's death signal, and adds flags of a desktop (extensions, API keys).
    """
    real = _LIBRARY / found.name
    with found.open("rb") as file:
        is_script = file.read(2) == b"#!"
    return real if is_script and os.access(real, os.X_OK) else found
