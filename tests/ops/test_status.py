"""Every count a person needs."""

from datetime import timedelta

from pydantic import SecretStr

from strandline.model.articles import IngestBatch
from strandline.model.database import Upkeep
from strandline.model.sources import SourceHealth, SourceState
from strandline.ops.status import gather_status
from strandline.ports import Store
from strandline.settings import Settings, WaybackSettings
from strandline.testing.builders import NOW, a_mention, a_source, an_article


def polled(store: Store, uuid: str, state: SourceState, next_in: timedelta) -> None:
    store.claim_due(NOW, "me", timedelta(minutes=1), limit=9, only=[uuid], force=True)
    health = SourceHealth(
        uuid, state, "what is wrong", last_polled_at=NOW, next_poll_at=NOW + next_in
    )
    assert store.save_health(health, owner="me")


def test_an_empty_ledger_has_nothing_to_say(sqlite_store: Store) -> None:
    """A fresh database: no counts, no troubles, nothing overdue."""
    told = gather_status(sqlite_store, NOW)
    assert (told.counts.articles, told.counts.sources, told.due, told.overdue) == (0, 0, 0, 0)
    assert told.troubles == ()
    assert told.last_digest_at is None


def test_a_service_that_keeps_us_out_is_told_while_that_is_so(sqlite_store: Store) -> None:
    """Where it is on, and until a while after it would have been asked again."""
    until = NOW + timedelta(hours=1)
    sqlite_store.save_upkeep(Upkeep("wayback", NOW, message="wrong keys", since=until))
    on = Settings(wayback=WaybackSettings(access_key=SecretStr("key")))
    assert gather_status(sqlite_store, NOW, on).copy_fault == "wrong keys"
    assert gather_status(sqlite_store, NOW, Settings()).copy_fault == ""
    assert gather_status(sqlite_store, until + timedelta(minutes=15), on).copy_fault == ""
    assert gather_status(sqlite_store, NOW - timedelta(days=400), on).copy_fault == ""
    sqlite_store.save_upkeep(Upkeep("wayback", NOW, ok_at=NOW))
    assert gather_status(sqlite_store, NOW, on).copy_fault == ""


def test_counts_and_troubles(sqlite_store: Store) -> None:
    """Sources that are unwell are named with their message; well ones are not."""
    for number in (1, 2, 3):
        sqlite_store.save_source(a_source(number))
    polled(sqlite_store, "W_RSS_1", SourceState.OK, timedelta(hours=1))
    polled(sqlite_store, "W_RSS_2", SourceState.BLOCKED, timedelta(hours=1))
    sqlite_store.ingest(IngestBatch(NOW, articles=(an_article(),), mentions=(a_mention(),)))
    told = gather_status(sqlite_store, NOW)
    assert told.counts.articles == 1
    assert [(trouble.source_uuid, trouble.message) for trouble in told.troubles] == [
        ("W_RSS_2", "what is wrong")
    ]
    assert told.due == 1, "the third was never polled"
    assert told.last_poll_at == NOW


def test_a_source_long_due_is_overdue(sqlite_store: Store) -> None:
    """Nothing has polled for more than an hour: a person must look."""
    sqlite_store.save_source(a_source())
    polled(sqlite_store, "W_RSS_1", SourceState.OK, timedelta(minutes=1))
    assert gather_status(sqlite_store, NOW + timedelta(minutes=30)).overdue == 0
    assert gather_status(sqlite_store, NOW + timedelta(hours=2)).overdue == 1
    sqlite_store.save_source(a_source(active=False))
    assert gather_status(sqlite_store, NOW + timedelta(hours=2)).overdue == 0, "switched off"
