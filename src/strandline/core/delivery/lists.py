"""Whose editions somebody may send to others."""

from strandline.model.accounts import Actor, Right
from strandline.model.readers import DigestScope, Reader


def may_send_of(actor: Actor, reader: Reader | None) -> bool:
    """True for a list that is there and whose editions are everybody's; a person's own is nobody
    else's business but for who looks after accounts.
    """
    if reader is None:
        return False
    return reader.scope is DigestScope.SHARED or actor.may(Right.ACCOUNTS)
