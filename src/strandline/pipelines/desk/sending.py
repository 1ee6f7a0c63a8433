"""Acts on mails under way: hold them, let them go on."""

from strandline.core.delivery.lists import may_send_of
from strandline.model.accounts import Actor
from strandline.model.acts import Outcome, done, refused
from strandline.model.delivery import Sending, SendingState
from strandline.pipelines.desk.acts import audited
from strandline.ports import Ports


def hold_sending(ports: Ports, actor: Actor, digest_id: str, *, note: str = "") -> Outcome:
    """Send no more mails of an edition; what is at the server's door goes through."""
    held = SendingState.HELD
    return _restated(ports, actor, digest_id, "sending.hold", SendingState.SENDING, held, note)


def resume_sending(ports: Ports, actor: Actor, digest_id: str) -> Outcome:
    """Go on where it was held; nobody is sent it twice."""
    sending = SendingState.SENDING
    return _restated(ports, actor, digest_id, "sending.resume", SendingState.HELD, sending, "")


def _restated(
    ports: Ports,
    actor: Actor,
    digest_id: str,
    what: str,
    before: SendingState,
    after: SendingState,
    said: str,
) -> Outcome:
    with audited(ports, actor, what) as trail:
        found, edition = ports.store.sending(digest_id), ports.store.digest(digest_id)
        reader = ports.store.reader(edition.reader_id) if edition else None
        if found is None or not may_send_of(actor, reader):
            return refused("delivery.not_sent", digest_id)
        if found.state is not before:
            return refused(f"delivery.is_{found.state.value}", digest_id)
        ports.store.set_sending(digest_id, after, ports.clock.now(), said)
        trail.note(digest_id, _told(found), {"state": after.value, "note": said})
    return done(f"delivery.{after.value}", digest_id)


def _told(sending: Sending) -> dict[str, str]:
    return {"state": sending.state.value, "note": sending.said}
