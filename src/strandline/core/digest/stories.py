"""One article a story in an edition."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from strandline.core.digest.drafts import Draft
from strandline.model.funnel import Drop

SAME_STORY = "same_story"

_NEVER = datetime.max.replace(tzinfo=UTC)


def one_per_story(drafts: Sequence[Draft]) -> tuple[list[Draft], list[Drop]]:
    """Keep of each story the article that stands for it; the others are named on it as sources.

    The main article stands for its story where it is among the drafts, that is where the reader
    follows a source that has it; then the first published, then the one of the best reputation.
    """
    by_story: dict[str, list[Draft]] = {}
    for draft in drafts:
        by_story.setdefault(_story(draft), []).append(draft)
    standing = {story: min(some, key=_precedence) for story, some in by_story.items()}
    kept, drops = [], []
    for draft in drafts:
        first = standing[_story(draft)]
        if draft is first:
            kept.append(draft)
        else:
            drops.append(draft.drop(SAME_STORY, first.candidate.url))
    return kept, drops


def not_told(drafts: Sequence[Draft], told: Mapping[str, str]) -> tuple[list[Draft], list[Drop]]:
    """Leave out what tells a story that has its place already.

    Args:
        told: Stories that have one → URL of what stands for them (`stories_told`).
    """
    kept, drops = [], []
    for draft in drafts:
        url = told.get(_story(draft))
        if url is None or draft.is_exempt:
            kept.append(draft)
        else:
            drops.append(draft.drop(SAME_STORY, url))
    return kept, drops


def stories_told(drafts: Sequence[Draft]) -> dict[str, str]:
    """Stories of drafts → URL."""
    return {_story(draft): draft.candidate.url for draft in drafts}


def _story(draft: Draft) -> str:
    return draft.candidate.story_id or draft.candidate.article_uuid


def _precedence(draft: Draft) -> tuple[bool, datetime, float, str]:
    candidate = draft.candidate
    return (
        candidate.article_uuid != _story(draft),
        candidate.published_at or _NEVER,
        -candidate.reputation,
        candidate.article_uuid,
    )
