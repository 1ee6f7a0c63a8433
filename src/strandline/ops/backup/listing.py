"""Which backups there are in a place, and which of them are let go of."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from strandline.core.archive.layout import clean_prefix
from strandline.core.backups import MANIFEST, MOST_BYTES, is_name, kept, mark_of, read_manifest
from strandline.model.backups import Manifest
from strandline.model.errors import BackupError
from strandline.ports import BackupPlace
from strandline.settings import BackupSettings

#: A backup of ours without a manifest that has not changed for so long was cut off.
_UNFINISHED = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Backup:
    """A finished one.

    Attributes:
        name: Its folder.
    """

    place: BackupPlace
    name: str
    manifest: Manifest

    @property
    def is_own(self) -> bool:
        """False for one of another installation that shares the place."""
        return self.manifest.installation in {"", self.place.installation}

    @property
    def aside(self) -> str:
        """Prefix of what lies beside the backups of its installation."""
        head = clean_prefix(self.place.prefix)
        return f"{head}{self.manifest.installation}/" if self.manifest.installation else head

    def key(self, file: str) -> str:
        """Key of one of its files."""
        return f"{folder(self.place, self.name)}{file}"


@dataclass(frozen=True, slots=True)
class Listed:
    """What a place holds.

    Attributes:
        backups: Finished ones, newest first, of whatever installation.
        unfinished: Names of folders with our mark and no manifest, with the last change in each.
        unreadable: Names with a manifest that is not one of ours, with the reason.
        others: Names of folders that have neither a manifest nor our mark.
    """

    backups: tuple[Backup, ...] = ()
    unfinished: tuple[tuple[str, datetime], ...] = ()
    unreadable: tuple[tuple[str, str], ...] = ()
    others: tuple[str, ...] = ()

    @property
    def names(self) -> set[str]:
        """Of all, whatever they are."""
        return {
            *(one.name for one in self.backups),
            *(name for name, _ in self.unfinished),
            *(name for name, _ in self.unreadable),
            *self.others,
        }


def folder(place: BackupPlace, name: str) -> str:
    """Beginning of the keys of a backup."""
    return f"{clean_prefix(place.prefix)}{name}/"


def list_backups(place: BackupPlace) -> Listed:
    """Look at all of a place, and read every manifest.

    Raises:
        StoreError: The place cannot be read.
    """
    changed: dict[str, datetime] = {}
    finished: set[str] = set()
    marked: set[str] = set()
    mark = mark_of(place.installation)
    for name, file, when in _files(place):
        changed[name] = max(when, changed.get(name, when))
        if file == MANIFEST:
            finished.add(name)
        elif file == mark:
            marked.add(name)
    backups, unreadable = [], []
    for name in sorted(finished):
        try:
            backups.append(read_backup(place, name))
        except BackupError as error:
            unreadable.append((name, error.message))
    backups.sort(key=lambda one: (one.manifest.made_at, one.name), reverse=True)
    unfinished = tuple((name, changed[name]) for name in sorted(marked - finished))
    others = tuple(sorted(set(changed) - finished - marked))
    return Listed(tuple(backups), unfinished, tuple(unreadable), others)


def read_backup(place: BackupPlace, name: str) -> Backup:
    """One backup by its name.

    Raises:
        BackupError: There is none, it was never finished, or its manifest is not whole.
    """
    key = f"{folder(place, name)}{MANIFEST}"
    if not is_name(name) or (size := place.blobs.size(key)) is None:
        raise BackupError(
            f"There is no finished backup {name[:60]} in {place.label}.",
            subject=name[:60],
            advice="strandline backup list names those that there are.",
        )
    if size > MOST_BYTES:
        raise BackupError(f"The manifest of {name} is no manifest: {size:,} bytes.", subject=name)
    return Backup(place, name, read_manifest(b"".join(place.blobs.read(key)), name))


def find(place: BackupPlace, name: str = "", *, of_any: bool = False) -> Backup:
    """The backup of a name; the newest where none is named.

    Args:
        of_any: Also one of another installation. Where we do not know yet who we are, on a new
            machine, any is taken too.

    Raises:
        BackupError: There is none, or only of another installation, or of several.
    """
    of_any = of_any or not place.installation
    if name and name != "latest":
        backup = read_backup(place, name)
        if not (of_any or backup.is_own):
            raise _foreign(f"The backup {name} in {place.label} is of another installation.", name)
        return backup
    listed = list_backups(place)
    found = [one for one in listed.backups if of_any or one.is_own]
    if not listed.backups:
        also = f" {listed.unreadable[0][1]}" if listed.unreadable else ""
        raise BackupError(
            f"There is no finished backup in {place.label}.{also}",
            subject=place.label,
            advice="Make one: strandline backup.",
        )
    if not found:
        newest = listed.backups[0].name
        raise _foreign(f"All finished backups in {place.label} are of others.", newest)
    newest_of: dict[str, str] = {}
    for one in found:
        if one.manifest.installation:
            newest_of.setdefault(one.manifest.installation, one.name)
    if len(newest_of) > 1:
        names = ", ".join(f"{name} (of {whose})" for whose, name in newest_of.items())
        raise BackupError(
            f"In {place.label} are backups of {len(newest_of)} installations. Newest: {names}.",
            subject=place.label,
            advice="Say which one: strandline restore NAME.",
        )
    return found[0]


def find_first(places: Sequence[BackupPlace], name: str = "", *, of_any: bool = False) -> Backup:
    """The same, of the first place that has one.

    Raises:
        BackupError: None has; what the first place says is told.
    """
    faults: list[BackupError] = []
    for place in require_places(places):
        try:
            return find(place, name, of_any=of_any)
        except BackupError as error:
            faults.append(error)
    raise faults[0]


def require_places(places: Sequence[BackupPlace]) -> Sequence[BackupPlace]:
    """Where backups go.

    Raises:
        BackupError: Nowhere.
    """
    if not places:
        raise BackupError(
            "There is no place for backups.",
            subject="backup",
            advice="Set BACKUP_TO_STORE=true, or name a folder in BACKUP_PATH.",
        )
    return places


def _foreign(said: str, name: str) -> BackupError:
    return BackupError(
        said,
        subject=name,
        advice="strandline backup list names all; where it is meant, or the secret was changed: "
        f"strandline restore {name} --another.",
    )


def prune(place: BackupPlace, settings: BackupSettings, now: datetime) -> tuple[str, ...]:
    """Let go of what the rule does not keep, and of what was never finished; returns the names.

    What another installation has there is left alone. A manifest goes first: what is left of a
    backup that is being removed is none; and the mark last: what is left of it goes next time.
    """
    listed = list_backups(place)
    own = [one for one in listed.backups if one.is_own]
    staying = kept(
        [(one.name, one.manifest.made_at, one.manifest.reason) for one in own],
        now,
        days=settings.keep_days,
        weeks=settings.keep_weeks,
        months=settings.keep_months,
    )
    going = [one.name for one in own if one.name not in staying]
    going += [name for name, changed in listed.unfinished if changed < now - _UNFINISHED]
    for name in going:
        head = folder(place, name)
        place.blobs.delete([f"{head}{MANIFEST}"])
        mark = f"{head}{mark_of(place.installation)}"
        place.blobs.delete([key for key, _ in place.blobs.keys(head) if key != mark])
        place.blobs.delete([mark])
    return tuple(going)


def _files(place: BackupPlace) -> Iterator[tuple[str, str, datetime]]:
    """Backup, file and time of change of every object of a place."""
    head = clean_prefix(place.prefix)
    for key, changed in place.blobs.keys(head):
        name, _, file = key.removeprefix(head).partition("/")
        if is_name(name) and file:
            yield name, file, changed
