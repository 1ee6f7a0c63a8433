"""Ranges are named; the configuration speaks for the shared digest."""

from dataclasses import replace
from typing import Any

import pytest

from strandline.core.digest.defaults import effective, new_reader_settings
from strandline.core.digest.limits import RANGES, check_settings
from strandline.model.errors import UsageError
from strandline.model.readers import DigestScope, ReaderSettings, ScoreWeights
from strandline.settings import DigestSettings
from strandline.testing.builders import a_reader


@pytest.mark.parametrize("name", RANGES)
def test_both_ends_are_allowed_and_no_more(name: str) -> None:
    """The message names the setting and what is allowed."""
    low, high = RANGES[name]
    for allowed in (low, high):
        right: dict[str, Any] = {name: allowed}
        check_settings(replace(ReaderSettings(), **right))
    for refused in (low - 1, high + 1, True, 1.5, "7"):
        wrong: dict[str, Any] = {name: refused}
        with pytest.raises(UsageError, match=f"{name} is .*from {low} to {high}"):
            check_settings(replace(ReaderSettings(), **wrong))


def test_document_0_range() -> None:
    """`article_history_days`: default 90, range 0 to 365."""
    assert RANGES["article_history_days"] == (0, 365)
    assert ReaderSettings().article_history_days == 90
    assert ReaderSettings().archive_days == 30


@pytest.mark.parametrize(
    "changes",
    [
        {"language": "xx"},
        {"categories": ("",)},
        {"categories": ("a" * 41,)},
        {"categories": ("line\nbreak",)},
        {"categories": tuple(str(n) for n in range(21))},
        {"weights": ScoreWeights(recency=-1)},
        {"weights": ScoreWeights(clicks=float("nan"))},
    ],
)
def test_other_values_are_refused_by_name(changes: dict[str, Any]) -> None:
    """Languages, categories and weights have limits too."""
    with pytest.raises(UsageError):
        check_settings(replace(ReaderSettings(), **changes))


def test_the_shared_digest_follows_the_configuration_until_it_is_edited() -> None:
    """A value that was edited wins."""
    configured = DigestSettings(archive_days=7, categories=("science",), max_age_hours=24)
    shared = a_reader("public", scope=DigestScope.SHARED)
    assert effective(shared, configured).settings == replace(
        new_reader_settings(configured), article_history_days=90
    )
    edited = replace(shared, settings=ReaderSettings(archive_days=9))
    assert effective(edited, configured).settings.archive_days == 9
    assert effective(edited, configured).settings.categories == ("science",)


def test_a_personal_reader_keeps_what_they_chose() -> None:
    """Their settings are their own."""
    reader = a_reader("ada")
    assert effective(reader, DigestSettings(categories=("science",))) is reader
