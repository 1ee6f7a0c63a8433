"""What a link is taken for after a visit, and when it is visited again. Pure.

Thresholds are those of Wikipedia's bot for dead links: a failure is looked at again after three
days, three in a row over six days make a link gone, and one answer makes it alive again. A host
that does not answer is one event: its links wait for it together, and are gone with it.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from strandline.core.rot.reading import Reading
from strandline.model.fetching import FetchResult
from strandline.model.rot import FAILURES, LOST, HostHealth, LinkHealth, LinkState, Sign, Visit

#: Between two visits, by the age of what was kept.
WEEK, MONTH, QUARTER = timedelta(days=7), timedelta(days=30), timedelta(days=91)
_YOUNG, _GROWN = timedelta(days=30), timedelta(days=365)
#: A host's answer to an address that cannot exist is believed so long.
SIBLING_FOR = timedelta(days=90)
#: A server's wish to be left alone is kept up to here.
_LONGEST_WAIT = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Rules:
    """When a failing link is gone.

    Attributes:
        again: A failure is looked at again after this.
        failures: So many in a row.
        at_least: Over so long.
    """

    again: timedelta = timedelta(days=3)
    failures: int = 3
    at_least: timedelta = timedelta(days=6)


@dataclass(frozen=True, slots=True)
class After:
    """What is to be written down after a visit.

    Attributes:
        visit: None where there was nothing to see.
        host: None where nothing of it changed.
    """

    health: LinkHealth
    visit: Visit | None = None
    host: HostHealth | None = None


def interval(kept_at: datetime, now: datetime) -> timedelta:
    """A week for what was kept lately, a quarter for what is old."""
    age = now - kept_at
    if age < _YOUNG:
        return WEEK
    return MONTH if age < _GROWN else QUARTER


def without_visit(
    health: LinkHealth, host: HostHealth, now: datetime, rules: Rules
) -> After | None:
    """What becomes of a link whose host is down; None where it is to be visited."""
    if host.failing_since is None or host.next_at is None or host.next_at <= now:
        return None
    waiting = replace(health, next_at=host.next_at)
    if not _is_over(host.failures, host.failing_since, now, rules) or health.state in LOST:
        return After(waiting)
    evidence = f"{host.host} has not answered since {host.failing_since.date()}"
    gone = _turned(waiting, LinkState.GONE, now, evidence=evidence)
    return After(gone, Visit(health.article_uuid, now, Sign.DOWN, gone.state, evidence=evidence))


def after_visit(
    health: LinkHealth,
    host: HostHealth,
    answer: FetchResult,
    reading: Reading,
    now: datetime,
    rules: Rules,
) -> After:
    """What a link is after a visit."""
    if reading.sign in FAILURES:
        health = _failed(health, reading, now, rules)
    else:
        health = _answered(health, reading, now)
    again = rules.again if health.failures and health.state not in LOST else None
    at = now + (again or interval(health.kept_at, now))
    if answer.retry_after is not None:
        at = max(at, min(answer.retry_after, now + _LONGEST_WAIT))
    health = replace(health, visited_at=now, next_at=at)
    visit = Visit(
        health.article_uuid,
        now,
        reading.sign,
        health.state,
        answer.status,
        answer.final_url,
        reading.evidence,
        reading.change,
        reading.difference,
    )
    return After(health, visit, _host_after(host, reading.sign, now, rules))


def asked_to_wait(health: LinkHealth, answer: FetchResult, now: datetime) -> LinkHealth:
    """A link whose host was not asked, since it wants to be left alone for a time."""
    until = answer.retry_after or now + timedelta(hours=6)
    return replace(health, next_at=min(max(until, now + timedelta(hours=1)), now + _LONGEST_WAIT))


def _failed(health: LinkHealth, reading: Reading, now: datetime, rules: Rules) -> LinkHealth:
    since = health.failing_since or now
    failures = health.failures + 1
    health = replace(health, failures=failures, failing_since=since)
    if not _is_over(failures, since, now, rules):
        target = reading.target or health.target
        return replace(health, evidence=reading.evidence, target=target)
    is_soft = reading.sign is Sign.SOFT_GONE
    state = LinkState.SOFT_GONE if is_soft else LinkState.GONE
    return _turned(
        health, state, now, reading.evidence, target=reading.target, change=reading.change
    )


def _answered(health: LinkHealth, reading: Reading, now: datetime) -> LinkHealth:
    health = replace(health, failures=0, failing_since=None)
    return _turned(
        health,
        LinkState(reading.sign.value),
        now,
        reading.evidence,
        target=reading.target,
        change=reading.change,
    )


def _turned(
    health: LinkHealth,
    state: LinkState,
    now: datetime,
    evidence: str,
    *,
    target: str = "",
    change: float = 0.0,
) -> LinkHealth:
    """A link in a state: what a person has dismissed stays so while nothing is new in it."""
    is_old = health.state is state and (health.target == target or not target)
    return replace(
        health,
        state=state,
        since=health.since if health.state is state else now,
        evidence=evidence,
        target=target,
        change=change,
        is_dismissed=health.is_dismissed and is_old,
    )


def _is_over(failures: int, since: datetime, now: datetime, rules: Rules) -> bool:
    return failures >= rules.failures and now - since >= rules.at_least


def _host_after(host: HostHealth, sign: Sign, now: datetime, rules: Rules) -> HostHealth | None:
    if sign is Sign.DOWN:
        since = host.failing_since or now
        return replace(
            host, failures=host.failures + 1, failing_since=since, next_at=now + rules.again
        )
    if host.failing_since is None:
        return None
    return replace(host, failures=0, failing_since=None, next_at=None)
