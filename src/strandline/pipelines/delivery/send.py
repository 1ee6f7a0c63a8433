"""Sending an edition: every recipient once, whatever is killed in between.

Two commits a mail: one before the final dot may go out, one with the server's answer. What was
killed before the first is sent again, what was killed between the two is `unknown`.
"""

import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import structlog

from strandline.core.delivery.addresses import domain_of
from strandline.core.delivery.pacing import Pace, next_attempt
from strandline.core.delivery.replies import outcome_of
from strandline.model.accounts import Actor
from strandline.model.database import RESTORE, Upkeep
from strandline.model.delivery import (
    Delivery,
    DeliveryState,
    MailOutcome,
    Reply,
    Sending,
    SendingState,
)
from strandline.model.digests import Digest
from strandline.model.editions import OPEN, EditionState
from strandline.model.errors import StoreError, UsageError
from strandline.pipelines.delivery.bounces import note_bounce
from strandline.pipelines.delivery.letters import Letters, letters_of
from strandline.pipelines.delivery.way import the_way
from strandline.pipelines.desk.editions import finish
from strandline.pipelines.desk.editions import stop as stop_edition
from strandline.pipelines.heartbeat import BEAT_S, LEASE, Heartbeat
from strandline.ports import MailConnection, MailWay, Ports, Store
from strandline.settings import Settings

log = structlog.get_logger("strandline.delivery")

#: Editions under way that one turn looks at.
_MOST_EDITIONS = 100
#: Editions that nobody has published yet.
_MOST_OPEN = 10_000
#: Rows that one connection takes at a time.
BATCH = 50
#: Connections in a row that a server may lose before it is let alone until the next turn.
_LOST_IN_A_ROW = 3
#: A pause for a limit a minute that is longer than this is left to a later turn.
_LONGEST_PAUSE = timedelta(seconds=5)


def begin_sending(ports: Ports, settings: Settings, digest: Digest) -> Sending:
    """Freeze who is sent an edition; a second call changes nothing.

    Raises:
        UsageError: No way out is set up.
        ConfigError: `MAIL_FROM` is no address.
    """
    way = the_way(ports)
    now = ports.clock.now()
    letters_of(ports, settings, digest, now)
    return ports.store.plan_sending(digest.digest_id, digest.reader_id, way.name, now)


@dataclass(frozen=True, slots=True)
class Halted:
    """What goes on only once a person lets it.

    Attributes:
        sendings: Editions that are being mailed.
        outputs: Names of other ways out.
        stopped: Editions that would have gone out by themselves.
    """

    sendings: int
    outputs: tuple[str, ...]
    stopped: tuple[str, ...]


def halt(ports: Ports, said: str) -> Halted:
    """Let nothing go out that may have gone out already: the ledger was brought back from a backup.

    Mails under way and every output are held, editions with a time lose it, and the next edition of
    each reader is made at its next time, not for one that has passed.
    """
    store, now = ports.store, ports.clock.now()
    store.save_upkeep(Upkeep(RESTORE, now, ok_at=now, detail=said))
    sendings = _hold_all(store, ports.mail.name if ports.mail else "", now, said)
    store.note_outputs([output.name for output in ports.outputs], now)
    outputs = tuple(output.name for output in store.outputs())
    for name in outputs:
        store.set_output(name, now, held=True, said=said)
    timed = [one for one in store.digests(states=OPEN, limit=_MOST_OPEN) if one.send_at is not None]
    done = [stop_edition(ports, Actor.console(), one.digest_id, note=said) for one in timed]
    return Halted(sendings, outputs, tuple(one.subject for one in done if one.is_done))


def _hold_all(store: Store, way: str, now: datetime, said: str) -> int:
    """How many are being sent, and held now; without a way only those that were planned."""
    count = 0
    for edition in store.digests(states={EditionState.SENDING}, limit=_MOST_EDITIONS):
        if store.sending(edition.digest_id) is None:
            if not way:
                continue
            store.plan_sending(edition.digest_id, edition.reader_id, way, now)
        store.set_sending(edition.digest_id, SendingState.HELD, now, said)
        count += 1
    return count


def deliver(
    ports: Ports, settings: Settings, *, stop: threading.Event | None = None
) -> list[Sending]:
    """One turn: take back what was lost, and go on with every edition that is being sent.

    A published edition that was not planned yet is; one whose sums balance is finished.
    """
    again, unknown = ports.store.recover_deliveries(ports.clock.now())
    if again or unknown:
        log.warning("mails of a sender that ended", planned_again=again, unknown=unknown)
    editions = ports.store.digests(states={EditionState.SENDING}, limit=_MOST_EDITIONS)
    return [
        sending
        for edition in reversed(editions)
        if (sending := _delivered(ports, settings, edition.digest_id, stop)) is not None
    ]


def _delivered(
    ports: Ports, settings: Settings, digest_id: str, stop: threading.Event | None
) -> Sending | None:
    sending, digest = ports.store.sending(digest_id), ports.store.digest(digest_id)
    if digest is None:
        return None
    if ports.mail is None:
        if sending is None:
            finish(ports, digest_id)
        return sending
    if sending is None:
        begin_sending(ports, settings, digest)
    sending = send_edition(ports, settings, digest_id, stop=stop)
    if sending.state is SendingState.SENT:
        finish(ports, digest_id)
    return sending


def send_edition(
    ports: Ports,
    settings: Settings,
    digest_id: str,
    *,
    stop: threading.Event | None = None,
    progress: Callable[[int], None] = lambda _done: None,
) -> Sending:
    """Send what can go out now; what is put off is left for a later turn.

    Args:
        progress: Told how many recipients were settled.

    Raises:
        UsageError: It was never planned, or no way out is set up.
    """
    way, now = the_way(ports), ports.clock.now()
    sending = ports.store.sending(digest_id)
    digest = ports.store.digest(digest_id)
    if sending is None or digest is None:
        raise UsageError(
            f"The edition {digest_id[:60]} is not being sent.",
            subject=digest_id,
            advice="Begin with: strandline digest send",
        )
    if sending.state is not SendingState.SENDING:
        return sending
    if now - sending.touched_at > timedelta(hours=settings.mail.resume_hours):
        said = f"interrupted since {sending.touched_at:%Y-%m-%d %H:%M} UTC"
        return _set(ports, digest_id, SendingState.HELD, said)
    run = _Run(
        ports,
        settings,
        way,
        letters_of(ports, settings, digest, sending.planned_at),
        sending,
        stop or threading.Event(),
        progress,
    )
    run.go()
    done = _of(ports, digest_id)
    if done.state is SendingState.SENDING and done.is_balanced:
        return _set(ports, digest_id, SendingState.SENT)
    return done


def _of(ports: Ports, digest_id: str) -> Sending:
    found = ports.store.sending(digest_id)
    if found is None:
        raise StoreError(f"The sending of {digest_id} is gone.", subject=digest_id)
    return found


def _set(ports: Ports, digest_id: str, state: SendingState, said: str = "") -> Sending:
    ports.store.set_sending(digest_id, state, ports.clock.now(), said)
    log.info("sending", digest=digest_id, state=state.value, said=said)
    return _of(ports, digest_id)


class _Beat(Heartbeat):
    def __init__(self, ports: Ports, digest_id: str) -> None:
        super().__init__("deliveries", BEAT_S)
        self._ports, self._digest_id = ports, digest_id

    def beat(self) -> None:
        until = self._ports.clock.now() + LEASE
        self._ports.store.prolong_deliveries(self._digest_id, self._ports.owner, until)


@dataclass
class _Run:
    """One turn at one edition: some connections side by side, which share pace and faults."""

    ports: Ports
    settings: Settings
    way: MailWay
    letters: Letters
    sending: Sending
    stop: threading.Event
    progress: Callable[[int], None]
    faults: int = 0
    is_over: threading.Event = field(default_factory=threading.Event)
    turn: threading.Lock = field(default_factory=threading.Lock)
    trouble: list[BaseException] = field(default_factory=list)

    def __post_init__(self) -> None:
        mail = self.settings.mail
        self.pace = Pace(mail.per_minute, mail.per_domain)

    def go(self) -> None:
        """Until nothing is due, or something stops it.

        Raises:
            StoreError: The database failed; what was in hand is taken back later.
        """
        lines = [
            threading.Thread(target=self._line, name=f"mail-{number}", daemon=True)
            for number in range(self.settings.mail.connections)
        ]
        with _Beat(self.ports, self.sending.digest_id):
            for line in lines:
                line.start()
            for line in lines:
                line.join()
        if self.trouble:
            raise self.trouble[0]

    def _line(self) -> None:
        try:
            lost = 0
            while lost < _LOST_IN_A_ROW and not self._is_ended():
                batch = self._claimed()
                if not batch:
                    return
                lost = 0 if self._converse(batch) else lost + 1
        except BaseException as error:
            self.trouble.append(error)
            self.is_over.set()

    def _is_ended(self) -> bool:
        return self.stop.is_set() or self.is_over.is_set()

    def _claimed(self) -> list[Delivery]:
        return self.ports.store.claim_deliveries(
            self.sending.digest_id,
            self.ports.owner,
            self.ports.clock.now(),
            LEASE,
            limit=BATCH,
        )

    def _converse(self, batch: list[Delivery]) -> bool:
        """One connection for as long as there is something to send; False where it was lost."""
        connection = self.way.connect()
        if isinstance(connection, Reply):
            self._give_back(batch)
            outcome = outcome_of(connection)
            if outcome.is_fault:
                self._hold(outcome.said)
            else:
                log.warning("no mail server", way=self.way.name, said=outcome.said)
            return False
        with closing(connection):
            while batch:
                while batch:
                    if self._is_ended():
                        self._give_back(batch)
                        return True
                    if not self._one(connection, batch.pop(0)):
                        self._give_back(batch)
                        return False
                batch = self._claimed()
        return True

    def _one(self, connection: MailConnection, delivery: Delivery) -> bool:
        """Send one mail and write what became of it; False where the connection is lost."""
        letter = self.letters.letter(delivery)
        if letter is None:
            self._write(delivery, DeliveryState.EXCLUDED, "nothing new in the chosen categories")
            return True
        domain = domain_of(delivery.email)
        slot = self._slot(domain)
        if slot is not None:
            self._give_back([replace(delivery, not_before=slot)])
            return True
        reply = connection.send(
            letter.sender, letter.to, letter.message, lambda: self._may_end(delivery)
        )
        if reply is None:
            return True
        outcome = outcome_of(reply)
        self._settle(delivery, outcome, domain)
        return not outcome.drops_connection

    def _may_end(self, delivery: Delivery) -> bool:
        return self.ports.store.hand_over(delivery, self.ports.owner, self.ports.clock.now())

    def _slot(self, domain: str) -> datetime | None:
        """Wait for a place in this minute; when the next one is, where that is too long."""
        while True:
            with self.turn:
                now = self.ports.clock.now()
                slot = self.pace.next_slot(domain, now)
                if slot <= now:
                    self.pace.spent(domain, now)
                    return None
            if slot - now > _LONGEST_PAUSE or self.stop.wait((slot - now).total_seconds()):
                return slot

    def _settle(self, delivery: Delivery, outcome: MailOutcome, domain: str) -> None:
        now, state, said = self.ports.clock.now(), outcome.state, outcome.said
        not_before = None
        if state is DeliveryState.DEFERRED:
            with self.turn:
                self.pace.slower(domain, now)
            not_before = next_attempt(delivery.attempts, now)
            if outcome.wait == "domain":
                self.ports.store.put_off_domain(delivery.digest_id, domain, next_attempt(1, now))
            if now - self.sending.planned_at > self._patience:
                state, said = DeliveryState.REFUSED, f"given up: {said}"
        self._write(delivery, state, said, not_before)
        if outcome.is_bounce:
            note_bounce(self.ports, self.settings, delivery.subscriber_id, said, is_hard=True)
        self._count(outcome)

    @property
    def _patience(self) -> timedelta:
        return timedelta(hours=self.settings.mail.give_up_hours)

    def _count(self, outcome: MailOutcome) -> None:
        """A run of refusals is about us, not about those who are written to: a person is asked."""
        with self.turn:
            if outcome.is_fault:
                self.faults += 1
            elif outcome.state is DeliveryState.ACCEPTED:
                self.faults = 0
            is_too_much = self.faults >= self.settings.mail.stop_after
        if is_too_much:
            self._hold(f"{self.faults} refusals in a row, the last: {outcome.said}")

    def _hold(self, said: str) -> None:
        self.is_over.set()
        _set(self.ports, self.sending.digest_id, SendingState.HELD, said)

    def _write(
        self,
        delivery: Delivery,
        state: DeliveryState,
        said: str,
        not_before: datetime | None = None,
    ) -> None:
        row = replace(
            delivery,
            state=state,
            said=said,
            not_before=not_before,
            changed_at=self.ports.clock.now(),
        )
        self.ports.store.settle_deliveries([row], self.ports.owner)
        if state is not DeliveryState.DEFERRED:
            self.progress(1)

    def _give_back(self, batch: list[Delivery]) -> None:
        """Rows that were taken and not tried: planned as before."""
        now = self.ports.clock.now()
        rows = [
            replace(row, state=DeliveryState.PLANNED, attempts=row.attempts - 1, changed_at=now)
            for row in batch
        ]
        self.ports.store.settle_deliveries(rows, self.ports.owner)
