"""Earlier states of a page by their time (Memento, RFC 7089): what is asked, and how it is told.

An original (URI-R) has a TimeGate, which leads to the state nearest to a time, and a TimeMap, which
lists all of them. Pure: where these are, and what is kept, is given.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from urllib.parse import quote

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_ACCEPTED = re.compile(
    rf"(?:{'|'.join(_DAYS)}), (\d{{2}}) ({'|'.join(_MONTHS)}) (\d{{4}}) "
    r"(\d{2}):(\d{2}):(\d{2}) GMT",
    re.ASCII,
)
_STAMP = re.compile(r"\d{1,14}", re.ASCII)
#: What a timestamp that ends early means: the first moment that begins so.
_FIRST = "00010101000000"
_LINK_FORMAT = "application/link-format"


@dataclass(frozen=True, slots=True)
class Memento:
    """An earlier state.

    Attributes:
        when: When it was recorded, in whole seconds UTC.
        address: Where it is shown (URI-M).
    """

    when: datetime
    address: str


@dataclass(frozen=True, slots=True)
class Places:
    """Where what belongs to an original is.

    Attributes:
        original: URI-R.
        gate: URI-G.
        timemap: URI-T, as links.
    """

    original: str
    gate: str
    timemap: str


def read_accepted(text: str) -> datetime:
    """The time of an `Accept-Datetime` header.

    Raises:
        ValueError: It is none (RFC 7089, 2.1.1.1).
    """
    found = _ACCEPTED.fullmatch(text.strip())
    if found is None:
        raise ValueError("no RFC 1123 date")
    day, month, year, *clock = found.groups()
    hour, minute, second = map(int, clock)
    return datetime(int(year), _MONTHS.index(month) + 1, int(day), hour, minute, second, tzinfo=UTC)


def read_stamp(text: str) -> datetime:
    """A time of up to fourteen digits, such as `2026` or `20260304070000`; beyond the calendar it
    is its nearest end.

    Raises:
        ValueError: It has no digits, or more, or names a day that is not.
    """
    if not _STAMP.fullmatch(text):
        raise ValueError("no timestamp")
    whole = text + _FIRST[len(text) :]
    if whole.startswith("0000"):
        return datetime.min.replace(tzinfo=UTC)
    return datetime.strptime(whole, "%Y%m%d%H%M%S").replace(tzinfo=UTC)


def whole_second(when: datetime) -> datetime:
    """When a state was recorded, UTC: these protocols know no parts of a second."""
    return when.astimezone(UTC).replace(microsecond=0)


def stamp(when: datetime) -> str:
    """Fourteen digits, UTC."""
    return f"{when.astimezone(UTC):%Y%m%d%H%M%S}".zfill(14)


def http_date(when: datetime) -> str:
    """As headers and TimeMaps tell a time, whatever the locale is."""
    return format_datetime(when.astimezone(UTC), usegmt=True)


def nearest(mementos: Sequence[Memento], when: datetime | None) -> int:
    """Index of the one nearest to a time, the earlier one of two; the last one without a time.

    Args:
        mementos: Oldest first, at least one.
    """
    if when is None:
        return len(mementos) - 1
    return min(range(len(mementos)), key=lambda n: abs(mementos[n].when - when))


def links_of(places: Places, mementos: Sequence[Memento], at: int | None = None) -> str:
    """The `Link` header of a TimeGate, or of the memento of an index.

    Args:
        mementos: Oldest first.
    """
    links = [
        _link(places.original, "original"),
        _link(places.gate, "timegate"),
        f'{_link(places.timemap, "timemap")}; type="{_LINK_FORMAT}"',
    ]
    last = len(mementos) - 1
    near = [] if at is None else [at - 1, at, at + 1]
    shown = sorted({0, last, *near} & set(range(len(mementos))))
    return ", ".join([*links, *(_memento(mementos, number, at) for number in shown)])


def timemap(places: Places, mementos: Sequence[Memento]) -> Iterator[str]:
    """Lines of a TimeMap as links (RFC 7089, 5; RFC 6690).

    Args:
        mementos: Oldest first, at least one.
    """
    span = f'from="{http_date(mementos[0].when)}"; until="{http_date(mementos[-1].when)}"'
    yield f"{_link(places.original, 'original')},\n"
    yield f'{_link(places.timemap, "self")}; type="{_LINK_FORMAT}"; {span},\n'
    yield f"{_link(places.gate, 'timegate')},\n"
    last = len(mementos) - 1
    for number in range(len(mementos)):
        yield f"{_memento(mementos, number, None)}{',' if number < last else ''}\n"


def timemap_json(places: Places, mementos: Sequence[Memento]) -> str:
    """The same as JSON, as other archives write it."""

    def told(memento: Memento) -> dict[str, str]:
        when = memento.when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        return {"datetime": when, "uri": memento.address}

    listed = [told(memento) for memento in mementos]
    tree = {
        "original_uri": places.original,
        "timegate_uri": places.gate,
        "timemap_uri": {"link_format": places.timemap},
        "mementos": {"first": listed[0], "last": listed[-1], "list": listed},
    }
    return json.dumps(tree, ensure_ascii=False, indent=1) + "\n"


def _memento(mementos: Sequence[Memento], number: int, at: int | None) -> str:
    last = len(mementos) - 1
    names = [
        name
        for name, place in (
            ("first", 0),
            ("last", last),
            ("prev", -1 if at is None else at - 1),
            ("next", -1 if at is None else at + 1),
        )
        if number == place
    ]
    relation = " ".join([*names, "memento"])
    memento = mementos[number]
    return f'{_link(memento.address, relation)}; datetime="{http_date(memento.when)}"'


def as_link(address: str) -> str:
    """An address in the letters that a header may carry (RFC 3986)."""
    return quote(address, safe="%/:=&?~#+!$,;'@()*[]")


def _link(address: str, relation: str) -> str:
    return f'<{as_link(address)}>; rel="{relation}"'
