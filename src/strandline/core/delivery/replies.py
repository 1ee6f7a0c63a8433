"""What an answer of a mail server means for a recipient (RFC 5321, 4.2; RFC 3463)."""

import re

from strandline.model.delivery import DeliveryState, MailOutcome, Reply, Stage

#: Longest answer that is kept, characters.
MAX_SAID = 300
#: The server closes the connection (RFC 5321, 3.8).
_CLOSING = 421
_ENHANCED = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
#: Subjects of enhanced status codes: an address (1) or a mailbox (2) that does not work.
_OF_ADDRESS = frozenset({"1", "2"})
#: Mailbox full, message too large for it: the address works.
_WORKS = frozenset({("2", "2"), ("2", "3")})


def outcome_of(reply: Reply) -> MailOutcome:
    """What becomes of the recipient; total over codes, stages and silence.

    A connection that is lost before the final dot has delivered nothing; one that is lost after it
    has perhaps (RFC 1047), and such a mail is never sent again by itself.
    """
    said = f"{reply.code or ''} {reply.text}".strip()[:MAX_SAID]
    kind = reply.code // 100
    if kind == 2 and reply.stage is Stage.END:
        return MailOutcome(DeliveryState.ACCEPTED, said)
    if kind not in (4, 5):
        return _lost(reply, said)
    if kind == 4:
        return _asked_again(reply, said)
    return _refused(reply, said)


def _lost(reply: Reply, said: str) -> MailOutcome:
    """No answer, or one that nobody can read."""
    if reply.stage is Stage.END:
        said = said or "the connection was lost after the final dot"
        return MailOutcome(DeliveryState.UNKNOWN, said, drops_connection=True)
    said = said or "the connection was lost"
    return MailOutcome(DeliveryState.DEFERRED, said, wait="server", drops_connection=True)


def _asked_again(reply: Reply, said: str) -> MailOutcome:
    if reply.code == _CLOSING or reply.stage in (Stage.CONNECT, Stage.SENDER):
        return MailOutcome(DeliveryState.DEFERRED, said, wait="server", drops_connection=True)
    subject = _subject(reply.text)
    # 4.7.x and 4.4.x are about who sends and the way there: the whole domain is let alone.
    wait = "domain" if subject and subject[0] in {"7", "4", "3"} else "recipient"
    return MailOutcome(DeliveryState.DEFERRED, said, wait=wait)


def _refused(reply: Reply, said: str) -> MailOutcome:
    if reply.stage is Stage.CONNECT:
        # A wrong password is nothing that a recipient is to blame for.
        return MailOutcome(
            DeliveryState.DEFERRED, said, wait="server", is_fault=True, drops_connection=True
        )
    subject = _subject(reply.text)
    at_recipient = reply.stage is Stage.RECIPIENT
    is_of_address = subject[0] in _OF_ADDRESS and subject not in _WORKS if subject else at_recipient
    is_bounce = at_recipient and is_of_address
    return MailOutcome(DeliveryState.REFUSED, said, is_bounce=is_bounce, is_fault=not is_bounce)


def _subject(text: str) -> tuple[str, str] | None:
    """Subject and detail of an enhanced status code (RFC 3463)."""
    found = _ENHANCED.search(text)
    return (found[2], found[3]) if found else None
