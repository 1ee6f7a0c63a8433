"""Golden files: what a renderer wrote when a person last looked at it.

`pytest tests/render --update-golden` writes them anew; review the difference as text.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare text with a golden file, or write it where `--update-golden` was given."""
    is_update = bool(request.config.getoption("--update-golden"))

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if is_update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
        assert path.exists(), f"{name} is missing: run with --update-golden and review it"
        assert text == path.read_bytes().decode("utf-8")

    return compare
