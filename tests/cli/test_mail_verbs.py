"""Subscribers, test mails and sending by command, over a real mail server."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from strandline.adapters.store import open_store
from strandline.model.editions import EditionState
from strandline.settings import DatabaseSettings
from strandline.testing.mail_house import an_edition
from strandline.testing.smtp_server import MailServer, running_mail_server


@pytest.fixture(scope="module")
def server() -> Iterator[MailServer]:
    with running_mail_server() as running:
        yield running


@pytest.fixture
def house(shell: Any, server: MailServer, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A ledger with an approved edition, and a way out for mails."""
    store = open_store(DatabaseSettings(path=shell.folder / "s.sqlite3"))
    store.save_digest(an_edition("d1", state=EditionState.APPROVED), [])
    store.close()
    server.accepted.clear()
    server.asked.clear()
    for name, value in {
        "MAIL_WAY": "smtp",
        "MAIL_FROM": "River News <news@river.example>",
        "SMTP_PORT": str(server.port),
        "SMTP_SECURITY": "none",
    }.items():
        monkeypatch.setenv(name, value)
    return shell


def test_from_a_list_to_mails(house: Any, server: MailServer) -> None:
    """Addresses are imported, the edition is sent, the sums are shown; again, nothing goes out."""
    (house.folder / "people.csv").write_text("email\nada@mail.example\nbob@mail.example\nx\n")
    told = house("subscribers", "import", "people.csv", "--basis", "members")
    assert told.returncode == 0, told.stderr
    assert "2 subscribers added, 0 there already, 0 suppressed, 1 line wrong." in told.stdout
    assert "line 4: This is no e-mail address" in told.stderr
    assert "2 recipients: 2 accepted" in house.ok("digest", "send", "d1")
    assert len(server.accepted) == 2
    assert house("digest", "send", "d1").returncode == 2
    status = json.loads(house.ok("digest", "status", "d1", "--json"))
    assert (status["state"], status["sums"]) == ("sent", {"accepted": 2})
    assert "(sent)" in house.ok("digest", "list")
    held = json.loads(house.ok("subscribers", "show", "ada@mail.example"))
    assert [row["state"] for row in held["sent"]] == ["accepted"]


def test_a_list_by_hand(house: Any) -> None:
    """Each act says what was done, and one that makes no sense why not."""
    for words, said in (
        (["add", "ada@mail.example", "--basis", "asked me"], "ada@mail.example is on the list."),
        (["pause", "ada@mail.example"], "ada@mail.example is paused."),
        (["resume", "ada@mail.example"], "ada@mail.example is written to again."),
        (["remove", "ada@mail.example"], "is deleted."),
        (["suppress", "ada@mail.example"], "is never written to again."),
    ):
        assert said in house.ok("subscribers", *words)
    assert "ada@mail.example  hand (all lists)" in house.ok("subscribers", "suppressed")
    refused = house("subscribers", "add", "ada@mail.example", "--basis", "again")
    assert (refused.returncode, "It stays out." in refused.stderr) == (2, True)
    assert house("subscribers", "show", "nobody").returncode == 2
    assert house("subscribers", "list", "--state", "lost").returncode == 2


def test_a_mail_to_oneself(house: Any, server: MailServer) -> None:
    """What readers would get; nothing is recorded of it."""
    said = house.ok("mail", "test", "me@mail.example", "--edition", "d1")
    assert "Accepted for me@mail.example" in said
    assert [mail.recipient for mail in server.accepted] == ["me@mail.example"]
    assert house("digest", "status", "d1").returncode == 2


def test_without_a_way_out(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said what to set."""
    monkeypatch.setenv("MAIL_WAY", "none")
    refused = house("mail", "test", "me@mail.example", "--edition", "d1")
    assert (refused.returncode, "MAIL_WAY" in refused.stderr) == (2, True)


def test_held_and_resumed(house: Any, server: MailServer) -> None:
    """No mail goes out while it is held; the rest goes once it is resumed."""
    house.ok("subscribers", "add", "ada@mail.example", "--basis", "asked")
    server.rcpt = lambda _who, asked: "451 4.3.0 later" if asked == 1 else None
    assert "1 deferred" in house.ok("digest", "send", "d1")
    assert "Held" in house.ok("digest", "hold", "d1", "--note", "wait")
    assert "held: wait" in house.ok("digest", "status", "d1")
    assert house("digest", "hold", "d1").returncode == 1
    assert "Resumed" in house.ok("digest", "resume", "d1")
    server.rcpt = lambda _who, _asked: None
