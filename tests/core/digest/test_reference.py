"""The reference page says what the code does."""

from dataclasses import fields
from pathlib import Path

import pytest

from strandline.core.digest import drafts, fill, found, phases, stories, worth
from strandline.core.digest.content import NOT_SCRAPED
from strandline.core.digest.history import SEEN_BEFORE, SEEN_STORY
from strandline.core.digest.limits import RANGES
from strandline.core.digest.topics import topics
from strandline.model.articles import TextStatus
from strandline.model.digests import Section
from strandline.model.readers import ReaderSettings
from strandline.render.i18n import catalogue

PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "digest.md").read_text(encoding="utf-8")

REASONS = {
    *(
        phases.DUPLICATE_URL,
        phases.PENDING_URL,
        phases.POST_LINK,
        phases.SEEN_IN_RUN,
        phases.RECENT_DOMAIN,
    ),
    *(phases.HOME_PAGE, fill.CATEGORY_FULL, fill.SECTION_FULL, fill.SOURCE_CAP),
    *(NOT_SCRAPED, SEEN_BEFORE, SEEN_STORY, stories.SAME_STORY, found.NOT_A_URL),
    *(worth.NOTHING_NEW, worth.SMALLER_EDITION, "no_category", "not_read_yet", "old_page"),
    *(status.value for status in TextStatus if status is not TextStatus.OK),
    *("unreachable", "dead_end", "loop", "too_many_hops", "refused"),
}


def test_every_setting_is_on_the_page_with_its_range() -> None:
    """Default and range stand in its row."""
    for part in fields(ReaderSettings):
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{part.name}`"))
        if part.name in RANGES:
            low, high = RANGES[part.name]
            default = getattr(ReaderSettings(), part.name)
            assert f"| {default} | {low}–{high} |" in row


@pytest.mark.parametrize("reason", sorted(REASONS))
def test_every_reason_is_on_the_page_and_has_words(reason: str) -> None:
    """In every language."""
    assert f"`{reason}`" in PAGE
    for language in ("en", "fr", "zh"):
        assert f"page.reason.{reason}" in catalogue(language)


def test_every_section_and_topic_is_on_the_page() -> None:
    """As the code names them."""
    for name in (*(section.value for section in Section), *{t.names[0] for t in topics().values()}):
        assert f"`{name}`" in PAGE
    assert all(kind.value in PAGE for kind in drafts.CATEGORY_TYPES | drafts.EXEMPT_TYPES)
