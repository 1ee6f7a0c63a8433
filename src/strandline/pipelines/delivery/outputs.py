"""Editions on their way to webhooks, hubs, engines, networks and chats.

Each turn plans what was published, takes back what a process that ended had in hand, and tries what
is due: a row is committed as `sending` before the first request goes out, and asked for again right
before each request that changes something.
"""

import threading
from dataclasses import replace
from datetime import timedelta

import structlog

from strandline.core.delivery.outputs import ENDED, MAX_SAID, may_try, settle
from strandline.model.outputs import (
    AnswerKind,
    OutputAnswer,
    OutputDelivery,
    OutputState,
)
from strandline.pipelines.delivery.parcels import parcel_of
from strandline.pipelines.heartbeat import BEAT_S, LEASE, Heartbeat
from strandline.ports import Output, Ports
from strandline.settings import Settings

log = structlog.get_logger("strandline.outputs")

_GONE = OutputAnswer(AnswerKind.REFUSED, "the edition is not there any more")


def send_to_outputs(
    ports: Ports, settings: Settings, *, stop: threading.Event | None = None
) -> list[OutputDelivery]:
    """One turn over everything that is due.

    Returns:
        What was tried, as it was left.
    """
    outputs = {output.name: output for output in ports.outputs}
    if not outputs:
        return []
    _plan(ports, settings)
    take_back_lost(ports, settings)
    tried = []
    while stop is None or not stop.is_set():
        row = ports.store.claim_output(list(outputs), ports.owner, ports.clock.now(), LEASE)
        if row is None:
            break
        tried.append(_tried(ports, settings, outputs[row.output], row))
    return tried


def _plan(ports: Ports, settings: Settings) -> None:
    now = ports.clock.now()
    oldest = now - timedelta(hours=settings.outputs.fresh_hours)
    ports.store.note_outputs([output.name for output in ports.outputs], now)
    for output in ports.outputs:
        planned = ports.store.plan_output(output.name, output.lists, now, oldest)
        if planned:
            log.info("planned", output=output.name, editions=planned)


def take_back_lost(ports: Ports, settings: Settings) -> None:
    """What a process that ended had in hand: again where that makes nothing twice, else unknown.

    Of an output that is not set any more nothing is known, so that it cannot be asked.
    """
    now = ports.clock.now()
    outputs = {output.name: output for output in ports.outputs}
    for row in ports.store.claim_lost(ports.owner, now, LEASE):
        output = outputs.get(row.output)
        if output is None:
            ports.store.settle_output(_unknown(row, ENDED), ports.owner, failed=True)
            continue
        _settle(ports, settings, output, row, OutputAnswer(AnswerKind.UNSURE, ENDED))


def _unknown(row: OutputDelivery, said: str) -> OutputDelivery:
    return replace(row, state=OutputState.UNKNOWN, said=said[:MAX_SAID])


class _Beat(Heartbeat):
    def __init__(self, ports: Ports, row: OutputDelivery) -> None:
        super().__init__("output", BEAT_S)
        self._ports, self._row = ports, row

    def beat(self) -> None:
        self.is_ours()

    def is_ours(self) -> bool:
        """Prolong, and say whether the row is still ours: asked before each request."""
        until = self._ports.clock.now() + LEASE
        return self._ports.store.prolong_output(self._row, self._ports.owner, until)


def _tried(ports: Ports, settings: Settings, output: Output, row: OutputDelivery) -> OutputDelivery:
    if not may_try(row, output.repeats):
        left = _unknown(row, f"it waited too long; before that: {row.said}")
        ports.store.settle_output(left, ports.owner, failed=False)
        return left
    digest = ports.store.digest(row.digest_id)
    if digest is None or not digest.is_published:
        return _settle(ports, settings, output, row, _GONE)
    parcel = parcel_of(ports, settings, digest)
    with _Beat(ports, row) as beat:
        answer = output.send(parcel, beat.is_ours)
    return _settle(ports, settings, output, row, answer)


def _settle(
    ports: Ports, settings: Settings, output: Output, row: OutputDelivery, answer: OutputAnswer
) -> OutputDelivery:
    chosen = settings.outputs
    patience = timedelta(hours=chosen.give_up_hours)
    now, jitter = ports.clock.now(), ports.jitter()
    left = settle(row, answer, output.repeats, now, patience, jitter)
    ports.store.settle_output(
        left.row, ports.owner, failed=left.failed, hold=left.hold, most=chosen.stop_after
    )
    tell = log.warning if left.failed else log.info
    tell(
        "edition",
        output=output.name,
        digest=row.digest_id,
        state=left.row.state.value,
        attempts=row.attempts,
        said=left.row.said,
    )
    return left.row
