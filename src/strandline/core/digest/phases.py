"""Decisions between the phases of a digest: what counts as full, doubles, and what to search for.

Phase 1 takes the reader's own sources; phase 2, web search, only fills what is still missing
(document 0).
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

from strandline.core.digest.drafts import NOT_NEWS_TYPES, Draft
from strandline.model.funnel import Drop
from strandline.model.readers import ReaderSettings

DUPLICATE_URL = "duplicate_url"
PENDING_URL = "pending_url"
POST_LINK = "post_link"
SEEN_IN_RUN = "seen_in_run"
RECENT_DOMAIN = "recent_domain"
HOME_PAGE = "home_page"

#: The one category of a reader who chose none.
DEFAULT_CATEGORY = "news"

#: The first look reaches back at least this far: an article that was missed while the machine was
#: off, or that did not fit into an edition, is still there for the next. The ledger itself only
#: takes what was new when it was found, so this brings no old news.
_FIRST_LOOK_AGES = 1
#: An under-filled edition looks this many times `max_age_hours` back, once.
_SECOND_LOOK_AGES = 3


def categories_of(settings: ReaderSettings) -> tuple[str, ...]:
    """The reader's categories, in order, each once; one named `news` where there are none."""
    return tuple(dict.fromkeys(settings.categories)) or (DEFAULT_CATEGORY,)


def wanted(settings: ReaderSettings) -> int:
    """How many articles a full digest holds: categories × `max_items_per_category`."""
    return len(categories_of(settings)) * settings.max_items_per_category


def is_under_filled(drafts: Sequence[Draft], settings: ReaderSettings) -> bool:
    """Fewer valid articles than a full digest holds (document 0, "Under-filled")."""
    return sum(draft.has_category for draft in drafts) < wanted(settings)


def first_look(settings: ReaderSettings, last_edition: datetime | None, now: datetime) -> datetime:
    """Start of the window of phase 1: `max_age_hours` or `window_hours` ago, whichever is longer,
    and never after `window_hours` before the last edition.
    """
    window = timedelta(hours=settings.window_hours)
    reach = max(window, _FIRST_LOOK_AGES * timedelta(hours=settings.max_age_hours))
    since = now - reach
    if last_edition is not None:
        since = min(since, last_edition - window)
    return max(since, second_look(settings, now))


def second_look(settings: ReaderSettings, now: datetime) -> datetime:
    """Start of the wider window of the one retry."""
    ages = _SECOND_LOOK_AGES * max(settings.max_age_hours, settings.window_hours)
    return now - timedelta(hours=ages)


def drop_post_links(drafts: Sequence[Draft]) -> tuple[list[Draft], list[Drop]]:
    """What somebody linked to in a post is no news by that."""
    kept = [draft for draft in drafts if draft.candidate.content_type not in NOT_NEWS_TYPES]
    drops = [d.drop(POST_LINK) for d in drafts if d.candidate.content_type in NOT_NEWS_TYPES]
    return kept, drops


def drop_pending(drafts: Sequence[Draft]) -> tuple[list[Draft], list[Drop]]:
    """A short link that nobody has resolved yet may be anything: it waits for a later edition."""
    kept = [draft for draft in drafts if not draft.candidate.is_pending]
    return kept, [draft.drop(PENDING_URL) for draft in drafts if draft.candidate.is_pending]


def dedup_by_url(
    drafts: Sequence[Draft], taken: Collection[str] = (), *, reason: str = DUPLICATE_URL
) -> tuple[list[Draft], list[Drop]]:
    """Each article once, whatever URL it came under: the first of equals stays.

    Args:
        taken: Ids of articles that count as there already.
        reason: Code for what is dropped.
    """
    seen = set(taken)
    kept, drops = [], []
    for draft in drafts:
        uuid = draft.candidate.article_uuid
        if uuid in seen:
            drops.append(draft.drop(reason))
            continue
        seen.add(uuid)
        kept.append(draft)
    return kept, drops


def avoid_domains(
    drafts: Sequence[Draft], domains: Collection[str]
) -> tuple[list[Draft], list[Drop]]:
    """Leave out articles of domains that the last editions showed (`source_diversity_window`).

    Only what competes for a category is meant; podcasts, posts and skills come from few places.
    """
    kept, drops = [], []
    for draft in drafts:
        if draft.has_category and draft.candidate.domain in domains:
            drops.append(draft.drop(RECENT_DOMAIN, draft.candidate.domain))
        else:
            kept.append(draft)
    return kept, drops


def missing(filled: Mapping[str, int], settings: ReaderSettings) -> dict[str, int]:
    """Free places by category, in the reader's order; full categories are absent."""
    cap = settings.max_items_per_category
    room = {name: cap - filled.get(name, 0) for name in categories_of(settings)}
    return {name: places for name, places in room.items() if places > 0}
