"""Scored on labelled feeds that are not part of the repository; the floors may only rise.

`real`: feeds of the web on which independent parsers agree (count; link, title, id, time).
`core`: single expectations about an entry's title, link, id, times, text, author, enclosure.
Texts are compared as plain text, links and ids to the letter, times as instants.
"""

import gzip
import html
import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from strandline.core.sources.feeds.reader import read_feed
from strandline.model.entries import Entry, Listing
from strandline.model.errors import ParseError

pytestmark = pytest.mark.shared_data

FLOORS = {"real": 0.9998, "core": 0.99}
#: (entry, field or "count", wanted value)
Want = tuple[int, str, Any]
FIELDS = {
    "title": "title",
    "link": "url",
    "id": "guid",
    "guid": "guid",
    "summary": "summary",
    "description": "summary",
    "author": "author",
    "published_parsed": "published",
    "updated_parsed": "updated",
}


def unpacked(path: Path) -> bytes:
    raw = path.read_bytes()
    return gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw


def plain(text: object) -> str:
    text = html.unescape(re.sub(r"<[^>]*>", " ", str(text or "")))
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def instant(value: Any) -> datetime | None:
    """None where the wanted value is no time at all (a year of one digit)."""
    if isinstance(value, list):
        year, month, day, hour, minute, second = value[:6]
        return datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    try:
        when = datetime.fromisoformat(str(value))
    except ValueError:
        return None
    return when if when.tzinfo else when.replace(tzinfo=UTC)


def consensus(case: dict[str, Any], folder: Path) -> Iterator[Want]:
    document = json.loads(unpacked(folder.parent / case["expect"]))
    if document.get("agree_count"):
        yield 0, "count", document["feedparser_entries"]
    names = {"link": "url", "title": "title", "id": "guid", "published_or_updated": "time"}
    for index, entry in enumerate(document.get("entries") or []):
        for key, value in entry.items():
            if value and key in names and not (key.startswith("pub") and instant(value) is None):
                yield index, names[key], value


def single(case: dict[str, Any]) -> Iterator[Want]:
    for check in case.get("checks") or []:
        path = check["path"]
        if check["op"] != "==" or path[0] != "entries" or not isinstance(path[1:2][0], int):
            continue
        if "127.0.0.1" in str(check["value"]):  # needs the address of an HTTP answer
            continue
        if len(path) == 3 and path[2] in FIELDS:
            yield path[1], FIELDS[path[2]], check["value"]
        elif len(path) == 5 and path[2] == "content" and path[4] == "value":
            yield path[1], "content", check["value"]
        elif len(path) == 5 and path[2] == "enclosures" and path[4] in {"href", "url"}:
            yield path[1], "enclosure", check["value"]


def holds(listing: Listing, want: Want) -> bool:
    index, field, value = want
    if field == "count":
        return bool(len(listing.entries) == value)
    if index >= len(listing.entries):
        return False
    entry = listing.entries[index]
    if field in {"published", "updated", "time"}:
        found = entry.published or entry.updated if field == "time" else getattr(entry, field)
        return bool(found == instant(value))
    if field in {"url", "guid"}:
        return bool((getattr(entry, field) or "") == value)
    return plain(_text(entry, field)) == plain(value)


def _text(entry: Entry, field: str) -> str | None:
    if field == "enclosure":
        return entry.enclosures[0].url if entry.enclosures else None
    if field in {"summary", "content"}:
        texts = (entry.summary, entry.content)
        return next(filter(None, texts if field == "summary" else reversed(texts)), "")
    return entry.title if field == "title" else entry.author


@lru_cache(maxsize=1)
def shares(folder: Path) -> dict[str, float]:
    good: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for line in (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        group = {"consensus": "real", "feedparser_expr": "core"}.get(case["expect_kind"])
        if group is None or case.get("headers"):
            continue
        wants = list(consensus(case, folder) if group == "real" else single(case))
        try:
            listing = read_feed(unpacked(folder.parent / case["path"]), keep_all=True)
        except ParseError:
            listing = Listing()
        total[group] += len(wants)
        good[group] += sum(holds(listing, want) for want in wants)
    return {group: good[group] / total[group] for group in total}


@pytest.mark.parametrize("group", FLOORS)
def test_share(group: str, shared_data: Path) -> None:
    """The share of expectations that hold is not below the floor of its group."""
    found = shares(shared_data / "feeds" / "dev")
    assert found[group] >= FLOORS[group], found
