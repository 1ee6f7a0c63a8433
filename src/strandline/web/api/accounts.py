"""Accounts, tokens, sessions and the audit.

A token changes no password and makes no token: a person does that, in a browser.
"""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right, Role
from strandline.pipelines.desk.links import make_link
from strandline.pipelines.desk.people import Person, add_account, change_account, remove_account
from strandline.pipelines.desk.signing import end_other_sessions, end_session
from strandline.pipelines.desk.tokens import remove_token
from strandline.web.access import actor_of
from strandline.web.api.answers.accounts import (
    AccountAnswer,
    AccountsAnswer,
    AuditAnswer,
    AuditsAnswer,
    LinkMadeAnswer,
    MeAnswer,
    SessionAnswer,
    SessionsAnswer,
    TokenAnswer,
    TokensAnswer,
)
from strandline.web.api.asked import Asked, Line
from strandline.web.api.cursors import NUMBER, Cursor, read_cursor, write_cursor
from strandline.web.api.routing import answered, next_address, read_route
from strandline.web.api.writing import act_route, given, told
from strandline.web.queries import Limit
from strandline.web.site import Site

_Id = Annotated[str, Path(max_length=64, pattern=r"^[A-Za-z0-9_-]{1,64}$")]
_Who = Annotated[str, Query(max_length=200, pattern=r"^[^\x00-\x1f]*$")]


class AccountAsked(Asked):
    """Somebody who is to have an account; a link sets the password."""

    login: Line
    role: Role = Role.EDITOR
    name: Line = ""
    reader_id: Line = ""


class AccountChange(Asked):
    """What an account is to be; its login stays."""

    role: Role
    name: Line = ""
    reader_id: Line = ""


def routes(site: Site) -> APIRouter:
    """Who may do what, and what they did."""
    router = APIRouter(tags=["accounts"])
    _own(router, site)
    _people(router, site)
    _audit(router, site)
    return router


def _own(router: APIRouter, site: Site) -> None:
    @read_route(router, "/me", MeAnswer, Right.OWN)
    def get_me(request: Request) -> Response:
        """Who asks, and what they may."""
        return answered(request, MeAnswer.of(actor_of(request)))

    @read_route(router, "/tokens", TokensAnswer, Right.OWN)
    def list_tokens(request: Request) -> Response:
        """One's own tokens."""
        found = site.store.tokens(actor_of(request).account_id)
        return answered(request, TokensAnswer(tokens=[TokenAnswer.of(one) for one in found]))

    @act_route(router, "DELETE", "/tokens/{token_id}", Right.OWN)
    def end_token(request: Request, token_id: _Id) -> Response:
        """End a token of one's own."""
        actor = actor_of(request)
        return told(remove_token(site.ports, actor, actor.account_id, token_id))

    @read_route(router, "/sessions", SessionsAnswer, Right.OWN)
    def list_sessions(request: Request) -> Response:
        """Where one is signed in."""
        found = site.store.sessions(actor_of(request).account_id, site.ports.clock.now())
        return answered(request, SessionsAnswer(sessions=[SessionAnswer.of(one) for one in found]))

    @act_route(router, "DELETE", "/sessions/{session_id}", Right.OWN)
    def sign_out(request: Request, session_id: _Id) -> Response:
        """End a session of one's own."""
        return told(end_session(site.ports, actor_of(request), session_id))

    @act_route(router, "POST", "/sessions/end-others", Right.OWN)
    def sign_out_elsewhere(request: Request) -> Response:
        """End all sessions of one's own but this one."""
        return told(end_other_sessions(site.ports, actor_of(request)))


def _people(router: APIRouter, site: Site) -> None:
    @read_route(router, "/accounts", AccountsAnswer, Right.ACCOUNTS)
    def list_accounts(request: Request) -> Response:
        """Everybody who can sign in, in the order of logins."""
        found = site.store.accounts()
        return answered(request, AccountsAnswer(accounts=[AccountAnswer.of(one) for one in found]))

    @act_route(router, "POST", "/accounts", Right.ACCOUNTS)
    def make_account(request: Request, asked: AccountAsked) -> Response:
        """Make an account; it needs a link before it can be used."""
        person = Person(asked.login, asked.role, asked.name, asked.reader_id)
        return told(add_account(site.ports, actor_of(request), person))

    @act_route(router, "PUT", "/accounts/{account_id}", Right.ACCOUNTS)
    def edit_account(request: Request, account_id: _Id, asked: AccountChange) -> Response:
        """Another role, name or reader."""
        person = Person("", asked.role, asked.name, asked.reader_id)
        return told(change_account(site.ports, actor_of(request), account_id, person))

    @act_route(router, "DELETE", "/accounts/{account_id}", Right.ACCOUNTS)
    def delete_account(request: Request, account_id: _Id) -> Response:
        """Remove somebody with sessions, tokens and passkeys."""
        return told(remove_account(site.ports, actor_of(request), account_id))

    @act_route(
        router,
        "POST",
        "/accounts/{account_id}/link",
        Right.ACCOUNTS,
        LinkMadeAnswer,
        is_secret=True,
    )
    def link_account(request: Request, account_id: _Id) -> Response:
        """A link by which somebody sets a password; earlier ones open nothing any more."""
        outcome, path = make_link(site.ports, actor_of(request), account_id)
        if not outcome.is_done:
            return told(outcome)
        return given(LinkMadeAnswer(account_id=account_id, path=path))


def _audit(router: APIRouter, site: Site) -> None:
    @read_route(router, "/audit", AuditsAnswer, Right.ACCOUNTS)
    def list_audit(
        request: Request,
        who: _Who = "",
        what: _Who = "",
        subject: _Who = "",
        cursor: Cursor = "",
        limit: Limit = 50,
    ) -> Response:
        """What people changed, newest first; `what=` takes an area (`source`) or one act of it."""
        choice = {"who": who, "what": what, "subject": subject}
        before = read_cursor(cursor, "audit", choice, NUMBER) or 0
        rows = site.store.audit(who=who, what=what, subject=subject, before=before, limit=limit + 1)
        older = write_cursor("audit", choice, rows[limit - 1].entry_id) if rows[limit:] else ""
        return answered(
            request,
            AuditsAnswer(
                entries=[AuditAnswer.of(row) for row in rows[:limit]],
                next=next_address(site.base_url, "/audit", choice, older, limit),
            ),
        )
