"""Sending an edition over a real mail server: every recipient once, and sums that balance."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from strandline.model.delivery import (
    Basis,
    DeliveryState,
    Proof,
    Sending,
    SendingState,
    SubscriberState,
)
from strandline.model.digests import Digest
from strandline.model.editions import EditionState
from strandline.model.errors import UsageError
from strandline.pipelines.delivery import begin_sending, deliver, send_edition
from strandline.pipelines.delivery.send import halt
from strandline.pipelines.desk.editions import publish_due
from strandline.testing.builders import NOW
from strandline.testing.mail_house import House, an_edition, an_item, people
from strandline.testing.smtp_server import MailServer, running_mail_server
from strandline.testing.tls import server_tls


def sent(house: House, digest: Digest, count: int) -> Sending:
    house.store.save_digest(replace(digest, state=EditionState.SENDING), [])
    house.store.save_subscribers(people(count))
    begin_sending(house.ports, house.settings, digest)
    return send_edition(house.ports, house.settings, digest.digest_id)


def test_everybody_is_sent_an_edition_once(house: House, server: MailServer) -> None:
    """The sums balance, and a second turn sends nothing."""
    found = sent(house, an_edition(), 25)
    assert (found.state, found.sums) == (SendingState.SENT, {DeliveryState.ACCEPTED: 25})
    again = send_edition(house.ports, house.settings, found.digest_id)
    assert again.state is SendingState.SENT
    assert server.counts() == {one.email: 1 for one in people(25)}


def test_a_ledger_that_was_brought_back_sends_nothing_by_itself(
    house: House, server: MailServer
) -> None:
    """Whether editions under way, planned or not, were sent since is for a person to say."""
    house.store.save_subscribers(people(3))
    for number in (1, 2):
        digest = replace(an_edition(), digest_id=f"d{number}", state=EditionState.SENDING)
        house.store.save_digest(digest, [])
    begin_sending(house.ports, house.settings, replace(an_edition(), digest_id="d1"))
    for number, state in ((3, EditionState.DRAFT), (4, EditionState.SCHEDULED)):
        timed = replace(an_edition(), digest_id=f"d{number}", state=state, send_at=NOW)
        house.store.save_digest(timed, [])
    halted = halt(house.ports, "restored from 2026-03-04")
    assert (halted.sendings, set(halted.stopped)) == (2, {"d3", "d4"})
    assert publish_due(house.ports, house.settings) == []
    assert {one.state for one in deliver(house.ports, house.settings)} == {SendingState.HELD}
    assert server.counts() == {}


def test_the_mail_that_is_sent(house: House, server: MailServer) -> None:
    """It carries what large senders are asked for, a text part, and one's own links."""
    sent(house, an_edition(), 2)
    first, second = sorted(server.accepted, key=lambda one: one.recipient)
    message = first.message
    assert message["From"] == "River News <news@river.example>"
    assert message["To"] == "p0@d0.example"
    assert message["Message-ID"] == (
        "<0123456789abcdef0123456789abcdef.s000000000000000@river.example>"
    )
    assert message["List-Id"] == '"River News" <public.river.example>'
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["List-Unsubscribe"].startswith("<https://river.example/mail/s000000000000000.")
    parts = {part.get_content_type(): part.get_content() for part in message.iter_parts()}
    assert list(parts) == ["text/plain", "text/html"]
    own = (
        f"https://river.example/mail/{message['List-Unsubscribe'].split('/mail/')[1].split('>')[0]}"
    )
    for text in parts.values():
        assert own in text
        assert "https://river.example/digests/0123456789abcdef0123456789abcdef" in text
        assert own not in second.body.decode()
    assert first.sender.startswith("bounce+0123456789ab.s000000000000000.")


def test_times_do_not_go_stale(house: House, server: MailServer) -> None:
    """An item's time carries its weekday and hour, not how long ago it was."""
    sent(house, an_edition(), 1)
    text = server.accepted[0].message.get_body(("plain",))
    assert text is not None
    assert f"The Paper · {NOW:%a} {NOW.day} {NOW:%b}, {NOW:%H:%M}" in text.get_content()


def test_times_are_those_of_the_reader(house: House, server: MailServer) -> None:
    """In the zone of whose edition it is."""
    everybody = house.store.reader("public")
    assert everybody is not None
    chosen = replace(everybody.settings, timezone="Asia/Shanghai")
    house.store.save_reader(replace(everybody, settings=chosen))
    sent(house, an_edition(), 1)
    text = server.accepted[0].message.get_body(("plain",))
    assert text is not None
    there = NOW + timedelta(hours=8)
    assert f"{there:%a} {there.day} {there:%b}, {there:%H:%M}" in text.get_content()


@pytest.mark.parametrize("title", ["x\r\nBcc: all@evil.example", "x\n\nbody", "\0\x1b[2J" * 400])
def test_a_title_adds_no_header(house: House, server: MailServer, title: str) -> None:
    """Whatever an edition is called, its mail has the same headers."""
    sent(house, an_edition(title=title), 1)
    (mail,) = server.accepted
    assert mail.message["Bcc"] is None
    assert mail.message["To"] == "p0@d0.example"
    assert b"\n\nbody" not in mail.body.partition(b"\r\n\r\n")[0]


def test_languages_and_categories(house: House, server: MailServer) -> None:
    """Who chose a language or categories gets those; none of them with news, and no mail goes."""
    items = (an_item(1), an_item(2, category="culture", title="The opera opens"))
    house.store.save_digest(an_edition(items=items), [])
    one, two, three = people(3)
    chosen = [
        replace(one, language="fr"),
        replace(two, categories=("culture",)),
        replace(three, categories=("sport",)),
    ]
    house.store.save_subscribers(chosen)
    begin_sending(house.ports, house.settings, an_edition())
    found = send_edition(house.ports, house.settings, an_edition().digest_id)
    assert found.sums == {DeliveryState.ACCEPTED: 2, DeliveryState.EXCLUDED: 1}
    assert found.state is SendingState.SENT
    french, culture = sorted(server.accepted, key=lambda mail: mail.recipient)
    assert "2 éléments" in french.message.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    text = culture.message.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert "The opera opens" in text
    assert "harbour" not in text


def test_what_is_put_off_comes_later(house: House, server: MailServer) -> None:
    """A greylisted address is tried again after some minutes, not before."""
    server.rcpt = lambda who, asked: "451 4.7.1 greylisted" if who[1] == "1" and asked < 2 else None
    found = sent(house, an_edition(), 3)
    assert found.sums == {DeliveryState.ACCEPTED: 2, DeliveryState.DEFERRED: 1}
    assert found.state is SendingState.SENDING
    house.clock.advance(timedelta(minutes=4))
    deliver(house.ports, house.settings)
    assert len(server.accepted) == 2
    house.clock.advance(timedelta(minutes=2))
    (found,) = deliver(house.ports, house.settings)
    assert (found.state, found.sums) == (SendingState.SENT, {DeliveryState.ACCEPTED: 3})


def test_patience_ends(make_house: Callable[..., House], server: MailServer) -> None:
    """What is put off for too long is refused, and the sums balance."""
    house = make_house(give_up_hours=1)
    server.rcpt = lambda _who, _asked: "452 4.2.2 mailbox full"
    sent(house, an_edition(), 1)
    for _ in range(4):
        house.clock.advance(timedelta(minutes=31))
        deliver(house.ports, house.settings)
    (row,) = house.store.deliveries(an_edition().digest_id)
    assert (row.state, row.said) == (
        DeliveryState.REFUSED,
        "given up: 452 4.2.2 mailbox full",
    )


def test_an_address_that_does_not_work(house: House, server: MailServer) -> None:
    """It is refused, paused at once, and suppressed for later; the others are sent theirs."""
    server.rcpt = lambda who, _asked: "550 5.1.1 no such user" if who[1] == "0" else None
    found = sent(house, an_edition(), 3)
    assert found.sums == {DeliveryState.ACCEPTED: 2, DeliveryState.REFUSED: 1}
    gone = house.store.subscriber(people(1)[0].subscriber_id)
    assert gone is not None
    assert gone.state is SubscriberState.BOUNCING
    assert len(house.store.suppressions(["p0@d0.example"])) == 1


def test_lost_after_the_final_dot(house: House, server: MailServer) -> None:
    """Nobody can know whether it arrived: it is shown as unknown and never sent again."""
    server.end = lambda who, _asked: "drop after" if who[1] == "1" else None
    found = sent(house, an_edition(), 3)
    assert found.sums == {DeliveryState.ACCEPTED: 2, DeliveryState.UNKNOWN: 1}
    assert found.state is SendingState.SENT
    deliver(house.ports, house.settings)
    assert server.counts()["p1@d1.example"] == 1


def test_421_in_mid_list(house: House, server: MailServer) -> None:
    """The server closes the connection: whose turn it was waits, the others go on a new one."""
    server.rcpt = lambda who, asked: "421 4.3.2 closing" if who[1:3] == "5@" and asked < 2 else None
    found = sent(house, an_edition(), 12)
    assert found.sums == {DeliveryState.ACCEPTED: 11, DeliveryState.DEFERRED: 1}


def test_a_run_of_refusals_stops(make_house: Callable[..., House], server: MailServer) -> None:
    """The server refuses us, not them: after some in a row a person is asked, the rest waits."""
    house = make_house(stop_after=4, connections=1)
    server.rcpt = lambda _who, _asked: "554 5.7.1 sender blocked by policy"
    found = sent(house, an_edition(), 30)
    assert found.state is SendingState.HELD
    assert found.said == "4 refusals in a row, the last: 554 5.7.1 sender blocked by policy"
    assert found.sums == {DeliveryState.REFUSED: 4, DeliveryState.PLANNED: 26}
    assert house.store.subscribers(state=SubscriberState.BOUNCING) == []


def test_no_server(make_house: Callable[..., House], server: MailServer) -> None:
    """Nothing is lost while it is away; everything goes out once it is there."""
    house = make_house(smtp_port=1)
    found = sent(house, an_edition(), 3)
    assert (found.state, found.sums) == (SendingState.SENDING, {DeliveryState.PLANNED: 3})
    (row, *_) = house.store.deliveries(found.digest_id)
    assert row.attempts == 0


def test_a_server_that_lets_nobody_in(make_house: Callable[..., House]) -> None:
    """A log-in that is refused holds the sending, with the server's words."""
    house = make_house(smtp_user="ada", smtp_password="wrong")
    found = sent(house, an_edition(), 3)
    assert found.state is SendingState.HELD
    assert found.sums == {DeliveryState.PLANNED: 3}
    assert found.said


def test_interrupted_for_long(house: House) -> None:
    """A sending that nobody touched for hours asks a person before it goes on."""
    digest = an_edition(state=EditionState.SENDING)
    house.store.save_digest(digest, [])
    house.store.save_subscribers(people(2))
    begin_sending(house.ports, house.settings, digest)
    house.clock.advance(timedelta(hours=13))
    (found,) = deliver(house.ports, house.settings)
    assert (found.state, found.sums) == (SendingState.HELD, {DeliveryState.PLANNED: 2})
    assert found.said.startswith("interrupted since")
    house.store.set_sending(digest.digest_id, SendingState.SENDING, house.clock.now())
    (found,) = deliver(house.ports, house.settings)
    assert found.state is SendingState.SENT


def test_a_server_that_takes_commands_at_once(house: House, server: MailServer) -> None:
    """Each answer is told apart: who is refused, who is put off, what a closing one means."""
    server.pipelining = True
    server.rcpt = lambda who, asked: {
        "p1": "550 5.1.1 no such user",
        "p2": "451 4.7.1 greylisted" if asked < 2 else None,
        "p3": "421 4.3.2 closing" if asked < 2 else None,
    }.get(who[:2])
    found = sent(house, an_edition(), 8)
    for _ in range(4):
        house.clock.advance(timedelta(minutes=20))
        (found,) = deliver(house.ports, house.settings) or [found]
    assert found.sums == {DeliveryState.ACCEPTED: 7, DeliveryState.REFUSED: 1}
    assert server.counts() == {one.email: 1 for one in people(8) if one.email[1] != "1"}


def test_a_server_that_answers_late(make_house: Callable[..., House], server: MailServer) -> None:
    """The final dot has its own, longer patience (RFC 5321, 4.5.3.2.6): later than `timeout`."""
    server.late_s = 1.2
    house = make_house(smtp_timeout_s=1, connections=1)
    assert sent(house, an_edition(), 1).sums == {DeliveryState.ACCEPTED: 1}


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_a_certificate_that_is_wrong(make_house: Callable[..., House], security: str) -> None:
    """No mail, and no password, is given to it: a person is asked, in words."""
    name = "ssl_context" if security == "tls" else "tls_context"
    with running_mail_server(**{name: server_tls()}) as wrong:
        house = make_house(smtp_port=wrong.port, smtp_security=security, smtp_user="ada")
        found = sent(house, an_edition(), 2)
        assert not wrong.accepted
    assert (found.state, found.sums) == (SendingState.HELD, {DeliveryState.PLANNED: 2})
    assert "certificate is not valid" in found.said


def test_limits_a_minute(make_house: Callable[..., House], server: MailServer) -> None:
    """No more than so many go out in a minute; the rest waits for the next."""
    house = make_house(per_minute=4)
    assert sent(house, an_edition(), 10).sums[DeliveryState.ACCEPTED] == 4
    house.clock.advance(timedelta(seconds=61))
    deliver(house.ports, house.settings)
    assert len(server.accepted) == 8


@pytest.mark.parametrize("email", ['"quoted local"@d.example', "zoé@d.example"])
def test_addresses_of_every_kind(house: House, server: MailServer, email: str) -> None:
    """Quoted local parts, and those beyond ASCII where the server takes them."""
    house.store.save_digest(an_edition(), [])
    house.store.save_subscribers(people(1, email=email, proof=Proof(Basis.HAND)))
    begin_sending(house.ports, house.settings, an_edition())
    found = send_edition(house.ports, house.settings, an_edition().digest_id)
    assert found.sums == {DeliveryState.ACCEPTED: 1}
    assert server.accepted[0].recipient == email


def test_what_is_published_is_sent(house: House, server: MailServer) -> None:
    """A published edition is planned, sent and then called sent; a second turn does nothing."""
    house.store.save_digest(an_edition(state=EditionState.SENDING), [])
    house.store.save_subscribers(people(3))
    (found,) = deliver(house.ports, house.settings)
    assert found.sums == {DeliveryState.ACCEPTED: 3}
    edition = house.store.digest(an_edition().digest_id)
    assert edition is not None
    assert edition.state is EditionState.SENT
    assert deliver(house.ports, house.settings) == []
    assert len(server.accepted) == 3


def test_nobody_on_the_list(house: House) -> None:
    """To publish it is to have sent it, with or without a way out."""
    for number, ports in enumerate((house.ports, replace(house.ports, mail=None))):
        digest = an_edition(f"{number:032x}", state=EditionState.SENDING)
        house.store.save_digest(digest, [])
        deliver(ports, house.settings)
        found = house.store.digest(digest.digest_id)
        assert found is not None
        assert found.state is EditionState.SENT


def test_no_way_out(make_house: Callable[..., House]) -> None:
    """Nothing is planned where no way out is set up, and it is said how to set one up."""
    house = make_house(way="none")
    house.store.save_digest(an_edition(), [])
    with pytest.raises(UsageError, match="MAIL_WAY"):
        begin_sending(house.ports, house.settings, an_edition())
    assert house.store.sending(an_edition().digest_id) is None
