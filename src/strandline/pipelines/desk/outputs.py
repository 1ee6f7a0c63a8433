"""Acts on other ways out: try one, hold it, let it go on, send an edition again, call it sent."""

from datetime import UTC

from strandline.core.delivery.lists import may_send_of
from strandline.model.accounts import Actor
from strandline.model.acts import Outcome, done, refused
from strandline.model.outputs import AnswerKind, OutputDelivery, OutputState
from strandline.pipelines.desk.acts import audited
from strandline.ports import Output, Ports

#: Where a person's word is asked for.
_AT_REST = frozenset({OutputState.FAILED, OutputState.UNKNOWN})


def output_of(ports: Ports, name: str) -> Output | None:
    """The one of this name that is set; `webhook:team` may be called `team`."""
    for output in ports.outputs:
        if name in (output.name, output.name.rpartition(":")[2]):
            return output
    return None


def try_output(ports: Ports, actor: Actor, name: str) -> Outcome:
    """See whether an output lets us in: by a test message where it takes one, else by asking."""
    output = output_of(ports, name)
    if output is None:
        return refused("outputs.unknown", name[:60])
    answer = output.try_out(ports.clock.now())
    with audited(ports, actor, "output.test") as trail:
        trail.note(output.name, None, {"answer": answer.kind.value, "said": answer.said})
    if answer.kind is AnswerKind.DONE:
        return done("outputs.tried", output.name, name=output.name, said=answer.said)
    return refused("outputs.not_tried", output.name, name=output.name, said=answer.said)


def hold_output(ports: Ports, actor: Actor, name: str, *, note: str = "") -> Outcome:
    """Give an output nothing more; editions wait."""
    return _restated(ports, actor, name, "output.hold", held=True, note=note)


def resume_output(ports: Ports, actor: Actor, name: str) -> Outcome:
    """Let an output go on; what waits goes out, and failures are counted anew."""
    return _restated(ports, actor, name, "output.resume", held=False, note="")


def _restated(
    ports: Ports, actor: Actor, name: str, what: str, *, held: bool, note: str
) -> Outcome:
    output = output_of(ports, name)
    if output is None:
        return refused("outputs.unknown", name[:60])
    now = ports.clock.now()
    with audited(ports, actor, what) as trail:
        ports.store.note_outputs([output.name], now)
        was = next(one for one in ports.store.outputs() if one.name == output.name)
        if was.is_held is held:
            key = "outputs.is_held" if held else "outputs.is_open"
            return refused(key, output.name, name=output.name)
        ports.store.set_output(output.name, now, held=held, said=note)
        before = {"held": was.is_held, "note": was.said}
        trail.note(output.name, before, {"held": held, "note": note})
    key = "outputs.held" if held else "outputs.resumed"
    return done(key, output.name, name=output.name)


def retry_output(ports: Ports, actor: Actor, name: str, digest_id: str) -> Outcome:
    """Give an output a published edition of its lists, now or again, because a person says so."""
    output = output_of(ports, name)
    if output is None:
        return refused("outputs.unknown", name[:60])
    edition = ports.store.digest(digest_id)
    reader = ports.store.reader(edition.reader_id) if edition else None
    if edition is None or not may_send_of(actor, reader):
        return refused("outputs.gone", digest_id)
    if not edition.is_published or edition.reader_id not in output.lists:
        return refused("outputs.not_for_it", digest_id, name=output.name)
    now = ports.clock.now()
    with audited(ports, actor, "output.retry") as trail:
        row = ports.store.output_delivery(output.name, digest_id)
        if row is not None and row.state is OutputState.DONE:
            return refused("outputs.is_done", digest_id, name=output.name)
        ports.store.note_outputs([output.name], now)
        if not ports.store.plan_again(output.name, digest_id, now):
            return refused("outputs.under_way", digest_id, name=output.name)
        trail.note(digest_id, _told(output, row), {"output": output.name, "state": "planned"})
    return done("outputs.planned", digest_id, name=output.name)


def settle_output(ports: Ports, actor: Actor, name: str, digest_id: str) -> Outcome:
    """Say that an edition is there: somebody has looked."""
    output = output_of(ports, name)
    if output is None:
        return refused("outputs.unknown", name[:60])
    now = ports.clock.now()
    with audited(ports, actor, "output.settle") as trail:
        row = ports.store.output_delivery(output.name, digest_id)
        if row is None:
            return refused("outputs.gone", digest_id)
        if row.state not in _AT_REST:
            return refused("outputs.under_way", digest_id, name=output.name)
        said = f"{actor.name}, {now.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
        ports.store.decide_output(output.name, digest_id, OutputState.DONE, said, now)
        trail.note(digest_id, _told(output, row), {"output": output.name, "state": "done"})
    return done("outputs.settled", digest_id, name=output.name)


def _told(output: Output, row: OutputDelivery | None) -> dict[str, str]:
    before = {"output": output.name}
    return before if row is None else before | {"state": row.state.value, "said": row.said}
