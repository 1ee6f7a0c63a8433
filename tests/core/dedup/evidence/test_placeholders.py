"""Titles that a server put there."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("en", "Just a moment...", "Just a moment...", "hard"),
    ("en", "Access denied", "Harbour reopens after storm", "soft"),
    ("en", "404 Not Found", "404 Not Found", "hard"),
    ("en", "Welcome to the new harbour", "Welcome to the new harbour", ""),
    ("en", "Please enable cookies to continue", "Please enable cookies to continue", "hard"),
    ("en", "Video unavailable", "Video unavailable", "hard"),
    ("en", "You have reached your free article limit", "Harbour reopens", "soft"),
    ("en", "Video shows harbour blaze", "Video shows harbour blaze", ""),
    ("en", "Sign in to your account", "Sign in to your account", "hard"),
    ("en", "Latest news and headlines", "Latest news and headlines", "hard"),
    ("en", "Thank you for subscribing", "Harbour reopens", "soft"),
    ("en", "Unlock this article", "Unlock this article", "hard"),
    ("en", "Already a subscriber? Log in", "Already a subscriber? Log in", "hard"),
    ("en", "Your session has expired", "Harbour reopens after storm", "soft"),
    ("en", "Login error locks nurses out", "Login error locks nurses out", ""),
    ("en", "Choose your edition", "Choose your edition", "hard"),
    ("en", "You are being redirected", "You are being redirected", "hard"),
    ("fr", "Un instant…", "Un instant…", "hard"),
    ("fr", "Page introuvable", "Page introuvable", "hard"),
    ("fr", "Contenu réservé aux abonnés", "Contenu réservé aux abonnés", "hard"),
    ("zh", "安全验证", "安全验证", "hard"),
    ("zh", "登录", "登录", "hard"),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_placeholders(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """A robot check is the title of no article."""
    assert says("placeholders", a, b, language) == expected
