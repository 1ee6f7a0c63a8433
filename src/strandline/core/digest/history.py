"""What a reader was shown: the hard block, what is recorded, and when it expires (documents 0, 1).

The key is document 0's `normalize_article_url`, hashed; see `core.urls.history`.
"""

from collections import Counter
from collections.abc import Sequence, Set
from datetime import datetime, timedelta

from strandline.core.digest.drafts import Draft
from strandline.core.urls.history import history_hash
from strandline.core.urls.pages import is_profile
from strandline.model.digests import DigestItem
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


def own_hashes(draft: Draft) -> list[str]:
    """Hashes of the URLs that the article has and had: a page that moved was shown all the same."""
    candidate = draft.candidate
    return [history_hash(url) for url in (candidate.url, *candidate.earlier_urls)]


def story_hashes(draft: Draft) -> list[str]:
    """Hashes of the URLs of the other articles that tell its story (requirement E5)."""
    return [history_hash(url) for url in draft.candidate.story_urls]


def drop_seen(
    drafts: Sequence[Draft], seen: Set[str], *, by_story: bool = True
) -> tuple[list[Draft], list[Drop]]:
    """Hard block of what was shown before: no penalty, no exception but the exempt types.

    Args:
        seen: Those of the drafts' hashes, and of their stories', that are in the reader's history.
        by_story: What was shown from one source is blocked from the others too.
    """
    kept, drops = [], []
    for draft in drafts:
        if draft.is_exempt:
            kept.append(draft)
        elif not seen.isdisjoint(own_hashes(draft)):
            drops.append(draft.drop(SEEN_BEFORE))
        elif by_story and not seen.isdisjoint(story_hashes(draft)):
            drops.append(draft.drop(SEEN_STORY))
        else:
            kept.append(draft)
    return kept, drops


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
    """The rows that a digest adds, one a hash, in the order of the items."""
    rows = {
        (hashed := history_hash(item.url)): HistoryEntry(
            reader.reader_id, item.url, hashed, now, digest_id
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


def recorded_line(recorded: int) -> str:
    """What the edition adds to the history."""
    return f"recorded {_counted(recorded, 'URL', 'URLs')} in history"


def _counted(count: int, one: str, other: str) -> str:
    return f"{count} {one if count == 1 else other}"
