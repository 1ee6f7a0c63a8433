"""Which programs and libraries captures need, and which of them are here."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from strandline.adapters.browser.finding import Missing, find_browser

#: Name of a tool → how a person gets it.
ADVICE = {
    "chromium": "apt-get install chromium-headless-shell",
    "playwright": "pip install 'strandline[browser]', and apt-get install libatomic1",
    "yt-dlp": "pip install 'strandline[media]'",
    "pycryptodomex": "pip install 'strandline[media]'",
    "ffmpeg": "apt-get install ffmpeg",
    "warcio": "pip install 'strandline[archive]'",
    "pypdf": "pip install 'strandline[archive]'",
}

#: A program may take so long to say its version, seconds: a busy machine needs some.
_START_S = 30.0

#: Optional libraries and what they are imported as.
_MODULES = {
    "playwright": "playwright",
    "pycryptodomex": "Cryptodome",
    "pypdf": "pypdf",
    "warcio": "warcio",
}


@dataclass(frozen=True, slots=True)
class Tools:
    """How to start what is here.

    Attributes:
        yt_dlp: Command; empty where it is not installed.
        ffmpeg: Path; empty where it is not installed.
        chromium: Path; empty where it is not installed.
        libraries: Those of the optional libraries that are installed.
    """

    yt_dlp: tuple[str, ...] = ()
    ffmpeg: str = ""
    chromium: str = ""
    libraries: frozenset[str] = frozenset()

    def missing(self, needs: Iterable[str]) -> list[str]:
        """Which of the needs are not here."""
        here = set(self.libraries)
        here |= {"yt-dlp"} if self.yt_dlp else set()
        here |= {"ffmpeg"} if self.ffmpeg else set()
        here |= {"chromium"} if self.chromium else set()
        return [need for need in needs if need not in here]


def find_tools(chromium: str = "") -> Tools:
    """Look for all of them: libraries by their package, programs on the path.

    Args:
        chromium: What `CHROMIUM_PATH` says; empty to look for one.
    """
    libraries = {name for name, module in _MODULES.items() if find_spec(module)}
    if not _driver_runs():
        libraries.discard("playwright")
    browser = find_browser(chromium)
    return Tools(
        yt_dlp=_yt_dlp(),
        ffmpeg=shutil.which("ffmpeg") or "",
        chromium="" if isinstance(browser, Missing) else str(browser),
        libraries=frozenset(libraries),
    )


def _driver_runs() -> bool:
    """Whether Playwright's own Node.js can be started: it needs a library that few others need."""
    found = find_spec("playwright")
    if found is None or found.origin is None:
        return False
    node = os.environ.get("PLAYWRIGHT_NODEJS_PATH") or Path(found.origin).parent / "driver/node"
    try:
        done = subprocess.run(  # noqa: S603 - the package's own program
            [node, "--version"], capture_output=True, check=False, timeout=_START_S
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _yt_dlp() -> tuple[str, ...]:
    """Our own interpreter's package first: what is on the path may be of another age."""
    if find_spec("yt_dlp"):
        return (sys.executable, "-I", "-m", "yt_dlp")
    found = shutil.which("yt-dlp")
    if found is None:
        return ()
    with Path(found).open("rb") as file:
        first_line = file.readline(100)
    # It runs without a path on which `env` could find an interpreter.
    is_portable = first_line.startswith(b"#!") and b"/env " in first_line
    return (sys.executable, "-I", found) if is_portable else (found,)
