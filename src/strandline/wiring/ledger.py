"""The ledger: opened, brought up to date, copied to another database, given away as a file."""

import threading
from pathlib import Path
from typing import IO, TYPE_CHECKING

from pydantic import SecretStr

from strandline.model.database import SchemaState
from strandline.model.errors import BackupError, StrandlineError
from strandline.ports import Progress, Store
from strandline.settings import Settings
from strandline.wiring.safekeeping import open_safekeeping

if TYPE_CHECKING:
    from strandline.adapters.publishing import Publication
    from strandline.adapters.store import Moved
    from strandline.ops.backup import Made


def ledger_state(settings: Settings) -> SchemaState:
    """What schema the database has; changes nothing.

    Raises:
        SchemaError: The database is newer than this program.
    """
    from strandline.adapters.store import schema_state

    return schema_state(settings.database)


def open_ledger(settings: Settings, *, copy_first: bool = True) -> Store:
    """Only the store, for verbs that need nothing else.

    Args:
        settings: Its place.
        copy_first: A ledger whose schema is to be changed is backed up before.

    Raises:
        StoreError: It cannot be opened, or not be backed up before it would be changed.
    """
    from strandline.adapters.store import open_store

    made: list[Made] = []
    store = open_store(
        settings.database,
        before_migration=(lambda state: made.append(_copy_before_migration(settings, state)))
        if copy_first
        else None,
    )
    if made:
        from strandline.adapters.clock import SystemClock
        from strandline.ops.backup.running import record

        record(open_safekeeping(settings), store, SystemClock().now(), made[0])
    return store


def _copy_before_migration(settings: Settings, state: SchemaState) -> "Made":
    """The way back.

    Raises:
        BackupError: It could not be made; what can be done is said.
    """
    from strandline.adapters.clock import SystemClock
    from strandline.model.backups import BackupReason
    from strandline.ops.backup import make_backup

    try:
        safekeeping = open_safekeeping(settings, to_make=True)
        clock = SystemClock()
        return make_backup(safekeeping, settings, clock, BackupReason.MIGRATION, patience_s=600.0)
    except StrandlineError as error:
        raise BackupError(
            f"{state.name} has schema {state.found} and is to be brought to {state.newest}, but "
            f"the backup before it failed: {error.message}",
            subject=state.name,
            advice=f"{error.advice} Where you have a copy of your own: "
            "strandline migrate --without-copy.",
        ) from error


def move_ledger(settings: Settings, to: str, progress: Progress, stop: threading.Event) -> "Moved":
    """Copy the ledger of the settings to another database.

    Args:
        to: Address of a PostgreSQL database, or path of an SQLite file.

    Raises:
        StoreError: There is something else, or the two differ at the end.
    """
    from strandline.adapters.store import move_ledger as move

    if "://" in to:
        target = settings.database.model_copy(update={"url": SecretStr(to)})
    else:
        path = Path(to).expanduser().absolute()
        target = settings.database.model_copy(update={"url": SecretStr(""), "path": path})
    return move(settings.database, target, progress, stop)


def publish_ledger(
    settings: Settings,
    path: Path,
    progress: Progress,
    *,
    licence: tuple[str, str] = ("", ""),
    with_texts: bool = False,
    provenance: Path | None = None,
) -> "Publication":
    """Write what everybody may have to a new SQLite file; see `adapters.publishing`.

    Args:
        licence: Its name and its address.

    Raises:
        StoreError: The ledger cannot be read, or the file not be written.
    """
    from strandline.adapters.publishing import About, publish

    open_ledger(settings).close()  # brings an older schema up to date
    return publish(
        settings.database,
        path,
        About(settings.web.title, settings.web.base_url, *licence),
        progress,
        with_texts=with_texts,
        provenance=provenance,
        prefix=settings.storage.s3_prefix,
    )


def export_rows(
    settings: Settings, table: str, form: str, target: IO[bytes], progress: Progress
) -> int:
    """Write a table that everybody may have, row by row; returns how many rows.

    Args:
        table: Of `published_tables`.
        form: `json`, `csv` or `parquet`.

    Raises:
        StoreError: The ledger cannot be read.
        ConfigError: What writes this form is not installed.
    """
    from strandline.adapters.publishing import export

    open_ledger(settings).close()
    return export(settings.database, table, form, target, progress)


def published_tables() -> list[str]:
    """Names of the tables that everybody may have."""
    from strandline.adapters.publishing import WITH_TEXTS

    return [table.name for table in WITH_TEXTS]
