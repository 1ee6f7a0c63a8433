"""When a source is polled again, and what a poll says about its health: a pure state machine.

One poll ends in a `Polled` value; `after_poll` turns it and the health so far into the next health.
Nothing here knows the network or the clock: the time is an argument.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from strandline.core.sources.courtesy import due_after, interval_of, with_freshness
from strandline.model.fetching import FetchOutcome, FetchResult, Hop, HopKind
from strandline.model.sources import Source, SourceHealth, SourceState
from strandline.settings import PollSettings

#: Some servers answer 304 for ever (Athou/commafeed#1466, newsboat/newsboat#3340 tell of two):
#: once in this time a fetch is made without validators, and the body decides.
FULL_FETCH_EVERY = timedelta(hours=24)

#: A 301 is adopted when it was seen in this many polls in a row: a single one may be a mistake.
MOVES_BEFORE_ADOPTION = 2

#: A source that failed for this long, and at least so many times, is dead until shown otherwise.
#: Big hosts answer 404 for hours by mistake (Ranchero-Software/NetNewsWire#5212), so hours are
#: nothing; four failures keep a machine that was off for a week from calling anybody dead.
DEAD_AFTER = timedelta(days=7)
DEAD_FAILURES = 4
DEAD_INTERVAL = timedelta(days=1)

#: Back-off after failures doubles the source's own interval up to this.
LONGEST_BACKOFF = timedelta(hours=6)

#: A challenge is never fought: the first pause, doubled each time, up to a day.
FIRST_BLOCK_PAUSE = timedelta(hours=1)
LONGEST_BLOCK_PAUSE = timedelta(days=1)

#: 429 without `Retry-After`: the first pause, doubled each time, up to a day.
FIRST_RATE_PAUSE = timedelta(minutes=15)

#: A server may ask for a pause (RFC 9110, 10.2.3), but not for one until the year 9999.
LONGEST_RETRY_AFTER = timedelta(days=7)

#: RFC 9110, 15.4: these two say that the new address is to be used from now on.
_PERMANENT = (301, 308)


@dataclass(frozen=True, slots=True)
class Conditions:
    """What the next request carries.

    Attributes:
        is_full: True where no validators are sent, so that the body itself answers.
    """

    etag: str | None
    last_modified: str | None
    is_full: bool


@dataclass(frozen=True, slots=True)
class Polled:
    """How one poll of a source ended.

    Attributes:
        state: What it says about the source; `OK` for an answer that could be read or a 304.
        message: One line for a person; empty when ok.
        headers: Of the answer, lower-cased names.
        is_read: True where a body came.
        is_same: True where that body was the same as the last one, so that nobody read it again.
        checksum: SHA-256 hex of the body that was read; None where none was.
        keep_validators: False where the same document must be read again next time (items held
            back, further documents to follow), whatever the server thinks of its age.
        flags: What is odd about the document; None leaves the flags as they are.
        icon_url: Where the source's icon is; None leaves it as it is.
        moved_to: Where permanent redirects led; None where there were none.
        retry_after: Not before this time, as the server asked.
        was_sent: False where nothing was sent because the host had asked us to wait.
        is_refused: True where our own guard allowed no request: the settings are at fault.
    """

    state: SourceState
    message: str = ""
    headers: Mapping[str, str] | None = None
    is_read: bool = False
    is_same: bool = False
    checksum: str | None = None
    keep_validators: bool = True
    flags: tuple[str, ...] | None = None
    suggested_url: str | None = None
    icon_url: str | None = None
    moved_to: str | None = None
    retry_after: datetime | None = None
    was_sent: bool = True
    is_refused: bool = False


#: Outcomes that name a state of their own; every other one is `FAILING`.
_STATES = {
    FetchOutcome.OK: SourceState.OK,
    FetchOutcome.NOT_MODIFIED: SourceState.OK,
    FetchOutcome.RATE_LIMITED: SourceState.RATE_LIMITED,
    FetchOutcome.NOT_NOW: SourceState.RATE_LIMITED,
    FetchOutcome.BLOCKED: SourceState.BLOCKED,
    FetchOutcome.GONE: SourceState.GONE,
    FetchOutcome.TOO_LARGE: SourceState.TOO_LARGE,
}


def conditions(health: SourceHealth, now: datetime) -> Conditions:
    """The validators to send, or none where the daily full fetch is due (or forced)."""
    full = health.last_full_fetch_at
    if full is None or now - full >= FULL_FETCH_EVERY or now < full:
        return Conditions(None, None, is_full=True)
    return Conditions(health.etag, health.last_modified, is_full=False)


def polled_from(result: FetchResult) -> Polled:
    """What an answer says before its body is looked at."""
    return Polled(
        state=_STATES.get(result.outcome, SourceState.FAILING),
        message=result.message or ("" if _is_fine(result) else _explain(result)),
        headers=result.headers,
        moved_to=permanent_target(result.hops),
        retry_after=result.retry_after,
        was_sent=result.outcome is not FetchOutcome.NOT_NOW,
        is_refused=result.outcome is FetchOutcome.REFUSED,
    )


def _is_fine(result: FetchResult) -> bool:
    return result.outcome in (FetchOutcome.OK, FetchOutcome.NOT_MODIFIED)


def _explain(result: FetchResult) -> str:
    status = f" (HTTP {result.status})" if result.status else ""
    return f"The fetch ended as {result.outcome.value}{status}."


def permanent_target(hops: tuple[Hop, ...]) -> str | None:
    """Where the leading permanent redirects of a chain lead; a temporary one ends the promise."""
    target = None
    for hop in hops:
        if hop.kind is not HopKind.HTTP or hop.status not in _PERMANENT:
            break
        target = hop.to_url
    return target


def after_poll(
    source: Source,
    before: SourceHealth,
    polled: Polled,
    now: datetime,
    jitter: float = 0.0,
    *,
    settings: PollSettings,
) -> SourceHealth:
    """The source's health after a poll.

    Args:
        before: As claimed; its lease is let go of.
        settings: Intervals of sources that have none of their own.
        now: When the poll was made, UTC.
        jitter: In [0, 1); moves a poll after a failure by up to a tenth of the pause, so that
            sources that failed together do not come back together.
    """
    if polled.state is SourceState.OK:
        health = _remember(before, polled, now)
    elif polled.state is not SourceState.RATE_LIMITED:
        health = _count_failure(before, polled, now)
    elif polled.was_sent:
        health = replace(before, state=SourceState.RATE_LIMITED, message=polled.message)
    else:
        health = before
    if polled.suggested_url is not None or (polled.is_read and not polled.is_same):
        health = replace(health, suggested_url=polled.suggested_url)
    if polled.icon_url is not None:
        health = replace(health, icon_url=polled.icon_url)
    health = replace(
        _note_move(health, polled), last_polled_at=now, lease_owner=None, lease_until=None
    )
    due = next_poll(source, before, health, polled, now, settings, jitter)
    return replace(health, next_poll_at=due)


def should_adopt_move(health: SourceHealth) -> bool:
    """True when a permanent redirect was seen often enough to become the source's address."""
    return health.moved_to is not None and health.moved_seen >= MOVES_BEFORE_ADOPTION


def next_poll(
    source: Source,
    before: SourceHealth,
    after: SourceHealth,
    polled: Polled,
    now: datetime,
    settings: PollSettings,
    jitter: float,
) -> datetime | None:
    """When to poll again; never before what the server asked for, None for a retired source."""
    if after.state is SourceState.GONE:
        return None
    if polled.state is SourceState.OK:
        due = due_after(source, after.flags, now, settings)
    else:
        pause = _pause(interval_of(source, settings), before, after, polled, now)
        due = now + pause * (1 + 0.1 * jitter)
    if polled.retry_after is not None:
        due = max(due, min(polled.retry_after, now + LONGEST_RETRY_AFTER))
    return due


def _pause(
    interval: timedelta, before: SourceHealth, after: SourceHealth, polled: Polled, now: datetime
) -> timedelta:
    """The gap after a poll that brought nothing."""
    if polled.is_refused:
        # No server is to be spared that was not asked; a setting that is put right counts soon.
        return interval
    if not polled.was_sent:
        return min(interval, FIRST_RATE_PAUSE)
    if polled.state is SourceState.RATE_LIMITED:
        return interval if polled.retry_after else _longer_each_time(interval, before)
    if polled.state is SourceState.BLOCKED:
        return _doubling(max(interval, FIRST_BLOCK_PAUSE), after.failures - 1, LONGEST_BLOCK_PAUSE)
    if _has_failed_for_days(after, now):
        return max(interval, DEAD_INTERVAL)
    return _doubling(interval, after.failures, LONGEST_BACKOFF)


def _doubling(first: timedelta, times: int, longest: timedelta) -> timedelta:
    """`first`, doubled so many times, up to `longest` (or `first` where that is longer)."""
    doubled: timedelta = first * (1 << min(times, 12))
    return min(doubled, max(first, longest))


def _longer_each_time(interval: timedelta, before: SourceHealth) -> timedelta:
    """Twice the last pause where that ended in a 429 too: such polls are not failures to count."""
    first = max(interval, FIRST_RATE_PAUSE)
    polled, due = before.last_polled_at, before.next_poll_at
    if before.state is not SourceState.RATE_LIMITED or polled is None or due is None:
        return first
    return min(max(first, 2 * (due - polled)), max(first, LONGEST_BLOCK_PAUSE))


def _remember(health: SourceHealth, polled: Polled, now: datetime) -> SourceHealth:
    """A good answer: failures are over, validators and checksum are those of this answer."""
    health = replace(
        health,
        state=SourceState.OK,
        message=polled.message,
        last_success_at=now,
        failures=0,
        failing_since=None,
    )
    headers = polled.headers or {}
    etag, modified = headers.get("etag"), headers.get("last-modified")
    if not polled.is_read:
        # 304: RFC 9111, 4.3.4: header fields of the answer replace the stored ones.
        return replace(
            health,
            etag=etag or health.etag,
            last_modified=modified or health.last_modified,
            flags=with_freshness(health.flags, headers, now, is_new=False),
        )
    keep = polled.keep_validators
    return replace(
        health,
        etag=etag if keep else None,
        last_modified=modified if keep else None,
        body_checksum=polled.checksum if keep else None,
        last_full_fetch_at=health.last_full_fetch_at if polled.is_same else now,
        flags=with_freshness(
            health.flags if polled.flags is None else polled.flags, headers, now, is_new=True
        ),
    )


def _count_failure(health: SourceHealth, polled: Polled, now: datetime) -> SourceHealth:
    """A poll that brought nothing: validators, checksum and what is known stay as they are."""
    health = replace(
        health,
        state=polled.state,
        message=polled.message,
        failures=health.failures + 1,
        failing_since=health.failing_since or now,
    )
    if polled.state is SourceState.FAILING and _has_failed_for_days(health, now):
        return replace(health, state=SourceState.DEAD_SUSPECTED)
    return health


def _has_failed_for_days(health: SourceHealth, now: datetime) -> bool:
    since = health.failing_since
    return since is not None and now - since >= DEAD_AFTER and health.failures >= DEAD_FAILURES


def _note_move(health: SourceHealth, polled: Polled) -> SourceHealth:
    """Count polls in a row that were sent to the same new address and found a good answer there."""
    if not polled.was_sent:
        return health
    if polled.moved_to is None or polled.state is not SourceState.OK:
        return replace(health, moved_to=None, moved_seen=0)
    seen = health.moved_seen + 1 if health.moved_to == polled.moved_to else 1
    return replace(health, moved_to=polled.moved_to, moved_seen=seen)
