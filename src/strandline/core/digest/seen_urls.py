"""Document 1's `seen_urls.json`: `{url: "YYYY-MM-DD"}`, UTC, read without ever failing.

A file that is missing or corrupt is an empty history, and a row that makes no sense is left out;
both are reported, neither is an error (document 1, "Corrupted History").
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from strandline.core.digest.shown import url_key_of
from strandline.core.urls.history import history_hash
from strandline.model.readers import HistoryEntry

#: Longest URL that is read; longer ones are a fault of the file.
_LONGEST_URL = 100_000
_PROBLEMS_SHOWN = 20


@dataclass(frozen=True, slots=True)
class SeenUrls:
    """What a file held.

    Attributes:
        shown: URL → midnight (UTC) of the day on which it was shown, one a page.
        problems: One line for each thing that was left out, at most 20 of them.
        left_out: How many rows were left out.
        is_corrupt: True where the file as a whole could not be read.
    """

    shown: dict[str, datetime]
    problems: tuple[str, ...] = ()
    left_out: int = 0
    is_corrupt: bool = False


def read_seen_urls(body: bytes, now: datetime) -> SeenUrls:
    """Read a file.

    Two spellings of one page are one row, with the later day: it stays blocked the longer. A day
    in the future counts as today, or it would be blocked for ever.

    Args:
        now: Current time, UTC.
    """
    try:
        # A large history may start with the mark that some editors write.
        tree = json.loads(body.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())[:200]
        return SeenUrls({}, (f"the file is not JSON: {reason}",), is_corrupt=True)
    if not isinstance(tree, dict):
        return SeenUrls({}, ("the file does not hold an object of URLs",), is_corrupt=True)
    return _read_rows(tree, now)


def write_seen_urls(entries: Iterable[HistoryEntry]) -> str:
    """The file for a reader's history, in the order of the rows; ends with a line break."""
    shown = {entry.url: f"{entry.created_at.astimezone(UTC):%Y-%m-%d}" for entry in entries}
    return json.dumps(shown, indent=2, ensure_ascii=False) + "\n"


def as_history(seen: SeenUrls, reader_id: str) -> list[HistoryEntry]:
    """Rows for a reader's history."""
    return [HistoryEntry(reader_id, url, history_hash(url), day) for url, day in seen.shown.items()]


def _read_rows(tree: dict[str, object], now: datetime) -> SeenUrls:
    by_page: dict[str, tuple[str, datetime]] = {}
    problems: list[str] = []
    for url, value in tree.items():
        day = _day(value)
        problem = _problem(url, day, value)
        if problem or day is None:
            problems.append(problem)
            continue
        day, page = min(day, _midnight(now)), url_key_of(url)
        if page in by_page:
            url, day = by_page[page][0], max(day, by_page[page][1])  # noqa: PLW2901
        by_page[page] = (url, day)
    return SeenUrls(dict(by_page.values()), tuple(problems[:_PROBLEMS_SHOWN]), len(problems))


def _problem(url: str, day: datetime | None, value: object) -> str:
    """What is wrong with a row; empty where nothing is."""
    if not url.lower().startswith(("http://", "https://")) or len(url) > _LONGEST_URL:
        return f"{url[:80]!r} is not a web address"
    if not _is_encodable(url):
        return f"{url[:80]!a} holds broken characters"
    return "" if day else f"{url[:200]}: {str(value)[:40]!r} is not a day (YYYY-MM-DD)"


def _is_encodable(text: str) -> bool:
    """False for lone surrogates, which JSON can spell and no database takes."""
    return not any("\ud800" <= character <= "\udfff" for character in text) and "\0" not in text


def _day(value: object) -> datetime | None:
    """Midnight UTC of `YYYY-MM-DD`; None for anything else."""
    try:
        return datetime.strptime(str(value), "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        return None


def _midnight(now: datetime) -> datetime:
    return now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
