"""The contracts of `SubscriberStore` and `DeliveryStore`, on both databases."""

from dataclasses import replace
from datetime import timedelta

import pytest

from strandline.core.delivery.addresses import address_key
from strandline.model.database import Aged
from strandline.model.delivery import (
    Basis,
    Delivery,
    DeliveryState,
    Letter,
    Proof,
    SendingState,
    Subscriber,
    SubscriberState,
    SuppressedFor,
    Suppression,
)
from strandline.model.digests import Digest
from strandline.model.errors import StoreError
from strandline.model.sources import SourceKind
from strandline.ports import Store
from strandline.testing.builders import NOW, a_source

LEASE = timedelta(seconds=90)
LATER = NOW + timedelta(minutes=5)


def a_subscriber(number: int = 1, **changes: object) -> Subscriber:
    plain = Subscriber(
        f"s{number:04}",
        f"Person{number}@mail.example",
        "public",
        SubscriberState.ACTIVE,
        NOW,
        Proof(Basis.HAND),
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


@pytest.fixture
def edition(store: Store) -> str:
    store.save_digest(Digest("d1", "public", NOW, "News", "en"), [])
    return "d1"


def planned(store: Store, edition: str, count: int) -> list[Delivery]:
    store.save_subscribers([a_subscriber(number) for number in range(count)])
    store.plan_sending(edition, "public", "smtp", NOW)
    return store.claim_deliveries(edition, "one", NOW, LEASE, limit=count)


def states(store: Store, edition: str) -> dict[str, DeliveryState]:
    return {row.subscriber_id: row.state for row in store.deliveries(edition, limit=1000)}


def test_a_subscriber_comes_back_as_saved(store: Store) -> None:
    """Every field is kept, the proof with both its times."""
    proof = Proof(Basis.FORM, "I want it", NOW, "192.0.2.0/24", LATER, "198.51.100.0/24")
    whole = a_subscriber(
        proof=proof, language="fr", least_days=7, categories=("科技",), bounces=2, changed_at=LATER
    )
    store.save_subscribers([whole])
    assert store.subscriber("s0001") == whole
    assert store.find_subscribers("PERSON1@mail.EXAMPLE") == [whole]
    assert store.count_subscribers() == {("public", SubscriberState.ACTIVE): 1}


def test_an_address_is_on_a_list_once(store: Store) -> None:
    """In any case of letters; the one that came first stays."""
    store.save_subscribers([a_subscriber()])
    again = replace(a_subscriber(2), email="PERSON1@mail.example")
    assert store.save_subscribers([again, a_subscriber(3)]) == ["s0002"]
    assert [one.subscriber_id for one in store.subscribers()] == ["s0001", "s0003"]
    assert [one.subscriber_id for one in store.subscribers(after="s0001")] == ["s0003"]


def test_addresses_change_hands_in_one_go(store: Store) -> None:
    """Who lets an address go makes room for another; who keeps it does not."""
    store.save_subscribers([a_subscriber(1), a_subscriber(2)])
    one, two = a_subscriber(1), a_subscriber(2)
    moved = [
        replace(one, email="new@mail.example"),
        replace(two, email=one.email),
        a_subscriber(3, email="NEW@mail.example"),
    ]
    assert store.save_subscribers(moved) == ["s0003"]
    assert [one.email for one in store.subscribers()] == ["new@mail.example", one.email]
    assert store.addresses_on("public", ["new@mail.example", address_key(two.email)]) == {
        "new@mail.example"
    }
    assert store.addresses_on("other", ["new@mail.example"]) == set()


def test_a_suppression_stays_as_it_was_first(store: Store) -> None:
    """A second reason does not replace the first; each list has its own."""
    key = address_key("A@b.example")
    first = Suppression(key, "", SuppressedFor.COMPLAINED, NOW, "spam")
    assert store.suppress([first, replace(first, reason=SuppressedFor.HAND)]) == 1
    assert store.suppressions([key, "other@b.example"]) == [first]
    assert store.all_suppressions() == [first]
    assert not store.unsuppress(key, "public")
    assert store.unsuppress(key, "")


def test_letters_are_kept_until_they_are_read(store: Store) -> None:
    """Each once by its key; what asks a person for something stays; all go with their source."""
    source = a_source(kind=SourceKind.NEWSLETTER, url="The Quay")
    store.save_source(source)
    first = Letter(source.source_uuid, "k1", NOW, "Zoe", "One", b"\x00\xff" * 9)
    second = replace(first, letter_key="k2", received_at=LATER)
    assert [store.keep_letter(one) for one in (second, first, replace(first, body=b""))] == [
        True,
        True,
        False,
    ]
    assert store.waiting_letters(source.source_uuid, limit=9) == [first, second]
    store.letter_read(first, LATER, asks="https://m.example/c")
    assert store.waiting_letters(source.source_uuid, limit=9) == [second]
    asking = replace(first, body=b"", asks="https://m.example/c", read_at=LATER)
    assert store.asking_letters(source.source_uuid, limit=9) == [asking]
    assert not store.keep_letter(first)
    assert store.let_go(Aged.MAILS, LATER) == 1
    store.remove_source(source.source_uuid)
    assert store.waiting_letters(source.source_uuid, limit=9) == []


def test_a_plan_is_frozen(store: Store, edition: str) -> None:
    """Who comes later, changes or leaves, changes nothing of it; a second plan neither."""
    store.save_subscribers([a_subscriber(1), a_subscriber(2, state=SubscriberState.PENDING)])
    first = store.plan_sending(edition, "public", "smtp", NOW)
    store.save_subscribers([a_subscriber(3), replace(a_subscriber(1), email="new@mail.example")])
    assert store.plan_sending(edition, "public", "folder", LATER) == first
    (row,) = store.deliveries(edition)
    assert (row.email, row.state) == ("Person1@mail.example", DeliveryState.PLANNED)
    assert (first.way, first.sums) == ("smtp", {DeliveryState.PLANNED: 1})


def test_a_plan_of_no_edition(store: Store) -> None:
    """Is refused, and leaves nothing behind."""
    with pytest.raises(StoreError, match="no edition"):
        store.plan_sending("nope", "public", "smtp", NOW)
    assert store.sending("nope") is None


def test_who_is_not_written_to(store: Store, edition: str) -> None:
    """Suppressed addresses, of the list or of all, and a rhythm that is not over, are excluded."""
    people = [a_subscriber(1), a_subscriber(2), a_subscriber(3, least_days=7), a_subscriber(4)]
    store.save_subscribers(people)
    store.suppress(
        [
            Suppression("person1@mail.example", "", SuppressedFor.HAND, NOW),
            Suppression("person2@mail.example", "other", SuppressedFor.UNSUBSCRIBED, NOW),
        ]
    )
    store.plan_sending(edition, "public", "smtp", NOW)
    taken = store.claim_deliveries(edition, "one", NOW, LEASE, limit=9)
    sent = [replace(row, state=DeliveryState.ACCEPTED, said="250 ok") for row in taken]
    assert [row.subscriber_id for row in sent] == ["s0002", "s0003", "s0004"]
    assert store.settle_deliveries(sent, "one") == 3
    for number, days, weekly in ((2, 1, False), (3, 7, True)):
        digest_id, when = f"d{number}", NOW + timedelta(days=days)
        store.save_digest(Digest(digest_id, "public", when, "News", "en"), [])
        store.plan_sending(digest_id, "public", "smtp", when)
        found = {row.subscriber_id: (row.state, row.said) for row in store.deliveries(digest_id)}
        assert found["s0001"] == (DeliveryState.EXCLUDED, "suppressed")
        assert (found["s0003"] == (DeliveryState.EXCLUDED, "too_soon")) is not weekly


def test_who_leaves_after_the_plan(store: Store, edition: str) -> None:
    """Is not sent it any more: left, complained, or suppressed meanwhile."""
    store.save_subscribers([a_subscriber(number) for number in range(3)])
    store.plan_sending(edition, "public", "smtp", NOW)
    store.save_subscribers([a_subscriber(0, state=SubscriberState.UNSUBSCRIBED)])
    store.suppress([Suppression("person1@mail.example", "", SuppressedFor.HAND, NOW)])
    taken = store.claim_deliveries(edition, "one", NOW, LEASE, limit=9)
    assert [row.subscriber_id for row in taken] == ["s0002"]
    assert [state.value for state in states(store, edition).values()] == [
        "excluded",
        "excluded",
        "sending",
    ]


def test_each_row_has_one_owner(store: Store, edition: str) -> None:
    """What one sender took, another does not get; what is settled nobody does."""
    taken = planned(store, edition, 5)
    assert len(taken) == 5
    assert {(row.state, row.attempts) for row in taken} == {(DeliveryState.SENDING, 1)}
    assert store.claim_deliveries(edition, "two", LATER, LEASE, limit=9) == []
    assert not store.hand_over(taken[0], "two", NOW)
    assert store.settle_deliveries([replace(taken[0], state=DeliveryState.ACCEPTED)], "two") == 0
    assert store.hand_over(taken[0], "one", NOW)
    assert store.settle_deliveries([replace(taken[0], state=DeliveryState.ACCEPTED)], "one") == 1
    assert not store.hand_over(taken[0], "one", NOW)


def test_a_sender_that_ended(store: Store, edition: str) -> None:
    """What it had not handed over is planned again; what it had is unknown and stays so."""
    taken = planned(store, edition, 2)
    store.hand_over(taken[0], "one", NOW)
    store.prolong_deliveries(edition, "one", NOW + 2 * LEASE)
    assert store.recover_deliveries(NOW + LEASE) == (0, 0)
    assert store.recover_deliveries(NOW + 2 * LEASE) == (1, 1)
    assert states(store, edition) == {
        "s0000": DeliveryState.UNKNOWN,
        "s0001": DeliveryState.PLANNED,
    }
    again = store.claim_deliveries(edition, "two", LATER, LEASE, limit=9)
    assert [row.subscriber_id for row in again] == ["s0001"]
    # A sender that was only slow knows better; what it no longer owns it leaves alone.
    known = [replace(row, state=DeliveryState.ACCEPTED) for row in taken]
    assert store.settle_deliveries(known, "one") == 1
    assert states(store, edition)["s0000"] is DeliveryState.ACCEPTED


def test_what_is_put_off(store: Store, edition: str) -> None:
    """A row, or a whole domain, waits for its time."""
    (row,) = planned(store, edition, 1)
    put_off = replace(row, state=DeliveryState.DEFERRED, not_before=LATER, said="450 later")
    store.settle_deliveries([put_off], "one")
    assert store.claim_deliveries(edition, "one", NOW, LEASE, limit=9) == []
    assert store.put_off_domain(edition, "mail.example", LATER + LEASE) == 1
    assert store.put_off_domain(edition, "other.example", LATER + LEASE) == 0
    assert store.claim_deliveries(edition, "one", LATER, LEASE, limit=9) == []
    (row,) = store.claim_deliveries(edition, "one", LATER + LEASE, LEASE, limit=9)
    assert (row.attempts, row.said) == (2, "450 later")


def test_a_sending_that_is_held(store: Store, edition: str) -> None:
    """Nothing is taken from it; what is in hand is settled all the same."""
    (row,) = planned(store, edition, 1)
    store.set_sending(edition, SendingState.HELD, LATER, "535 wrong password")
    assert store.settle_deliveries([replace(row, state=DeliveryState.PLANNED)], "one") == 1
    assert store.claim_deliveries(edition, "one", LATER, LEASE, limit=9) == []
    held = store.sending(edition)
    assert held is not None
    assert (held.state, held.said, held.is_balanced) == (
        SendingState.HELD,
        "535 wrong password",
        False,
    )


def test_a_subscriber_that_is_removed(store: Store, edition: str) -> None:
    """Their address is gone from what was sent, too; the sums stay."""
    planned(store, edition, 2)
    assert store.remove_subscriber("s0000")
    assert not store.remove_subscriber("s0000")
    assert [row.email for row in store.deliveries(edition)] == ["", "Person1@mail.example"]
    assert store.deliveries_of("s0001")[0].digest_id == edition
