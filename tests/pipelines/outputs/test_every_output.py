"""What every output keeps to: one edition is there once, whatever happens on the way. K5."""

import os
import signal
import ssl
from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta
from typing import Any, cast

import pytest
from tests.pipelines.outputs.conftest import KINDS, House, Kind
from tests.pipelines.outputs.house import output_ports, published_edition

from strandline.adapters.store import open_store
from strandline.model.editions import EditionState
from strandline.model.outputs import OutputState
from strandline.pipelines.delivery.outputs import send_to_outputs
from strandline.pipelines.delivery.parcels import parcel_of
from strandline.pipelines.delivery.send import halt
from strandline.pipelines.heartbeat import LEASE
from strandline.testing.builders import NOW
from strandline.testing.services.server import FAULTS, REDIRECT, Fault

LONG_AGO = NOW - timedelta(days=9)
NAME = f"strandline-{1:032x}"


def test_a_published_edition_is_there_once(house: House) -> None:
    """Turn after turn; what was published before the output was there is not for it."""
    house.publish(
        published_edition(),
        published_edition(2, published_at=house.clock.now() - timedelta(days=1)),
        published_edition(3, state=EditionState.APPROVED, published_at=None),
    )
    for _ in range(3):
        house.turn()
    assert house.made == [NAME]
    assert (house.row.state, house.row.attempts) == (OutputState.DONE, 1)


CASES = [(kind, at) for kind in KINDS for at in range(kind.changes)]


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
@pytest.mark.parametrize(("kind", "at"), CASES, ids=[f"{kind.name}-{at}" for kind, at in CASES])
def test_a_repeat_makes_nothing_twice(
    kind: Kind, at: int, fault: Fault, make_house: Callable[..., House]
) -> None:
    """A fault at each of the requests that change something."""
    house = make_house(kind, **({"timeout_s": 0.5} if fault.how == "late" else {}))
    house.server.faults = [Fault()] * at + [fault]
    house.publish()
    house.go_on()
    assert house.server.faults == []
    assert house.row.state is OutputState.DONE
    assert house.made == [NAME]


def test_a_server_that_asks_for_time_is_given_it(house: House) -> None:
    """Nothing is asked of it before, and nothing is in doubt."""
    house.server.faults = [FAULTS["429"]]
    house.publish()
    house.turn()
    assert house.row.state is OutputState.PLANNED
    assert house.row.doubt_since is None
    asked = len(house.server.asked)
    house.turn()
    assert len(house.server.asked) == asked


class Babbling:
    """Answers everything with the same value."""

    made: tuple[str, ...] = ()

    def __init__(self, value: Any) -> None:
        self._value = value

    def answer(self, asked: Any) -> tuple[int, Any]:
        return 200, self._value


BABBLE: tuple[Any, ...] = (
    None,
    [],
    "x",
    7,
    {},
    {"data": [], "posts": {}, "results": "x", "id": None},
    {"data": {"results": [{"name": NAME}]}, "posts": [{}], "results": [{}, 3]},
    {
        "data": {"results": [{"name": NAME, "id": "7"}, None]},
        "posts": [{"id": {}}],
        "results": [{"metadata": {"strandline": NAME}}],
        "id": {},
    },
)


def test_answers_of_another_shape_are_no_faults_of_ours(
    kind: Kind, make_house: Callable[..., House]
) -> None:
    """A row is settled whatever is said, and the turn goes on."""
    house = make_house(kind)
    for number, value in enumerate(BABBLE, 1):
        house.server.service = cast(Any, Babbling(value))
        house.publish(published_edition(number))
        for output in house.ports.outputs:
            house.store.set_output(output.name, house.clock.now(), held=False)
            output.try_out(house.clock.now())
        house.turn()
    assert len(house.store.output_log()) == len(BABBLE)
    assert house.store.output_log(state=OutputState.SENDING) == []


def test_a_redirect_is_not_followed(house: House) -> None:
    """Our key goes to nobody else: the output is held until a person has looked."""
    house.server.faults = [REDIRECT]
    house.publish()
    house.turn()
    (standing,) = house.store.outputs()
    assert standing.is_held
    assert "redirect" in standing.said
    assert house.made == []
    house.store.set_output(standing.name, house.clock.now(), held=False)
    house.turn()
    assert house.made == [NAME]


def test_a_ledger_that_was_brought_back_hands_nothing_out(
    make_house: Callable[..., House],
) -> None:
    """What was planned may be there already: it goes out once a person lets it."""
    house = make_house(KINDS[0])
    house.publish()
    (output,) = house.ports.outputs
    halted = halt(house.ports, "restored from 2026-03-04")
    assert halted.outputs == (output.name,)
    house.turn()
    (standing,) = house.store.outputs()
    assert (standing.is_held, standing.said) == (True, "restored from 2026-03-04")
    assert house.made == []


def test_a_wrong_certificate_holds_it(
    kind: Kind, make_house: Callable[..., House], tls: ssl.SSLContext
) -> None:
    """Nothing is sent to whoever that is."""
    house = make_house(kind, tls=tls)
    house.publish()
    house.turn()
    (standing,) = house.store.outputs()
    assert standing.is_held
    assert house.server.asked == []


def test_a_private_address_needs_a_word_of_the_owner(
    kind: Kind, make_house: Callable[..., House]
) -> None:
    """Without `ALLOW_PRIVATE_NETWORKS` nothing is asked of it, and the reason says so."""
    house = make_house(kind, allowed=False)
    house.publish()
    house.turn()
    (standing,) = house.store.outputs()
    assert standing.is_held
    assert house.server.asked == []
    assert "ALLOW_PRIVATE_NETWORKS" in standing.said


def test_a_run_of_failures_holds_it(kind: Kind, make_house: Callable[..., House]) -> None:
    """With the last answer as the reason; editions wait meanwhile."""
    house = make_house(kind, stop_after=2)
    house.server.faults = [FAULTS["503 before"]] * 10
    house.publish(published_edition(1), published_edition(2), published_edition(3))
    for _ in range(3):
        house.turn()
        house.clock.advance(timedelta(minutes=10))
    (standing,) = house.store.outputs()
    assert standing.is_held
    assert "503" in standing.said


def test_secrets_are_told_nowhere(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    """Not in the row, not in what is remembered of the output, not in the log."""
    house.server.faults = [Fault(status=400), FAULTS["503 before"], REDIRECT]
    house.publish(published_edition(1), published_edition(2), published_edition(3))
    house.turn()
    told = f"{house.store.output_log()}{house.store.outputs()}{capsys.readouterr()}"
    for output in house.ports.outputs:
        told += f"{output.name}{output.where}"
    for secret in secrets_of(house):
        assert secret not in told


def secrets_of(house: House) -> list[str]:
    found = []
    for name in type(house.settings.outputs).model_fields:
        value = getattr(house.settings.outputs, name)
        if hasattr(value, "get_secret_value") and value.get_secret_value():
            found += [
                part
                for word in value.get_secret_value().split()
                for part in word.partition("=")[2::2] or [word]
                if part
            ]
    return found


class Fuse:
    """Kills this process at the n-th step."""

    def __init__(self, at: int) -> None:
        self._left = at

    def step(self) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


#: Reading changes nothing: to be killed after it is to be killed after what came before.
READS = frozenset({"outputs", "digest", "reader", "output_delivery"})


class Fused:
    """Something of which every call that does something is a step, once it is done."""

    def __init__(self, real: Any, fuse: Fuse) -> None:
        self._real, self._fuse = real, fuse

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._real, name)
        if not callable(found) or name in READS:
            return found

        def call(*given: Any, **named: Any) -> Any:
            answer = found(*given, **named)
            self._fuse.step()
            return answer

        return call


def killed(house: House, at: int) -> bool:
    """A turn in a process of its own that is killed at a step; False where it ended before."""
    child = os.fork()
    if child == 0:
        try:
            fuse = Fuse(at)
            store: Any = Fused(open_store(house.settings.database), fuse)
            with ExitStack() as opened:
                ports = output_ports(
                    store,
                    house.settings,
                    opened,
                    owner=f"child-{at}",
                    clock=house.clock,
                    through=lambda poster: Fused(poster, fuse),
                )
                send_to_outputs(ports, house.settings)
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def test_killed_at_every_point(house: House) -> None:
    """After every write of the store and every request: the edition is there once."""
    for step in range(1, 100):
        house.publish(published_edition(step))
        is_over = not killed(house, step)
        house.clock.advance(2 * LEASE)
        house.go_on()
        name = f"strandline-{step:032x}"
        row = house.store.output_delivery(house.kind.name, f"{step:032x}")
        assert row is not None
        assert (row.state, house.made.count(name)) == (OutputState.DONE, 1)
        if is_over:
            return
    pytest.fail("a turn does not end")


def test_two_processes_at_once(house: House) -> None:
    """Each row has one owner."""
    house.publish(*(published_edition(number) for number in range(1, 6)))
    children = []
    for owner in ("one", "two"):
        child = os.fork()
        if child == 0:
            try:
                with ExitStack() as opened:
                    store = open_store(house.settings.database)
                    ports = output_ports(store, house.settings, opened, owner=owner)
                    send_to_outputs(ports, house.settings)
            finally:
                os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    assert sorted(house.made) == [f"strandline-{number:032x}" for number in range(1, 6)]


def test_whoever_comes_back_after_the_lease_sends_nothing(house: House) -> None:
    """Another process has the row by then: it is asked right before each request."""
    house.publish()
    house.store.plan_output(house.kind.name, ["public"], house.clock.now(), LONG_AGO)
    row = house.store.claim_output([house.kind.name], "gone", house.clock.now(), LEASE)
    assert row is not None
    house.clock.advance(2 * LEASE)
    house.store.claim_lost("other", house.clock.now(), LEASE)
    parcel = parcel_of(house.ports, house.settings, published_edition())
    (output,) = house.ports.outputs
    output.send(parcel, lambda: house.store.prolong_output(row, "gone", house.clock.now() + LEASE))
    assert house.made == []


def test_it_can_be_tried_out(house: House) -> None:
    """It says whether it lets us in, and no edition is made."""
    (output,) = house.ports.outputs
    assert output.try_out(house.clock.now()).kind.value == "done"
    assert house.made == []
