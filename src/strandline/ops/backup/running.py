"""Backups and rehearsals of a running installation: when they are due, how they ended."""

import threading
from dataclasses import replace
from datetime import datetime, timedelta

from strandline.model.backups import BackupReason
from strandline.model.database import Upkeep
from strandline.model.errors import StrandlineError
from strandline.ops.backup.listing import find_first, list_backups
from strandline.ops.backup.making import Made, make_backup
from strandline.ops.backup.restoring import Checked, check_backup
from strandline.ports import BlobStore, Clock, Safekeeping, Store
from strandline.settings import BackupSettings, Settings

BACKUP, REHEARSAL = "backup", "rehearsal"
#: A failure is tried again after so long, and not at every look.
_AGAIN = timedelta(hours=1)
#: A backup is late when the last good one is older than so many times its interval.
_LATE = 2


def back_up(
    safekeeping: Safekeeping,
    store: Store,
    settings: Settings,
    clock: Clock,
    reason: BackupReason,
    stop: threading.Event | None = None,
    patience_s: float = 60.0,
) -> Made:
    """Make a backup and keep in the ledger how it ended.

    Raises:
        StrandlineError: It could not be made; the ledger says so too.
    """
    try:
        made = make_backup(safekeeping, settings, clock, reason, stop, patience_s)
    except StrandlineError as error:
        if not (stop is not None and stop.is_set()):
            store.save_upkeep(Upkeep(BACKUP, clock.now(), message=str(error)))
        raise
    record(safekeeping, store, clock.now(), made)
    return made


def record(safekeeping: Safekeeping, store: Store, now: datetime, made: Made) -> None:
    """Keep in the ledger what was made, and how far back the oldest kept one reaches."""
    newest = made.newest
    where = ", ".join(one.place.label for one in made.backups)
    kept = [
        one.manifest.made_at
        for place in safekeeping.places
        for one in list_backups(place).backups
        if one.is_own
    ]
    told = Upkeep(
        BACKUP,
        now,
        ok_at=newest.manifest.made_at,
        detail=f"{newest.name}, {newest.manifest.size_bytes / 1e6:,.1f} MB, {where}",
        since=min(kept, default=newest.manifest.made_at),
    )
    store.save_upkeep(told)
    if made.failed:
        faults = "; ".join(f"{label}: {why}" for label, why in made.failed.items())
        store.save_upkeep(replace(told, message=faults))


def keep_since(store: Store, made_at: datetime, now: datetime) -> None:
    """After a restore: objects that are younger than the backup stay, though no row names them."""
    known = store.upkeep().get(BACKUP)
    reached = [when for when in (known.since if known else None, made_at) if when is not None]
    detail = known.detail if known else ""
    store.save_upkeep(Upkeep(BACKUP, now, ok_at=made_at, detail=detail, since=min(reached)))


def rehearse(
    safekeeping: Safekeeping,
    store: Store,
    settings: Settings,
    clock: Clock,
    blobs: BlobStore | None,
    name: str = "",
) -> Checked:
    """Bring the newest backup (or a named one) back in a place of its own; keep how it ended.

    It is taken from the first place that has one.

    Raises:
        StrandlineError: It could not be; the ledger says so too.
    """
    try:
        backup = find_first(safekeeping.places, name)
        checked = check_backup(backup, safekeeping.copies, settings.database.folder, blobs)
    except StrandlineError as error:
        store.save_upkeep(Upkeep(REHEARSAL, clock.now(), message=str(error)))
        raise
    lacking = f", {checked.lacking:,} objects lacking" if checked.lacking else ""
    rows = sum(checked.backup.manifest.ledger.counts.values())
    now = clock.now()
    detail = f"{checked.backup.name}, {rows:,} rows{lacking}"
    store.save_upkeep(Upkeep(REHEARSAL, now, ok_at=now, detail=detail))
    return checked


def is_backup_due(settings: BackupSettings, last: Upkeep | None, now: datetime) -> bool:
    """Whether `up` makes one now."""
    return _is_due(last, timedelta(hours=settings.every_hours), now)


def is_rehearsal_due(
    settings: BackupSettings, backup: Upkeep | None, last: Upkeep | None, now: datetime
) -> bool:
    """Whether `up` tries one now; there must be one to try."""
    if backup is None or backup.ok_at is None:
        return False
    return _is_due(last, timedelta(days=settings.rehearse_days), now)


def is_late(settings: BackupSettings, last: Upkeep | None, now: datetime) -> bool:
    """Whether a person should look: backups are wanted, and the last good one is too old.

    A new ledger has none yet, and nothing to lose.
    """
    if not settings.every_hours or last is None:
        return False
    interval = timedelta(hours=settings.every_hours)
    return last.ok_at is None or now - last.ok_at > _LATE * interval


def _is_due(last: Upkeep | None, interval: timedelta, now: datetime) -> bool:
    if not interval:
        return False
    if last is None:
        return True
    if last.message and now - last.ran_at < min(_AGAIN, interval):
        return False
    # A clock that was set back must not put it off.
    return last.ok_at is None or not timedelta(0) <= now - last.ok_at < interval
