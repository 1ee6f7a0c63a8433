"""What people do with their own subscription: ask, confirm, choose, leave."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import timedelta

import structlog

from strandline.core.delivery.addresses import address_key, read_address
from strandline.core.delivery.marks import CONFIRM, LEAVE, name_in, token
from strandline.core.delivery.replies import outcome_of
from strandline.model.delivery import (
    ID_LETTERS,
    Basis,
    DeliveryState,
    Proof,
    Reply,
    Subscriber,
    SubscriberState,
    SuppressedFor,
    Suppression,
)
from strandline.ports import MailConnection, Ports
from strandline.render.i18n import LANGUAGES
from strandline.render.mail_message import short_message
from strandline.settings import Settings

log = structlog.get_logger("strandline.delivery")

#: Where the link of a mail that asks to confirm leads.
CONFIRM_PATH = "/mail/confirm/"
#: Whoever asks again within this time gets no second mail: nobody is bombed with them.
_AGAIN = timedelta(days=1)
#: Who never confirms is forgotten.
_PATIENCE = timedelta(days=30)
#: Rhythms that can be chosen, in days between two mails at least.
RHYTHMS = (0, 7, 30)


def ask(
    ports: Ports, email: str, *, reader_id: str, language: str, agreed: str, network: str
) -> None:
    """Somebody wants to be written to: a mail asks them to confirm.

    Whether the address is known is nobody's business: nothing that is told depends on it.

    Args:
        agreed: The text beside the form, kept as proof.
        network: From which the form came.

    Raises:
        UsageError: It is no address.
    """
    address, now = read_address(email), ports.clock.now()
    proof = Proof(Basis.FORM, agreed[:500], now, network)
    never = ports.store.suppressions([address_key(address)])
    if any(one.reader_id == "" for one in never):
        return
    known = next(iter(ports.store.find_subscribers(address, reader_id=reader_id)), None)
    if known is None:
        made = Subscriber(
            ports.new_id()[-ID_LETTERS:],
            address,
            reader_id,
            SubscriberState.PENDING,
            now,
            proof,
            language=language if language in LANGUAGES else None,
            changed_at=now,
        )
        ports.store.save_subscribers([made])
    elif _may_ask_again(known, ports):
        asked = replace(known, state=SubscriberState.PENDING, proof=proof, changed_at=now)
        ports.store.save_subscribers([asked])
        ports.store.await_confirmation(known.subscriber_id)


def _may_ask_again(known: Subscriber, ports: Ports) -> bool:
    since = known.proof.asked_at
    may = known.state in (SubscriberState.UNSUBSCRIBED, SubscriberState.PENDING)
    return may and (since is None or ports.clock.now() - since > _AGAIN)


def ask_to_confirm(ports: Ports, settings: Settings) -> int:
    """Send the mails that ask to confirm; each at most once. Returns how many went out."""
    ports.store.forget_unconfirmed(ports.clock.now() - _PATIENCE)
    waiting = ports.store.unconfirmed()
    if not waiting or ports.mail is None or not settings.web.base_url:
        return 0
    connection = ports.mail.connect()
    if isinstance(connection, Reply):
        log.warning("no mail server", way=ports.mail.name, said=outcome_of(connection).said)
        return 0
    with closing(connection):
        return sum(_ask_to_confirm(ports, settings, connection, one) for one in waiting)


def _ask_to_confirm(
    ports: Ports, settings: Settings, connection: MailConnection, one: Subscriber
) -> bool:
    """Noted before it goes out: whoever got none asks again."""
    ports.store.asked_to_confirm(one.subscriber_id, ports.clock.now())
    base = settings.web.base_url.rstrip("/")
    link = f"{base}{CONFIRM_PATH}{confirm_token(ports, one)}"
    sender, message = short_message(
        settings.mail.sender,
        one.email,
        one.language or "en",
        "confirm",
        ports.clock.now(),
        site=settings.web.title,
        link=link,
    )
    reply = connection.send(sender, one.email, message, lambda: True)
    outcome = outcome_of(reply) if reply else None
    is_out = outcome is not None and outcome.state is DeliveryState.ACCEPTED
    if outcome is not None and outcome.state is DeliveryState.DEFERRED:
        ports.store.await_confirmation(one.subscriber_id)
    return is_out


def confirm_token(ports: Ports, one: Subscriber) -> str:
    """Of the link that confirms one asking; another asking has another."""
    return token(ports.secret, CONFIRM, f"{one.subscriber_id}-{_asked(one)}")


def _asked(one: Subscriber) -> int:
    return int(one.proof.asked_at.timestamp()) if one.proof.asked_at else 0


def to_confirm(ports: Ports, given: str) -> Subscriber | None:
    """Whose mail asked for it; None for a link that is not ours, is of an earlier asking, or of
    somebody gone.
    """
    name = name_in(ports.secret, CONFIRM, given)
    subscriber_id, _, asked = (name or "").partition("-")
    found = ports.store.subscriber(subscriber_id) if subscriber_id else None
    return found if found is not None and str(_asked(found)) == asked else None


def confirm(ports: Ports, given: str, network: str) -> Subscriber | None:
    """Whoever opens the link of the mail wants to be written to; done twice, it stays so."""
    found = to_confirm(ports, given)
    if found is None or found.state is not SubscriberState.PENDING:
        return found
    now = ports.clock.now()
    proof = replace(found.proof, confirmed_at=now, confirmed_from=network)
    active = replace(found, state=SubscriberState.ACTIVE, proof=proof, bounces=0, changed_at=now)
    with ports.store.together():
        ports.store.save_subscribers([active])
        ports.store.unsuppress(address_key(found.email), found.reader_id)
    return active


def who_chooses(ports: Ports, given: str) -> Subscriber | None:
    """Whose mail had this link; None for one that is not ours, or of somebody gone."""
    subscriber_id = name_in(ports.secret, LEAVE, given)
    return None if subscriber_id is None else ports.store.subscriber(subscriber_id)


def leave(ports: Ports, found: Subscriber, how: str) -> None:
    """Never write to somebody again for this list; done twice, it stays so.

    Args:
        how: By what: a mail program's button, the page, an answer.
    """
    now = ports.clock.now()
    gone = replace(found, state=SubscriberState.UNSUBSCRIBED, changed_at=now)
    key = address_key(found.email)
    reason = SuppressedFor.UNSUBSCRIBED
    with ports.store.together():
        if found.state is not SubscriberState.COMPLAINED:
            ports.store.save_subscribers([gone])
        ports.store.suppress([Suppression(key, found.reader_id, reason, now, how)])


def choose(
    ports: Ports,
    found: Subscriber,
    *,
    least_days: int,
    categories: Sequence[str],
    language: str,
    is_paused: bool,
) -> bool:
    """Change how often, what and in which language; False for who is not on the list (any more)."""
    if found.state not in (SubscriberState.ACTIVE, SubscriberState.PAUSED):
        return False
    state = SubscriberState.PAUSED if is_paused else SubscriberState.ACTIVE
    chosen = replace(
        found,
        state=state,
        least_days=least_days if least_days in RHYTHMS else found.least_days,
        categories=tuple(dict.fromkeys(categories))[:50],
        language=language if language in LANGUAGES else None,
        changed_at=ports.clock.now(),
    )
    ports.store.save_subscribers([chosen])
    return True
