"""A mailbox on a mail server: every mail is acted on once, whatever breaks in between."""

import itertools
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from strandline.adapters.mail.imap import ImapMailbox
from strandline.core.delivery.incoming import read_incoming
from strandline.core.delivery.marks import LEAVE, token
from strandline.core.urls.addresses import read_allowed
from strandline.model.accounts import Actor
from strandline.model.delivery import SubscriberState
from strandline.model.errors import MailboxFault
from strandline.pipelines.delivery.mailbox import read_mailbox
from strandline.pipelines.desk.subscribers import add_subscriber
from strandline.ports import DocumentParser, Ports
from strandline.settings import FetchSettings
from strandline.testing.imap_server import ImapServer, running_imap_server
from strandline.testing.mail_house import SECRET, House
from strandline.testing.tls import certificate, server_tls
from strandline.wiring import open_ports

LOOPBACK = ("127.0.0.0/8",)


class InThisProcess:
    """Reads mails without a process of its own, which has tests of its own."""

    incoming = staticmethod(read_incoming)


def mail(number: int) -> bytes:
    return f"From: a{number}@b.example\r\nSubject: no. {number}\r\n\r\nHello\r\n".encode() * 30


@pytest.fixture(scope="module")
def server() -> Iterator[ImapServer]:
    with running_imap_server(tls=server_tls()) as box:
        yield box


@pytest.fixture
def box(server: ImapServer) -> ImapServer:
    """The server as it was first."""
    fresh = ImapServer(port=server.port)
    for name in vars(fresh):
        setattr(server, name, getattr(fresh, name))
    return server


@pytest.fixture
def reading(make_house: Callable[..., House], box: ImapServer) -> Iterator[Callable[..., Any]]:
    """Reads the mailbox once, with settings that differ as said."""
    house = make_house()
    with _ports(house, box) as (ports, change):

        def read(**mail: Any) -> dict[str, int]:
            return read_mailbox(change(ports, **mail), house.settings)

        read.house = house  # type: ignore[attr-defined]
        yield read


@contextmanager
def _ports(house: House, box: ImapServer) -> Iterator[tuple[Ports, Callable[..., Ports]]]:
    usual = {
        "imap_host": "127.0.0.1",
        "imap_port": box.port,
        "imap_user": "ada",
        "imap_password": "secret",
        "imap_ca_file": str(certificate()),
        "imap_timeout_s": 20,
    }

    def change(ports: Ports, *, allowed: tuple[str, ...] = LOOPBACK, **mail: Any) -> Ports:
        settings = type(house.settings.mail).model_validate(
            house.settings.mail.model_dump() | usual | mail
        )
        parser = cast(DocumentParser, InThisProcess())
        return replace(ports, parser=parser, mailbox=ImapMailbox(settings, read_allowed(allowed)))

    yield house.ports, change


def test_each_mail_is_read_once_and_marked(reading: Any, box: ImapServer) -> None:
    """By its UID; what comes later is read later; nothing is marked as seen by a person."""
    box.put(mail(1))
    box.put(mail(2))
    assert reading() == {"other": 2}
    assert reading() == {}
    box.put(mail(3))
    assert reading() == {"other": 1}
    assert box.flags == {1: {"StrandlineRead"}, 2: {"StrandlineRead"}, 3: {"StrandlineRead"}}
    assert sum("BODY.PEEK" in one for one in box.commands) == 3


def test_a_mail_is_acted_on(reading: Any, box: ImapServer) -> None:
    """Somebody leaves by a mail in the mailbox."""
    house = reading.house
    who = add_subscriber(
        house.ports, Actor.console(), "ada@mail.example", reader_id="public", basis="asked"
    ).subject
    to = f"unsubscribe+{token(SECRET, LEAVE, who)}@river.example"
    box.put(f"To: {to}\r\nSubject: leave\r\n\r\n".encode())
    assert reading() == {"leave": 1}
    found = house.store.subscriber(who)
    assert found is not None
    assert found.state is SubscriberState.UNSUBSCRIBED


def test_broken_off_in_the_middle_of_a_mail(reading: Any, box: ImapServer) -> None:
    """What was read stays read, the rest is read by the next turn, nothing twice."""
    for number in range(1, 5):
        box.put(mail(number))
    box.drops_at = 3
    with pytest.raises(MailboxFault, match="broke off"):
        reading()
    assert len(reading.house.store.received()) == 2
    assert reading() == {"other": 2}
    assert [box.commands.count(f"UID FETCH {n} (BODY.PEEK[]<0.10000000>)") for n in (1, 3)] == [
        1,
        2,
    ]


def test_mails_that_are_numbered_anew(reading: Any, box: ImapServer) -> None:
    """Another UIDVALIDITY: the numbers mean other mails; what is read again does nothing again."""
    box.put(mail(1))
    assert reading(imap_done="flag") == {"other": 1}
    box.validity += 1
    box.mails = {1: mail(2), 2: mail(1)}
    box.flags = {}
    assert reading() == {"other": 2}
    assert len(reading.house.store.received()) == 2


@pytest.mark.parametrize("can_move", [True, False])
def test_moved_away(reading: Any, box: ImapServer, *, can_move: bool) -> None:
    """Into a folder that is made where it is missing, by servers old and new."""
    box.can_move = can_move
    box.put(mail(1))
    assert reading(imap_done="move", imap_done_folder='Gelesen & "gut" é') == {"other": 1}
    assert box.mails == {}
    assert box.moved == {'"Gelesen &- \\"gut\\" &AOk-"': [mail(1)]}


def test_a_mail_that_is_gone_meanwhile(reading: Any, box: ImapServer) -> None:
    """Somebody deleted it between the look and the fetch."""
    box.put(mail(1))
    box.put(mail(2))
    house = reading.house
    house.store.save_mailbox_place("ada@127.0.0.1/INBOX", box.validity, 0)
    del box.mails[1]
    assert reading() == {"other": 1}


def test_a_server_that_sends_more_than_it_was_asked_for(reading: Any, box: ImapServer) -> None:
    """It is not taken into memory."""
    box.put(mail(1))
    box.lies = 1_000_000_000
    with pytest.raises(MailboxFault, match="asked for fewer"):
        reading()


def test_a_line_that_never_ends(monkeypatch: pytest.MonkeyPatch, reading: Any) -> None:
    """Each wait is short, and all together are too long: time is asked for within a line."""
    ticks = SimpleNamespace(monotonic=itertools.count().__next__)
    monkeypatch.setattr("strandline.adapters.mail.imap.time", ticks)
    with socket.create_server(("127.0.0.1", 0)) as babbling:

        def babble() -> None:
            connection, _ = babbling.accept()
            with connection, suppress(OSError):
                while True:
                    connection.sendall(b"* OK ")

        talking = threading.Thread(target=babble)
        talking.start()
        with pytest.raises(MailboxFault, match="takes too long"):
            reading(imap_port=babbling.getsockname()[1], imap_security="none", imap_timeout_s=8)
        talking.join()


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"imap_password": "wrong"}, "wrong password"),
        ({"imap_folder": "Nowhere"}, "no folder"),
        ({"imap_ca_file": ""}, "certificate of the mail server is not valid"),
        ({"allowed": ()}, "not a public address"),
        ({"imap_port": 1}, "cannot be reached"),
    ],
)
def test_what_is_wrong_is_said(reading: Any, settings: dict[str, Any], said: str) -> None:
    """Log-in, folder, certificate, address: in words that tell what to set."""
    with pytest.raises(MailboxFault, match=said) as caught:
        reading(**settings)
    assert caught.value.advice or "no folder" in said
    assert "secret" not in str(caught.value)


def test_starttls(make_house: Callable[..., House]) -> None:
    """The password is said only behind it."""
    house = make_house()
    with (
        running_imap_server(starttls=server_tls()) as plain,
        _ports(house, plain) as (ports, change),
    ):
        plain.put(mail(1))
        own = change(ports, imap_security="starttls")
        assert read_mailbox(own, house.settings) == {"other": 1}
        verbs = [one.split()[0] for one in plain.commands]
        assert verbs.index("STARTTLS") < verbs.index("LOGIN")


def test_the_settings_name_a_mailbox(tmp_path: Any, box: ImapServer, house: House) -> None:
    """`IMAP_HOST` makes one; without it there is none and nothing to read."""
    assert house.ports.mailbox is None
    assert read_mailbox(house.ports, house.settings) == {}
    mail_settings = house.settings.mail.model_copy(update={"imap_host": "127.0.0.1"})
    settings = house.settings.model_copy(
        update={"mail": mail_settings, "fetch": FetchSettings(allow_private_networks=LOOPBACK)}
    )
    with open_ports(settings, log=False) as ports:
        assert ports.mailbox is not None
        assert ports.mailbox.name == "@127.0.0.1/INBOX"
