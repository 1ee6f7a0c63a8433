"""Where objects and backups are kept."""

import os
from pathlib import Path

from strandline.model.errors import ConfigError
from strandline.ports import BackupPlace, BlobStore, Safekeeping
from strandline.settings import Settings


def open_blob_store(settings: Settings) -> BlobStore:
    """Only the object store.

    Raises:
        ConfigError: Its settings or credentials are wrong.
    """
    from strandline.adapters.blobs import open_blobs

    return open_blobs(settings.storage, os.environ)


def open_folder(path: Path) -> BlobStore:
    """A folder as an object store."""
    from strandline.adapters.blobs.local import LocalBlobs

    return LocalBlobs(path)


def open_safekeeping(settings: Settings, *, to_make: bool = False) -> Safekeeping:
    """With what backups are made and brought back; nothing is asked of it yet.

    Args:
        to_make: A backup is to be made: the site's secret is made where it is missing.

    Raises:
        ConfigError: The object store's settings are wrong.
    """
    from strandline.adapters.blobs.local import LocalBlobs
    from strandline.adapters.secret import installation_id
    from strandline.adapters.store import ledger_copies

    backup, storage = settings.backup, settings.storage
    own = installation_id(settings, make=to_make)
    places = []
    if backup.to_store:
        label = f"s3://{storage.s3_bucket}" if storage.s3_bucket else str(storage.path.absolute())
        places.append(BackupPlace(open_blob_store(settings), backup.prefix, label, own))
    if backup.path:
        folder = Path(backup.path).expanduser()
        label = str(folder.absolute())
        places.append(BackupPlace(LocalBlobs(folder), backup.prefix, label, own))
    return Safekeeping(tuple(places), ledger_copies(settings.database, backup.pg_programs))


def backup_folder(path: Path, settings: Settings) -> tuple[BackupPlace, str]:
    """A folder in which backups are, or one backup itself, and the name of that one.

    Raises:
        ConfigError: There is no such folder.
    """
    from strandline.adapters.blobs.local import LocalBlobs
    from strandline.adapters.secret import installation_id
    from strandline.core.backups import MANIFEST

    path = path.expanduser().absolute()
    if not path.is_dir():
        raise ConfigError(f"There is no folder {path}.", subject=str(path))
    own = installation_id(settings)
    if (path / MANIFEST).is_file():
        return BackupPlace(LocalBlobs(path.parent), "", str(path.parent), own), path.name
    prefix = settings.backup.prefix
    has_prefix = (path / prefix.strip("/")).is_dir()
    return BackupPlace(LocalBlobs(path), prefix if has_prefix else "", str(path), own), ""
