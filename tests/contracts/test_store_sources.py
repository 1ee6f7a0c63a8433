"""The contract of `SourceStore`, on both databases."""

import threading
from dataclasses import replace
from datetime import timedelta

import pytest

from strandline.adapters.store import open_store
from strandline.model.articles import IngestBatch
from strandline.model.errors import StoreError
from strandline.model.sources import ContentType, Source, SourceHealth, SourceKind, SourceState
from strandline.ports import Store
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, a_mention, a_source, an_article

LEASE = timedelta(minutes=5)

FULL = Source(
    source_uuid="W_LIST_3",
    kind=SourceKind.LIST,
    url="list:skills",
    name="Fähigkeiten 技能",
    active=False,
    language="zh",
    reputation=0.25,
    content_type=ContentType.SKILL,
    categories=("tools", "craft"),
    poll_interval=timedelta(seconds=90),
    timezone="Europe/Paris",
    follow_replies=True,
    items=("https://a.example/1", "https://a.example/2"),
    tags=("Hand made", "手工"),
    retired_at=NOW,
)


def test_a_source_comes_back_as_it_was_saved(store: Store) -> None:
    """Every field of a source survives the database."""
    store.save_source(FULL)
    assert store.sources() == [FULL]


def test_saving_again_replaces(store: Store) -> None:
    """A source that is saved twice is one source, with the newer values."""
    store.save_source(FULL)
    store.save_source(replace(FULL, name="Other", active=True))
    assert [source.name for source in store.sources(active_only=True)] == ["Other"]


def test_sources_come_in_the_order_of_their_numbers(store: Store) -> None:
    """W_RSS_2 stands before W_RSS_10."""
    for number in (10, 2, 1):
        store.save_source(a_source(number))
    assert [s.source_uuid for s in store.sources()] == ["W_RSS_1", "W_RSS_2", "W_RSS_10"]


def test_inactive_sources_can_be_left_out(store: Store) -> None:
    """`active_only` leaves out what is switched off."""
    store.save_source(a_source(1))
    store.save_source(a_source(2, active=False))
    assert [s.source_uuid for s in store.sources(active_only=True)] == ["W_RSS_1"]


def test_two_sources_with_one_url_are_refused(store: Store) -> None:
    """The second source with a URL is refused and the first one is named."""
    store.save_source(a_source(1))
    with pytest.raises(StoreError, match="W_RSS_1 has the same URL") as caught:
        store.save_source(a_source(2, url=a_source(1).url))
    assert caught.value.subject == a_source(1).url
    assert len(store.sources()) == 1


def test_ids_are_numbered_by_label(store: Store) -> None:
    """Feeds and forums share the label RSS, pages are Direct."""
    kinds = (SourceKind.FEED, SourceKind.DISCOURSE, SourceKind.DIRECT, SourceKind.FEED)
    given = [store.new_source_uuid(kind) for kind in kinds]
    assert given == ["W_RSS_1", "W_RSS_2", "W_DIRECT_1", "W_RSS_3"]


def test_an_id_is_never_given_twice(store: Store) -> None:
    """Not after its source was removed, and not when the id came from an import."""
    first = store.new_source_uuid(SourceKind.FEED)
    store.save_source(a_source(1))
    assert store.remove_source(first)
    assert store.new_source_uuid(SourceKind.FEED) == "W_RSS_2"
    store.save_source(a_source(40))
    assert store.new_source_uuid(SourceKind.FEED) == "W_RSS_41"
    store.save_source(a_source(7))
    assert store.new_source_uuid(SourceKind.FEED) == "W_RSS_42"


def test_a_removed_source_leaves_its_articles(store: Store) -> None:
    """Forgetting a source forgets no article and no mention of it."""
    store.save_source(a_source(1))
    article = an_article()
    store.ingest(IngestBatch(NOW, articles=(article,), mentions=(a_mention(article),)))
    assert store.remove_source("W_RSS_1")
    assert not store.remove_source("W_RSS_1")
    assert store.articles([article.article_uuid])
    assert store.mentions([article.article_uuid])


def test_health_comes_back_as_it_was_saved(store: Store) -> None:
    """Every field of a health survives the database, and the lease is over."""
    store.save_source(a_source(1))
    store.claim_due(NOW, "me", LEASE, limit=1)
    health = SourceHealth(
        "W_RSS_1",
        state=SourceState.BLOCKED,
        message="A challenge page.",
        etag='W/"x"',
        last_modified="Wed, 04 Mar 2026 06:00:00 GMT",
        body_checksum="ab" * 32,
        last_polled_at=NOW,
        last_success_at=NOW - timedelta(days=1),
        last_full_fetch_at=NOW - timedelta(days=2),
        next_poll_at=NOW + timedelta(hours=1),
        failures=3,
        failing_since=NOW - timedelta(hours=5),
        flags=("malformed", "undated"),
        suggested_url="https://a.example/new.xml",
        moved_to="https://b.example/",
        moved_seen=2,
    )
    assert store.save_health(health, owner="me")
    assert store.healths() == {"W_RSS_1": health}


def test_a_source_never_polled_has_no_health(store: Store) -> None:
    """Claiming alone makes no health."""
    store.save_source(a_source(1))
    store.claim_due(NOW, "me", LEASE, limit=1)
    assert store.healths() == {}


def test_a_claimed_source_is_held(store: Store) -> None:
    """Nobody else gets it, forced or not, until the lease ends."""
    store.save_source(a_source(1))
    ((source, health),) = store.claim_due(NOW, "me", LEASE, limit=5)
    assert source == a_source(1)
    assert (health.lease_owner, health.lease_until) == ("me", NOW + LEASE)
    assert store.claim_due(NOW, "you", LEASE, limit=5, force=True) == []
    just_before = NOW + LEASE - timedelta(microseconds=1)
    assert store.claim_due(just_before, "you", LEASE, limit=5) == []
    assert len(store.claim_due(NOW + LEASE, "you", LEASE, limit=5)) == 1


def test_a_lease_is_prolonged_by_its_owner_alone(store: Store) -> None:
    """A poll that takes long keeps its source; one that lost it does not get it back that way."""
    for number in (1, 2):
        store.save_source(a_source(number))
    store.claim_due(NOW, "me", LEASE, limit=1)
    store.claim_due(NOW, "other", LEASE, limit=1)
    store.prolong_sources(["W_RSS_1", "W_RSS_2", "W_RSS_9"], "me", NOW + 2 * LEASE)
    (taken,) = store.claim_due(NOW + LEASE, "third", LEASE, limit=5)
    assert taken[0].source_uuid == "W_RSS_2"
    store.save_health(SourceHealth("W_RSS_1", state=SourceState.OK), owner="me")
    store.prolong_sources(["W_RSS_1"], "me", NOW + 9 * LEASE)
    (freed,) = store.claim_due(NOW + LEASE, "third", LEASE, limit=5)
    assert freed[0].source_uuid == "W_RSS_1"


def test_a_lost_lease_saves_nothing(store: Store) -> None:
    """Who comes back after another took the source cannot overwrite what the other finds."""
    store.save_source(a_source(1))
    store.claim_due(NOW, "slow", LEASE, limit=1)
    store.claim_due(NOW + LEASE, "quick", LEASE, limit=1)
    late = SourceHealth("W_RSS_1", state=SourceState.FAILING)
    assert not store.save_health(late, owner="slow")
    assert store.healths() == {}
    assert store.save_health(SourceHealth("W_RSS_1", state=SourceState.OK), owner="quick")
    assert store.healths()["W_RSS_1"].state is SourceState.OK


def test_health_of_an_unknown_source_is_not_saved(store: Store) -> None:
    """A source that was removed while it was polled stays removed."""
    assert not store.save_health(SourceHealth("W_RSS_9"), owner="me")


@pytest.mark.parametrize(
    ("next_poll_at", "force", "is_taken"),
    [(None, False, True), (NOW, False, True), (NOW + timedelta(seconds=1), False, False),
     (NOW + timedelta(days=1), True, True)],
    ids=["never polled", "due now", "not yet due", "not due but forced"],
)  # fmt: skip
def test_only_due_sources_are_taken(
    store: Store, next_poll_at: object, force: bool, is_taken: bool
) -> None:
    """A source is due from its time on; `force` takes it before."""
    store.save_source(a_source(1))
    store.claim_due(NOW - LEASE, "me", LEASE, limit=1)
    store.save_health(SourceHealth("W_RSS_1", next_poll_at=next_poll_at), owner="me")  # type: ignore[arg-type]
    taken = store.claim_due(NOW, "me", LEASE, limit=1, force=force)
    assert bool(taken) is is_taken


def test_inactive_sources_are_never_taken(store: Store) -> None:
    """Not even when forced."""
    store.save_source(a_source(1, active=False))
    assert store.claim_due(NOW, "me", LEASE, limit=1, force=True) == []


def test_the_choice_can_be_narrowed_and_limited(store: Store) -> None:
    """`only` names who may be taken, `limit` how many."""
    for number in range(1, 6):
        store.save_source(a_source(number))
    taken = store.claim_due(NOW, "me", LEASE, limit=9, only=["W_RSS_2", "W_RSS_4"])
    assert sorted(s.source_uuid for s, _ in taken) == ["W_RSS_2", "W_RSS_4"]
    assert len(store.claim_due(NOW, "me", LEASE, limit=2)) == 2
    assert store.claim_due(NOW, "me", LEASE, limit=9, only=[]) == []


def test_no_source_is_claimed_twice(store: Store, database: DatabaseSettings) -> None:
    """Six pollers with connections of their own share forty sources without a double."""
    for number in range(1, 41):
        store.save_source(a_source(number))
    taken: list[str] = []
    faults: list[BaseException] = []
    start = threading.Barrier(6)

    def poll(owner: str) -> None:
        own = open_store(database)
        try:
            start.wait()
            while claimed := own.claim_due(NOW, owner, LEASE, limit=3):
                taken.extend(source.source_uuid for source, _ in claimed)
        except BaseException as fault:
            faults.append(fault)
        finally:
            own.close()

    threads = [threading.Thread(target=poll, args=(f"poller {n}",)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert sorted(taken) == sorted(f"W_RSS_{n}" for n in range(1, 41))
