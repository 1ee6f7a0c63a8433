"""What a person does with a list: add, import, pause, move, remove, never write to again."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from strandline.core.delivery.addresses import address_key, read_address
from strandline.core.delivery.lists import may_send_of
from strandline.model.accounts import Actor
from strandline.model.acts import Outcome, done, refused
from strandline.model.delivery import (
    ID_LETTERS,
    Basis,
    Proof,
    Subscriber,
    SubscriberState,
    SuppressedFor,
    Suppression,
)
from strandline.model.errors import UsageError
from strandline.pipelines.desk.acts import audited
from strandline.ports import Ports
from strandline.render.i18n import LANGUAGES

#: Rows saved in one transaction, and lines with errors that are told.
_BATCH, _TOLD = 500, 20
_COLUMNS = ("email", "language")
#: Longest line of a file.
_LONGEST_LINE = 4_000
#: States out of which a person may be made active again.
_RESUMABLE = (SubscriberState.PAUSED, SubscriberState.BOUNCING)


def add_subscriber(
    ports: Ports, actor: Actor, email: str, *, reader_id: str, basis: str, language: str = ""
) -> Outcome:
    """Put an address on a list by hand, with the reason why it may be written to."""
    try:
        address = read_address(email)
    except UsageError as error:
        return refused("desk.people.no_address", said=error.message)
    if not may_send_of(actor, ports.store.reader(reader_id)):
        return refused("desk.people.no_list", list=reader_id)
    if not basis.strip():
        return refused("desk.people.no_basis")
    with audited(ports, actor, "subscriber.add") as trail:
        if _is_suppressed(ports, address, reader_id):
            return refused("desk.people.suppressed", email=address)
        proof = Proof(Basis.HAND, basis.strip()[:500], ports.clock.now())
        made = _made(ports, address, reader_id, proof, language)
        if ports.store.save_subscribers([made]):
            return refused("desk.people.there", email=address)
        trail.note(made.subscriber_id, None, {"list": reader_id, "basis": proof.detail})
    return done("desk.people.added", made.subscriber_id, email=address)


@dataclass
class Imported:
    """What became of the lines of a file.

    Attributes:
        faults: The first ones, as (line, reason).
    """

    added: int = 0
    there: int = 0
    suppressed: int = 0
    wrong: int = 0
    faults: list[tuple[int, str]] = field(default_factory=list)


def import_subscribers(
    ports: Ports,
    actor: Actor,
    text: str,
    *,
    reader_id: str,
    basis: str,
    dry_run: bool = False,
) -> Imported:
    """Add the addresses of a CSV file: a column `email` (or the first one), and `language`.

    Lines that are wrong are counted and told; suppressed addresses stay out. Run again, it adds
    nothing twice.

    Args:
        basis: Why they may be written to; kept with each.

    Raises:
        UsageError: There is no such list, or no basis was named.
    """
    if not may_send_of(actor, ports.store.reader(reader_id)):
        raise UsageError(
            f"There is no list {reader_id[:60]}.", subject=reader_id, advice="See: readers list"
        )
    if not basis.strip():
        raise UsageError(
            "Say why these people may be written to.",
            subject="basis",
            advice="For example: --basis 'signed up at our fair in May'",
        )
    told = Imported()
    proof = Proof(Basis.IMPORT, basis.strip()[:500], ports.clock.now())
    for batch in _batches(_read(text, told), _BATCH):
        _import(ports, actor, batch, told, reader_id, proof, dry_run=dry_run)
    return told


def _import(
    ports: Ports,
    actor: Actor,
    batch: Sequence[tuple[int, str, str]],
    told: Imported,
    reader_id: str,
    proof: Proof,
    *,
    dry_run: bool,
) -> None:
    keys = {address_key(email) for _, email, _ in batch}
    never = {
        one.address
        for one in ports.store.suppressions(sorted(keys))
        if one.reader_id in ("", reader_id)
    }
    there = ports.store.addresses_on(reader_id, sorted(keys)) if dry_run else set()
    fresh = []
    for _, email, language in batch:
        if address_key(email) in never:
            told.suppressed += 1
        elif address_key(email) in there:
            told.there += 1
        else:
            fresh.append(_made(ports, email, reader_id, proof, language))
    if dry_run or not fresh:
        told.added += len(fresh)
        return
    with audited(ports, actor, "subscriber.import") as trail:
        left = ports.store.save_subscribers(fresh)
        trail.note(reader_id, None, {"added": len(fresh) - len(left), "basis": proof.detail})
    told.added += len(fresh) - len(left)
    told.there += len(left)


def _read(text: str, told: Imported) -> Iterator[tuple[int, str, str]]:
    """Line, address and language of each line that has an address; each address once."""
    seen: set[str] = set()
    lines = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=False)
    columns: dict[str, int] = {}
    for number, cells in _lines(lines, told):
        names = [cell.strip().lower() for cell in cells]
        if number == 1 and "email" in names:
            columns = {name: names.index(name) for name in _COLUMNS if name in names}
            continue
        email = _cell(cells, columns.get("email", 0))
        if not email:
            continue
        try:
            address = read_address(email)
        except UsageError as error:
            _fault(told, number, error.message)
            continue
        if address_key(address) in seen:
            told.there += 1
            continue
        seen.add(address_key(address))
        yield number, address, _cell(cells, columns.get("language", -1))


def _lines(lines: Iterator[list[str]], told: Imported) -> Iterator[tuple[int, list[str]]]:
    number = 0
    while True:
        number += 1
        try:
            cells = next(lines)
        except StopIteration:
            return
        except csv.Error as error:
            _fault(told, number, str(error))
            continue
        if sum(map(len, cells)) > _LONGEST_LINE:
            _fault(told, number, "the line is too long")
            continue
        yield number, cells


def _fault(told: Imported, number: int, reason: str) -> None:
    told.wrong += 1
    if len(told.faults) < _TOLD:
        told.faults.append((number, reason))


def _cell(cells: Sequence[str], place: int) -> str:
    return cells[place].strip() if 0 <= place < len(cells) else ""


def _batches(
    items: Iterable[tuple[int, str, str]], size: int
) -> Iterator[list[tuple[int, str, str]]]:
    batch: list[tuple[int, str, str]] = []
    for item in items:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def pause_subscriber(ports: Ports, actor: Actor, subscriber_id: str) -> Outcome:
    """Write nothing to somebody until they, or the owner, resume."""
    return _restate(
        ports,
        actor,
        subscriber_id,
        "subscriber.pause",
        (SubscriberState.ACTIVE,),
        SubscriberState.PAUSED,
    )


def resume_subscriber(ports: Ports, actor: Actor, subscriber_id: str) -> Outcome:
    """Write again to somebody who was paused, or whose address works again."""
    return _restate(
        ports, actor, subscriber_id, "subscriber.resume", _RESUMABLE, SubscriberState.ACTIVE
    )


def _restate(
    ports: Ports,
    actor: Actor,
    subscriber_id: str,
    what: str,
    allowed: Sequence[SubscriberState],
    state: SubscriberState,
) -> Outcome:
    with audited(ports, actor, what) as trail:
        found = ports.store.subscriber(subscriber_id)
        if found is None:
            return refused("desk.people.gone")
        if found.state not in allowed:
            return refused("desk.people.not_now", subscriber_id, state=found.state.value)
        changed = replace(found, state=state, bounces=0, changed_at=ports.clock.now())
        ports.store.save_subscribers([changed])
        if state is SubscriberState.ACTIVE:
            _lift(ports, found)
        trail.note(subscriber_id, {"state": found.state.value}, {"state": state.value})
    return done(f"desk.people.{state.value}", subscriber_id, email=found.email)


def _lift(ports: Ports, found: Subscriber) -> None:
    """An address that bounced may be written to again; one that asked not to be stays out."""
    key = address_key(found.email)
    for one in ports.store.suppressions([key]):
        if one.reason is SuppressedFor.BOUNCED:
            ports.store.unsuppress(key, one.reader_id)


def remove_subscriber(ports: Ports, actor: Actor, subscriber_id: str) -> Outcome:
    """Delete somebody with all that is held about them; sums of editions stay."""
    with audited(ports, actor, "subscriber.remove") as trail:
        found = ports.store.subscriber(subscriber_id)
        if found is None:
            return refused("desk.people.gone")
        ports.store.remove_subscriber(subscriber_id)
        trail.note(subscriber_id, {"list": found.reader_id}, None)
    return done("desk.people.removed", subscriber_id, email=found.email)


def suppress_address(ports: Ports, actor: Actor, email: str, reason: str = "") -> Outcome:
    """Never write to an address, on no list, whatever is imported."""
    try:
        address = read_address(email)
    except UsageError as error:
        return refused("desk.people.no_address", said=error.message)
    key = address_key(address)
    with audited(ports, actor, "subscriber.suppress") as trail:
        one = Suppression(key, "", SuppressedFor.HAND, ports.clock.now(), reason[:500])
        if not ports.store.suppress([one]):
            return refused("desk.people.suppressed", email=address)
        trail.note(key, None, {"reason": reason})
    return done("desk.people.suppressed_now", key, email=address)


def unsuppress_address(ports: Ports, actor: Actor, email: str) -> Outcome:
    """Let an address be written to again."""
    key = address_key(email)
    with audited(ports, actor, "subscriber.unsuppress") as trail:
        found = ports.store.suppressions([key])
        if not found:
            return refused("desk.people.not_suppressed", email=email)
        for one in found:
            ports.store.unsuppress(key, one.reader_id)
        trail.note(key, {"reason": found[0].reason.value}, None)
    return done("desk.people.unsuppressed", key, email=email)


def _is_suppressed(ports: Ports, address: str, reader_id: str) -> bool:
    found = ports.store.suppressions([address_key(address)])
    return any(one.reader_id in ("", reader_id) for one in found)


def _made(ports: Ports, email: str, reader_id: str, proof: Proof, language: str) -> Subscriber:
    chosen = language.strip().lower()[:2]
    return Subscriber(
        ports.new_id()[-ID_LETTERS:],
        email,
        reader_id,
        SubscriberState.ACTIVE,
        ports.clock.now(),
        proof,
        language=chosen if chosen in LANGUAGES else None,
    )
