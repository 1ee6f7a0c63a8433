"""Lays the chosen articles out in the sections of document 1."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType

from strandline.core.digest.content import lead, word_count
from strandline.core.digest.drafts import Draft
from strandline.core.digest.history import is_recorded
from strandline.core.digest.phases import categories_of
from strandline.core.digest.scoring import best_first
from strandline.model.digests import DigestItem, EarlierEdition, Section
from strandline.model.readers import Reader, ReaderSettings
from strandline.model.sources import ContentType

#: The best articles of all categories, at the top.
MUST_READS = 3
#: The best podcast stands before the others.
FEATURED_PODCASTS = 1
#: The next best that take no longer than this.
QUICK_WINS = 3
QUICK_WIN_WORDS = 350  # a minute and a half at 230 words a minute

_TITLE_LENGTH = 300
_SUMMARY_LENGTH = 500


def lay_out(
    chosen: Sequence[Draft],
    reader: Reader,
    earlier: Mapping[str, EarlierEdition] | None = None,
) -> tuple[DigestItem, ...]:
    """The items of a digest in the order in which they are shown, positions from 1.

    Every chosen draft becomes one item: a must-read does not come again under its category.

    Args:
        earlier: Article id → where the reader was shown the story that it has later news of.
    """
    shown = earlier or {}
    placed = list(_placed(chosen, reader.settings))
    blocks = threads_of(chosen) if reader.settings.threads_together else {}
    placed = list(_together(placed, blocks))
    order = {section: at for at, section in enumerate(section_order(reader.settings))}
    placed.sort(key=lambda pair: order[pair[0]])  # stable: the order within a section stays
    items = (
        _item(position, section, draft, reader, shown.get(draft.candidate.article_uuid))
        for position, (section, draft) in enumerate(placed, start=1)
    )
    thread_of = {d.candidate.article_uuid: thread for thread, some in blocks.items() for d in some}
    return tuple(replace(i, thread_id=thread_of.get(i.article_uuid, "")) for i in items)


def threads_of(chosen: Sequence[Draft]) -> dict[str, list[Draft]]:
    """Running stories with several articles among the chosen, the newest of each first."""
    found: dict[str, list[Draft]] = {}
    for draft in chosen:
        if draft.has_category and draft.candidate.thread_id:
            found.setdefault(draft.candidate.thread_id, []).append(draft)
    return {
        thread: sorted(some, key=_newest, reverse=True)
        for thread, some in found.items()
        if len(some) > 1
    }


def _newest(draft: Draft) -> tuple[datetime, str]:
    candidate = draft.candidate
    return candidate.published_at or candidate.detected_at, candidate.article_uuid


def _together(
    placed: Sequence[tuple[Section, Draft]], blocks: Mapping[str, Sequence[Draft]]
) -> Iterator[tuple[Section, Draft]]:
    """All of a running story in the place of the best of it."""
    told: set[str] = set()
    for section, draft in placed:
        thread = draft.candidate.thread_id
        if not draft.has_category or thread not in blocks:
            yield section, draft
        elif thread not in told:
            told.add(thread)
            yield from ((section, replace(d, category=draft.category)) for d in blocks[thread])


def section_order(settings: ReaderSettings) -> tuple[Section, ...]:
    """All sections, those that the reader put in order first."""
    chosen = [Section(choice.section) for choice in settings.sections]
    return tuple(dict.fromkeys((*chosen, *Section)))


def section_names(settings: ReaderSettings) -> dict[str, str]:
    """What the reader calls sections."""
    return {choice.section: choice.name for choice in settings.sections if choice.name}


def places_of(section: Section, settings: ReaderSettings, usual: int) -> int:
    """Most items of a section."""
    chosen = {choice.section: choice.places for choice in settings.sections}
    places = chosen.get(section.value)
    return usual if places is None else places


def _placed(chosen: Sequence[Draft], settings: ReaderSettings) -> Iterator[tuple[Section, Draft]]:
    articles = sorted((draft for draft in chosen if draft.has_category), key=best_first)
    yield from _articles(articles, settings)
    podcasts = sorted(_of(chosen, ContentType.PODCAST), key=best_first)
    featured = places_of(Section.FEATURED_PODCAST, settings, FEATURED_PODCASTS)
    for index, draft in enumerate(podcasts):
        yield (Section.FEATURED_PODCAST if index < featured else Section.MORE_PODCASTS), draft
    for draft in sorted(_of(chosen, ContentType.POST, ContentType.FORUM), key=best_first):
        yield Section.POSTS, draft
    for draft in _of(chosen, ContentType.SKILL):
        yield Section.SKILLS, draft


#: Where an item of a type stands that an editor adds.
_HOME: Mapping[ContentType, Section] = MappingProxyType(
    {
        ContentType.PODCAST: Section.MORE_PODCASTS,
        ContentType.POST: Section.POSTS,
        ContentType.FORUM: Section.POSTS,
        ContentType.SKILL: Section.SKILLS,
    }
)


def added_item(draft: Draft, reader: Reader, earlier: EarlierEdition | None) -> DigestItem:
    """An item beside those that were chosen, in the section of its type."""
    section = _HOME.get(draft.candidate.content_type, Section.ARTICLES)
    return _item(0, section, draft, reader, earlier)


def _articles(
    articles: Sequence[Draft], settings: ReaderSettings
) -> Iterator[tuple[Section, Draft]]:
    """Must-reads, quick wins, then the rest by category; `articles` come best first."""
    first = places_of(Section.MUST_READS, settings, MUST_READS)
    must_reads, rest = articles[:first], articles[first:]
    places = places_of(Section.QUICK_WINS, settings, QUICK_WINS)
    quick = [draft for draft in rest if is_quick(draft)][:places]
    for draft in must_reads:
        yield Section.MUST_READS, draft
    for draft in quick:
        yield Section.QUICK_WINS, draft
    order = {name: index for index, name in enumerate(categories_of(settings))}
    others = [draft for draft in rest if draft not in quick]
    for draft in sorted(others, key=lambda d: order.get(d.category, len(order))):
        yield Section.ARTICLES, draft


def is_quick(draft: Draft) -> bool:
    """True for a short read: a text of known length that takes a minute or so.

    The text itself is counted where it is there: words of Chinese are not set apart by spaces.
    """
    candidate = draft.candidate
    words = word_count(candidate.text) if candidate.text else candidate.word_count
    return candidate.has_text and 0 < words <= QUICK_WIN_WORDS


def _of(chosen: Sequence[Draft], *types: ContentType) -> list[Draft]:
    return [draft for draft in chosen if draft.candidate.content_type in types]


def _item(
    position: int,
    section: Section,
    draft: Draft,
    reader: Reader,
    earlier: EarlierEdition | None,
) -> DigestItem:
    candidate = draft.candidate
    return DigestItem(
        position=position,
        section=section,
        category=draft.category,
        article_uuid=candidate.article_uuid,
        url=candidate.url,
        title=shown_title(draft),
        source_name=candidate.source_name or candidate.domain,
        published_at=candidate.published_at,
        summary=_cut(lead(candidate), _SUMMARY_LENGTH),
        content_type=candidate.content_type,
        language=candidate.language,
        score=round(draft.score, 6),
        score_parts=dict(draft.parts),
        other_sources=candidate.other_sources,
        is_recorded=is_recorded(draft, reader),
        is_update=bool(candidate.update_of),
        earlier=earlier,
        has_picture=reader.settings.has_pictures,
    )


def shown_title(draft: Draft) -> str:
    """Its title; the start of its summary for a post without one; its address at the last."""
    candidate = draft.candidate
    return _cut(candidate.title, _TITLE_LENGTH) or _cut(lead(candidate), 80) or candidate.url


def _cut(text: str, length: int) -> str:
    """White space folded, at most `length` characters, an ellipsis where it was cut."""
    folded = " ".join(text.split())
    return folded if len(folded) <= length else folded[: length - 1].rstrip() + "…"
