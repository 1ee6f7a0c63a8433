"""Which tools are here."""

import pytest

from strandline.adapters.capture import find_tools


def test_a_driver_that_cannot_start_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package alone is no Playwright: its Node.js may lack a library of the system."""
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", "/bin/false")
    assert find_tools().missing(["playwright"]) == ["playwright"]
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", "/bin/true")
    assert find_tools().missing(["playwright"]) == []
