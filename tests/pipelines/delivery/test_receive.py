"""Mails that come in are acted on once, and kept: K4."""

from strandline.core.delivery.marks import LEAVE, return_path, token
from strandline.model.accounts import Actor
from strandline.model.database import Aged
from strandline.model.delivery import SubscriberState
from strandline.pipelines.delivery.receive import receive
from strandline.pipelines.desk.subscribers import add_subscriber
from strandline.testing.mail_house import SECRET, House


def known(house: House) -> str:
    outcome = add_subscriber(
        house.ports, Actor.console(), "ada@mail.example", reader_id="public", basis="asked"
    )
    return outcome.subject


def state(house: House, who: str) -> SubscriberState:
    found = house.store.subscriber(who)
    assert found is not None
    return found.state


def test_a_bounce_that_comes_twice_counts_once(house: House) -> None:
    """Of an edition that is gone, too."""
    who = known(house)
    to = return_path(SECRET, "river.example", "0" * 32, who)
    soft = (
        f"To: {to}\r\nContent-Type: multipart/report; boundary=b\r\n\r\n--b\r\n"
        "Content-Type: message/delivery-status\r\n\r\nAction: failed\r\nStatus: 4.2.2\r\n--b--\r\n"
    ).encode()
    for _ in range(9):
        assert receive(house.ports, house.settings, soft).kind == "soft_bounce"
    assert state(house, who) is SubscriberState.ACTIVE
    hard = soft.replace(b"4.2.2", b"5.1.1")
    receive(house.ports, house.settings, hard)
    assert state(house, who) is SubscriberState.BOUNCING
    assert {mail.kind for mail in house.store.received()} == {"hard_bounce", "soft_bounce"}


def test_leaving_by_mail(house: House) -> None:
    """The address in List-Unsubscribe."""
    who = known(house)
    to = f"unsubscribe+{token(SECRET, LEAVE, who)}@river.example"
    receive(house.ports, house.settings, b"Subject: unsubscribe\r\n\r\n", (to,))
    assert state(house, who) is SubscriberState.UNSUBSCRIBED


def test_what_nobody_understands_is_kept_for_a_person(house: House) -> None:
    """With its beginning; a forged bounce changes nothing."""
    who = known(house)
    forged = f"To: bounce+0123.{who}.aaaaaaaaaaaaaaaa@river.example\r\nSubject: failed\r\n\r\nGone"
    kept = receive(house.ports, house.settings, forged.encode())
    assert (kept.kind, kept.subscriber_id) == ("other", "")
    assert "Gone" in kept.beginning
    assert state(house, who) is SubscriberState.ACTIVE
    assert house.store.received(kind="other") == [kept]
    assert house.store.let_go(Aged.MAILS, house.clock.now()) == 0
