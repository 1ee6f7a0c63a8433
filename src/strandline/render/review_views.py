"""What the review of stories shows: the arguments of its templates."""

from dataclasses import dataclass

from strandline.model.levels import Level
from strandline.model.stories import StoredVerdict, StoryInput
from strandline.render.story_reports import ListedStory
from strandline.render.story_views import ToldRuling


@dataclass(frozen=True, slots=True)
class PairInDoubt:
    """Two articles that nobody is sure of, the earlier first."""

    stored: StoredVerdict
    a: StoryInput
    b: StoryInput


@dataclass(frozen=True, slots=True)
class LastRuled:
    """What the form before this page ruled, to be taken back from here."""

    one: StoryInput
    other: StoryInput
    level: Level


@dataclass(frozen=True, slots=True)
class ReviewView:
    """`/desk/review`.

    Attributes:
        pair: None where nothing is left.
        more: The pairs after it.
        skipped: Verdicts that were skipped, as the address has them.
        skip_href: This page without the pair.
        last: None where nothing was ruled just now, or it was taken back.
        levels: What may be ruled, each with its key.
    """

    pair: PairInDoubt | None
    more: tuple[PairInDoubt, ...]
    skipped: str
    skip_href: str
    last: LastRuled | None
    levels: tuple[tuple[Level, str], ...]


@dataclass(frozen=True, slots=True)
class RuledStoryView:
    """`/desk/stories/{id}`: a story and what can be done to it.

    Attributes:
        ruled: Its articles that somebody has ruled on.
    """

    story: ListedStory
    rulings: tuple[ToldRuling, ...]
    ruled: frozenset[str]
    is_in_thread: bool
    is_cut: bool
