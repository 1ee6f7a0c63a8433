"""What OPML has no word for, as attributes of our own namespace: other programs pass over them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from strandline.core.sources.kinds import defaults_of
from strandline.core.sources.registry import ADDRESSLESS
from strandline.model.sources import ContentType, Source, SourceKind

Value = TypeVar("Value")

#: Only a name: nothing is ever fetched from there.
NAMESPACE = "https://strandline.example/opml"
#: As lists were written before the namespace.
_EARLIER_KIND = "strandlinekind"


@dataclass(frozen=True, slots=True)
class OwnFields:
    """A source's settings as a list of ours carries them; None where it says nothing.

    Attributes:
        url: Of what has no address: the name of a list, the words of a search.
    """

    kind: SourceKind | None = None
    url: str | None = None
    content_type: ContentType | None = None
    reputation: float | None = None
    timezone: str | None = None
    interval: timedelta | None = None
    follow_replies: bool | None = None
    active: bool | None = None
    tags: tuple[str, ...] = ()
    retired_at: datetime | None = None


def own_attributes(source: Source, guessed: SourceKind) -> dict[str, str]:
    """What a source has that a subscription list usually does not tell, by local name.

    Args:
        source: To be written.
        guessed: The kind that its address alone would be taken for.
    """
    usual = defaults_of(source.kind)
    told = {
        "kind": source.kind.value if source.kind is not guessed else "",
        "url": source.url if source.kind in ADDRESSLESS else "",
        "type": source.content_type.value if source.content_type != usual.content_type else "",
        "reputation": f"{source.reputation:g}" if source.reputation != _PLAIN.reputation else "",
        "timezone": source.timezone if source.timezone != _PLAIN.timezone else "",
        "interval": f"{source.poll_interval.total_seconds():.0f}" if source.poll_interval else "",
        "followReplies": "true" if source.follow_replies else "",
        "active": "" if source.active else "false",
        "tags": ",".join(tag.replace(",", " ") for tag in source.tags),
        "retired": source.retired_at.isoformat() if source.retired_at else "",
    }
    return {name: value for name, value in told.items() if value}


def read_own(attributes: Mapping[str, str]) -> OwnFields:
    """Our attributes of an outline; what makes no sense says nothing.

    Args:
        attributes: Of the outline, as lxml names them: `{namespace}name`.
    """
    mark = f"{{{NAMESPACE}}}"
    own = {
        key.removeprefix(mark).lower(): value.strip()
        for key, value in attributes.items()
        if key.startswith(mark) or key.lower() == _EARLIER_KIND
    }
    return OwnFields(
        kind=_read(SourceKind, own.get("kind", own.get(_EARLIER_KIND, ""))),
        url=own.get("url") or None,
        content_type=_read(ContentType, own.get("type", "")),
        reputation=_read(_share, own.get("reputation", "")),
        timezone=own.get("timezone") or None,
        interval=_read(_seconds, own.get("interval", "")),
        follow_replies=_read(_BOOLEANS.__getitem__, own.get("followreplies", "")),
        active=_read(_BOOLEANS.__getitem__, own.get("active", "")),
        tags=tuple(tag for tag in (one.strip() for one in own.get("tags", "").split(",")) if tag),
        retired_at=_read(_time, own.get("retired", "")),
    )


_PLAIN = Source("", SourceKind.FEED, "", "")
_BOOLEANS = {"true": True, "false": False}


def _read(as_value: Callable[[str], Value], text: str) -> Value | None:
    try:
        return as_value(text)
    except (ValueError, KeyError, OverflowError):
        return None


def _share(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 1:
        raise ValueError(text)
    return value


def _time(text: str) -> datetime:
    when = datetime.fromisoformat(text)
    if when.tzinfo is None:
        raise ValueError(text)
    return when.astimezone(UTC)


def _seconds(text: str) -> timedelta:
    return timedelta(seconds=int(text))
