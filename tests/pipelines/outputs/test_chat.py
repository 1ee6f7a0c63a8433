"""Chats by Apprise, which can neither be asked nor given a key: nothing is there twice, and what is
unknown is said to be. K5.
"""

import ssl
from collections.abc import Callable
from typing import Any

import pytest
from tests.pipelines.outputs.conftest import House, Kind

from strandline.adapters.capture.process import Ending, Run
from strandline.adapters.outputs.chat import answer_of
from strandline.model.outputs import AnswerKind, OutputState
from strandline.pipelines.heartbeat import LEASE
from strandline.testing.builders import NOW
from strandline.testing.services.networks import TOPIC, Ntfy
from strandline.testing.services.server import FAULTS, Fault

NAME = f"strandline-{1:032x}"
SCHEMES = {"http": "ntfy", "https": "ntfys"}


def address(url: str) -> str:
    scheme, _, rest = url.partition("://")
    return f"phone={SCHEMES[scheme]}://{rest}/{TOPIC}"


PHONE = Kind("chat:phone", Ntfy, lambda url: {"apprise_urls": address(url)})


def ended(code: int = 0, connections: int = 1) -> Run:
    return Run(Ending.EXITED, code, "", connections=connections)


def seen(*statuses: int, **more: Any) -> dict[str, Any]:
    requests = [{"status": one, "may_have_sent": True} for one in statuses]
    requests[-1] |= more
    return {"is_known": True, "is_sent": False, "seen": requests}


@pytest.mark.parametrize(
    ("verdict", "kind"),
    [
        (seen(200) | {"is_sent": True}, AnswerKind.DONE),
        (seen(0), AnswerKind.UNSURE),
        (seen(500), AnswerKind.UNSURE),
        (seen(502, may_have_sent=False), AnswerKind.LATER),
        (seen(429, retry_after="9"), AnswerKind.LATER),
        (seen(401), AnswerKind.CLOSED),
        (seen(404), AnswerKind.CLOSED),
        (seen(302), AnswerKind.CLOSED),
        (seen(0, may_have_sent=False, is_tls=True), AnswerKind.CLOSED),
        (seen(400), AnswerKind.REFUSED),
        (seen(200), AnswerKind.REFUSED),
        (seen(200, 429), AnswerKind.UNSURE),
        ({"is_known": False, "is_sent": False, "seen": []}, AnswerKind.CLOSED),
        (None, AnswerKind.UNSURE),
    ],
)
def test_what_a_run_means(verdict: dict[str, Any] | None, kind: AnswerKind) -> None:
    """What may have come through is in doubt; so is a message of which one part did."""
    assert answer_of(ended(), verdict, NOW).kind is kind


def test_a_process_that_reached_nobody_has_sent_nothing() -> None:
    """Killed before it opened a connection, it may begin anew."""
    assert answer_of(ended(connections=0, code=-9), None, NOW).kind is AnswerKind.LATER


@pytest.fixture
def house(make_house: Callable[..., House]) -> House:
    return make_house(PHONE)


def test_an_edition_is_told_once(house: House) -> None:
    """With its first titles and the link; it can be tried out; what is refused is not there."""
    house.publish()
    house.turn()
    house.turn()
    assert house.row.state is OutputState.DONE
    (message,) = house.server.service.messages  # type: ignore[attr-defined]
    assert message["title"] == "Digest of 5 Jan"
    assert message["message"].startswith("• The harbour wall, part 1")
    assert house.made == [NAME]
    (output,) = house.ports.outputs
    house.server.faults = [Fault(status=400)]
    assert output.try_out(NOW).kind is AnswerKind.REFUSED


def test_what_may_have_come_through_is_unknown(house: House) -> None:
    """It closes without an answer: never sent again by itself."""
    house.server.faults = [FAULTS["closes without an answer"]]
    house.publish()
    house.go_on()
    assert (house.row.state, house.made) == (OutputState.UNKNOWN, [NAME])
    assert TOPIC not in str(house.row)


def test_killed_in_the_middle_it_is_unknown(house: House) -> None:
    """Whether the request went out, nobody can say."""
    house.publish()
    house.store.plan_output("chat:phone", ["public"], NOW, NOW)
    assert house.store.claim_output(["chat:phone"], "gone", NOW, LEASE) is not None
    house.clock.advance(2 * LEASE)
    house.turn()
    assert (house.row.state, house.made) == (OutputState.UNKNOWN, [])


def test_whoever_is_not_who_it_should_be_is_told_nothing(
    make_house: Callable[..., House], tls: ssl.SSLContext
) -> None:
    """A wrong certificate holds it."""
    house = make_house(PHONE, tls=tls)
    house.publish()
    house.turn()
    (standing,) = house.store.outputs()
    assert (standing.is_held, standing.said) == (True, "its certificate does not hold")
    assert house.server.asked == []


def test_the_guard_holds_for_apprise_too(make_house: Callable[..., House]) -> None:
    """A private address needs a word of the owner."""
    house = make_house(PHONE, allowed=False)
    house.publish()
    house.turn()
    (standing,) = house.store.outputs()
    assert "ALLOW_PRIVATE_NETWORKS" in standing.said
    assert house.server.asked == []
