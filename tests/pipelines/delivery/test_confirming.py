"""The mail that asks to confirm: K1's double opt-in."""

from collections.abc import Callable
from datetime import timedelta

from strandline.model.delivery import SubscriberState
from strandline.pipelines.delivery import ask_to_confirm
from strandline.pipelines.delivery.subscribing import ask, confirm
from strandline.testing.mail_house import House
from strandline.testing.smtp_server import MailServer


def asked(house: House, email: str, language: str = "en") -> None:
    ask(
        house.ports,
        email,
        reader_id="public",
        language=language,
        agreed="I want it",
        network="192.0.2.0/24",
    )


def test_from_asking_to_the_list(house: House, server: MailServer) -> None:
    """One mail goes out, in the language of the form; its link puts the address on the list."""
    asked(house, "ada@mail.example", "fr")
    assert [ask_to_confirm(house.ports, house.settings) for _ in range(2)] == [1, 0]
    (mail,) = server.accepted
    assert mail.message["Subject"] == "À confirmer\u00a0: River News"
    assert mail.message["To"] == "ada@mail.example"
    text = mail.message.get_content()
    (link,) = [line for line in text.splitlines() if line.startswith("https://river.example/")]
    found = confirm(house.ports, link.rpartition("/")[2], "198.51.100.0/24")
    assert found is not None
    assert found.state is SubscriberState.ACTIVE
    assert (found.proof.asked_from, found.proof.confirmed_from) == (
        "192.0.2.0/24",
        "198.51.100.0/24",
    )


def test_who_asks_often_gets_one_mail(house: House, server: MailServer) -> None:
    """Another one a day later, as the first may be lost: nobody is bombed."""
    for _ in range(3):
        asked(house, "ada@mail.example")
        ask_to_confirm(house.ports, house.settings)
    assert len(server.accepted) == 1
    house.clock.advance(timedelta(hours=25))
    asked(house, "ADA@mail.example")
    ask_to_confirm(house.ports, house.settings)
    assert len(server.accepted) == 2
    assert len(house.store.subscribers()) == 1


def test_no_server_at_that_moment(make_house: Callable[..., House], server: MailServer) -> None:
    """The mail waits; what is put off by the server is tried again."""
    house = make_house(smtp_port=1)
    asked(house, "ada@mail.example")
    assert ask_to_confirm(house.ports, house.settings) == 0
    assert len(house.store.unconfirmed()) == 1
    other = make_house()
    server.rcpt = lambda _who, asked: "451 4.7.1 later" if asked < 2 else None
    assert [ask_to_confirm(other.ports, other.settings) for _ in range(3)] == [0, 1, 0]


def test_who_never_confirms_is_forgotten(house: House) -> None:
    """After thirty days nothing of them is kept."""
    asked(house, "ada@mail.example")
    ask_to_confirm(house.ports, house.settings)
    house.clock.advance(timedelta(days=31))
    ask_to_confirm(house.ports, house.settings)
    assert house.store.subscribers() == []
