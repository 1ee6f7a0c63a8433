"""What becomes of an edition and an output after an attempt."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from strandline.model.outputs import (
    AnswerKind,
    OutputAnswer,
    OutputDelivery,
    OutputState,
    RepeatKind,
    Repeats,
)

#: After the nth attempt; the last one goes on. Standard Webhooks asks for such a schedule.
_WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360, 720, 1440))
#: A server that answers too late may still do what it was asked: it is given time before it is
#: asked whether it did.
_DOUBT_WAIT = timedelta(minutes=5)
#: Longest answer that is kept, characters.
MAX_SAID = 300
#: What is said of a row whose program ended.
ENDED = "the program ended in the middle of it"
#: What is said of an edition that was published long before it could be sent.
TOO_OLD = "not sent: it was published too long before it could be"


@dataclass(frozen=True, slots=True)
class Settlement:
    """What is to be written.

    Attributes:
        failed: The attempt counts as failed.
        hold: Why the output is to be held; empty where it goes on.
    """

    row: OutputDelivery
    failed: bool = False
    hold: str = ""


def may_try(row: OutputDelivery, repeats: Repeats) -> bool:
    """False where an attempt now could make a second one: it waited for longer than was planned.

    Args:
        row: As it was claimed.
    """
    is_first = row.doubt_since == row.changed_at
    return is_first or repeats.is_safe(row.doubt_since, row.changed_at)


def settle(
    row: OutputDelivery,
    answer: OutputAnswer,
    repeats: Repeats,
    now: datetime,
    patience: timedelta,
    jitter: float = 0.0,
) -> Settlement:
    """What becomes of a row.

    Args:
        row: As it was claimed: `changed_at` is when the attempt began.
        answer: What the attempt brought.
        repeats: What the output promises.
        patience: How long an edition is tried.
        jitter: In [0, 1); spreads attempts.
    """
    row = replace(
        row,
        changed_at=now,
        said=answer.said[:MAX_SAID],
        remote_id=answer.remote_id or row.remote_id,
        not_before=None,
        doubt_since=_doubt(row, answer, repeats),
    )
    if answer.kind is AnswerKind.DONE:
        return Settlement(replace(row, state=OutputState.DONE, doubt_since=None))
    if answer.kind is AnswerKind.REFUSED:
        return Settlement(_at_rest(row, row.said), failed=True)
    if answer.kind is AnswerKind.CLOSED:
        # It waits: once a person has let the output go on, it is tried at once.
        again = replace(row, state=OutputState.PLANNED)
        return Settlement(again, failed=True, hold=row.said or "it does not let us in")
    again_at = _next(row.attempts, answer, now, jitter)
    if now - row.planned_at > patience:
        return Settlement(_at_rest(row, f"given up: {row.said}"[:MAX_SAID]), failed=True)
    if not repeats.is_safe(row.doubt_since, again_at):
        return Settlement(replace(row, state=OutputState.UNKNOWN), failed=True)
    return Settlement(replace(row, state=OutputState.PLANNED, not_before=again_at), failed=True)


def _doubt(row: OutputDelivery, answer: OutputAnswer, repeats: Repeats) -> datetime | None:
    """Since when it may be there. An attempt that surely did nothing takes its own doubt away, not
    that of one before it, unless the output was asked.
    """
    was_asked = repeats.kind is RepeatKind.LOOK_UP and answer.kind is AnswerKind.REFUSED
    is_own = row.doubt_since == row.changed_at and answer.kind is not AnswerKind.UNSURE
    return None if was_asked or is_own else row.doubt_since


def _at_rest(row: OutputDelivery, said: str) -> OutputDelivery:
    state = OutputState.FAILED if row.doubt_since is None else OutputState.UNKNOWN
    return replace(row, state=state, said=said)


def _next(attempts: int, answer: OutputAnswer, now: datetime, jitter: float) -> datetime:
    wait = _WAITS[min(max(attempts, 1), len(_WAITS)) - 1] * (1 + jitter / 4)
    if answer.kind is AnswerKind.UNSURE:
        wait = max(wait, _DOUBT_WAIT)
    asked = answer.not_before or now
    return max(now + wait, min(asked, now + _WAITS[-1]))
