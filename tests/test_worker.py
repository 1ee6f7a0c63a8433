"""The loops of `strandline up`."""

import threading
from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path

import pytest

from strandline.model.errors import StoreError
from strandline.ports import Ports
from strandline.settings import Settings, load_settings
from strandline.testing.builders import NOW
from strandline.testing.fakes import FrozenClock
from strandline.testing.world import World
from strandline.wiring import open_ports
from strandline.worker import Loop, Work, Worker, digest_turn, poll_turn


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(
        environ={
            "DATABASE_PATH": str(tmp_path / "s.sqlite3"),
            "HOST_DELAY_SECONDS": "0",
            "PARSE_WORKERS": "1",
        }
    )


def test_a_turn_that_fails_is_taken_again(capsys: pytest.CaptureFixture[str]) -> None:
    """A fault ends neither its loop nor another one, and is told in the log."""
    turns: list[str] = []
    enough = threading.Event()

    def failing(fault: Callable[[], Exception]) -> Callable[[Work], None]:
        def turn(_work: Work) -> None:
            turns.append("failing")
            if len(turns) > 4:
                enough.set()
            raise fault()

        return turn

    loops = (
        Loop("known", 0.0, failing(lambda: StoreError("The disk is full."))),
        Loop("unknown", 0.0, failing(lambda: ValueError("a fault of ours"))),
    )
    nothing: Ports = None  # type: ignore[assignment] # no turn asks for a port
    worker = Worker(Work(nothing, Settings()), loops)
    worker.start()
    assert enough.wait(10)
    worker.stop()
    said = capsys.readouterr()
    assert "The disk is full." in said.out + said.err


def test_from_poll_to_the_first_edition(settings: Settings) -> None:
    """One turn of each loop fills an empty ledger and makes the first edition; a second turn on
    the same day makes no other, and one on the next day does."""
    with World(NOW) as world:
        settings = settings.model_copy(
            update={
                "fetch": settings.fetch.model_copy(
                    update={"allow_private_networks": world.allow_list}
                )
            }
        )
        clock = FrozenClock(world.now)
        with open_ports(settings, clock=clock, log=False) as ports:
            outcomes: list[Mapping[str, int]] = []
            work = Work(ports, settings, outcomes.append)
            digest_turn(work)
            assert ports.store.digests() == [], "nothing to read yet: no empty edition"
            for source in world.sources():
                ports.store.save_source(source)
            poll_turn(work)
            digest_turn(work)
            digest_turn(work)
            assert len(ports.store.digests()) == 1
            clock.advance(timedelta(days=1))
            world.move_to(clock.now())
            poll_turn(work)
            digest_turn(work)
            assert len(ports.store.digests()) == 2
            assert [counted["ok"] > 9 for counted in outcomes] == [True, True]
