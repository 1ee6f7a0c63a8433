"""Ranges of what a reader may choose, and a check that names the setting and its range."""

import re
from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType

from strandline.core.digest.timetable import zone_named
from strandline.model.digests import Section
from strandline.model.errors import UsageError
from strandline.model.readers import ReaderSettings, ScoreWeights, SectionChoice

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
        "least_items": (1, 100),
    }
)

#: Languages in which a digest can be written.
LANGUAGES = ("en", "fr", "zh")

MOST_CATEGORIES = 20
LONGEST_CATEGORY = 40
LARGEST_WEIGHT = 10.0
LONGEST_SUBJECT = 120
MOST_PLACES = 50
MOST_MUTED, LONGEST_MUTED = 200, 60
_CLOCK = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


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
    _check_rhythm(settings)
    _check_sections(settings.sections)
    _check_muted(settings)
    _check_weights(settings.weights)
    return settings


def _check_categories(categories: tuple[str, ...]) -> None:
    if len(categories) > MOST_CATEGORIES:
        raise _refused("categories", f"{len(categories)} names", f"at most {MOST_CATEGORIES}")
    for name in categories:
        if not name.strip() or len(name) > LONGEST_CATEGORY or not name.isprintable():
            allowed = f"names of 1 to {LONGEST_CATEGORY} printable characters"
            raise _refused("categories", name[:LONGEST_CATEGORY], allowed)


def _check_rhythm(settings: ReaderSettings) -> None:
    if not settings.days or not set(settings.days) <= set(range(7)):
        raise _refused("days", settings.days, "one day of the week or more, 0 to 6,")
    if settings.at and not _CLOCK.fullmatch(settings.at):
        raise _refused("at", settings.at[:20], "a time such as 06:30, or nothing,")
    if zone_named(settings.timezone) is None:
        allowed = "a name of the time zone database such as Europe/Paris, or nothing,"
        raise _refused("timezone", settings.timezone[:60], allowed)
    if len(settings.subject) > LONGEST_SUBJECT or not settings.subject.isprintable():
        allowed = f"up to {LONGEST_SUBJECT} printable characters"
        raise _refused("subject", settings.subject[:40], allowed)


def _check_sections(sections: tuple[SectionChoice, ...]) -> None:
    known = [section.value for section in Section]
    named = [choice.section for choice in sections]
    if len(set(named)) < len(named) or not set(named) <= set(known):
        raise _refused("sections", ", ".join(named)[:120], f"each of {', '.join(known)} once")
    for choice in sections:
        if len(choice.name) > LONGEST_CATEGORY or not choice.name.isprintable():
            allowed = f"names of up to {LONGEST_CATEGORY} printable characters"
            raise _refused("sections", choice.name[:LONGEST_CATEGORY], allowed)
        if choice.places is not None and not 0 <= choice.places <= MOST_PLACES:
            raise _refused("sections", choice.places, f"a whole number from 0 to {MOST_PLACES}")


def _check_muted(settings: ReaderSettings) -> None:
    for name, values in (
        ("muted_words", settings.muted_words),
        ("muted_sources", settings.muted_sources),
        ("muted_threads", settings.muted_threads),
    ):
        if len(values) > MOST_MUTED:
            raise _refused(name, f"{len(values)} of them", f"at most {MOST_MUTED}")
        for value in values:
            if not value.strip() or len(value) > LONGEST_MUTED or not value.isprintable():
                allowed = f"a text of 1 to {LONGEST_MUTED} printable characters"
                raise _refused(name, value[:LONGEST_MUTED], allowed)


def _check_weights(weights: ScoreWeights) -> None:
    for part in fields(weights):
        value = getattr(weights, part.name)
        if not 0 <= value <= LARGEST_WEIGHT:  # also refuses NaN
            raise _refused(f"weights.{part.name}", value, f"a number from 0 to {LARGEST_WEIGHT:g}")


def _refused(name: str, value: object, allowed: str) -> UsageError:
    return UsageError(f"{name} is {value!r}: {allowed} is allowed.", subject=name)
