"""Who asks: found from a session's cookie or a token, once a request and only where it matters."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

import structlog
from starlette.requests import Request

from strandline.core.accounts import as_login, hash_of
from strandline.model.accounts import Account, Actor, Via
from strandline.model.errors import ConfigError, StoreError
from strandline.ports import Ports
from strandline.settings import AccessSettings
from strandline.web.access.peers import is_trusted, networks

#: How often it is noted that a session or a token was used.
NOTED_EVERY = timedelta(minutes=10)

#: Longest secret that is looked at.
_MAX_SECRET = 200


def cookie_name(base_url: str) -> str:
    """Name of the session's cookie; over https a browser takes it from our own host alone."""
    return "__Host-session" if base_url.startswith("https://") else "session"


def actor_of(request: Request) -> Actor:
    """Who asks; `Actor.nobody()` for everybody who is not signed in. Reads the store once.

    Raises:
        StoreError: The database does not answer.
    """
    found: Actor | None = getattr(request.state, "actor", None)
    if found is None:
        find: Callable[[Request], Actor] = request.app.state.known
        found = request.state.actor = find(request)
    return found


def known_actor(request: Request) -> Actor:
    """Who asks, where that was found out already; nobody else."""
    found: Actor | None = getattr(request.state, "actor", None)
    return found or Actor.nobody()


class Known:
    """Finds the actor of a request.

    Args:
        ports: With the store that knows accounts.
        base_url: Address that readers use; empty where none is set.
        access: Which proxies may name who is signed in, and in which header.

    Raises:
        ConfigError: A header is named without the proxies that may send it.
    """

    def __init__(self, ports: Ports, base_url: str, access: AccessSettings) -> None:
        self._store, self._clock = ports.store, ports.clock
        self._cookie = cookie_name(base_url)
        self._header, self._proxies = access.proxy_user_header.lower(), access.trusted_proxies
        networks(self._proxies)
        if self._header and not self._proxies:
            raise ConfigError(
                "PROXY_USER_HEADER needs TRUSTED_PROXIES: anybody can send a header.",
                subject="access.trusted_proxies",
                advice="Name the address from which the proxy connects, such as 127.0.0.1.",
            )

    def __call__(self, request: Request) -> Actor:
        """A token is asked before a cookie: who sends one means it."""
        kind, _, secret = request.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            return self._of_token(secret.strip()[:_MAX_SECRET])
        if self._header and self._header in request.headers:
            return self._of_proxy(request)
        cookie = request.cookies.get(self._cookie, "")[:_MAX_SECRET]
        return self._of_session(cookie) if cookie else Actor.nobody()

    def _of_proxy(self, request: Request) -> Actor:
        """Whom a proxy names; nobody where it is not one of ours, or names two or a stranger."""
        peer = request.client.host if request.client is not None else ""
        named = request.headers.getlist(self._header)
        if not is_trusted(peer, self._proxies) or len(named) != 1:
            structlog.get_logger("strandline.web").warning("proxy_header_refused", address=peer)
            return Actor.nobody()
        account = self._store.account_of_login(as_login(named[0]))
        return Actor.nobody() if account is None else as_actor(account, Via.PROXY)

    def _of_session(self, secret: str) -> Actor:
        now = self._clock.now()
        found = self._store.session(hash_of(secret), now)
        if found is None:
            return Actor.nobody()
        session, account = found
        if is_stale(session.last_seen_at, now):
            with suppress(StoreError):
                self._store.saw_session(session.session_id, now)
        return as_actor(account, Via.SESSION, session.session_id)

    def _of_token(self, secret: str) -> Actor:
        now = self._clock.now()
        found = self._store.token(hash_of(secret), now)
        if found is None:
            return Actor.nobody()
        token, account = found
        if is_stale(token.last_used_at, now):
            with suppress(StoreError):
                self._store.saw_token(token.token_id, now)
        actor = as_actor(account, Via.TOKEN, token.token_id)
        return Actor(
            actor.account_id,
            actor.name,
            actor.role,
            actor.via,
            actor.reader_id,
            token.scope,
            actor.session_id,
        )


def as_actor(account: Account, via: Via, session_id: str = "") -> Actor:
    """An account that is signed in."""
    return Actor(
        account_id=account.account_id,
        name=account.login,
        role=account.role,
        via=via,
        reader_id=account.reader_id,
        session_id=session_id,
    )


def is_stale(seen: datetime | None, now: datetime) -> bool:
    """True where its last use was noted some time ago."""
    return seen is None or now - seen >= NOTED_EVERY
