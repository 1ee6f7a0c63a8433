"""Versions before they are one."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("Django 5.1 rc1 available", "Django 5.1 available", "soft"),
    ("Larkbuds 4 updated", "Larkbuds Pro updated", "soft"),
    ("Rain closes 4 roads", "Rain closes some roads", ""),
    ("Django 5.1 available", "Django 5.1 is available", ""),
    ("Django 5.1 rc1 available", "Django 5.1 rc1 available now", ""),
]


@pytest.mark.parametrize(("a", "b", "expected"), TABLE)
def test_releases(a: str, b: str, expected: str, says: Says) -> None:
    """A release candidate is not the release."""
    assert says("releases", a, b, "en") == expected
