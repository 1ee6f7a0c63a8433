"""Which links may have a public copy, and what becomes of one after an answer. Pure."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from strandline.core.archive.policy import Mode, Policy, refused_domain
from strandline.core.urls.addresses import is_public, read_address
from strandline.core.urls.walls import find_wall
from strandline.core.urls.weblink import read_web_address
from strandline.model.database import Upkeep
from strandline.model.errors import UrlError
from strandline.model.wayback import CopyState, PublicCopy, SaveAnswer, SaveKind

#: Last labels of names that are not of the public web (RFC 6761, 6762, 8375, 9476; ICANN).
_PRIVATE_NAMES = frozenset(
    (
        *("localhost", "local", "internal", "intranet", "lan", "home", "corp", "private", "test"),
        *("onion", "arpa", "alt", "i2p"),
    )
)
#: Between two looks at a job, by how long ago it was asked for.
_LOOKS = (
    (timedelta(minutes=2), timedelta(seconds=30)),
    (timedelta(minutes=15), timedelta(minutes=3)),
    (timedelta(hours=2), timedelta(minutes=20)),
)
_LATE_LOOK = timedelta(hours=2)
#: A job that is not done after this is taken for lost: the service promises two minutes, and its
#: users report half a day.
PATIENCE = timedelta(hours=24)
#: A page that failed is asked for again after the nth attempt; the last one goes on.
_WAITS = (timedelta(minutes=30), timedelta(hours=4), timedelta(hours=24), timedelta(days=3))
#: Whoever may have been heard is given time to finish, and to know it.
UNSURE_WAIT = timedelta(minutes=15)
#: A service that has too much to do, or that does not let us in, is left alone.
_BUSY, _SHUT, _LONGEST = timedelta(seconds=30), timedelta(hours=1), timedelta(days=1)
#: Name under which it is remembered whether the service lets us in.
UPKEEP = "wayback"
#: Longest answer that is kept, characters.
MAX_SAID = 300


@dataclass(frozen=True, slots=True)
class Settlement:
    """What is to be written.

    Attributes:
        pause: Until when the service is left alone; None where it goes on.
    """

    row: PublicCopy
    pause: datetime | None = None


class NotPublic(StrEnum):
    """Why a link is not handed to a public archive."""

    ADDRESS = "address"
    HOST = "host"
    SECRET = "secret"  # noqa: S105 - a reason
    WALL = "wall"
    POLICY = "policy"


def not_public(url: str, shown_url: str, policy: Policy) -> tuple[NotPublic, str] | None:
    """Why a link may not be handed to a public archive, and in a sentence; None where it may.

    Args:
        shown_url: The same without what is secret in it.
        policy: Other archives, trackers and what is switched off have no copies either.
    """
    try:
        address = read_web_address(url)
    except UrlError:
        return NotPublic.ADDRESS, "it is no web address"
    host = address.host.rstrip(".")
    number = read_address(host)
    is_ours = "." not in host or host.rpartition(".")[2] in _PRIVATE_NAMES
    if is_ours if number is None else not is_public(number):
        return NotPublic.HOST, f"{host} is not on the public web"
    if shown_url != url:
        return NotPublic.SECRET, "its address holds a name, a password or a key"
    if find_wall(address) is not None:
        return NotPublic.WALL, "it asks for a log-in or a consent"
    refusal = refused_domain(replace(policy, mode=Mode.ALL), url)
    return (NotPublic.POLICY, refusal) if refusal else None


def settle(
    row: PublicCopy, answer: SaveAnswer, now: datetime, max_attempts: int, jitter: float = 0.0
) -> Settlement:
    """What becomes of a row.

    Args:
        row: As it was claimed: with a job it was looked at, without one it was asked for.
        max_attempts: After so many a page is given up.
        jitter: In [0, 1); spreads attempts.
    """
    row = replace(row, changed_at=now, said=answer.said[:MAX_SAID])
    match answer.kind:
        case SaveKind.SAVED:
            return Settlement(_saved(row, answer))
        case SaveKind.NEVER:
            return Settlement(replace(row, state=CopyState.FAILED, next_at=None))
        case SaveKind.ACCEPTED:
            asked = replace(row, state=CopyState.ASKED, job_id=answer.job_id)
            return Settlement(replace(asked, next_at=now + _LOOKS[0][1]))
        case SaveKind.LATER | SaveKind.CLOSED:
            until = _pause(answer, now, jitter)
            if row.job_id:
                looked = _looked_at(row, now, max_attempts, jitter)
                return Settlement(_after(looked, until - now), until)
            if answer.kind is SaveKind.CLOSED:
                counted = _again(row, now, max_attempts, jitter, until - now)
                return Settlement(counted, until)
            return Settlement(_unheard(row, until), until)
        case SaveKind.PENDING | SaveKind.UNSURE if row.job_id:
            return Settlement(_looked_at(row, now, max_attempts, jitter))
        case _:
            least = timedelta() if answer.kind is SaveKind.PAGE_LATER else UNSURE_WAIT
            return Settlement(_again(row, now, max_attempts, jitter, least))


def _saved(row: PublicCopy, answer: SaveAnswer) -> PublicCopy:
    return replace(
        row,
        state=CopyState.SAVED,
        next_at=None,
        memento_url=answer.memento_url,
        memento_at=answer.memento_at,
    )


def _pause(answer: SaveAnswer, now: datetime, jitter: float = 0.0) -> datetime:
    """Until when the service is left alone, by all."""
    wait = (_SHUT if answer.kind is SaveKind.CLOSED else _BUSY) * (1 + jitter)
    return max(now + wait, min(answer.not_before or now, now + _LONGEST))


def _unheard(row: PublicCopy, until: datetime) -> PublicCopy:
    """Nothing happened, so nothing is counted; those that were not tried come first then."""
    attempts = max(row.attempts - 1, 0)
    return replace(row, state=CopyState.PLANNED, attempts=attempts, next_at=until)


def left_alone(known: Upkeep | None, now: datetime) -> datetime | None:
    """Until when nothing may be asked of the service; None where it may."""
    until = _told_to_wait(known, now)
    return until if until is not None and now < until else None


def fault_of(known: Upkeep | None, now: datetime) -> str:
    """Why the service does not let us ask; empty where it does, or was not asked lately."""
    until = _told_to_wait(known, now)
    is_fresh = until is not None and now < until + UNSURE_WAIT
    return known.message if known is not None and is_fresh else ""


def _told_to_wait(known: Upkeep | None, now: datetime) -> datetime | None:
    """What lies further ahead than any pause was written by a clock that was wrong."""
    until = known.since if known is not None else None
    return until if until is not None and until <= now + 2 * _LONGEST else None


def _looked_at(row: PublicCopy, now: datetime, max_attempts: int, jitter: float) -> PublicCopy:
    """A job that is not done."""
    age = now - (row.asked_at or now)
    if age >= PATIENCE:
        lost = replace(row, said=f"it was never done: {row.said}"[:MAX_SAID])
        return _again(lost, now, max_attempts, jitter, UNSURE_WAIT)
    wait = next((pause for until, pause in _LOOKS if age < until), _LATE_LOOK)
    return replace(row, next_at=now + wait)


def _after(row: PublicCopy, pause: timedelta) -> PublicCopy:
    """Behind what is due once the pause is over: one job must not bring about the next pause."""
    return replace(row, next_at=row.next_at + pause) if row.next_at is not None else row


def _again(
    row: PublicCopy, now: datetime, max_attempts: int, jitter: float, least: timedelta
) -> PublicCopy:
    """Asked for once more, later, unless that was tried often enough."""
    if row.attempts >= max_attempts:
        return replace(row, state=CopyState.GIVEN_UP, next_at=None, job_id="")
    wait = _WAITS[min(max(row.attempts, 1), len(_WAITS)) - 1] * (1 + jitter / 4)
    return replace(row, state=CopyState.PLANNED, next_at=now + max(wait, least), job_id="")
