"""Fills the places of a digest, best first, within its caps.

Phase 2 goes on filling where phase 1 stopped, so the places taken are passed in and out.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from strandline.core.digest.drafts import Draft
from strandline.core.digest.phases import categories_of, wanted
from strandline.core.digest.scoring import best_first
from strandline.core.digest.sections import places_of
from strandline.model.digests import Section
from strandline.model.funnel import Drop
from strandline.model.readers import ReaderSettings
from strandline.model.sources import ContentType

CATEGORY_FULL = "category_full"
SECTION_FULL = "section_full"
SOURCE_CAP = "source_cap"

#: Places for the types that have a section of their own. A podcast takes an hour to hear, a post
#: ten seconds to read; skills are a list that somebody chose.
PLACES: dict[ContentType, dict[Section, int]] = {
    ContentType.PODCAST: {Section.FEATURED_PODCAST: 1, Section.MORE_PODCASTS: 5},
    ContentType.POST: {Section.POSTS: 10},
    ContentType.FORUM: {Section.POSTS: 10},
    ContentType.SKILL: {Section.SKILLS: 10},
    ContentType.LINK: {},
}


@dataclass(frozen=True, slots=True)
class Filled:
    """What found a place, in the order of choice, and what did not."""

    chosen: tuple[Draft, ...]
    drops: tuple[Drop, ...]


def fill(
    drafts: Sequence[Draft], settings: ReaderSettings, *, taken: Sequence[Draft] = ()
) -> Filled:
    """Choose, best score first.

    Exempt types keep the order of their list and count towards no source's cap: one list is one
    source.

    Args:
        drafts: Scored, and classified where their type has categories.
        taken: Chosen before; they keep their places and are not in the result.
    """
    places = Counter(_shelf(draft) for draft in taken)
    by_source = Counter(_source(draft) for draft in taken if not draft.is_exempt)
    chosen, drops = [], []
    for draft in _in_order(drafts):
        reason = _refusal(draft, settings, places, by_source)
        if reason:
            drops.append(draft.drop(reason, _shelf(draft)))
            continue
        chosen.append(draft)
        places[_shelf(draft)] += 1
        if not draft.is_exempt:
            by_source[_source(draft)] += 1
    return Filled(tuple(chosen), tuple(drops))


def fill_free(
    drafts: Sequence[Draft], settings: ReaderSettings, *, taken: Sequence[Draft]
) -> tuple[Draft, ...]:
    """The best of what found its category full, for the places that other categories left free.

    Args:
        drafts: Refused as `category_full`.
        taken: All that has a place.
    """
    free = wanted(settings) - sum(draft.has_category for draft in taken)
    if not settings.fill_free_places or free <= 0:
        return ()
    roomy = replace(settings, max_items_per_category=wanted(settings))
    return fill(drafts, roomy, taken=taken).chosen[:free]


def filled_by_category(drafts: Sequence[Draft], settings: ReaderSettings) -> dict[str, int]:
    """Places taken in each of the reader's categories."""
    counts = Counter(draft.category for draft in drafts if draft.has_category)
    return {name: counts[name] for name in categories_of(settings)}


def _in_order(drafts: Sequence[Draft]) -> list[Draft]:
    exempt = [draft for draft in drafts if draft.is_exempt]
    return sorted((d for d in drafts if not d.is_exempt), key=best_first) + exempt


def _refusal(
    draft: Draft, settings: ReaderSettings, places: Counter[str], by_source: Counter[str]
) -> str:
    """Why there is no place for it; empty where there is."""
    if draft.has_category:
        cap, code = settings.max_items_per_category, CATEGORY_FULL
    else:
        cap, code = places_for(draft.candidate.content_type, settings), SECTION_FULL
    if places[_shelf(draft)] >= cap:
        return code
    cap_per_source = settings.max_per_source
    if cap_per_source and not draft.is_exempt and by_source[_source(draft)] >= cap_per_source:
        return SOURCE_CAP
    return ""


def places_for(content_type: ContentType, settings: ReaderSettings) -> int:
    """Of a type that has sections of its own, as the reader wants them."""
    usual = PLACES[content_type]
    return sum(places_of(section, settings, places) for section, places in usual.items())


def _shelf(draft: Draft) -> str:
    """What it takes a place of: a category, or the section of its type."""
    if draft.has_category:
        return f"category {draft.category}"
    is_post = draft.candidate.content_type in {ContentType.POST, ContentType.FORUM}
    return "posts" if is_post else draft.candidate.content_type.value


def _source(draft: Draft) -> str:
    """Whose cap it counts towards: a web search is no source of its own, the site found is."""
    return draft.candidate.domain if draft.original else draft.candidate.source_uuid
