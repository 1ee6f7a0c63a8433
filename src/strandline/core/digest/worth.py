"""Is there enough for an edition? One without news, or a smaller one, tops no fuller one."""

from collections.abc import Collection, Sequence
from datetime import datetime

from strandline.core.digest.drafts import Draft
from strandline.core.digest.history import is_recorded
from strandline.core.digest.timetable import Rhythm
from strandline.model.digests import Digest
from strandline.model.readers import Reader
from strandline.model.sources import ContentType

NOTHING_NEW = "nothing_new"
SMALLER_EDITION = "smaller_edition"


def has_news(drafts: Sequence[Draft], reader: Reader, shown_last: Collection[str]) -> bool:
    """False where all that could be shown passes the history whatever was shown (entries of fixed
    lists, profiles) and stood in the last edition.

    Args:
        shown_last: Ids of the articles of the reader's last edition.
    """
    return reader.history_days == 0 or any(
        is_recorded(draft, reader) or draft.candidate.article_uuid not in shown_last
        for draft in drafts
    )


def is_of_this_day(created: datetime, rhythm: Rhythm, now: datetime) -> bool:
    """True for an edition of the same day, with no scheduled one due since."""
    return rhythm.day(created) == rhythm.day(now) and rhythm.last_slot(now) <= created <= now


def fuller_than(drafts: Sequence[Draft], editions: Sequence[Digest]) -> Digest | None:
    """The fullest of the day's editions, where it holds more than these; fixed lists, which stand
    in every edition, do not count.
    """
    have = sum(not draft.is_exempt for draft in drafts)
    fullest = max(editions, key=_news, default=None)
    return fullest if fullest is not None and _news(fullest) > have else None


def _news(edition: Digest) -> int:
    return sum(item.content_type is not ContentType.SKILL for item in edition.items)
