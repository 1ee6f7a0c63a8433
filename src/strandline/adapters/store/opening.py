"""Opening a store: the right database, the right schema, the reader that is always there."""

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime

from strandline.adapters.store.accounts import AccountTables
from strandline.adapters.store.admin import AdminTables
from strandline.adapters.store.archive import ArchiveTables
from strandline.adapters.store.audit import AuditTables
from strandline.adapters.store.clicks import ClickTables
from strandline.adapters.store.deliveries import DeliveryTables
from strandline.adapters.store.digests import DigestTables
from strandline.adapters.store.doors import DoorTables
from strandline.adapters.store.editions import EditionTables
from strandline.adapters.store.engine import connect, make_file
from strandline.adapters.store.errors import translated
from strandline.adapters.store.figures import FigureTables
from strandline.adapters.store.forums import ForumTables
from strandline.adapters.store.history import HistoryTables
from strandline.adapters.store.jobs import JobTables
from strandline.adapters.store.ledger import LedgerTables
from strandline.adapters.store.migrate import (
    BACKUP_HINT,
    NEWEST,
    bring_up_to_date,
    require_newest,
    state,
)
from strandline.adapters.store.moving import refuse_unfinished
from strandline.adapters.store.outputs import OutputTables
from strandline.adapters.store.pictures import PictureTables
from strandline.adapters.store.readers import ReaderTables
from strandline.adapters.store.received import ReceivedTables
from strandline.adapters.store.retention import RetentionTables
from strandline.adapters.store.rot import RotTables
from strandline.adapters.store.saved_searches import SavedSearchTables
from strandline.adapters.store.sharing import SharingTables
from strandline.adapters.store.source_lists import SourceListTables
from strandline.adapters.store.sources import SourceTables
from strandline.adapters.store.stories_counts import StoryCountTables
from strandline.adapters.store.stories_featured import StoryFeaturedTables
from strandline.adapters.store.stories_inputs import StoryInputTables
from strandline.adapters.store.stories_judging import StoryJudgeTables
from strandline.adapters.store.stories_reading import StoryTables
from strandline.adapters.store.stories_vectors import StoryVectorTables
from strandline.adapters.store.stories_verdicts import StoryVerdictTables
from strandline.adapters.store.subscribers import SubscriberTables
from strandline.adapters.store.takedowns import TakedownTables
from strandline.adapters.store.texts import TextTables
from strandline.adapters.store.threads_reading import ThreadTables
from strandline.adapters.store.waiting import WaitingTables
from strandline.adapters.store.wayback import WaybackTables
from strandline.model.database import SchemaState
from strandline.model.errors import ConfigError
from strandline.ports import Store
from strandline.settings import DatabaseSettings

#: RETURNING (3.35) and JSON in the core (3.38) are used.
OLDEST_SQLITE = (3, 38, 0)


class DatabaseStore(
    SourceTables,
    SourceListTables,
    LedgerTables,
    TextTables,
    ReaderTables,
    HistoryTables,
    DigestTables,
    EditionTables,
    ClickTables,
    JobTables,
    ArchiveTables,
    TakedownTables,
    ForumTables,
    WaitingTables,
    SavedSearchTables,
    RotTables,
    WaybackTables,
    SharingTables,
    PictureTables,
    FigureTables,
    StoryInputTables,
    StoryVerdictTables,
    StoryTables,
    ThreadTables,
    StoryFeaturedTables,
    StoryVectorTables,
    StoryJudgeTables,
    StoryCountTables,
    AccountTables,
    DoorTables,
    AuditTables,
    SubscriberTables,
    DeliveryTables,
    OutputTables,
    ReceivedTables,
    RetentionTables,
    AdminTables,
):
    """One database behind all store ports."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


def open_store(
    settings: DatabaseSettings,
    *,
    migrate: bool = True,
    before_migration: Callable[[SchemaState], None] | None = None,
    now: Callable[[], datetime] = _utc_now,
) -> Store:
    """Open the database that the settings name; an SQLite file is made where there is none.

    Args:
        settings: PostgreSQL where `url` is set, else the SQLite file at `path`.
        migrate: Bring an older schema up to date; False refuses it instead.
        before_migration: Called before an older ledger is changed: it copies it, or raises.
        now: Time for `updated_at` of changes that carry no time of their own (`settle`,
            `merge_into`, `rekey`).

    Raises:
        StoreError: The database cannot be used; the message says why and what to do.
        SchemaError: It is newer than this program, or older and `migrate` is False.
        ConfigError: The address is wrong, or the driver or SQLite is missing or too old.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE and not settings.url.get_secret_value():
        raise ConfigError(
            f"SQLite {sqlite3.sqlite_version} is too old; 3.38 or later is needed.",
            subject="sqlite3",
            advice="Install a Python with a newer SQLite, or set DATABASE_URL.",
        )
    database = connect(settings)
    try:
        make_file(database)
        with database.read() as connection:
            refuse_unfinished(connection, database.name)
        if migrate:
            bring_up_to_date(database, before_migration)
        else:
            require_newest(database)
        store = DatabaseStore(database, now)
        store.ensure_public()
    except BaseException:
        database.close()
        raise
    return store


def schema_state(settings: DatabaseSettings) -> SchemaState:
    """What schema the database has; an SQLite file that is not there yet has none.

    Raises:
        StoreError: The database cannot be used.
        SchemaError: It is newer than this program.
    """
    database = connect(settings)
    try:
        with translated(database.name):
            is_there = not database.is_sqlite or settings.path.expanduser().exists()
        if not is_there:
            return SchemaState(database.name, None, NEWEST, BACKUP_HINT)
        return state(database)
    finally:
        database.close()
