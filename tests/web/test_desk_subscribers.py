"""Lists and mails at the desk: K1, K2, K6."""

from dataclasses import replace
from typing import Any

import pytest

from strandline.model.accounts import Role
from strandline.model.delivery import DeliveryState, SendingState
from strandline.model.digests import Digest
from strandline.model.editions import EditionState
from strandline.testing.builders import NOW

LEASE = NOW - NOW.replace(hour=0)


@pytest.fixture(scope="module")
def publisher(desk: Any) -> Any:
    return desk.client(Role.PUBLISHER)


def told(client: Any, path: str, **data: Any) -> str:
    """What the page says after a form."""
    answer = client.post(path, **data)
    assert answer.status_code == 303, answer.text
    return str(client.get(answer.headers["location"]).text)


def test_an_address_by_hand(desk: Any, publisher: Any) -> None:
    """Added with its reason, paused, resumed, deleted; each is told."""
    data = {"email": "ada@mail.example", "basis": "asked <b>me</b>", "list": "public"}
    page = told(publisher, "/desk/subscribers", data=data)
    assert "ada@mail.example is on the list." in page
    assert "asked &lt;b&gt;me&lt;/b&gt;" in page
    (one,) = desk.page.store.find_subscribers("ada@mail.example")
    for act, said in (
        ("pause", "is paused"),
        ("resume", "is written to again"),
        ("remove", "is deleted"),
        ("remove", "There is no such subscriber"),
    ):
        assert said in told(publisher, f"/desk/subscribers/{one.subscriber_id}/{act}")
    assert publisher.post(f"/desk/subscribers/{one.subscriber_id}/nonsense").status_code == 404


def test_a_file(desk: Any, publisher: Any) -> None:
    """Wrong lines are told by number; without a reason nothing is taken in."""
    files = {"file": ("people.csv", b"email\nbob@mail.example\nnobody\ncid@mail.example\n")}
    page = told(publisher, "/desk/subscribers/import", data={"basis": "members"}, files=files)
    assert "2 added, 0 there already, 0 suppressed, 1 wrong (lines 3)." in page
    page = told(publisher, "/desk/subscribers/import", data={"basis": " "}, files=files)
    assert "Say why" in page
    assert "Choose a file" in told(publisher, "/desk/subscribers/import", data={"basis": "x"})
    found = publisher.get("/desk/subscribers?email=BOB@mail.example").text
    assert "bob@mail.example" in found
    assert "bob@mail.example" not in publisher.get("/desk/subscribers?state=paused").text


def test_never_to_be_written_to(desk: Any, publisher: Any) -> None:
    """And again, by a person's choice."""
    data = {"email": "never@mail.example"}
    assert "is never written to again" in told(publisher, "/desk/subscribers/suppress", data=data)
    again = data | {"again": "1"}
    assert "may be written to again" in told(publisher, "/desk/subscribers/suppress", data=again)


def test_mails_of_an_edition(desk: Any, publisher: Any) -> None:
    """Sums, who was not reached and why, hold and go on."""
    store = desk.page.store
    store.save_digest(Digest("dm1", "public", NOW, "By mail", "en", state=EditionState.SENDING), [])
    assert "No way out for mails" in publisher.get("/desk/editions/dm1/mails").text
    store.plan_sending("dm1", "public", "smtp", NOW)
    (row, *_) = store.claim_deliveries("dm1", "me", NOW, LEASE, limit=1)
    refused = replace(row, state=DeliveryState.REFUSED, said="550 <i>no</i> such user")
    store.settle_deliveries([refused], "me")
    page = publisher.get("/desk/editions/dm1/mails").text
    assert "550 &lt;i&gt;no&lt;/i&gt; such user" in page
    assert "Held" in told(publisher, "/desk/editions/dm1/mails", data={"act": "hold"})
    found = store.sending("dm1")
    assert found.state is SendingState.HELD
    assert "Resumed" in told(publisher, "/desk/editions/dm1/mails", data={"act": "resume"})
    assert publisher.get("/desk/editions/nothing/mails").status_code == 404


def test_the_way_there(desk: Any, publisher: Any) -> None:
    """From the edition, for who may; an editor is not led where they may not go."""
    assert "/desk/editions/dm1/mails" in publisher.get("/desk/editions/dm1").text
    assert "/desk/editions/dm1/mails" not in desk.client(Role.EDITOR).get("/desk/editions/dm1").text


def test_a_persons_own_edition_is_nobody_elses_business(desk: Any, publisher: Any) -> None:
    """A publisher puts nobody on a private list, and sees no mails of a private edition."""
    data = {"email": "me@mail.example", "basis": "curious", "list": "ada"}
    assert "There is no list ada." in told(publisher, "/desk/subscribers", data=data)
    assert 'value="ada"' not in publisher.get("/desk/subscribers").text
    own = Digest("dm2", "ada", NOW, "For Ada", "en", state=EditionState.SENDING)
    desk.page.store.save_digest(own, [])
    assert publisher.get("/desk/editions/dm2/mails").status_code == 404
    assert desk.client(Role.OWNER).get("/desk/editions/dm2/mails").status_code == 200
