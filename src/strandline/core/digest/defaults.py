"""Whose settings apply: the configuration speaks for the shared digest until somebody edits it."""

from dataclasses import fields, replace

from strandline.model.readers import DigestScope, Reader, ReaderSettings
from strandline.settings import DigestSettings


def effective(reader: Reader, configured: DigestSettings) -> Reader:
    """The reader with the settings that a run uses.

    A personal reader's own settings stand. For the shared digest a value that was edited (one
    that differs from the built-in default) wins over the configuration; the others come from it
    (`ARCHIVE_DAYS`, `DIGEST_CATEGORIES`, `MAX_ITEMS_PER_CATEGORY`, `MAX_AGE_HOURS`).
    """
    if reader.scope is not DigestScope.SHARED:
        return reader
    chosen, built_in = reader.settings, ReaderSettings()
    base = new_reader_settings(configured)
    from_file = {
        name: getattr(base, name)
        for name in (part.name for part in fields(ReaderSettings))
        if getattr(chosen, name) == getattr(built_in, name)
    }
    return replace(reader, settings=replace(chosen, **from_file))


def new_reader_settings(configured: DigestSettings) -> ReaderSettings:
    """What a new personal reader starts with."""
    return ReaderSettings(
        article_history_days=configured.history_days,
        archive_days=configured.archive_days,
        categories=tuple(configured.categories),
        max_items_per_category=configured.max_items_per_category,
        max_age_hours=configured.max_age_hours,
    )
