"""A sender that is killed at any point: nobody is sent an edition twice, nobody is left out. K2.

The sender is a fork of the test, which kills itself at the n-th thing that it does: a call of the
store, or a line to or from the mail server. The test takes over then, as another sender would.
"""

import itertools
import os
import random
import signal
import smtplib
from collections.abc import Callable
from datetime import datetime
from typing import Any, cast

import pytest

from strandline.adapters.mail import mail_way
from strandline.adapters.progress import SilentProgress
from strandline.adapters.store import open_store
from strandline.model.delivery import DeliveryState, SendingState
from strandline.model.editions import EditionState
from strandline.pipelines.delivery import deliver, send_edition
from strandline.pipelines.heartbeat import LEASE
from strandline.ports import Classifier, DocumentParser, Fetcher, Ports
from strandline.settings import DatabaseSettings, Settings
from strandline.testing.builders import NOW
from strandline.testing.fakes import FrozenClock
from strandline.testing.mail_house import SECRET, an_edition, house_settings, people
from strandline.testing.smtp_server import MailServer

#: Recipients, and runs; `scripts/drills` sends to more, more often.
RECIPIENTS = int(os.environ.get("STRANDLINE_DRILL_RECIPIENTS", "24"))
KILLS = int(os.environ.get("STRANDLINE_DRILL_KILLS", "6"))
#: Kills of one send: what is left after one is sent by the next, so that none is sent for nothing.
KILLS_A_SEND = max(2, min(20, RECIPIENTS // 8))
#: Things that are done for one recipient: three calls of the store, four lines to the server, with
#: what was done before and after each.
_STEPS = 14


def small_ports(store: Any, settings: Settings, *, owner: str, now: datetime = NOW) -> Ports:
    """Ports of a process that only sends: it neither fetches nor parses."""
    numbers = itertools.count(1)
    return Ports(
        clock=FrozenClock(now),
        fetcher=cast(Fetcher, None),
        parser=cast(DocumentParser, None),
        store=store,
        classifier=cast(Classifier, None),
        progress=SilentProgress(),
        new_id=lambda: f"{next(numbers):032x}",
        jitter=lambda: 0.5,
        owner=owner,
        mail=mail_way(settings.mail),
        secret=SECRET,
    )


class Fuse:
    """Kills this process at the n-th step."""

    def __init__(self, at: int) -> None:
        self._left = at

    def step(self) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


class Fused:
    """Something whose every call is a step, before it and after it."""

    def __init__(self, real: Any, fuse: Fuse) -> None:
        self._real, self._fuse = real, fuse

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._real, name)
        if not callable(found):
            return found

        def call(*given: Any, **named: Any) -> Any:
            self._fuse.step()
            answer = found(*given, **named)
            self._fuse.step()
            return answer

        return call


def killed_sender(settings: Settings, digest_id: str, at: int, now: datetime) -> bool:
    """Send in a process of its own that is killed at a step; False where it ended before."""
    child = os.fork()
    if child == 0:
        try:
            fuse = Fuse(at)
            store = open_store(settings.database)
            real = smtplib.SMTP.send
            answers = smtplib.SMTP.getreply

            def told(self: Any, *given: Any) -> Any:
                fuse.step()
                return real(self, *given)

            def heard(self: Any) -> Any:
                answer = answers(self)
                fuse.step()
                return answer

            steps = pytest.MonkeyPatch()
            steps.setattr(smtplib.SMTP, "send", told)
            steps.setattr(smtplib.SMTP, "getreply", heard)
            ports = small_ports(Fused(store, fuse), settings, owner=f"child-{at}", now=now)
            send_edition(ports, settings, digest_id)
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


@pytest.fixture
def plan(database: DatabaseSettings, server: MailServer) -> Callable[[int], Settings]:
    """An edition that is planned for so many recipients."""

    def make(recipients: int) -> Settings:
        settings = house_settings(database.path, server.port, connections=2)
        settings = settings.model_copy(update={"database": database})
        store = open_store(database)
        store.save_subscribers(people(recipients))
        store.close()
        return settings

    return make


@pytest.mark.parametrize("pipelining", [False, True])
def test_killed_at_any_point(
    plan: Callable[[int], Settings], server: MailServer, *, pipelining: bool
) -> None:
    """Killed again and again until nothing is left: nobody twice, nobody missing, and unknown only
    where a final dot was in flight.
    """
    server.pipelining = pipelining
    settings = plan(RECIPIENTS)
    store = open_store(settings.database)
    ports = small_ports(store, settings, owner="after")
    rng = random.Random(2026)  # noqa: S311 - points at which to kill
    killed = 0
    for number in itertools.count():
        digest = an_edition(f"{number:032x}", state=EditionState.SENDING)
        store.save_digest(digest, [])
        server.accepted.clear()
        store.plan_sending(digest.digest_id, "public", "smtp", ports.clock.now())
        now_killed = 0
        while now_killed < KILLS_A_SEND and killed < KILLS:
            # Any point of what such a part of the send does.
            at = rng.randrange(1, 2 * RECIPIENTS * _STEPS // KILLS_A_SEND)
            was_killed = killed_sender(settings, digest.digest_id, at, ports.clock.now())
            ports.clock.advance(2 * LEASE)  # type: ignore[attr-defined]
            store.recover_deliveries(ports.clock.now())
            now_killed += was_killed
            killed += was_killed
            if not was_killed:
                break
        deliver(ports, settings)
        found = store.sending(digest.digest_id)
        assert found is not None
        assert found.state is SendingState.SENT
        counts = server.counts()
        assert max(counts.values()) == 1
        unknown = {
            row.email for row in store.deliveries(digest.digest_id, state=DeliveryState.UNKNOWN)
        }
        assert len(unknown) <= settings.mail.connections * now_killed
        assert {one.email for one in people(RECIPIENTS)} == set(counts) | unknown
        if killed >= KILLS:
            break
    store.close()


def test_two_senders_at_once(plan: Callable[[int], Settings], server: MailServer) -> None:
    """Each row has one owner: side by side they send to everybody once."""
    settings = plan(40)
    store = open_store(settings.database)
    store.save_digest(an_edition(state=EditionState.SENDING), [])
    store.plan_sending(an_edition().digest_id, "public", "smtp", NOW)
    children = []
    for name in ("one", "two"):
        child = os.fork()
        if child == 0:
            try:
                own = open_store(settings.database)
                ports = small_ports(own, settings, owner=name)
                send_edition(ports, settings, an_edition().digest_id)
            finally:
                os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    found = store.sending(an_edition().digest_id)
    assert found is not None
    assert found.sums == {DeliveryState.ACCEPTED: 40}
    assert server.counts() == {one.email: 1 for one in people(40)}
    store.close()
