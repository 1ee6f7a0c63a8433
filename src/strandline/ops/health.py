"""Is it alive: the answer of `/healthz`.

What is said here is read by everybody who can reach the page, so a failing database is named by
the kind of the fault only; its message, which may tell of hosts and paths, goes to the log.
"""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from strandline.model.errors import StrandlineError
from strandline.ops.status import Status, gather_status
from strandline.ports import Clock, Store
from strandline.render.times import machine_time


@dataclass(frozen=True, slots=True)
class Health:
    """One look at the whole.

    Attributes:
        fault: Kind of what is wrong with the database; empty where it answers.
        status: None where the database does not answer.
    """

    checked_at: datetime
    version: str
    fault: str = ""
    status: Status | None = None

    @property
    def is_well(self) -> bool:
        """True when the page can do its work; a backlog or a failing source is no illness."""
        return not self.fault


class StatusKeeper:
    """The last status, for a few seconds: probes ask often, counting a large ledger takes time.

    Safe for many threads; while one counts, the others wait for its result.

    Args:
        fresh_for: How long a status may be told again.
    """

    def __init__(
        self, store: Store, clock: Clock, fresh_for: timedelta = timedelta(seconds=10)
    ) -> None:
        self._store, self._clock, self._fresh_for = store, clock, fresh_for
        self._lock = threading.Lock()
        self._last: Status | None = None

    def status(self) -> Status:
        """The status, at most `fresh_for` old.

        Raises:
            StoreError: The database does not answer; an older status is not told then.
        """
        with self._lock:
            now = self._clock.now()
            if self._last is None or not timedelta(0) <= now - self._last.now < self._fresh_for:
                self._last = gather_status(self._store, now)
            return self._last


def check_health(store: Store, keeper: StatusKeeper, now: datetime, version: str) -> Health:
    """Read and write a little, then tell what waits. Never raises for a broken database."""
    try:
        store.ping()
        return Health(now, version, status=keeper.status())
    except StrandlineError as error:
        structlog.get_logger("strandline.health").error("database_fails", message=str(error))
        return Health(now, version, fault=type(error).__name__)


def as_mapping(health: Health) -> Mapping[str, object]:
    """The answer's JSON; parts that are not in use yet say so."""
    status = health.status
    answer: dict[str, object] = {
        "status": "ok" if health.is_well else "failing",
        "version": health.version,
        "checked_at": machine_time(health.checked_at),
        "database": {
            "status": "ok" if health.is_well else "failing",
            **({"fault": health.fault} if health.fault else {}),
            **({"schema": status.schema_revision} if status else {}),
        },
        "storage": {"status": "not_in_use"},
    }
    if status is not None:
        answer["backlog"] = dict(status.backlog)
        answer["sources"] = {
            "active_troubled": len(status.troubles),
            "overdue": status.overdue,
            "by_state": dict(status.counts.sources_by_state),
        }
        answer["last_poll_at"] = machine_time(status.last_poll_at) or None
        answer["last_digest_at"] = machine_time(status.last_digest_at) or None
    return answer
