"""Brings a backup back, or tries whether it could be: nothing that is there is overwritten."""

import os
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from strandline.core.backups import (
    LEDGER,
    MOST_EXTRA,
    OBJECTS,
    PACKED_BEFORE,
    SECRET,
    differences,
)
from strandline.core.zstd import CutShortError, NotZstdError, unpack
from strandline.model.backups import BackupFile, Manifest
from strandline.model.errors import BackupError, SchemaError
from strandline.ops.backup.listing import Backup
from strandline.ops.backup.making import ExtraFile
from strandline.ops.backup.working import require_room, told, work_folder
from strandline.ports import BlobStore, LedgerCopies

_PIECE = 1 << 20
#: Names of lacking objects that are told.
_MOST_NAMED = 20
#: Of a list of objects, unpacked: a thousand million lines would be another kind of ledger.
_MOST_LIST = 1 << 36


@dataclass(frozen=True, slots=True)
class Checked:
    """A backup that was read to its end and brought back in a place of its own.

    Attributes:
        lacking: How many objects that it names are not in the store; None where none was asked.
        examples: Keys of some of them.
    """

    backup: Backup
    lacking: int | None = None
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Restored:
    """What was brought back.

    Attributes:
        ledger: Where the ledger is now.
        written: Files that were written beside it.
        same: Files that were there with the same bytes.
        left: Files that are there with other bytes and were left alone.
    """

    checked: Checked
    ledger: str
    written: tuple[Path, ...] = ()
    same: tuple[Path, ...] = ()
    left: tuple[Path, ...] = ()


def check_backup(
    backup: Backup,
    copies: LedgerCopies,
    data: Path,
    blobs: BlobStore | None = None,
    patience_s: float = 60.0,
) -> Checked:
    """Read every file, compare checksums, bring the ledger back in a place of its own, count.

    Args:
        data: Folder in which a work folder is made.
        blobs: Asked for the objects that the ledger names; None to leave that out.

    Raises:
        BackupError: It is not whole, or cannot be brought back; the message says why.
        SchemaError: It is of a later version.
    """
    _refuse_other(backup, copies)
    with work_folder(data, patience_s) as work:
        return _checked(backup, copies, work, blobs)[0]


def restore(
    backup: Backup,
    copies: LedgerCopies,
    extras: list[ExtraFile],
    data: Path,
    blobs: BlobStore | None = None,
    patience_s: float = 60.0,
) -> Restored:
    """Bring the ledger back where none is, and what belongs to it where that is missing.

    Args:
        copies: Of the database that is to be made.
        extras: Where files beside the ledger belong.
        data: Folder of the ledger.
        blobs: Asked for the objects that the ledger names; None to leave that out.

    Raises:
        BackupError: There is a ledger, the backup is not whole, or the disk is full: nothing was
            changed.
        SchemaError: It is of a later version.
    """
    _refuse_other(backup, copies)
    if not copies.is_empty():
        raise BackupError(
            f"There is a ledger already: {copies.place()}; nothing was overwritten.",
            subject=copies.place(),
            advice="Move it away, or restore into another folder: "
            "strandline restore --into FOLDER.",
        )
    with work_folder(data, patience_s) as work:
        checked, raw = _checked(backup, copies, work, blobs)
        kept = [_unpacked_extra(backup, file, work) for file in _extras_of(backup.manifest)]
        secrets = [(file, path) for file, path in kept if file.role == SECRET]
        others = [(file, path) for file, path in kept if file.role != SECRET]
        outcome = _Placing(extras, data)
        # The secret first: a program that found the ledger without it would make another one.
        outcome.place(secrets)
        copies.bring_back(raw)
        outcome.place(others)
    return Restored(
        checked,
        copies.place(),
        tuple(outcome.written),
        tuple(outcome.same),
        tuple(outcome.left),
    )


def _refuse_other(backup: Backup, copies: LedgerCopies) -> None:
    """What this program, or this database, cannot take."""
    ledger = backup.manifest.ledger
    if ledger.kind != copies.kind:
        raise BackupError(
            f"The backup {backup.name} is of a ledger on {ledger.kind}, and the settings name "
            f"{copies.kind}.",
            subject=backup.name,
            advice="Set or unset DATABASE_URL to the kind of the backup; strandline migrate --to "
            "moves a ledger to the other kind afterwards.",
        )
    if not copies.knows(ledger.schema):
        raise SchemaError(
            f"The backup {backup.name} has schema revision {ledger.schema}, which is newer than "
            "this version of Strandline knows.",
            subject=backup.name,
            advice=f"Install version {backup.manifest.version} or a later one; "
            "nothing was changed.",
        )


def _checked(
    backup: Backup, copies: LedgerCopies, work: Path, blobs: BlobStore | None
) -> tuple[Checked, Path]:
    """The outcome, and the file of the ledger, which is good."""
    manifest = backup.manifest
    require_room(work, int(manifest.raw_bytes * 2.1))
    raw = work / "ledger"
    size, checksum = _unpack(backup, _file_of(manifest, LEDGER), raw, manifest.raw_bytes)
    if (size, checksum) != (manifest.raw_bytes, manifest.raw_sha256):
        raise _not_whole(backup, LEDGER)
    for file in _extras_of(manifest):
        _unpacked_extra(backup, file, work)
    listed = work / "objects"
    _unpack(backup, _file_of(manifest, OBJECTS), listed, _MOST_LIST)
    odd = differences(manifest.ledger, copies.examine(raw))
    if odd:
        raise BackupError(
            f"The backup {backup.name} holds other rows than it says: {'; '.join(odd[:3])}.",
            subject=backup.name,
            advice="Take another one: strandline backup list.",
        )
    if blobs is None:
        return Checked(backup), raw
    lacking, examples = _lacking(listed, blobs)
    return Checked(backup, lacking, examples), raw


def _lacking(listed: Path, blobs: BlobStore) -> tuple[int, tuple[str, ...]]:
    """How many of the named objects are not there, and the keys of some."""
    heads = sorted({key.split("/", 1)[0] for key in _keys_in(listed)})
    there = {key for head in heads for key, _ in blobs.keys(f"{head}/")}
    lacking = 0
    examples: list[str] = []
    for key in _keys_in(listed):
        if key not in there:
            lacking += 1
            if len(examples) < _MOST_NAMED:
                examples.append(key)
    return lacking, tuple(examples)


def _keys_in(listed: Path) -> Iterator[str]:
    with listed.open(encoding="utf-8") as lines:
        for line in lines:
            yield line.partition("\t")[0]


def _extras_of(manifest: Manifest) -> list[BackupFile]:
    return [file for file in manifest.files if file.role not in {LEDGER, OBJECTS}]


def _file_of(manifest: Manifest, role: str) -> BackupFile:
    found = [file for file in manifest.files if file.role == role]
    if len(found) != 1:
        raise BackupError(f"The manifest names {len(found)} files as {role}, not one.")
    return found[0]


def _unpacked_extra(backup: Backup, file: BackupFile, work: Path) -> tuple[BackupFile, Path]:
    if file.size_bytes > MOST_EXTRA:
        raise BackupError(
            f"The backup {backup.name} holds {file.name[:200]} with {file.size_bytes:,} bytes: it "
            "is no file of Strandline.",
            subject=backup.name,
            advice="Take another one (strandline backup list); nothing was changed.",
        )
    target = work / f"extra_{sha256(file.name.encode()).hexdigest()[:16]}"
    target.unlink(missing_ok=True)
    with target.open("xb") as out:
        for piece in _stored(backup, file):
            out.write(piece)
    return file, target


def _stored(backup: Backup, file: BackupFile) -> Iterator[bytes]:
    """The bytes of a file, as they are stored.

    Raises:
        BackupError: They are fewer, more or others than the manifest says.
    """
    size, checksum = 0, sha256()
    key = backup.key(file.name)
    if backup.place.blobs.size(key) != file.size_bytes:
        raise _not_whole(backup, file.name)
    for piece in backup.place.blobs.read(key):
        size += len(piece)
        if size > file.size_bytes:
            raise _not_whole(backup, file.name)
        checksum.update(piece)
        yield piece
    if (size, checksum.hexdigest()) != (file.size_bytes, file.sha256):
        raise _not_whole(backup, file.name)


def _unpack(backup: Backup, file: BackupFile, target: Path, most: int) -> tuple[int, str]:
    """Size and checksum of what was packed, written to the disk and flushed."""
    size, checksum = 0, sha256()
    unpacked = _gunzip if file.name.endswith(PACKED_BEFORE) else unpack
    target.touch(mode=0o600, exist_ok=False)
    try:
        with target.open("wb") as out:
            for plain in unpacked(_stored(backup, file)):
                size += len(plain)
                if size > most:
                    raise _not_whole(backup, file.name)
                checksum.update(plain)
                out.write(plain)
            out.flush()
            os.fsync(out.fileno())
    except (NotZstdError, CutShortError, zlib.error) as error:
        raise _not_whole(backup, file.name) from error
    except OSError as error:
        raise told(error, target.parent) from error
    return size, checksum.hexdigest()


def _gunzip(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """What an earlier version packed, in pieces of a bounded size."""
    unpacking = zlib.decompressobj(wbits=31)
    for piece in pieces:
        rest = piece
        while rest:
            yield unpacking.decompress(rest, _PIECE)
            rest = unpacking.unconsumed_tail
    if not unpacking.eof:
        raise CutShortError


def _not_whole(backup: Backup, what: str) -> BackupError:
    return BackupError(
        f"The backup {backup.name} is not whole: {what} is cut or was changed.",
        subject=backup.name,
        advice="Take another one (strandline backup list); nothing was changed.",
    )


@dataclass
class _Placing:
    """Writes files that belong to the ledger where they are missing."""

    extras: list[ExtraFile]
    data: Path
    written: list[Path] = field(default_factory=list)
    same: list[Path] = field(default_factory=list)
    left: list[Path] = field(default_factory=list)

    def place(self, files: list[tuple[BackupFile, Path]]) -> None:
        """Each where the settings have it, else in the data folder under its own name."""
        targets = {extra.name: extra.path for extra in self.extras}
        for file, source in files:
            name = file.name.removeprefix("files/")
            target = targets.get(name, self.data / Path(name).name)
            content = source.read_bytes()
            if not target.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                _write_whole(target, content)
                self.written.append(target)
            elif target.read_bytes() == content:
                self.same.append(target)
            else:
                self.left.append(target)


def _write_whole(target: Path, content: bytes) -> None:
    """For this user alone: a secret may be in it."""
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    number = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.link(part, target)
    finally:
        part.unlink(missing_ok=True)
