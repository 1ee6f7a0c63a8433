"""Is there anything to read? Filters on a candidate's text, and what a scraped page adds to it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from strandline.core.digest.drafts import TEXT_TYPES, Draft
from strandline.model.articles import ArticleText, TextStatus
from strandline.model.digests import Candidate
from strandline.model.funnel import Drop

NOT_SCRAPED = "not_scraped"

#: A page that could not be read at all (fetch failed, robots.txt, a PDF) is no proof that there
#: is nothing to read: the source's own summary counts as text from this length on.
SUMMARY_IS_TEXT_WORDS = 20

_FROM_SUMMARY = frozenset({TextStatus.FAILED, TextStatus.NOT_HTML})
_SUMMARY_LENGTH = 500

#: Scripts written without spaces: Chinese characters, kana, Thai.
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0e7f]")
_WORD = re.compile(r"\w+")
#: Readers take about 230 English words or 400 Chinese characters a minute.
_WORDS_PER_CHARACTER = 230 / 400


def word_count(text: str) -> int:
    """Words to read; unspaced scripts are counted in words that take as long to read."""
    characters = len(_UNSPACED.findall(text))
    words = len(_WORD.findall(_UNSPACED.sub(" ", text)))
    return words + round(characters * _WORDS_PER_CHARACTER)


def needs_scraping(draft: Draft, known: ArticleText | None, *, max_attempts: int) -> bool:
    """True where a request may bring a text that we do not have.

    Args:
        known: How scraping ended before; None where it was never tried.
        max_attempts: Failed fetches are tried again until then; other outcomes stand.
    """
    if draft.candidate.has_text or draft.candidate.content_type not in TEXT_TYPES:
        return False
    if known is None:
        return True
    return known.status is TextStatus.FAILED and known.attempts < max_attempts


def with_text(candidate: Candidate, text: ArticleText) -> Candidate:
    """Fill in what the page says and the source did not; what a source said is kept."""
    if text.status is not TextStatus.OK:
        return candidate
    published = candidate.published_at
    if published is None and not text.published_doubt:
        published = text.published_at
    return replace(
        candidate,
        text=text.text,
        has_text=bool(text.text.strip()),
        word_count=word_count(text.text),
        title=candidate.title.strip() or text.title,
        summary=candidate.summary.strip() or text.description or text.text[:_SUMMARY_LENGTH],
        language=candidate.language or text.language,
        image_url=candidate.image_url or text.image_url,
        published_at=published,
    )


def drop_empty(
    drafts: Sequence[Draft], texts: Mapping[str, ArticleText]
) -> tuple[list[Draft], list[Drop]]:
    """Drop what has nothing to read; the reason is how scraping it ended (`consent_wall`, …).

    Args:
        texts: How scraping ended, by article id, for those without a text.
    """
    kept, drops = [], []
    for draft in drafts:
        reason = empty_reason(draft, texts.get(draft.candidate.article_uuid))
        if reason is None:
            kept.append(draft)
        else:
            drops.append(draft.drop(reason))
    return kept, drops


def empty_reason(draft: Draft, text: ArticleText | None) -> str | None:
    """Why there is nothing to read; None where there is."""
    candidate = draft.candidate
    if candidate.has_text:
        return None
    if candidate.content_type not in TEXT_TYPES:
        is_bare = not (candidate.title.strip() or candidate.summary.strip())
        return TextStatus.EMPTY.value if is_bare else None
    if text is None or text.status in _FROM_SUMMARY:
        # The snippet of a search engine is no word of the publisher's.
        if not draft.original and word_count(candidate.summary) >= SUMMARY_IS_TEXT_WORDS:
            return None
        return NOT_SCRAPED if text is None else text.status.value
    return TextStatus.EMPTY.value if text.status is TextStatus.OK else text.status.value
