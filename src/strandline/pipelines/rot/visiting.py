"""One turn over the kept links that are due: politely, and without mistaking our fault for theirs.

A host that does not answer is asked once in a turn, its other links wait. Where several hosts do
not answer and none does, it is our own network, and nothing is written down.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

import structlog

from strandline.core.rot.deciding import (
    After,
    Rules,
    after_visit,
    asked_to_wait,
    without_visit,
)
from strandline.core.rot.reading import Reading, read
from strandline.model.articles import Article
from strandline.model.fetching import FetchKind, FetchOutcome, FetchRequest, FetchResult
from strandline.model.rot import HostHealth, LinkHealth, LinkState, Sign, Visit
from strandline.pipelines.rot.gathering import look
from strandline.ports import Ports
from strandline.settings import ArchiveSettings, Settings

log = structlog.get_logger("strandline.rot")

#: A link that a killed process had taken is visited again after this.
LEASE = timedelta(hours=1)
#: So many hosts that do not answer, and none that does, are our own network.
_OURS = 3
#: Told of every visit as it is written down.
Tell = Callable[[Article, Visit], None]


@dataclass(frozen=True, slots=True)
class Visited:
    """What a turn did.

    Attributes:
        visits: Links by what was seen of them, in their order.
        waiting: Links whose host is down or wants to be left alone: not asked.
        is_ours: Nothing answered at all: nothing was written down.
    """

    visits: tuple[Visit, ...] = ()
    waiting: int = 0
    is_ours: bool = False


@dataclass(frozen=True, slots=True)
class _Down:
    """A visit to a host that did not answer, not written down yet."""

    article: Article
    health: LinkHealth
    host: HostHealth
    answer: FetchResult
    reading: Reading


@dataclass
class _Turn:
    """A turn under way."""

    ports: Ports
    rules: Rules
    tell: Tell
    visits: list[Visit] = field(default_factory=list)
    downs: dict[str, _Down] = field(default_factory=dict)
    behind: list[tuple[Article, LinkHealth]] = field(default_factory=list)
    waiting: int = 0
    has_answer: bool = False


def visit_links(
    ports: Ports,
    settings: Settings,
    *,
    only: Sequence[str] | None = None,
    stop: threading.Event | None = None,
    tell: Tell = lambda _article, _visit: None,
) -> Visited:
    """Visit what is due, and write down what became of it.

    Args:
        only: Ids of articles, due or not; None for all that are due.
        tell: Told of each visit.

    Raises:
        StoreError: The database is down. What was taken is visited when its lease ends.
    """
    turn = _Turn(ports, rules_of(settings.archive), tell)
    limit = len(only) if only is not None else settings.archive.visits_per_turn
    links = ports.store.claim_links(ports.clock.now(), LEASE, limit=limit, only=only)
    articles = ports.store.articles([link.article_uuid for link in links])
    for link in links:
        if stop is not None and stop.is_set():
            break
        article = articles.get(link.article_uuid)
        if article is not None:  # not struck meanwhile
            _visit(turn, article, link, is_asked=only is not None)
    is_ours = len(turn.downs) >= _OURS and not turn.has_answer
    if is_ours:
        log.warning("nothing answers, so nothing is noted", hosts=len(turn.downs))
    else:
        _note_downs(turn)
    return Visited(tuple(turn.visits), turn.waiting, is_ours)


def rules_of(settings: ArchiveSettings) -> Rules:
    """When a failing link is gone, as set."""
    return Rules(
        timedelta(days=settings.link_again_days),
        settings.link_failures,
        timedelta(days=settings.link_gone_days),
    )


def _visit(turn: _Turn, article: Article, link: LinkHealth, *, is_asked: bool) -> None:
    ports, now = turn.ports, turn.ports.clock.now()
    if link.host in turn.downs:
        turn.behind.append((article, link))
        return
    host = ports.store.host_health(link.host)
    spared = None if is_asked else without_visit(link, host, now, turn.rules)
    if spared is not None:
        _write(turn, article, spared)
        return
    request = FetchRequest(article.article_url_final, kind=FetchKind.PAGE)
    answer = ports.fetcher.fetch(request)
    if answer.outcome is FetchOutcome.NOT_NOW:
        _write(turn, article, After(asked_to_wait(link, answer, now)))
        return
    seen, host = look(ports, article, host, answer, now)
    reading = read(seen)
    if reading.sign is Sign.DOWN:
        turn.downs[link.host] = _Down(article, link, host, answer, reading)
        return
    turn.has_answer = True
    _write(turn, article, after_visit(link, host, answer, reading, now, turn.rules))
    if host.failing_since is not None:
        ports.store.wake_links(host.host, now)


def _note_downs(turn: _Turn) -> None:
    """Hosts that did not answer, and their links that wait with them."""
    now = turn.ports.clock.now()
    for down in turn.downs.values():
        after = after_visit(down.health, down.host, down.answer, down.reading, now, turn.rules)
        _write(turn, down.article, after)
    for article, link in turn.behind:
        host = turn.ports.store.host_health(link.host)
        _write(turn, article, without_visit(link, host, now, turn.rules) or After(link))


def _write(turn: _Turn, article: Article, after: After) -> None:
    turn.ports.store.save_visit(after.health, after.visit, after.host)
    if after.visit is None:
        turn.waiting += 1
        return
    turn.visits.append(after.visit)
    if after.health.state is not LinkState.ALIVE:
        log.info(
            "link visited",
            url=article.article_url_final,
            sign=after.visit.sign.value,
            state=after.health.state.value,
            evidence=after.visit.evidence,
        )
    turn.tell(article, after.visit)
