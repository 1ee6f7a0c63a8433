"""Pairs and articles as JSON lines: what `compare` and `evaluate` read.

Every field of an article may be missing or null:
`{"title", "url", "source", "published", "summary", "lang"}`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from types import NoneType
from typing import Any, NamedTuple

from strandline.core.dedup.telling import Telling, tell
from strandline.core.urls import identify
from strandline.model.entries import DateTrust
from strandline.model.errors import ParseError, UrlError
from strandline.model.levels import Level
from strandline.model.stories import StoryInput

#: Characters of a text that are kept; no layer looks further.
_MOST_TEXT = 4_000
_DAY_CHARS = len("2026-05-12")
_KINDS: Mapping[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("title", "url", "url_key", "source_name", "summary", "text"), str),
    "published": (datetime, NoneType),
    "language": (str, NoneType),
}


@dataclass(frozen=True, slots=True)
class ReadPair:
    """Two articles as read from a line.

    Attributes:
        pair_id: Whatever stood there, for the answer; None where nothing did.
        label: True for one story, False for two; None where nobody said.
        language: Of the pair, as it was given; `xx` where the two differ.
        events: The news that each tells, where it is known: what is fitted on one of them is not
            tried on the same.
        level: Of the three, where it is known which.
    """

    pair_id: Any
    a: StoryInput
    b: StoryInput
    label: bool | None = None
    language: str = ""
    events: tuple[str, ...] = ()
    level: Level | None = None


class LabelledArticle(NamedTuple):
    """An article of a labelled stream.

    Attributes:
        event: The news that it tells; None where nobody read it.
        story: The running story that this belongs to; None where nobody judged it.
    """

    article: StoryInput
    event: str | None
    story: str | None = None


def read_pair(line: str) -> ReadPair:
    """One line `{"id", "label", "a": {…}, "b": {…}}`.

    Raises:
        ParseError: It is not such a line; the subject is the id where one could be read.
    """
    row = _object(line)
    pair_id = row.get("id")
    sides = [row.get("a"), row.get("b")]
    if not all(isinstance(side, Mapping) for side in sides):
        raise ParseError("needs two articles, `a` and `b`", subject=_shown(pair_id))
    try:
        a, b = (read_article(side) for side in sides if isinstance(side, Mapping))
    except ParseError as error:
        raise ParseError(error.message, subject=_shown(pair_id)) from error
    label, level = row.get("label"), _level(row.get("level"))
    return ReadPair(
        pair_id,
        a,
        b,
        bool(label) if label in (0, 1) else _label_of(level),
        (a.language or "") if a.language == b.language else "xx",
        level=level,
    )


def read_labelled(line: str) -> LabelledArticle | None:
    """An article of a labelled stream; None where the line is no such article.

    Raises:
        ParseError: It is not JSON, or a field of it holds something else than text.
    """
    row = _object(line)
    if "event" not in row or "a" in row:
        return None
    return LabelledArticle(
        read_article(row), _text(row, "event") or None, _text(row, "story") or None
    )


def id_of(line: str) -> object:
    """The id of a line that is no pair, as it was written; None where there is none."""
    try:
        return _object(line).get("id")
    except ParseError:
        return None


def read_article(row: Mapping[str, Any]) -> StoryInput:
    """An article of a pair or of a stream.

    Raises:
        ParseError: A field holds something else than text.
    """
    published, trust = _time(_text(row, "published"))
    return completed(
        StoryInput(
            title=_text(row, "title"),
            article_uuid=_text(row, "id"),
            url=_text(row, "url"),
            source_name=_text(row, "source"),
            published=published,
            date_trust=trust,
            summary=_text(row, "summary"),
            text=_text(row, "text"),
            language=_text(row, "lang"),
        )
    )


def completed(article: StoryInput) -> StoryInput:
    """With what follows from what was given: the URL's key, how exact the time is.

    A time without a zone is taken for UTC.

    Raises:
        TypeError: A field of it holds something else than it should.
    """
    for name, kind in _KINDS.items():
        value = getattr(article, name)
        if not isinstance(value, kind):
            raise TypeError(f"`{name}` of an article may not be {type(value).__name__}")
    published, trust = _zoned(article.published, article.date_trust)
    return replace(
        article,
        url_key=article.url_key or _key(article.url),
        published=published,
        date_trust=trust,
        summary=article.summary[:_MOST_TEXT],
        text=article.text[:_MOST_TEXT],
        language=(article.language or "")[:2].lower() or None,
    )


def told(article: StoryInput) -> Telling:
    """The article read, with its source's name as what may stand in its title."""
    return tell(article, site_names=(article.source_name,) if article.source_name else ())


def _object(line: str) -> Mapping[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ParseError("not JSON") from error
    if not isinstance(row, Mapping):
        raise ParseError("not a JSON object")
    return row


def _label_of(level: Level | None) -> bool | None:
    return None if level is None else level is Level.SAME_NEWS


def _level(value: object) -> Level | None:
    """What stands there, where it is one of the three."""
    return Level(value) if isinstance(value, str) and value in tuple(Level) else None


def _text(row: Mapping[str, Any], field: str) -> str:
    value = row.get(field)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ParseError(f"`{field}` is not text")
    return value


def _key(url: str) -> str:
    if not url:
        return ""
    try:
        return identify(url).key
    except UrlError:
        return ""


def _time(text: str) -> tuple[datetime | None, DateTrust]:
    """A date that cannot be read is none: it is a stranger's."""
    try:
        when = datetime.fromisoformat(text.strip())
        if when.tzinfo is not None:
            return when.astimezone(UTC), DateTrust.EXACT
    except (ValueError, OverflowError):
        return None, DateTrust.NONE
    trust = DateTrust.DAY if len(text.strip()) <= _DAY_CHARS else DateTrust.ASSUMED_ZONE
    return when.replace(tzinfo=UTC), trust


def _zoned(when: datetime | None, trust: DateTrust) -> tuple[datetime | None, DateTrust]:
    """A time in UTC; how exact it is where nobody said."""
    if when is None:
        return None, DateTrust.NONE
    told = DateTrust.ASSUMED_ZONE if when.tzinfo is None else DateTrust.EXACT
    exactness = told if trust is DateTrust.NONE else trust
    try:
        return when.replace(tzinfo=when.tzinfo or UTC).astimezone(UTC), exactness
    except OverflowError:  # the first or last day that there is, in another zone
        return None, DateTrust.NONE


def _shown(pair_id: object) -> str:
    return "" if pair_id is None else str(pair_id)
