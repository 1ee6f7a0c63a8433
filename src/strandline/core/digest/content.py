"""Is there anything to read? Filters on a candidate's text, and what a scraped page adds to it."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from strandline.core.digest.drafts import TEXT_TYPES, Draft
from strandline.model.articles import ArticleText, TextStatus
from strandline.model.digests import Candidate
from strandline.model.funnel import Drop

NOT_SCRAPED = "not_scraped"

#: A page that could not be read at all (fetch failed, robots.txt, a PDF) is no proof that there
#: is nothing to read: the source's own summary counts as text from this length on.
SUMMARY_IS_TEXT_WORDS = 20

#: Endings of pictures, films and sounds: a link straight to one has all to see, nothing to read.
_MEDIA = ("jpg", "jpeg", "png", "gif", "webp", "avif", "svg", "mp4", "webm", "mov", "mp3", "ogg")
_FROM_SUMMARY = frozenset({TextStatus.FAILED, TextStatus.NOT_HTML})
_SUMMARY_LENGTH = 500

#: Fewer words are no summary.
_SUMMARY_WORDS = 4
#: A lead ends with its last whole sentence within so many characters, where that is not too early.
_LEAD_LENGTH, _LEAST_LEAD = 300, 80
_SENTENCE_END = re.compile(r"[.!?…][\"'”’»)]*(?=\s)|[。！？]”?")

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


def lead(candidate: Candidate) -> str:
    """What is shown below the title: the source's own summary, or else how the text begins.

    A word or two ("Comments", "Read more") are no summary; a text that begins with its title says
    something after it.
    """
    if not candidate.text or word_count(candidate.summary) >= _SUMMARY_WORDS:
        return candidate.summary
    text, title = " ".join(candidate.text.split()), " ".join(candidate.title.split())
    if title and text.casefold().startswith(title.casefold()):
        text = text[len(title) :].lstrip(" .:–—-|") or text
    start = text[:_LEAD_LENGTH]
    ends = [match.end() for match in _SENTENCE_END.finditer(start)]
    return start[: ends[-1]].rstrip() if ends and ends[-1] >= _LEAST_LEAD else text


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
    known = replace(
        candidate,
        text=text.text,
        has_text=True,
        word_count=word_count(text.text),
        title=candidate.title.strip() or text.title,
        summary=candidate.summary.strip() or text.description,
        language=candidate.language or text.language,
        image_url=candidate.image_url or text.image_url,
        published_at=published,
    )
    return replace(known, summary=lead(known)[:_SUMMARY_LENGTH])


def drop_empty(
    drafts: Sequence[Draft], texts: Mapping[str, ArticleText], sharing: Collection[str] = ()
) -> tuple[list[Draft], list[Drop]]:
    """Drop what has nothing to read; the reason is how scraping it ended (`consent_wall`, …).

    Args:
        texts: How scraping ended, by article id, for those without a text.
        sharing: Ids of items that share their page with others: they live by title and summary.
    """
    kept, drops = [], []
    for draft in drafts:
        uuid = draft.candidate.article_uuid
        reason = empty_reason(draft, texts.get(uuid), has_page=uuid not in sharing)
        if reason is None:
            kept.append(draft)
        else:
            drops.append(draft.drop(reason))
    return kept, drops


def is_media_file(url: str) -> bool:
    """True for the address of a picture, a film or a sound, by its ending."""
    path = url.partition("?")[0].partition("#")[0]
    return path.rpartition("/")[2].lower().endswith(tuple(f".{ending}" for ending in _MEDIA))


def empty_reason(draft: Draft, text: ArticleText | None, *, has_page: bool = True) -> str | None:
    """Why there is nothing to read; None where there is.

    Args:
        has_page: False for one that has no page for itself.
    """
    candidate = draft.candidate
    if candidate.has_text or draft.is_exempt:  # somebody chose the entries of a fixed list
        return None
    if candidate.content_type not in TEXT_TYPES or not has_page:
        is_bare = not (candidate.title.strip() or candidate.summary.strip())
        return TextStatus.EMPTY.value if is_bare else None
    if text is None or text.status in _FROM_SUMMARY:
        if is_media_file(candidate.url) and candidate.title.strip():
            return None
        # The snippet of a search engine is no word of the publisher's.
        if not draft.original and word_count(candidate.summary) >= SUMMARY_IS_TEXT_WORDS:
            return None
        return NOT_SCRAPED if text is None else text.status.value
    return TextStatus.EMPTY.value if text.status is TextStatus.OK else text.status.value
