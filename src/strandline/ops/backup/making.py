"""Makes a backup: a copy of the ledger, what belongs to it, and the manifest last.

Every file is put and read back by the object store; the manifest is put after all of them, whole
or not at all. So a process that is killed at any moment leaves a finished backup or none.
"""

import hashlib
import os
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from strandline import __version__
from strandline.core.backups import (
    CALIBRATION,
    CONFIGURATION,
    LEDGER,
    MANIFEST,
    MARK,
    MEASURES,
    MOST_EXTRA,
    OBJECTS,
    PACKED,
    SECRET,
    mark_of,
    new_name,
    write_manifest,
)
from strandline.core.zstd import new_packer
from strandline.model.backups import BackupFile, BackupReason, Manifest
from strandline.model.errors import BackupError, StoreError
from strandline.ops.backup.listing import Backup, folder, list_backups, prune, require_places
from strandline.ops.backup.working import require_room, work_folder
from strandline.ports import BackupPlace, Clock, Safekeeping
from strandline.settings import BackupSettings, Settings, config_file

_PIECE = 1 << 20
#: Names that are tried where another installation takes the same one at the same time.
_NAMES = 5
#: A packed copy and the copy itself, beside one another for a while.
_ROOM = 1.5


@dataclass(frozen=True, slots=True)
class ExtraFile:
    """A file beside the ledger that belongs to it.

    Attributes:
        path: Where it is, or is to be.
        name: In the backup.
    """

    role: str
    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class Made:
    """A backup that was made.

    Attributes:
        backups: One for each place, with the same files.
        removed: Names of those that the rule let go of, by place.
        failed: Places that did not take it, with the reason; there is one that did.
    """

    backups: tuple[Backup, ...]
    removed: tuple[str, ...] = ()
    failed: Mapping[str, str] = field(default_factory=dict)

    @property
    def newest(self) -> Backup:
        """In the first place."""
        return self.backups[0]


def extra_files(settings: Settings) -> list[ExtraFile]:
    """Where what belongs to a ledger is: its secret, its configuration, what was fitted for it."""
    secret = settings.database.secret_file
    found = [ExtraFile(SECRET, secret, secret.name)]
    if (config := config_file()) is not None:
        found.append(ExtraFile(CONFIGURATION, config.absolute(), "strandline.toml"))
    if settings.stories.calibration:
        path = Path(settings.stories.calibration).expanduser()
        found.append(ExtraFile(CALIBRATION, path, "calibration.json"))
    measures = settings.stories.judge_measures.expanduser()
    found += [
        ExtraFile(MEASURES, path, f"judges/{path.name}")
        for path in sorted(measures.glob("*.json"))
        if path.name.replace("-", "").replace(".", "").replace("_", "").isalnum()
    ]
    return found


def make_backup(
    safekeeping: Safekeeping,
    settings: Settings,
    clock: Clock,
    reason: BackupReason,
    stop: threading.Event | None = None,
    patience_s: float = 60.0,
) -> Made:
    """Copy, check, pack, put; then let go of what the rule does not keep.

    Args:
        stop: Given up once it is set.
        patience_s: How long another one is waited for.

    Raises:
        BackupError: No place is set or takes it, the ledger cannot be copied, or it was given up.
        ConfigError: `pg_dump` is missing or too old.
    """
    require_places(safekeeping.places)
    stop = stop or threading.Event()
    began, made_at = time.monotonic(), clock.now()
    with work_folder(settings.database.folder, patience_s) as work:
        require_room(work, int(safekeeping.copies.size_bytes() * _ROOM) + MOST_EXTRA // 5)
        job = _Job(safekeeping, settings.backup, work, stop)
        files, manifest = job.gather(extra_files(settings), made_at, reason)
        manifest = replace(manifest, took_s=time.monotonic() - began)
        return job.put(files, manifest, clock.now())


class _Job:
    """One backup under way, in its work folder."""

    def __init__(
        self, safekeeping: Safekeeping, settings: BackupSettings, work: Path, stop: threading.Event
    ) -> None:
        self._places, self._copies = safekeeping.places, safekeeping.copies
        self._settings, self._work, self._stop = settings, work, stop

    def gather(
        self, extras: Sequence[ExtraFile], made_at: datetime, reason: BackupReason
    ) -> tuple[list[tuple[BackupFile, Path]], Manifest]:
        """All files as they are to be stored, and the manifest that tells of them."""
        raw, objects = self._work / "copy", self._work / "objects"
        facts = self._copies.copy(raw, objects, self._stop)
        raw_bytes, raw_sha256 = self._size_and_sum(raw)
        files = [self._packed(raw, f"{self._copies.file_name}{PACKED}", LEDGER)]
        raw.unlink()
        count, size = _count_objects(objects)
        files.append(self._packed(objects, f"objects.tsv{PACKED}", OBJECTS))
        files += [told for extra in extras if (told := self._extra(extra)) is not None]
        manifest = Manifest(
            made_at=made_at,
            reason=reason,
            version=__version__,
            ledger=facts,
            raw_bytes=raw_bytes,
            raw_sha256=raw_sha256,
            files=tuple(file for file, _ in files),
            objects=count,
            object_bytes=size,
            took_s=0.0,
            installation=self._places[0].installation,
        )
        return files, manifest

    def put(
        self, files: Sequence[tuple[BackupFile, Path]], manifest: Manifest, now: datetime
    ) -> Made:
        """To every place; one that fails does not keep the others from having it."""
        made: list[Backup] = []
        removed: list[str] = []
        failed: dict[str, str] = {}
        faults: list[StoreError] = []
        for place in self._places:
            try:
                made.append(self._put(place, files, manifest))
            except StoreError as error:
                failed[place.label] = error.message
                faults.append(error)
                continue
            with suppress(StoreError):  # what cannot be removed now is removed next time
                removed += prune(place, self._settings, now)
        if not made:
            raise faults[0]
        return Made(tuple(made), tuple(removed), failed)

    def _put(
        self, place: BackupPlace, files: Sequence[tuple[BackupFile, Path]], manifest: Manifest
    ) -> Backup:
        name = self._begun(place, manifest.made_at)
        head = folder(place, name)
        for file, path in files:
            self._go_on()
            stored = place.blobs.put(f"{head}{file.name}", path, "application/octet-stream")
            if (stored.size_bytes, stored.sha256) != (file.size_bytes, file.sha256):
                raise BackupError(f"{file.name} was stored otherwise than it is.", subject=name)
        last = self._work / MANIFEST
        last.write_bytes(write_manifest(manifest))
        place.blobs.put(f"{head}{MANIFEST}", last, "application/json")
        return Backup(place, name, manifest)

    def _begun(self, place: BackupPlace, made_at: datetime) -> str:
        """A name that is ours alone, with our mark below it."""
        mark = self._work / MARK
        mark.write_text("A backup of Strandline. Without manifest.json it was never finished.\n")
        tried: set[str] = set()
        for _ in range(_NAMES):
            name = new_name(made_at, list_backups(place).names | tried)
            head = folder(place, name)
            ours = f"{head}{mark_of(place.installation)}"
            place.blobs.put(ours, mark, "text/plain")
            if all(key == ours for key, _ in place.blobs.keys(head)):
                return name
            place.blobs.delete([ours])
            tried.add(name)
        raise BackupError(
            f"Others make backups in {place.label} at the same moment.",
            subject=place.label,
            advice="Run it again, or give each installation a BACKUP_PREFIX of its own.",
        )

    def _packed(self, source: Path, name: str, role: str) -> tuple[BackupFile, Path]:
        """A file as zstd."""
        target, packer = self._work / name.replace("/", "_"), new_packer()
        with source.open("rb") as read, target.open("xb") as out:
            while piece := read.read(_PIECE):
                self._go_on()
                out.write(packer.compress(piece))
            out.write(packer.flush())
            out.flush()
            os.fsync(out.fileno())
        size, sha256 = self._size_and_sum(target)
        return BackupFile(name, role, size, sha256), target

    def _extra(self, extra: ExtraFile) -> tuple[BackupFile, Path] | None:
        """A copy of a file that belongs to the ledger; None where it is not there.

        Raises:
            BackupError: It is too large to be one of ours.
        """
        target = self._work / f"extra_{extra.name.replace('/', '_')}"
        try:
            with extra.path.open("rb") as source:
                content = source.read(MOST_EXTRA + 1)
        except (FileNotFoundError, NotADirectoryError):
            return None
        if len(content) > MOST_EXTRA:
            raise BackupError(
                f"{extra.path} is larger than {MOST_EXTRA / 1e6:,.0f} MB: it is not backed up, "
                "and so nothing is.",
                subject=str(extra.path),
                advice=f"It is used as {extra.role}: make it smaller, or name another file.",
            )
        target.write_bytes(content)
        size, sha256 = self._size_and_sum(target)
        return BackupFile(f"files/{extra.name}", extra.role, size, sha256), target

    def _size_and_sum(self, path: Path) -> tuple[int, str]:
        size, checksum = 0, hashlib.sha256()
        with path.open("rb") as source:
            while piece := source.read(_PIECE):
                self._go_on()
                size += len(piece)
                checksum.update(piece)
        return size, checksum.hexdigest()

    def _go_on(self) -> None:
        if self._stop.is_set():
            raise BackupError("The backup was given up; the next one is made in time.")


def _count_objects(file: Path) -> tuple[int, int]:
    count = size = 0
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            count += 1
            size += int(line.split("\t")[1])
    return count, size
