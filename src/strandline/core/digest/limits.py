"""Ranges of what a reader may choose, and a check that names the setting and its range."""

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType

from strandline.model.errors import UsageError
from strandline.model.readers import ReaderSettings, ScoreWeights

#: Whole numbers: name of the setting, smallest and largest value (document 0: 0 to 365 days).
RANGES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "article_history_days": (0, 365),
        "archive_days": (0, 365),
        "max_items_per_category": (1, 100),
        "max_age_hours": (1, 8760),
        "window_hours": (1, 8760),
        "source_diversity_window": (0, 30),
        "max_per_source": (0, 100),
    }
)

#: Languages in which a digest can be written.
LANGUAGES = ("en", "fr", "zh")

MOST_CATEGORIES = 20
LONGEST_CATEGORY = 40
LARGEST_WEIGHT = 10.0


def check_settings(settings: ReaderSettings) -> ReaderSettings:
    """The settings as given, when every value is allowed.

    Raises:
        UsageError: The first that is not, with what is allowed; the subject is its name.
    """
    for name, (low, high) in RANGES.items():
        value = getattr(settings, name)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise _refused(name, value, f"a whole number from {low} to {high}")
    if settings.language not in LANGUAGES:
        raise _refused("language", settings.language, "one of " + ", ".join(LANGUAGES))
    _check_categories(settings.categories)
    _check_weights(settings.weights)
    return settings


def _check_categories(categories: tuple[str, ...]) -> None:
    if len(categories) > MOST_CATEGORIES:
        raise _refused("categories", f"{len(categories)} names", f"at most {MOST_CATEGORIES}")
    for name in categories:
        if not name.strip() or len(name) > LONGEST_CATEGORY or not name.isprintable():
            allowed = f"names of 1 to {LONGEST_CATEGORY} printable characters"
            raise _refused("categories", name[:LONGEST_CATEGORY], allowed)


def _check_weights(weights: ScoreWeights) -> None:
    for part in fields(weights):
        value = getattr(weights, part.name)
        if not 0 <= value <= LARGEST_WEIGHT:  # also refuses NaN
            raise _refused(f"weights.{part.name}", value, f"a number from 0 to {LARGEST_WEIGHT:g}")


def _refused(name: str, value: object, allowed: str) -> UsageError:
    return UsageError(f"{name} is {value!r}: {allowed} is allowed.", subject=name)
