"""Tokens for programs: made, shown once, ended."""

from datetime import timedelta

from strandline.core.accounts import MAX_TOKEN_DAYS, hash_of, name_fault, scope_fault
from strandline.model.accounts import Actor, Right, Token
from strandline.model.acts import Outcome, done, refused
from strandline.pipelines.desk.acts import audited
from strandline.ports import Ports

#: So that a secret scanner, and a person, knows one.
PREFIX = "strandline_"
#: Tokens of one account.
MOST = 50


def make_token(
    ports: Ports, actor: Actor, name: str, scope: frozenset[Right], days: int
) -> tuple[Outcome, str]:
    """A token with some of one's rights and an end.

    Returns:
        The outcome, and the secret: it is shown once and kept nowhere.
    """
    name = " ".join(name.split())
    fault = name_fault(name) or scope_fault(scope, actor.rights)
    if not 1 <= days <= MAX_TOKEN_DAYS:
        fault = "accounts.bad_days"
    if fault:
        return refused(fault), ""
    secret, now = PREFIX + ports.new_secret(), ports.clock.now()
    with audited(ports, actor, "token.add") as trail:
        if ports.store.account(actor.account_id) is None:
            return refused("accounts.gone"), ""
        if len(ports.store.tokens(actor.account_id)) >= MOST:
            return refused("accounts.many_tokens"), ""
        token = Token(
            token_id=ports.new_id(),
            account_id=actor.account_id,
            name=name,
            secret_hash=hash_of(secret),
            scope=scope,
            created_at=now,
            ends_at=now + timedelta(days=days),
        )
        ports.store.add_token(token)
        trail.note(name, None, {"scope": sorted(scope), "days": days})
    return done("accounts.token_made", token.token_id, name=name), secret


def remove_token(ports: Ports, actor: Actor, account_id: str, token_id: str) -> Outcome:
    """End a token; the owner's act may end anybody's."""
    with audited(ports, actor, "token.remove") as trail:
        if account_id != actor.account_id and not actor.may(Right.ACCOUNTS):
            return refused("accounts.no_token")
        if not ports.store.remove_token(account_id, token_id):
            return refused("accounts.no_token")
        trail.note(token_id, {"account": account_id})
    return done("accounts.token_removed")
