"""How lists are divided for a page: articles by day, items by section, sources by need."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby

from strandline.model.digests import Digest, DigestItem, Section
from strandline.model.funnel import Funnel, StepReport
from strandline.model.sources import SourceState
from strandline.render import html
from strandline.render.story_reports import ListedStory, story_time

#: How a state is shown beside its word: a shape and a colour of the stylesheet.
TONES: Mapping[SourceState, str] = {
    SourceState.NEW: "calm",
    SourceState.OK: "well",
    SourceState.FAILING: "warn",
    SourceState.RATE_LIMITED: "warn",
    SourceState.DEAD_SUSPECTED: "warn",
    SourceState.HTML_PAGE: "bad",
    SourceState.LOGIN_PAGE: "bad",
    SourceState.NOT_A_FEED: "bad",
    SourceState.BLOCKED: "bad",
    SourceState.TOO_LARGE: "bad",
    SourceState.GONE: "bad",
}


@dataclass(frozen=True, slots=True)
class Day:
    """Articles found on one day (UTC), latest published first."""

    when: datetime
    rows: tuple[ListedStory, ...]


@dataclass(frozen=True, slots=True)
class SectionOfDigest:
    """A section with its items in the order of the edition; articles by category, others as one.

    Attributes:
        own_name: What the reader calls it; empty for our word.
    """

    name: str
    size: int
    own_name: str
    groups: tuple[tuple[str, tuple[DigestItem, ...]], ...]


def by_day(rows: Sequence[ListedStory]) -> tuple[Day, ...]:
    """Divide a page of articles, newest found first, by the day on which they were found.

    One reading finds many articles in the same moment; within a day the time of publication
    puts them in an order that means something.
    """
    return tuple(
        Day(group[0].article.article_detected_utc_iso, tuple(sorted(group, key=_latest)))
        for group in (list(g) for _, g in groupby(rows, key=_day_found))
    )


def by_story_day(rows: Sequence[ListedStory]) -> tuple[Day, ...]:
    """Divide stories, newest first, by the day of each; in their order."""
    return tuple(
        Day(story_time(group[0].article), tuple(group))
        for group in (
            list(g) for _, g in groupby(rows, key=lambda row: story_time(row.article).date())
        )
    )


def sections_of(digest: Digest) -> tuple[SectionOfDigest, ...]:
    """The sections that have items, in the order of the items."""
    by_position = sorted(digest.items, key=lambda item: item.position)
    sections = []
    for section in dict.fromkeys(item.section for item in by_position):
        items = [item for item in by_position if item.section is section]
        own = html.clean(digest.section_names.get(section.value, ""), 80)
        sections.append(SectionOfDigest(section.value, len(items), own, _groups(section, items)))
    return tuple(sections)


def _groups(
    section: Section, items: Sequence[DigestItem]
) -> tuple[tuple[str, tuple[DigestItem, ...]], ...]:
    """Articles are divided by category; the other sections are ranked across all of them."""
    if section is not Section.ARTICLES:
        return (("", tuple(items)),)
    categories = dict.fromkeys(item.category for item in items)
    return tuple((c, tuple(i for i in items if i.category == c)) for c in categories)


def telling_steps(funnel: Funnel) -> tuple[StepReport, ...]:
    """The steps of a run that let something go, brought something in or have something to say.

    A run has some thirty steps, most of which pass everything on; the whole list stays at hand.
    """
    return tuple(
        step for step in funnel.steps if step.drops or step.notes or step.entered != step.left
    )


def _day_found(row: ListedStory) -> object:
    return row.article.article_detected_utc_iso.astimezone(UTC).date()


def _latest(row: ListedStory) -> float:
    return -story_time(row.article).timestamp()
