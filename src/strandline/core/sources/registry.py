"""Making and finding sources: what a person types becomes a row of the registry."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from strandline.core.sources.feeds.hrefs import web_address
from strandline.core.sources.kinds import defaults_of, guess_kind
from strandline.core.text.languages import language_tag
from strandline.core.urls import identify
from strandline.model.errors import SourceError, UrlError, UsageError
from strandline.model.sources import ContentType, Source, SourceKind

#: Kinds that are no place on the web; their `url` is a name or a query.
ADDRESSLESS = frozenset({SourceKind.LIST, SourceKind.SEARCH, SourceKind.NEWSLETTER})

#: Faster than this no source is polled, whatever is asked for.
SHORTEST_INTERVAL = timedelta(seconds=10)
#: Slower than this nobody polls; a longer one would carry dates past the end of the calendar.
LONGEST_INTERVAL = timedelta(days=366)
#: Of a source's own title, as much becomes its name.
LONGEST_TITLE = 120
#: What a person may call a source, how long an address may be, and words that sort it (characters).
LONGEST_NAME, LONGEST_URL, LONGEST_WORD = 300, 4_000, 100
#: Categories and tags of one source.
MOST_WORDS = 60

_PLAIN = Source("", SourceKind.FEED, "", "")


def make_source(
    source_uuid: str,
    url: str,
    *,
    kind: SourceKind,
    name: str = "",
    interval: timedelta | None = None,
    content_type: ContentType | None = None,
    language: str | None = None,
    reputation: float = 0.5,
    categories: Sequence[str] = (),
    timezone: str = "UTC",
    follow_replies: bool = False,
    items: Sequence[str] = (),
    tags: Sequence[str] = (),
) -> Source:
    """A source with the defaults of its kind.

    Raises:
        SourceError: A value is not allowed; the message names it and what is.
    """
    url = url.strip() if kind in ADDRESSLESS else web_address(url)
    source = Source(
        source_uuid=source_uuid,
        kind=kind,
        url=url,
        name=name.strip() or default_name(url),
        language=language.lower() if language else None,
        reputation=reputation,
        content_type=content_type or defaults_of(kind).content_type,
        categories=plain_words(categories),
        poll_interval=interval,
        timezone=timezone,
        follow_replies=follow_replies,
        items=tuple(dict.fromkeys(map(web_address, items))),
        tags=plain_words(tags),
    )
    check_source(source)
    return source


def plain_words(words: Iterable[str]) -> tuple[str, ...]:
    """Categories or tags as they are kept: one kind of blank, each once whatever its case."""
    folded = (" ".join(word.split()) for word in words)
    return tuple({word.casefold(): word for word in reversed([*folded]) if word}.values())[::-1]


def check_source(source: Source) -> None:
    """Refuse values that polling, lists or a person could not live with.

    Raises:
        SourceError: The first of them, with what is allowed.
    """
    if source.kind not in ADDRESSLESS:
        _check_address(source.url)
    for item in source.items:
        _check_address(item)
    if source.kind is SourceKind.LIST and not source.items:
        raise SourceError(
            "items", "A list needs URLs.", subject=source.url, advice="Give --item URL."
        )
    _check_words(source)
    if source.language is not None and language_tag(source.language) is None:
        raise SourceError(
            "language",
            f"{source.language[:40]!r} is no language.",
            subject=source.language,
            advice="Write its tag (BCP 47), like en or fr-CA.",
        )
    if not 0 <= source.reputation <= 1:
        raise SourceError("reputation", f"Reputation {source.reputation} is not between 0 and 1.")
    if source.poll_interval is not None:
        if source.poll_interval < SHORTEST_INTERVAL:
            raise SourceError("interval", "The interval is shorter than 10 seconds.")
        if source.poll_interval > LONGEST_INTERVAL:
            raise SourceError("interval", "The interval is longer than a year.")
    try:
        ZoneInfo(source.timezone)
    except (OSError, ValueError, LookupError) as error:
        raise SourceError(
            "timezone",
            f"{source.timezone[:60]!r} is no time zone.",
            subject=source.timezone,
            advice="Write one like Europe/Paris.",
        ) from error


def _check_words(source: Source) -> None:
    if len(source.name) > LONGEST_NAME:
        raise SourceError("name", f"The name is longer than {LONGEST_NAME} characters.")
    words = (*source.categories, *source.tags)
    if len(words) > MOST_WORDS or any(len(word) > LONGEST_WORD for word in words):
        raise SourceError(
            "words",
            f"A source has {MOST_WORDS} categories and tags at most, "
            f"each of {LONGEST_WORD} characters at most.",
        )


def _check_address(url: str) -> None:
    try:
        is_web = urlsplit(url).scheme.lower() in ("http", "https") and len(url) <= LONGEST_URL
        identify(url)
    except (UrlError, ValueError):
        is_web = False
    if not is_web:
        raise SourceError(
            "address",
            f"{url[:200]!r} is no web address.",
            subject=url[:LONGEST_URL],
            advice="It starts with https:// or http://.",
        )


def differing(source: Source) -> tuple[str, ...]:
    """Names of the settings of a source that are not as usual for its kind."""
    usual = replace(
        source,
        poll_interval=None,
        reputation=_PLAIN.reputation,
        content_type=defaults_of(source.kind).content_type,
        timezone=_PLAIN.timezone,
        follow_replies=_PLAIN.follow_replies,
    )
    names = {"poll_interval": "interval"} | {
        name: name for name in ("reputation", "content_type", "timezone", "follow_replies")
    }
    return tuple(
        told for name, told in names.items() if getattr(source, name) != getattr(usual, name)
    )


def default_name(url: str) -> str:
    """A name for a source that was given none: its host, without `www.`."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.") or url
    except ValueError:
        return url


def likely_kind(url: str, items: Sequence[str] = ()) -> SourceKind:
    """The kind of a source that was given none."""
    return SourceKind.LIST if items else guess_kind(url)


def by_address(sources: Iterable[Source]) -> dict[str, Source]:
    """Sources by the key of their address, so that another spelling finds them too."""
    return {address_key(source.url): source for source in sources}


def address_key(url: str) -> str:
    """What two spellings of one address have in common."""
    try:
        return identify(url).key
    except UrlError:
        return url


def named_by_itself(source: Source, title: str) -> Source:
    """The source under its own title where nobody gave it a name but its host.

    Args:
        title: Of the feed or page; plain text from outside.
    """
    words = " ".join(title.split())[:LONGEST_TITLE]
    if not words or source.name != default_name(source.url):
        return source
    return replace(source, name=words)


def find_source(sources: Sequence[Source], named: str) -> Source:
    """The source that a person means by an id, an address or a name.

    Raises:
        UsageError: There is none, or more than one.
    """
    by_id = [s for s in sources if s.source_uuid.lower() == named.lower()]
    by_address = [s for s in sources if s.url == named or address_key(s.url) == address_key(named)]
    by_name = [s for s in sources if s.name.casefold() == named.casefold()]
    for found in (by_id, by_address, by_name):
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            ids = ", ".join(s.source_uuid for s in found[:5])
            raise UsageError(f"{named!r} means several sources: {ids}.", advice="Give the id.")
    raise UsageError(
        f"There is no source {named!r}.",
        subject=named,
        advice="`strandline sources list` shows them all.",
    )
