"""What a backup is: its name, its manifest, and which ones are kept. Pure.

A backup is a folder of objects, `<prefix><date>/…`; a further one of the same day has the time
behind the date. A mark that names its installation is put first and `manifest.json` last, so a
folder with a mark and without a manifest is a backup that was never finished. Several installations
may share a place: each lets go of its own alone.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from strandline.model.backups import BackupFile, BackupReason, LedgerFacts, Manifest
from strandline.model.errors import BackupError

PRODUCT, FORMAT = "strandline", 1
MANIFEST, MARK = "manifest.json", "begun"
#: Ends of the names of packed files; earlier versions packed with gzip.
PACKED, PACKED_BEFORE = ".zst", ".gz"
#: Roles of files.
LEDGER, OBJECTS, SECRET, CONFIGURATION, CALIBRATION, MEASURES = (
    "ledger",
    "objects",
    "secret",
    "configuration",
    "calibration",
    "measures",
)
_NAME = re.compile(r"(\d{4}-\d{2}-\d{2})(?:T(\d{6})(?:-\d{1,3})?)?", re.ASCII)
#: Bytes of a manifest that is worth reading.
MOST_BYTES = 4_000_000
#: Bytes of a file beside the ledger that belongs to it: what is larger is no file of ours.
MOST_EXTRA = 50_000_000


def new_name(now: datetime, taken: Iterable[str]) -> str:
    """The date, with the time behind it where the day has a backup (finished or not) already."""
    known = set(taken)
    now = now.astimezone(UTC)
    day = f"{now:%Y-%m-%d}"
    timed = f"{now:%Y-%m-%dT%H%M%S}"
    numbered = (f"{timed}-{number}" for number in range(2, 1000))
    return next(name for name in (day, timed, *numbered) if name not in known)


def is_name(text: str) -> bool:
    """True for what can be the name of a backup."""
    return _NAME.fullmatch(text) is not None


def mark_of(installation: str) -> str:
    """Name of the file that is put first into a backup of an installation."""
    return f"{MARK}-{installation}" if installation else MARK


def write_manifest(manifest: Manifest) -> bytes:
    """As JSON for people and programs, with a checksum of itself."""
    tree: dict[str, Any] = {
        "product": PRODUCT,
        "format": FORMAT,
        "version": manifest.version,
        "made_at": manifest.made_at.astimezone(UTC).isoformat(),
        "reason": manifest.reason.value,
        "database": {
            "kind": manifest.ledger.kind,
            "schema": manifest.ledger.schema,
            "bytes": manifest.raw_bytes,
            "sha256": manifest.raw_sha256,
        },
        "counts": dict(sorted(manifest.ledger.counts.items())),
        "files": [
            {"name": f.name, "role": f.role, "bytes": f.size_bytes, "sha256": f.sha256}
            for f in manifest.files
        ],
        "objects": {"count": manifest.objects, "bytes": manifest.object_bytes},
        "took_s": round(manifest.took_s, 3),
    }
    if manifest.installation:
        tree["installation"] = manifest.installation
    tree["checksum"] = _checksum(tree)
    return (json.dumps(tree, indent=1, ensure_ascii=False) + "\n").encode()


def read_manifest(data: bytes, name: str) -> Manifest:
    """A manifest of ours, whole.

    Raises:
        BackupError: It is cut or changed, of another product, or of a later format.
    """
    try:
        tree = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise _damaged(name) from error
    if not isinstance(tree, dict):
        raise _damaged(name)
    if tree.get("product") != PRODUCT:
        raise BackupError(
            f"{name} is a backup of another product ({str(tree.get('product'))[:60]!r}).",
            subject=name,
            advice="Name a folder that `strandline backup` has written.",
        )
    if tree.get("format") != FORMAT:
        raise BackupError(
            f"{name} was written in a later format ({str(tree.get('format'))[:20]}).",
            subject=name,
            advice="Install the version that wrote it, or a later one.",
        )
    if tree.pop("checksum", None) != _checksum(tree):
        raise _damaged(name)
    try:
        return _manifest(tree)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _damaged(name) from error


def _manifest(tree: Mapping[str, Any]) -> Manifest:
    database = tree["database"]
    made_at = datetime.fromisoformat(tree["made_at"])
    if made_at.tzinfo is None:
        raise ValueError("a time without a zone")
    return Manifest(
        made_at=made_at.astimezone(UTC),
        reason=BackupReason(tree["reason"]),
        version=str(tree["version"]),
        ledger=LedgerFacts(
            str(database["kind"]),
            str(database["schema"]),
            {str(table): int(count) for table, count in tree["counts"].items()},
        ),
        raw_bytes=int(database["bytes"]),
        raw_sha256=str(database["sha256"]),
        files=tuple(
            BackupFile(str(f["name"]), str(f["role"]), int(f["bytes"]), str(f["sha256"]))
            for f in tree["files"]
        ),
        objects=int(tree["objects"]["count"]),
        object_bytes=int(tree["objects"]["bytes"]),
        took_s=float(tree["took_s"]),
        installation=str(tree.get("installation", ""))[:64],
    )


def _checksum(tree: Mapping[str, Any]) -> str:
    text = json.dumps(tree, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _damaged(name: str) -> BackupError:
    return BackupError(
        f"The manifest of {name} is cut or was changed.",
        subject=name,
        advice="Take another backup: strandline backup list.",
    )


#: However little is to be kept: a mistake of this morning is not undone by the backup of noon.
_NEWEST = 3
#: A backup by its name: when and why it was made.
Made = tuple[str, datetime, BackupReason]


def kept(made: Sequence[Made], now: datetime, *, days: int, weeks: int, months: int) -> set[str]:
    """Names of the backups that are kept.

    The newest of each of the last so many days, weeks and months that have one; of those that a
    person made, all of the last so many days. Always the newest three, and the newest that
    preceded a migration: it is the way back. All are kept where nothing is asked for.
    """
    if not days and not weeks and not months:
        return {name for name, _, _ in made}
    newest_first = sorted(made, key=lambda one: (one[1], one[0]), reverse=True)
    staying = {name for name, _, _ in newest_first[:_NEWEST]}
    before = [name for name, _, reason in newest_first if reason is BackupReason.MIGRATION]
    staying |= set(before[:1])
    recent = now - timedelta(days=days)
    staying |= {
        name for name, when, reason in made if reason is BackupReason.BY_HAND and when > recent
    }
    for count, period in ((days, _day), (weeks, _week), (months, _month)):
        first: dict[str, str] = {}
        for name, when, _ in newest_first:
            first.setdefault(period(when.astimezone(UTC)), name)
        staying |= set(list(first.values())[:count])
    return staying


_day: Callable[[datetime], str] = "{:%Y-%m-%d}".format
_week: Callable[[datetime], str] = "{:%G-%V}".format
_month: Callable[[datetime], str] = "{:%Y-%m}".format


def differences(told: LedgerFacts, found: LedgerFacts) -> list[str]:
    """What a copy has otherwise than its manifest says, in words; empty where nothing is."""
    said = [] if told.schema == found.schema else [f"schema {found.schema}, not {told.schema}"]
    for table in sorted({*told.counts, *found.counts}):
        has, should = found.counts.get(table, 0), told.counts.get(table, 0)
        if has != should:
            said.append(f"{has:,} rows of {table}, not {should:,}")
    return said
