"""What a mail that came back means for a subscriber."""

from dataclasses import replace

import structlog

from strandline.core.delivery.addresses import address_key
from strandline.model.delivery import SubscriberState, SuppressedFor, Suppression
from strandline.ports import Ports
from strandline.settings import Settings

log = structlog.get_logger("strandline.delivery")


def note_bounce(
    ports: Ports, settings: Settings, subscriber_id: str, said: str, *, is_hard: bool
) -> bool:
    """Count a mail that came back: a hard one pauses at once, soft ones after a number in a row.

    Returns:
        True where the subscriber is paused now; False also for one that is gone.
    """
    found = ports.store.subscriber(subscriber_id)
    if found is None:
        return False
    now = ports.clock.now()
    bounces = found.bounces + 1
    is_over = is_hard or bounces >= settings.mail.soft_bounces
    state = found.state
    if is_over and state is SubscriberState.ACTIVE:
        state = SubscriberState.BOUNCING
        log.info("subscriber paused, mails come back", subscriber=subscriber_id)
    changed = replace(found, bounces=bounces, state=state, changed_at=now)
    ports.store.save_subscribers([changed])
    if is_hard:
        key = address_key(found.email)
        ports.store.suppress([Suppression(key, "", SuppressedFor.BOUNCED, now, said)])
    return is_over


def note_complaint(ports: Ports, subscriber_id: str, said: str) -> bool:
    """Somebody called a mail spam: never again, on no list. False for one that is gone."""
    found = ports.store.subscriber(subscriber_id)
    if found is None:
        return False
    now = ports.clock.now()
    key = address_key(found.email)
    ports.store.suppress([Suppression(key, "", SuppressedFor.COMPLAINED, now, said)])
    for one in ports.store.find_subscribers(found.email):
        ports.store.save_subscribers(
            [replace(one, state=SubscriberState.COMPLAINED, changed_at=now)]
        )
    return True
