"""What is kept how long: what the settings promise happens, by age, in small steps."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from strandline.core.calendar import believable
from strandline.model.database import Aged
from strandline.pipelines.calendar import day_for_removing
from strandline.ports import Clock, Ports, Store
from strandline.settings import Settings

#: Rows of one transaction: others wait for no longer than for one poll.
STEP = 500
#: What has ended is kept for a day, to answer a form that is sent twice.
_DOOR_DAYS = 1


@dataclass(frozen=True, slots=True)
class Rule:
    """How long one kind of rows is kept.

    Attributes:
        setting: Name of the environment; empty where nobody is asked.
        days: Of the settings; 0 keeps all.
    """

    what: Aged
    setting: str
    days: Callable[[Settings], int]


#: Everything that goes by age. Editions and history go by their readers' own settings.
RULES: tuple[Rule, ...] = (
    Rule(Aged.POSTS, "KEEP_DAYS", lambda settings: settings.database.keep_days),
    Rule(Aged.TEXTS, "KEEP_TEXTS_DAYS", lambda settings: settings.database.keep_texts_days),
    Rule(Aged.JOBS, "KEEP_JOBS_DAYS", lambda settings: settings.archive.keep_jobs_days),
    Rule(Aged.SENDS, "KEEP_SENDS_DAYS", lambda settings: settings.mail.keep_sends_days),
    Rule(Aged.MAILS, "KEEP_RECEIVED_DAYS", lambda settings: settings.mail.keep_received_days),
    Rule(Aged.AUDIT, "AUDIT_DAYS", lambda settings: settings.access.audit_days),
    Rule(Aged.DOORS, "", lambda _settings: _DOOR_DAYS),
)


@dataclass(frozen=True, slots=True)
class Going:
    """What one rule lets go of.

    Attributes:
        days: How long it is kept; 0 for ever.
        before: What is older goes; None where all is kept.
        rows: How many went, or would.
    """

    what: Aged
    setting: str
    days: int
    before: datetime | None
    rows: int


def what_would_go(store: Store, settings: Settings, clock: Clock) -> list[Going]:
    """Count, and change nothing."""
    now = clock.now()
    today = min(believable(now, store.other_clocks()), now)
    return [
        Going(rule.what, rule.setting, days, before, store.aged(rule.what, before) if before else 0)
        for rule, days, before in _dated(settings, today)
    ]


def let_go(ports: Ports, settings: Settings, stop: threading.Event | None = None) -> list[Going]:
    """Let go of all that is old enough, a step after the other; ends early where it is told to."""
    today, _ = day_for_removing(ports.store, ports.clock, ports.clock.now())
    gone = []
    for rule, days, before in _dated(settings, today):
        rows = 0
        while before is not None and not (stop and stop.is_set()):
            step = ports.store.let_go(rule.what, before, limit=STEP)
            rows += step
            if not step:
                break
        if rows and rule.setting:
            import structlog  # heavy, and `status` only counts

            log = structlog.get_logger("strandline.retention")
            log.info("let go by age", what=rule.what.value, rows=rows, days=days)
        gone.append(Going(rule.what, rule.setting, days, before, rows))
    return gone


def _dated(settings: Settings, today: datetime) -> list[tuple[Rule, int, datetime | None]]:
    return [
        (rule, days, today - timedelta(days=days) if days else None)
        for rule in RULES
        for days in (rule.days(settings),)
    ]
