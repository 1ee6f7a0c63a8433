"""What a person chose to see of the archive or of all articles: address, query, and back."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated
from urllib.parse import urlencode

from fastapi import Depends
from pydantic import TypeAdapter

from strandline.model.archive import JobStatus, SearchQuery
from strandline.pipelines.pictures import shown_thumbs
from strandline.ports import Store
from strandline.render.archive_views import ArchiveChoice, LinksView
from strandline.web.queries import (
    CategoryChoice,
    Day,
    DomainChoice,
    LanguageChoice,
    OrderChoice,
    SourceChoice,
    StatusChoice,
    VideoChoice,
    Words,
    day,
    write_cursor,
)

#: Links on one page.
PAGE_SIZE = 30
_CHECKS: Mapping[str, TypeAdapter[str]] = {
    "q": TypeAdapter(Words),
    "domain": TypeAdapter(DomainChoice),
    "status": TypeAdapter(StatusChoice),
    "video": TypeAdapter(VideoChoice),
    "since": TypeAdapter(Day),
    "until": TypeAdapter(Day),
    "order": TypeAdapter(OrderChoice),
    "source": TypeAdapter(SourceChoice),
    "category": TypeAdapter(CategoryChoice),
    "language": TypeAdapter(LanguageChoice),
    "kept": TypeAdapter(VideoChoice),
}
#: Names of the parameters that make a choice.
PARAMETERS = tuple(_CHECKS)


def read_choice(
    q: Words = "",
    domain: DomainChoice = "",
    status: StatusChoice = "",
    video: VideoChoice = "",
    since: Day = "",
    until: Day = "",
    order: OrderChoice = "",
) -> ArchiveChoice:
    """The choice that an address makes; empty boxes of a form mean all.

    Raises:
        RequestValidationError: A day that there is not.
    """
    return ArchiveChoice(
        words=q.strip(),
        domain=domain.lower().removeprefix("www."),
        has_video={"yes": True, "no": False}.get(video),
        status=JobStatus(status) if status else None,
        since=day(since, "since"),
        until=day(until, "until"),
        ranked=bool(order),
    )


def over_all(
    choice: ArchiveChoice, source: str, category: str, language: str, kept: str
) -> ArchiveChoice:
    """The choice over all articles instead of the archive's alone.

    Args:
        kept: `yes`, `no`, or whatever else for both.
    """
    return replace(
        choice,
        everywhere=True,
        source=source,
        category=category.strip(),
        language=language.lower(),
        is_kept={"yes": True, "no": False}.get(kept),
    )


def read_search(
    choice: Annotated[ArchiveChoice, Depends(read_choice)],
    source: SourceChoice = "",
    category: CategoryChoice = "",
    language: LanguageChoice = "",
    kept: VideoChoice = "",
) -> ArchiveChoice:
    """The choice of a search over all articles."""
    return over_all(choice, source, category, language, kept)


def made_of(params: Mapping[str, str]) -> ArchiveChoice:
    """The choice of a search over all articles that parameters make, as a saved one holds them.

    Raises:
        RequestValidationError: A day that there is not.
        ValidationError: A value that no address may have.
    """
    given = {name: check.validate_python(params.get(name, "")) for name, check in _CHECKS.items()}
    own = ("source", "category", "language", "kept")
    choice = read_choice(**{name: text for name, text in given.items() if name not in own})
    return read_search(choice, **{name: given[name] for name in own})


def href(path: str, choice: ArchiveChoice, cursor: str = "") -> str:
    """The address that makes a choice."""
    made = chosen(choice) | ({"before": cursor} if cursor else {})
    query = urlencode(made, errors="replace")
    return f"{path}?{query}" if query else path


def chosen(choice: ArchiveChoice) -> dict[str, str]:
    """The parameters that make a choice; what is left open is left out."""
    yes = {True: "yes", False: "no", None: ""}
    made = {
        "q": choice.words,
        "domain": choice.domain,
        "status": choice.status.value if choice.status else "",
        "video": yes[choice.has_video],
        "source": choice.source,
        "category": choice.category,
        "language": choice.language,
        "kept": yes[choice.is_kept],
        "since": choice.since.isoformat() if choice.since else "",
        "until": choice.until.isoformat() if choice.until else "",
        "order": "best" if choice.ranked else "",
    }
    return {name: text for name, text in made.items() if text}


def query_of(
    choice: ArchiveChoice, before: tuple[datetime, str] | None, *, limit: int
) -> SearchQuery:
    """The choice as the store is asked: days are those of UTC, the last one is meant whole."""
    return SearchQuery(
        words=choice.words,
        domain=choice.domain or None,
        has_video=choice.has_video,
        status=choice.status,
        since=_start(choice.since) if choice.since else None,
        until=_end(choice.until) if choice.until else None,
        before=before,
        limit=limit,
        ranked=choice.ranked and bool(choice.words),
        everywhere=choice.everywhere,
        source_uuid=choice.source or None,
        category=choice.category or None,
        language=choice.language or None,
        is_kept=choice.is_kept,
    )


def gather_links(
    store: Store, path: str, choice: ArchiveChoice, before: tuple[datetime, str] | None
) -> LinksView:
    """Read one page, and one link more to know whether there is another."""
    found = store.search(query_of(choice, before, limit=PAGE_SIZE + 1))
    shown, more = found[:PAGE_SIZE], found[PAGE_SIZE:]
    older = None
    if more:
        older = href(path, choice, write_cursor(shown[-1].listed_at, shown[-1].article_uuid))
    return LinksView(
        links=tuple(shown),
        choice=choice,
        older_href=older,
        newest_href=href(path, choice),
        is_first=before is None,
        thumbs=shown_thumbs(store, [link.article_uuid for link in shown]),
    )


def _start(chosen: date) -> datetime:
    return datetime.combine(chosen, time(), UTC)


def _end(chosen: date) -> datetime | None:
    """The start of the day after; nothing comes after the last day that there is."""
    return None if chosen == date.max else _start(chosen + timedelta(days=1))
