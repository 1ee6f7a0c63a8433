"""Links on their way into the Wayback Machine.

Each turn plans what the policy names, then goes on with what is due: a row is committed as `asked`
before the request goes out, so a process that is killed in between asks again, and is given the
copy that it had asked for.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import structlog

from strandline.core.archive.public_copies import (
    UNSURE_WAIT,
    UPKEEP,
    NotPublic,
    left_alone,
    not_public,
    settle,
)
from strandline.model.articles import Article
from strandline.model.database import Upkeep
from strandline.model.rot import LOST
from strandline.model.wayback import Allowance, CopyState, PublicCopy, SaveAnswer, SaveKind
from strandline.pipelines.links import policy_of
from strandline.ports import Ports, PublicArchive
from strandline.render.links import public_url
from strandline.settings import Settings

log = structlog.get_logger("strandline.wayback")

#: Links that are planned in one turn.
_PLANNED = 200
_DAY = timedelta(days=1)
#: Told of each row as it is left.
Tell = Callable[[PublicCopy], None]


@dataclass
class _Turn:
    """A turn under way.

    Attributes:
        left: How many may still be asked for; None before the service was asked.
    """

    ports: Ports
    settings: Settings
    archive: PublicArchive
    only: Sequence[str] | None
    left: int | None = None
    done: list[PublicCopy] = field(default_factory=list)


def save_copies(
    ports: Ports,
    settings: Settings,
    *,
    only: Sequence[str] | None = None,
    stop: threading.Event | None = None,
) -> list[PublicCopy]:
    """One turn over everything that is due.

    Args:
        only: Ids of articles; None for all, and to plan what the policy names.

    Returns:
        What was done something about, as it was left.
    """
    if ports.wayback is None:
        return []
    if only is None:
        plan(ports, settings)
    turn = _Turn(ports, settings, ports.wayback, only)
    while stop is None or not stop.is_set():
        row = _claim(turn)
        if row is None:
            break
        _go_on(turn, row)
    return turn.done


def plan(ports: Ports, settings: Settings) -> int:
    """Enter what the policy names; what may not be public is entered as failed, with why."""
    chosen, now = settings.wayback, ports.clock.now()
    if chosen.save == "off":
        return 0
    uuids = ports.store.uncopied(
        now - timedelta(days=chosen.window_days),
        kept=chosen.save in ("kept", "all"),
        shown=chosen.save in ("shown", "all"),
        limit=_PLANNED,
    )
    articles = ports.store.articles(uuids)
    rows = [planned(ports, settings, article) for article in articles.values()]
    count = ports.store.plan_copies(rows)
    if count:
        log.info("planned", links=count)
    return count


def planned(ports: Ports, settings: Settings, article: Article) -> PublicCopy:
    """The row of a link that is wanted: planned, or failed with why it may not be public."""
    now, uuid, refusal = ports.clock.now(), article.article_uuid, why_not(settings, article)
    if refusal is not None:
        return PublicCopy(uuid, CopyState.FAILED, now, now, said=refusal[1])
    return PublicCopy(uuid, CopyState.PLANNED, now, now, next_at=now)


def why_not(settings: Settings, article: Article) -> tuple[NotPublic, str] | None:
    """Why a link may not be handed to a public archive, and in words; None where it may."""
    url = article.article_url_final
    return not_public(url, public_url(url), policy_of(settings.archive))


def _claim(turn: _Turn) -> PublicCopy | None:
    """What has a job first of all; the service is asked for room once something needs it.

    Nothing while it is left alone, whoever was told so.
    """
    claim, now = turn.ports.store.claim_copy, turn.ports.clock.now()
    if left_alone(turn.ports.store.upkeep().get(UPKEEP), now) is not None:
        return None
    row = claim(now, UNSURE_WAIT, may_ask=False, only=turn.only)
    if row is None and (turn.left is None or turn.left > 0):
        by_hand = turn.settings.wayback.save == "off"
        if turn.left is None:
            turn.left = _room(turn)
        if turn.left > 0:
            row = claim(now, UNSURE_WAIT, may_ask=True, by_hand=by_hand, only=turn.only)
    return row


def _room(turn: _Turn) -> int:
    """How many may be asked for now: by the settings, and by what the service lets us."""
    chosen, now = turn.settings.wayback, turn.ports.clock.now()
    load = turn.ports.store.copy_load(now, by_hand=chosen.save == "off")
    ours = min(
        load.due,
        chosen.sessions - load.at_work,
        chosen.per_minute - load.last_minute,
        chosen.per_day - load.last_day,
    )
    if ours <= 0:
        return 0
    allowed = turn.archive.allowance()
    _remember(turn, allowed)
    return 0 if allowed.trouble else min(ours, allowed.sessions, allowed.today)


def _remember(turn: _Turn, allowed: Allowance) -> None:
    """Whether the service lets us in: told by `status` and `doctor`."""
    now, trouble = turn.ports.clock.now(), allowed.trouble
    if trouble is not None:
        until = max(now + UNSURE_WAIT, min(trouble.not_before or now, now + _DAY))
        _pause(turn, until, trouble.said)
        return
    detail = f"{allowed.sessions} at once, {allowed.today:,} left today"
    turn.ports.store.save_upkeep(Upkeep(UPKEEP, now, ok_at=now, detail=detail))


def _pause(turn: _Turn, until: datetime, said: str) -> None:
    """Leave the service alone, at least as long as somebody was told before."""
    store, now = turn.ports.store, turn.ports.clock.now()
    before = left_alone(store.upkeep().get(UPKEEP), now)
    until = max(until, before or until)
    store.save_upkeep(Upkeep(UPKEEP, now, message=said or "it has too much to do", since=until))
    log.warning("the Wayback Machine", said=said, until=until.isoformat())


def _ask(turn: _Turn, article: Article) -> SaveAnswer:
    """A page that is gone can be saved no more: a copy is looked for that was made before."""
    url, chosen = article.article_url_final, turn.settings.wayback
    link = turn.ports.store.link_health([article.article_uuid]).get(article.article_uuid)
    if link is not None and link.state in LOST:
        return turn.archive.find(url, link.failing_since or link.since)
    return turn.archive.save(url, timedelta(days=chosen.unless_days))


def _go_on(turn: _Turn, row: PublicCopy) -> None:
    """Ask for a copy, or what became of the job.

    Whether a link may be handed on is judged just before: its address and the policy may be others
    than when it was planned.
    """
    ports, chosen = turn.ports, turn.settings.wayback
    article = ports.store.articles([row.article_uuid]).get(row.article_uuid)
    if article is None:  # struck meanwhile
        return
    if row.job_id:
        answer = turn.archive.outcome(row.job_id)
    elif (refusal := why_not(turn.settings, article)) is not None:
        answer = SaveAnswer(SaveKind.NEVER, refusal[1])
    else:
        turn.left = (turn.left or 0) - 1
        answer = _ask(turn, article)
    now = ports.clock.now()
    left = settle(row, answer, now, chosen.max_attempts, ports.jitter())
    if left.pause is not None:
        _pause(turn, left.pause, answer.said)
    if not ports.store.save_copy(left.row, row):  # another went on with it, or it was struck
        return
    turn.done.append(left.row)
    tell = log.info if left.row.state is not CopyState.GIVEN_UP else log.warning
    url = public_url(article.article_url_final)
    tell("copy", url=url, state=left.row.state.value, said=left.row.said)
