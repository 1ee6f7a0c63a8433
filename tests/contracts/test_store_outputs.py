"""The contract of `OutputStore`, on both databases."""

from dataclasses import replace
from datetime import datetime, timedelta

from strandline.model.digests import Digest
from strandline.model.editions import EditionState
from strandline.model.outputs import OutputDelivery, OutputState
from strandline.ports import Store
from strandline.testing.builders import NOW

LEASE = timedelta(seconds=90)
LATER = NOW + timedelta(hours=1)
LONG_AGO = NOW - timedelta(days=400)


def publish(store: Store, *names: str, **changes: object) -> None:
    for name in names:
        plain = {"state": EditionState.SENT, "published_at": NOW}
        store.save_digest(Digest(name, "public", NOW, "News", "en", **{**plain, **changes}), [])  # type: ignore[arg-type]


def planned(store: Store, *names: str) -> None:
    store.note_outputs(["hub"], NOW)
    publish(store, *names)
    assert store.plan_output("hub", ["public"], NOW, LONG_AGO) == len(names)


def claimed(store: Store, owner: str = "one", at: datetime = NOW) -> OutputDelivery:
    row = store.claim_output(["hub"], owner, at, LEASE)
    assert row is not None
    return row


def test_an_edition_is_planned_once(store: Store) -> None:
    """What was published since the output is there, for its lists; again changes nothing."""
    publish(store, "before", published_at=NOW - timedelta(seconds=1))
    publish(store, "draft", state=EditionState.DRAFT, published_at=None)
    planned(store, "d1")
    assert store.plan_output("hub", ["public"], LATER, LONG_AGO) == 0
    assert store.plan_output("hub", ["somebody"], LATER, LONG_AGO) == 0
    (row,) = store.output_log()
    assert row == OutputDelivery("hub", "d1", OutputState.PLANNED, NOW, NOW)


def test_what_was_published_long_ago_waits_for_a_person(store: Store) -> None:
    """It is there as failed, with the reason, and is planned when somebody wants it."""
    store.note_outputs(["hub"], NOW)
    publish(store, "d1")
    assert store.plan_output("hub", ["public"], LATER, LATER) == 1
    assert store.claim_output(["hub"], "one", LATER, LEASE) is None
    (row,) = store.output_log(state=OutputState.FAILED)
    assert "too long" in row.said
    assert store.plan_again("hub", "d1", LATER)
    assert claimed(store, at=LATER).digest_id == "d1"


def test_a_row_has_one_owner(store: Store) -> None:
    """Claimed it is committed as `sending`, with the attempt counted and since when it is in doubt;
    nobody else gets it, and nobody else writes it.
    """
    planned(store, "d1")
    row = claimed(store)
    assert (row.state, row.attempts, row.doubt_since) == (OutputState.SENDING, 1, NOW)
    assert store.claim_output(["hub"], "two", LATER, LEASE) is None
    assert store.prolong_output(row, "one", NOW + LEASE)
    assert not store.prolong_output(row, "two", LATER + LEASE)
    assert not store.settle_output(row, "two", failed=False)
    assert not store.plan_again("hub", "d1", LATER)
    assert not store.decide_output("hub", "d1", OutputState.DONE, "", LATER)


def test_a_row_comes_back_as_it_was_settled(store: Store) -> None:
    """Every field is kept; put off, it is not due before its time."""
    planned(store, "d1")
    row = claimed(store)
    left = OutputDelivery(
        "hub", "d1", OutputState.PLANNED, NOW, NOW, 1, LATER, "status 500", "id 7", NOW
    )
    assert store.settle_output(left, "one", failed=True)
    assert store.output_delivery("hub", "d1") == left
    assert store.claim_output(["hub"], "one", NOW, LEASE) is None
    again = claimed(store, "two", LATER)
    assert (again.attempts, again.doubt_since, again.remote_id) == (2, NOW, "id 7")
    assert row.output == again.output


def test_a_row_that_waits_is_due_now_and_as_much_in_doubt(store: Store) -> None:
    """Whoever has it tried at once knows no more than we do; at rest they have looked."""
    planned(store, "d1")
    claimed(store)
    waits = OutputDelivery("hub", "d1", OutputState.PLANNED, NOW, NOW, 1, LATER, doubt_since=NOW)
    store.settle_output(waits, "one", failed=True)
    assert store.plan_again("hub", "d1", NOW)
    again = claimed(store)
    assert (again.attempts, again.doubt_since) == (2, NOW)
    store.settle_output(replace(again, state=OutputState.UNKNOWN), "one", failed=True)
    assert store.plan_again("hub", "d1", LATER)
    assert claimed(store, at=LATER).doubt_since == LATER


def test_lost_rows_are_taken_over_as_they_were(store: Store) -> None:
    """Only those whose owner gives no sign of life, and by one of several."""
    planned(store, "d1")
    row = claimed(store)
    assert store.claim_lost("two", NOW, LEASE) == []
    assert store.claim_lost("two", NOW + LEASE, LEASE) == [row]
    assert store.claim_lost("three", NOW + LEASE, LEASE) == []
    assert not store.settle_output(row, "one", failed=False)
    assert store.settle_output(row, "two", failed=False)


def test_a_run_of_failures_holds_an_output(store: Store) -> None:
    """With the last answer as the reason; a success counts anew, and a person lets it go on."""
    planned(store, "d1", "d2", "d3")
    for number, failed in enumerate((True, False, True, True)):
        row = claimed(store, at=NOW + timedelta(seconds=number))
        left = OutputDelivery(
            "hub", row.digest_id, OutputState.PLANNED, NOW, NOW, 1, None, "status 500"
        )
        assert store.settle_output(left, "one", failed=failed, most=2)
    (standing,) = store.outputs()
    assert standing.is_held
    assert standing.failures == 2
    assert "status 500" in standing.said
    assert store.claim_output(["hub"], "one", LATER, LEASE) is None
    store.set_output("hub", LATER, held=False)
    (standing,) = store.outputs()
    assert (standing.is_held, standing.failures, standing.said) == (False, 0, "")
    assert claimed(store, at=LATER).digest_id == row.digest_id


def test_an_answer_can_hold_an_output_at_once(store: Store) -> None:
    """As a key that is not taken does."""
    planned(store, "d1")
    left = OutputDelivery("hub", "d1", OutputState.PLANNED, NOW, NOW)
    claimed(store)
    assert store.settle_output(left, "one", failed=True, hold="status 401")
    assert [(one.is_held, one.said) for one in store.outputs()] == [(True, "status 401")]


def test_the_log_goes_back_page_by_page(store: Store) -> None:
    """Rows of one moment too; by output, edition and state."""
    planned(store, "d1", "d2", "d3")
    first = store.output_log(limit=2)
    last = (first[-1].changed_at, first[-1].output, first[-1].digest_id)
    rest = store.output_log(before=last, limit=2)
    assert [row.digest_id for row in [*first, *rest]] == ["d3", "d2", "d1"]
    assert [row.digest_id for row in store.output_log(digest_id="d2", name="hub")] == ["d2"]
    assert store.output_log(state=OutputState.DONE) == []
    assert store.output_trouble() == {("hub", OutputState.PLANNED): 3}


def test_a_persons_word_counts(store: Store) -> None:
    """What is unknown is done where somebody says so."""
    planned(store, "d1")
    claimed(store)
    unknown = OutputDelivery("hub", "d1", OutputState.UNKNOWN, NOW, NOW, 1)
    store.settle_output(unknown, "one", failed=True)
    assert store.decide_output("hub", "d1", OutputState.DONE, "ada says so", LATER)
    found = store.output_delivery("hub", "d1")
    assert found is not None
    assert (found.state, found.said, found.changed_at) == (OutputState.DONE, "ada says so", LATER)
    assert not store.decide_output("hub", "d9", OutputState.DONE, "", LATER)


def test_times_of_a_clock_that_was_ahead_are_mended(store: Store) -> None:
    """An output that was first seen in the future would get nothing until then."""
    ahead = NOW + timedelta(days=365)
    store.note_outputs(["hub"], ahead)
    publish(store, "d1")
    assert store.plan_output("hub", ["public"], NOW, LONG_AGO) == 0
    assert store.mend_times(NOW) == 1
    assert store.plan_output("hub", ["public"], NOW, LONG_AGO) == 1
