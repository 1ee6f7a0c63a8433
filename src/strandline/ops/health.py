"""Is it alive: the answer of `/healthz`.

What is said here is read by everybody who can reach the page, so a failing database or object
store is named by the kind of the fault only; its message, which may tell of hosts and paths, goes
to the log.
"""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from strandline.model.errors import StrandlineError
from strandline.ops.status import Status, gather_status
from strandline.ports import BlobStore, Clock, Store
from strandline.render.times import machine_time
from strandline.settings import Settings


@dataclass(frozen=True, slots=True)
class Health:
    """One look at the whole.

    Attributes:
        fault: Kind of what is wrong with the database; empty where it answers.
        storage_fault: The same of the object store; None where this process has none.
        status: None where the database does not answer.
    """

    checked_at: datetime
    version: str
    fault: str = ""
    storage_fault: str | None = None
    status: Status | None = None

    @property
    def is_well(self) -> bool:
        """True when the page can do its work; a backlog or a failing source is no illness."""
        return not self.fault and not self.storage_fault


class StatusKeeper:
    """The last status, for a few seconds: probes ask often, counting a large ledger takes time.

    Safe for many threads; while one counts, the others wait for its result.

    Args:
        fresh_for: How long a status may be told again.
        settings: What is wanted and switched on; None for the defaults.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        fresh_for: timedelta = timedelta(seconds=10),
        settings: Settings | None = None,
    ) -> None:
        self._store, self._clock, self._fresh_for = store, clock, fresh_for
        self._settings = settings
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
                self._last = gather_status(self._store, now, self._settings)
            return self._last


class StorageKeeper:
    """Whether the object store could be used, for a few seconds: every look writes there, or asks a
    server.

    Safe for many threads; while one looks, the others wait for its result.

    Args:
        blobs: None where this process has no object store.
        fresh_for: How long a finding may be told again.
    """

    def __init__(
        self, blobs: BlobStore | None, clock: Clock, fresh_for: timedelta = timedelta(seconds=10)
    ) -> None:
        self._blobs, self._clock, self._fresh_for = blobs, clock, fresh_for
        self._lock = threading.Lock()
        self._last: tuple[datetime, str] | None = None

    def fault(self) -> str | None:
        """Kind of what is wrong, at most `fresh_for` old; empty where nothing is, None where there
        is no store.
        """
        if self._blobs is None:
            return None
        with self._lock:
            now = self._clock.now()
            if self._last is None or not timedelta(0) <= now - self._last[0] < self._fresh_for:
                self._last = (now, _ping(self._blobs))
            return self._last[1]


def _ping(blobs: BlobStore) -> str:
    try:
        blobs.ping()
    except StrandlineError as error:
        structlog.get_logger("strandline.health").error("storage_fails", message=str(error))
        return type(error).__name__
    return ""


def check_health(
    store: Store, keeper: StatusKeeper, storage: StorageKeeper, now: datetime, version: str
) -> Health:
    """Read and write a little, then tell what waits. Never raises for what is broken."""
    storage_fault = storage.fault()
    try:
        store.ping()
        return Health(now, version, storage_fault=storage_fault, status=keeper.status())
    except StrandlineError as error:
        structlog.get_logger("strandline.health").error("database_fails", message=str(error))
        fault = type(error).__name__
        return Health(now, version, fault=fault, storage_fault=storage_fault)


def as_mapping(health: Health) -> Mapping[str, object]:
    """The answer's JSON; a part that is not in use says so."""
    status = health.status
    answer: dict[str, object] = {
        "status": "ok" if health.is_well else "failing",
        "version": health.version,
        "checked_at": machine_time(health.checked_at),
        "database": {
            **_part(health.fault),
            **({"schema": status.schema_revision} if status else {}),
        },
        "storage": _part(health.storage_fault),
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
        answer["backup"] = _backup(status)
    return answer


def _backup(status: Status) -> dict[str, object]:
    """Its age, and whether a person should look; names and places are nobody else's business."""
    told = status.backup
    word = "late" if told.is_late else "failing" if told.fault or told.trial_fault else "ok"
    age = None if told.made_at is None else (status.now - told.made_at).total_seconds()
    return {
        "status": "none" if told.made_at is None and not told.fault else word,
        "made_at": machine_time(told.made_at) or None,
        "age_seconds": age,
        "rehearsed_at": machine_time(told.tried_at) or None,
    }


def _part(fault: str | None) -> dict[str, str]:
    if fault is None:
        return {"status": "not_in_use"}
    return {"status": "failing", "fault": fault} if fault else {"status": "ok"}
