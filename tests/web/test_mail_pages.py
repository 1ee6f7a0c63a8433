"""Editions by mail, as whoever reads them meets it: ask, confirm, choose, leave. K1, K3."""

from dataclasses import replace
from typing import Any

import httpx2
import pytest

from strandline.core.delivery.marks import CONFIRM, EDITION, LEAVE, token
from strandline.model.delivery import (
    Basis,
    Proof,
    Subscriber,
    SubscriberState,
    SuppressedFor,
    Suppression,
)
from strandline.model.digests import Digest
from strandline.model.editions import EditionState
from strandline.testing.builders import NOW, a_reader
from strandline.testing.mail_house import SECRET


@pytest.fixture(scope="module")
def house(mailing_page: Any) -> Any:
    """A page that asks for subscribers."""
    mailing_page.client.headers["sec-fetch-site"] = "same-origin"
    mailing_page.client.headers["accept-language"] = "en"
    return mailing_page


def known(house: Any, number: int, state: SubscriberState = SubscriberState.ACTIVE) -> Subscriber:
    one = Subscriber(
        f"s{number}", f"p{number}@mail.example", "public", state, NOW, Proof(Basis.FORM)
    )
    house.store.save_subscribers([one])
    return one


def link(one: Subscriber, purpose: str = LEAVE) -> str:
    if purpose == LEAVE:
        return f"/mail/{token(SECRET, LEAVE, one.subscriber_id)}"
    asked = int(one.proof.asked_at.timestamp()) if one.proof.asked_at else 0
    return f"/mail/confirm/{token(SECRET, CONFIRM, f'{one.subscriber_id}-{asked}')}"


def test_asking_tells_nobody_who_is_known(house: Any) -> None:
    """New, known, suppressed: the same answer; only the new one waits for its confirmation."""
    known(house, 1)
    house.store.suppress([Suppression("never@mail.example", "", SuppressedFor.HAND, NOW)])
    answers = {
        (answer.status_code, answer.headers["location"])
        for email in ("New@mail.example", "p1@mail.example", "never@mail.example")
        for answer in [house.client.post("/subscribe", data={"email": email})]
    }
    assert answers == {(303, "/subscribe")}
    assert "a mail is on its way" in house.get("/subscribe").text
    (waiting,) = house.store.unconfirmed()
    assert (waiting.email, waiting.proof.asked_from) == ("New@mail.example", "127.0.0.0/24")
    assert waiting.proof.detail.startswith("Send me the editions of")


def test_what_is_no_address_comes_back_to_be_mended(house: Any) -> None:
    """With what was typed, and what is wrong with it."""
    answer = house.client.post("/subscribe", data={"email": "<b>nobody"})
    assert answer.status_code == 422
    assert "&lt;b&gt;nobody" in answer.text
    assert "This is no e-mail address" in answer.text


def test_a_robot_that_fills_every_field_is_thanked(house: Any) -> None:
    """And nothing is kept of it."""
    data = {"email": "robot@mail.example", "website": "https://spam.example"}
    assert house.client.post("/subscribe", data=data).status_code == 303
    assert house.store.find_subscribers("robot@mail.example") == []


def test_many_forms_from_one_network_wait(house: Any) -> None:
    """Five a minute are taken."""
    for number in range(9):
        house.client.post("/subscribe", data={"email": f"many{number}@mail.example"})
    kept = [one for one in house.store.subscribers(limit=1000) if one.email.startswith("many")]
    assert len(kept) < 6
    assert "Too many forms" in house.get("/subscribe").text


def test_confirming_takes_a_person(house: Any) -> None:
    """Whoever only opens the link, as mail programs do, confirms nothing; the button does."""
    one = known(house, 2, SubscriberState.PENDING)
    assert "Do you want the editions" in house.get(link(one, CONFIRM)).text
    assert house.store.subscriber("s2").state is SubscriberState.PENDING
    for _ in range(2):
        assert house.client.post(link(one, CONFIRM)).status_code == 303
    found = house.store.subscriber("s2")
    assert found.state is SubscriberState.ACTIVE
    assert found.proof.confirmed_from == "127.0.0.0/24"


def test_one_click_of_a_mail_program(house: Any) -> None:
    """RFC 8058: a POST of its servers, which are no browser, unsubscribes; a GET only asks."""
    one = known(house, 3)
    assert "Leave the list" in house.get(link(one)).text
    body = {"List-Unsubscribe": "One-Click"}
    with httpx2.Client(base_url=house.server.url, trust_env=False) as provider:
        assert provider.post(link(one), data=body).status_code == 200
    assert house.store.subscriber("s3").state is SubscriberState.UNSUBSCRIBED
    (never,) = house.store.suppressions(["p3@mail.example"])
    assert (never.reader_id, never.reason) == ("public", SuppressedFor.UNSUBSCRIBED)


def test_who_left_can_come_back_themselves(house: Any) -> None:
    """They ask anew and confirm; nobody else can, and no link of an earlier asking does."""
    one = known(house, 4)
    house.client.post(link(one), data={"act": "leave"})
    assert "not on the list" in house.get(link(one)).text
    house.clock.advance(NOW.resolution * 61_000_000)
    house.client.post("/subscribe", data={"email": one.email})
    assert house.store.subscriber("s4").state is SubscriberState.PENDING
    assert house.store.suppressions([one.email]) != []
    house.client.post(link(one, CONFIRM))
    assert house.store.subscriber("s4").state is SubscriberState.PENDING
    house.client.post(link(house.store.subscriber("s4"), CONFIRM))
    assert house.store.subscriber("s4").state is SubscriberState.ACTIVE
    assert house.store.suppressions([one.email]) == []


def test_choosing(house: Any) -> None:
    """How often, in which language, and a pause."""
    one = known(house, 5)
    data = {"least_days": "7", "language": "fr", "paused": "1"}
    assert house.client.post(link(one), data=data).status_code == 303
    found = house.store.subscriber("s5")
    assert (found.least_days, found.language, found.state) == (7, "fr", SubscriberState.PAUSED)
    house.client.post(link(one), data={"least_days": "99999999", "language": "xx"})
    found = house.store.subscriber("s5")
    assert (found.least_days, found.language, found.state) == (7, None, SubscriberState.ACTIVE)


@pytest.mark.parametrize("purpose", [LEAVE, CONFIRM])
def test_links_that_are_not_ours(house: Any, purpose: str) -> None:
    """Another mark, another purpose, or nonsense: nothing is there."""
    one = known(house, 6)
    other = link(one, CONFIRM if purpose == LEAVE else LEAVE).rpartition("/")[2]
    place = "/mail/confirm/" if purpose == CONFIRM else "/mail/"
    for given in (other, "s6.aaaaaaaaaaaaaaaa", "s6", ".", "é", "x" * 5_000):
        assert house.get(f"{place}{given}").status_code == 404, given
        assert house.client.post(f"{place}{given}").status_code == 404, given


def test_a_private_edition_under_its_own_address(house: Any) -> None:
    """Whoever has the address reads it; the plain address of a private edition stays unknown."""
    house.store.save_reader(a_reader("ada"))
    edition = Digest("d1", "ada", NOW, "For Ada", "en")
    house.store.save_digest(edition, [])
    own = f"/editions/{token(SECRET, EDITION, 'd1')}"
    answer = house.get(own)
    assert (answer.status_code, "For Ada" in answer.text) == (200, True)
    assert answer.headers["x-robots-tag"] == "noindex"
    assert house.get("/digests/d1").status_code == 404
    assert house.get("/editions/d1.aaaaaaaaaaaaaaaa").status_code == 404
    draft = replace(edition, digest_id="d2", state=EditionState.DRAFT)
    house.store.save_digest(draft, [])
    assert house.get(f"/editions/{token(SECRET, EDITION, 'd2')}").status_code == 404
