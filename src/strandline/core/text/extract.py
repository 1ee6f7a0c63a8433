"""An article's page to readable text and metadata; a page without an article to its reason.

Never raises for a page. Meant to run in a worker process with limits on time and memory; the
limits here only keep ordinary monsters (a title of 1 MB, a hundred thousand nested elements) from
getting that far.
"""

import functools
import hashlib
import logging
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from strandline.core.sources.challenge import find_challenge
from strandline.core.text.charset import decode_page
from strandline.core.text.emptiness import STUB, PageFacts, judge_page, weigh
from strandline.core.text.json_ld import read_json_ld
from strandline.core.text.kinds import failed_status, is_html
from strandline.core.text.markup import read_markup
from strandline.core.text.metadata import fold, read_metadata, read_metas
from strandline.core.text.page_dates import is_doubtful, page_date
from strandline.core.text.page_lines import read_lines
from strandline.core.text.pictures import shows_something
from strandline.core.urls.walls import Wall, find_wall
from strandline.core.urls.weblink import read_web_address
from strandline.model.articles import ArticleText, TextStatus
from strandline.model.errors import UrlError
from strandline.model.fetching import FetchResult

#: Longest text that is kept, characters.
MAX_TEXT = 1_000_000
_VISIBLE_CHARS = 60_000
_WALLS = {
    Wall.CONSENT: (TextStatus.CONSENT, "the request was sent on to a consent page"),
    Wall.LOGIN: (TextStatus.LOGIN, "the request was sent on to a login page"),
}


def extract_page(article_uuid: str, result: FetchResult, now: datetime) -> ArticleText:
    """Read an article's page.

    Args:
        article_uuid: Whose page it is.
        result: The answer, failed ones included.
        now: Time of the fetch, aware UTC.

    Returns:
        Text and metadata, or the status that says why there is no text.
    """
    blank = ArticleText(article_uuid, TextStatus.FAILED, now, extractor=_extractor())
    refusal = _refusal(result)
    if refusal is not None:
        status, message = refusal
        return replace(blank, status=status, message=message)
    try:
        return _read(blank, result, now)
    except Exception as error:  # a library's bug on one page must not cost the others
        return replace(blank, message=f"the page could not be read ({type(error).__name__})")


def _refusal(result: FetchResult) -> tuple[TextStatus, str] | None:
    """Why an answer is not even looked into."""
    if not result.is_ok:
        return failed_status(result), result.message or f"the fetch ended as {result.outcome}"
    service = find_challenge(result.status, result.headers, result.body)
    if service is not None:
        return TextStatus.BLOCKED, f"a challenge page ({service})"
    if not result.body.strip():
        return TextStatus.EMPTY, "the answer has no body"
    kind = result.headers.get("content-type", "")
    if not is_html(kind, result.body):
        return TextStatus.NOT_HTML, f"not a page but {kind.partition(';')[0][:80]!r}"
    return _walled(result)


def _walled(result: FetchResult) -> tuple[TextStatus, str] | None:
    try:
        asked, final = read_web_address(result.url), read_web_address(result.final_url)
    except UrlError:
        return None
    wall = None if asked.href == final.href or find_wall(asked) else find_wall(final)
    return None if wall is None else _WALLS[wall]


def _read(blank: ArticleText, result: FetchResult, now: datetime) -> ArticleText:
    root = read_markup(decode_page(result.body, result.headers.get("content-type", "")))
    if root is None:
        return replace(blank, status=TextStatus.EMPTY, message="the page has no markup")
    metas, nodes = read_metas(root), read_json_ld(root)
    meta = read_metadata(root, metas, nodes, result.final_url)
    published = page_date(root, metas, nodes, now)
    text = _main_text(root, result.final_url)
    _drop_scripts(root)
    older = _date_in_markup(root, result.final_url, now)
    shows = weigh(text) < STUB and shows_something(root, meta.image_url)
    facts = replace(_facts(root, text, meta.title, is_paid=meta.is_paid), shows=shows)
    status, message = judge_page(facts)
    return replace(
        blank,
        status=status,
        message=message,
        text=text if status is TextStatus.OK else "",
        title=meta.title,
        description=meta.description,
        author=meta.author,
        site_name=meta.site_name,
        language=meta.language,
        published_at=published,
        published_doubt=is_doubtful(published, older, now),
        image_url=meta.image_url,
        image_alt=meta.image_alt,
        canonical_url=meta.canonical_url,
        content_checksum=_checksum(text) if status is TextStatus.OK else None,
    )


def _main_text(root: Any, url: str) -> str:
    """The article's own text, without comments and navigation."""
    _quiet()
    from trafilatura import bare_extraction

    found = bare_extraction(root, url=url, fast=True, include_comments=False, with_metadata=False)
    text = getattr(found, "text", None) or ""
    return "\n".join(line.rstrip() for line in text[:MAX_TEXT].splitlines()).strip()


def _date_in_markup(root: Any, url: str, now: datetime) -> datetime | None:
    """What a search for dates in markup and URL finds: evidence of age, never a date."""
    _quiet()
    from htmldate import find_date

    found = find_date(
        root,
        extensive_search=False,
        original_date=True,
        url=url,
        max_date=now.strftime("%Y-%m-%d"),
    )
    return datetime.fromisoformat(found).replace(tzinfo=UTC) if found else None


def _facts(root: Any, text: str, title: str, *, is_paid: bool) -> PageFacts:
    """What decides about the page; a text that is long enough needs few facts."""
    named = (fold(element.text_content()) for element in [*root.iter("title")][:2])
    titles = tuple(dict.fromkeys(one for one in (*named, title) if one))
    if weigh(text) >= STUB:
        return PageFacts(text, visible="", titles=titles, lines=read_lines(root))
    return PageFacts(
        text=text,
        visible=_visible([root]),
        inner=_visible([*root.iter("article", "main")][:1] or [root]),
        titles=titles,
        lines=read_lines(root),
        has_password_field=any(field.get("type") == "password" for field in root.iter("input")),
        is_paid=is_paid,
    )


def _visible(elements: list[Any]) -> str:
    """All text of elements, up to a length; scripts are gone by now."""
    pieces: list[str] = []
    size = 0
    for text in (text for element in elements for text in element.itertext()):
        folded = fold(text)
        if folded:
            pieces.append(folded)
            size += len(folded)
        if size > _VISIBLE_CHARS:
            break
    return " ".join(pieces)


def _drop_scripts(root: Any) -> None:
    """Scripts and styles, once their structured data was read.

    They are no text; and the structured data of a page's other pieces (its site, its related
    articles) would look like dates of this one.
    """
    for element in [*root.iter("script", "style", "template")]:
        parent = element.getparent()
        is_shadow = element.get("shadowrootmode") is not None  # what a visitor sees
        if parent is not None and not is_shadow:
            element.drop_tree()  # keeps the text that follows


def _checksum(text: str) -> str:
    """Of the words alone: another line break is no other text."""
    return hashlib.sha256(fold_all(text).encode("utf-8", "replace")).hexdigest()


def fold_all(text: str) -> str:
    """White space folded, whatever the length."""
    return " ".join(text.split())


@functools.cache
def _extractor() -> str:
    from importlib.metadata import version

    return f"trafilatura {version('trafilatura')}"


def _quiet() -> None:
    """These libraries log what we return as a status."""
    for name in ("trafilatura", "htmldate"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
