"""Mails that lie in a mailbox: each is acted on, then marked, then passed over."""

import threading

import structlog

from strandline.pipelines.delivery.receive import receive
from strandline.ports import Ports
from strandline.settings import Settings

log = structlog.get_logger("strandline.delivery")

#: Mails of one turn.
_AT_ONCE = 500


def read_mailbox(
    ports: Ports, settings: Settings, *, stop: threading.Event | None = None
) -> dict[str, int]:
    """Read what waits; killed between any two steps, a mail is read again and does nothing more.

    Returns:
        How many of each kind; nothing where no mailbox is set.

    Raises:
        MailboxFault: It cannot be read now; what was not read waits.
        StoreError: The database refused; likewise.
    """
    kinds: dict[str, int] = {}
    if ports.mailbox is None:
        return kinds
    name = ports.mailbox.name
    with ports.mailbox.opened() as folder:
        place = ports.store.mailbox_place(name)
        after = place[1] if place is not None and place[0] == folder.validity else 0
        for uid in folder.waiting(after)[:_AT_ONCE]:
            if stop is not None and stop.is_set():
                break
            body = folder.fetch(uid)
            if body is not None:
                kind = receive(ports, settings, body).kind
                kinds[kind] = kinds.get(kind, 0) + 1
                folder.done(uid)
            ports.store.save_mailbox_place(name, folder.validity, uid)
    if kinds:
        log.info("mailbox read", kinds=kinds)
    return kinds
