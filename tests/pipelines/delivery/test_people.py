"""Lists of subscribers in the hands of their owner: K1."""

import pytest

from strandline.model.accounts import Actor
from strandline.model.delivery import SubscriberState, SuppressedFor, Suppression
from strandline.model.errors import UsageError
from strandline.pipelines.delivery import begin_sending
from strandline.pipelines.delivery.bounces import note_bounce, note_complaint
from strandline.pipelines.desk.subscribers import (
    add_subscriber,
    import_subscribers,
    pause_subscriber,
    remove_subscriber,
    resume_subscriber,
    suppress_address,
    unsuppress_address,
)
from strandline.testing.builders import NOW
from strandline.testing.mail_house import House, an_edition

ME = Actor.console()


def added(house: House, email: str) -> str:
    outcome = add_subscriber(house.ports, ME, email, reader_id="public", basis="asked me")
    assert outcome.is_done, outcome
    return outcome.subject


def imported(house: House, text: str, **options: bool) -> tuple[int, int, int, int]:
    told = import_subscribers(house.ports, ME, text, reader_id="public", basis="members", **options)
    return told.added, told.there, told.suppressed, told.wrong


def test_adding_by_hand(house: House) -> None:
    """The reason is kept as proof, and who added it stands in the audit."""
    subscriber_id = added(house, " Ada@Mail.EXAMPLE ")
    found = house.store.subscriber(subscriber_id)
    assert found is not None
    assert (found.email, found.proof.detail) == ("Ada@mail.example", "asked me")
    (row,) = house.store.audit(what="subscriber.add")
    assert (row.actor.name, row.subject) == ("console", subscriber_id)
    again = add_subscriber(house.ports, ME, "ada@mail.example", reader_id="public", basis="x")
    assert (again.is_done, again.message) == (False, "desk.people.there")
    assert len(house.store.audit(what="subscriber.add")) == 1


@pytest.mark.parametrize(
    ("email", "list_id", "basis", "message"),
    [
        ("nobody", "public", "x", "desk.people.no_address"),
        ("a@b.example\nBcc: c@d.example", "public", "x", "desk.people.no_address"),
        ("a@b.example", "nowhere", "x", "desk.people.no_list"),
        ("a@b.example", "public", "  ", "desk.people.no_basis"),
        ("x" * 300 + "@b.example", "public", "x", "desk.people.no_address"),
    ],
)
def test_who_cannot_be_added(
    house: House, email: str, list_id: str, basis: str, message: str
) -> None:
    """It is said why; nothing is kept."""
    outcome = add_subscriber(house.ports, ME, email, reader_id=list_id, basis=basis)
    assert (outcome.is_done, outcome.message) == (False, message)
    assert house.store.subscribers() == []


def test_a_file_of_addresses(house: House) -> None:
    """Wrong lines are counted and told, the others are added; again, nothing is added twice."""
    text = (
        "\ufeffName,Email,Language\nAda,ada@mail.example,fr\nBob,not an address,en\n"
        'Cid,"cid@mail.example",xx\nDup,ADA@mail.example,en\nEve,,en\n'
    )
    assert imported(house, text, dry_run=True) == (2, 1, 0, 1)
    assert house.store.subscribers() == []
    assert imported(house, text) == (2, 1, 0, 1)
    assert imported(house, text) == (0, 3, 0, 1)
    people = {one.email: one.language for one in house.store.subscribers()}
    assert people == {"ada@mail.example": "fr", "cid@mail.example": None}


def test_a_file_without_a_heading(house: House) -> None:
    """The first column is the address; a file of other things has only wrong lines."""
    assert imported(house, "ada@mail.example\nbob@mail.example;x\n") == (1, 0, 0, 1)
    assert imported(house, "\0\x1b[2J" * 50_000 + '\n"open quote') == (0, 0, 0, 2)


def test_a_large_file_with_errors(house: House) -> None:
    """Every line is counted once, in whatever batch it comes; faults that are told are few."""
    kinds = (
        lambda n: f"p{n}@d{n % 9}.example,fr",
        lambda n: f"nobody at {n}",
        lambda n: f"P{n - 2}@D{(n - 2) % 9}.EXAMPLE",  # the one before, in other letters
        lambda n: "x" * 300 + "@d.example",
        lambda n: f"zoé{n}@bücher.example",
    )
    text = "\n".join(kinds[n % 5](n) for n in range(3_000))
    told = import_subscribers(house.ports, ME, text, reader_id="public", basis="members")
    assert (told.added, told.there, told.suppressed, told.wrong) == (1_200, 600, 0, 1_200)
    assert 0 < len(told.faults) < 100
    assert sum(house.store.count_subscribers().values()) == 1_200


def test_no_import_brings_back_who_left(house: House) -> None:
    """Suppressed addresses stay out, of this list and of all."""
    house.store.suppress(
        [
            Suppression("ada@mail.example", "", SuppressedFor.COMPLAINED, NOW),
            Suppression("bob@mail.example", "public", SuppressedFor.UNSUBSCRIBED, NOW),
            Suppression("cid@mail.example", "other", SuppressedFor.UNSUBSCRIBED, NOW),
        ]
    )
    text = "ada@mail.example\nbob@mail.example\ncid@mail.example"
    assert imported(house, text) == (1, 0, 2, 0)
    one = add_subscriber(house.ports, ME, "Ada@mail.example", reader_id="public", basis="again")
    assert one.message == "desk.people.suppressed"


def test_an_import_without_a_basis(house: House) -> None:
    """Nobody is written to without a reason."""
    with pytest.raises(UsageError, match="may be written to"):
        import_subscribers(house.ports, ME, "a@b.example", reader_id="public", basis="")


def test_pause_resume_remove(house: House) -> None:
    """Each is told, and asked of a state in which it makes no sense refused."""
    who = added(house, "ada@mail.example")
    assert resume_subscriber(house.ports, ME, who).message == "desk.people.not_now"
    assert pause_subscriber(house.ports, ME, who).message == "desk.people.paused"
    assert resume_subscriber(house.ports, ME, who).message == "desk.people.active"
    assert remove_subscriber(house.ports, ME, who).message == "desk.people.removed"
    assert remove_subscriber(house.ports, ME, who).message == "desk.people.gone"
    assert [row.what for row in house.store.audit()] == [
        "subscriber.remove",
        "subscriber.resume",
        "subscriber.pause",
        "subscriber.add",
    ]


def test_mails_that_come_back(house: House) -> None:
    """A hard one pauses at once, soft ones after five in a row; resumed, they are forgotten."""
    who = added(house, "ada@mail.example")
    results = [
        note_bounce(house.ports, house.settings, who, "452 full", is_hard=False) for _ in range(5)
    ]
    assert results == [False, False, False, False, True]
    assert house.store.suppressions(["ada@mail.example"]) == []
    assert resume_subscriber(house.ports, ME, who).is_done
    assert note_bounce(house.ports, house.settings, who, "550 gone", is_hard=True)
    assert house.store.suppressions(["ada@mail.example"]) != []
    assert resume_subscriber(house.ports, ME, who).is_done
    assert house.store.suppressions(["ada@mail.example"]) == []
    assert not note_bounce(house.ports, house.settings, "nobody", "550", is_hard=True)


def test_a_complaint(house: House) -> None:
    """It ends every list, and is not undone by resuming."""
    who = added(house, "ada@mail.example")
    assert note_complaint(house.ports, who, "feedback loop")
    found = house.store.subscriber(who)
    assert found is not None
    assert found.state is SubscriberState.COMPLAINED
    assert not resume_subscriber(house.ports, ME, who).is_done
    assert not note_complaint(house.ports, "nobody", "")


def test_suppressed_by_hand(house: House) -> None:
    """Who is suppressed after a plan was made is not in the next one."""
    added(house, "ada@mail.example")
    assert suppress_address(house.ports, ME, "ADA@mail.example", "asked by letter").is_done
    assert not suppress_address(house.ports, ME, "ada@mail.example").is_done
    house.store.save_digest(an_edition(), [])
    sending = begin_sending(house.ports, house.settings, an_edition())
    assert [state.value for state in sending.sums] == ["excluded"]
    assert unsuppress_address(house.ports, ME, "ada@mail.example").is_done
    assert not unsuppress_address(house.ports, ME, "ada@mail.example").is_done
