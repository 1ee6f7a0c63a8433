"""What a reader was shown: the hard block, what is recorded, and when it expires (documents 0, 1).

Which row blocks what is in `core.digest.shown`.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from strandline.core.digest.drafts import Draft
from strandline.core.digest.shown import ShownRows
from strandline.core.urls.history import history_hash
from strandline.core.urls.pages import is_profile
from strandline.model.digests import Candidate, DigestItem
from strandline.model.funnel import Drop
from strandline.model.readers import DigestScope, HistoryEntry, Reader

SEEN_BEFORE = "seen_before"
SEEN_STORY = "seen_story"
#: How long what was not taken is remembered where a reader's history is off, days.
DROPS_DAYS = 90


def expiry(reader: Reader, now: datetime) -> datetime | None:
    """Rows created before this time are forgotten; None where the history is off (0 days).

    A personal history ends to the second (document 0: `created_at < now() - interval`). The
    shared one counts whole UTC days (document 1: entries with `date >= cutoff` are kept), so that
    an imported `2026-02-15` lives through the whole of its last day.
    """
    days = reader.history_days
    if days == 0:
        return None
    cutoff = now - timedelta(days=days)
    if reader.scope is DigestScope.SHARED:
        return cutoff.replace(hour=0, minute=0, second=0, microsecond=0)
    return cutoff


def drops_expiry(reader: Reader, now: datetime) -> datetime:
    """What editions made before this time did not take is forgotten: as long as the history lasts,
    or as long as one usually does where it is off.
    """
    return now - timedelta(days=reader.history_days or DROPS_DAYS)


def own_urls(candidate: Candidate) -> tuple[str, ...]:
    """The URLs that the article has and had: a page that moved was shown all the same."""
    return candidate.url, *candidate.earlier_urls


def drop_seen(
    drafts: Sequence[Draft], shown: ShownRows, *, by_story: bool = True
) -> tuple[list[Draft], list[Drop]]:
    """Hard block of what was shown before: no penalty, no exception but the exempt types.

    Args:
        by_story: What was shown from one source is blocked from the others too (requirement E5).
    """
    kept, drops = [], []
    for draft in drafts:
        drop = None if draft.is_exempt else _seen(draft, shown, by_story=by_story)
        if drop is None:
            kept.append(draft)
        else:
            drops.append(drop)
    return kept, drops


def _seen(draft: Draft, shown: ShownRows, *, by_story: bool) -> Drop | None:
    """Its drop, with the row that blocks it; None where none does."""
    candidate = draft.candidate
    if row := shown.row_for((candidate.article_uuid,), own_urls(candidate)):
        return draft.drop(SEEN_BEFORE, row_line(row))
    row = shown.row_for(candidate.story_uuids, candidate.story_urls) if by_story else None
    return draft.drop(SEEN_STORY, row_line(row)) if row else None


def row_line(row: HistoryEntry) -> str:
    """What a row says, in words."""
    how = "shown" if row.digest_id else "in the history since"
    return f"{how} {row.created_at:%Y-%m-%d}: {row.url}"


def is_recorded(draft: Draft, reader: Reader) -> bool:
    """True where showing it puts its URL into the history: not an exempt type, not a profile or
    fallback link, and the history is on.
    """
    candidate = draft.candidate
    return (
        reader.history_days > 0
        and not draft.is_exempt
        and candidate.is_recordable
        and not is_profile(candidate.url)
    )


def history_rows(
    items: Sequence[DigestItem], reader: Reader, digest_id: str, now: datetime
) -> list[HistoryEntry]:
    """The rows that a digest adds, one an article, in the order of the items."""
    rows = {
        item.article_uuid: HistoryEntry(
            reader.reader_id, item.url, history_hash(item.url), now, digest_id, item.article_uuid
        )
        for item in reversed(items)
        if item.is_recorded
    }
    return list(reversed(rows.values()))


def blocked_line(blocked: int, in_history: int) -> str:
    """Document 1's line on the filter."""
    history = f"({_counted(in_history, 'URL', 'URLs')} in history)"
    if not blocked:
        return f"no duplicates found {history}"
    articles = _counted(blocked, "previously shown article", "previously shown articles")
    return f"blocked {articles} {history}"


def blocked_lines(drops: Sequence[Drop], in_history: int) -> list[str]:
    """What the filter left out: articles that were shown, and others whose story was."""
    reasons = Counter(drop.reason for drop in drops)
    lines = [blocked_line(reasons[SEEN_BEFORE], in_history)]
    if stories := reasons[SEEN_STORY]:
        lines.append(f"and {stories} whose story was shown from another source")
    return lines


def matched_line(matched: int, joined: int) -> str:
    """What comparing with other articles came to."""
    return f"compared {matched} with other articles; {joined} joined the story of another one"


def pruned_line(pruned: int, days: int) -> str:
    """Document 1's line on the clean-up; empty where nothing was pruned."""
    if not pruned:
        return ""
    entries = _counted(pruned, "entry", "entries")
    return f"pruned {entries} older than {_counted(days, 'day', 'days')}"


def free_places_line(count: int) -> str:
    """What places that stayed free were given to."""
    places = _counted(count, "free place", "free places")
    return f"gave {places} to the best of what found its category full"


def recorded_line(recorded: int) -> str:
    """What the edition adds to the history."""
    return f"recorded {_counted(recorded, 'URL', 'URLs')} in history"


def _counted(count: int, one: str, other: str) -> str:
    return f"{count} {one if count == 1 else other}"
