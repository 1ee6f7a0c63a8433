"""Ghost publishes and sends: an edition becomes a post (https://docs.ghost.org/admin-api/posts).

A post of our slug is looked for first. It is made as a draft; publishing it is guarded by its
`updated_at`, so that of two who try, one is refused. Its newsletter is named with that.
"""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any
from urllib.parse import quote

from strandline.adapters.outputs.asking import UNREADABLE, Reply, Service
from strandline.adapters.outputs.making import Making
from strandline.model.errors import ConfigError
from strandline.model.outputs import (
    AnswerKind,
    OutputAnswer,
    Parcel,
    RepeatKind,
    Repeats,
)
from strandline.ports import Clock
from strandline.ports.outputs import MayGo, Output

NAME = "ghost"
_POSTS = "/ghost/api/admin/posts/"
#: How long a token of ours holds; Ghost takes five minutes at most.
_TOKEN_S = 240
#: Another would be made at each attempt.
UNFOUND = "a post was made, and is not found by its tag: look there before this goes on"


class GhostOutput:
    """One publication of Ghost.

    Args:
        newsletter: Slug of the newsletter that is sent; empty to publish without sending.
        sends: False leaves posts as drafts.
    """

    name, repeats = NAME, Repeats(RepeatKind.LOOK_UP)

    def __init__(
        self, service: Service, lists: tuple[str, ...], newsletter: str, *, sends: bool
    ) -> None:
        self.where, self.lists = service.host, lists
        self._service, self._newsletter, self._sends = service, newsletter, sends

    def send(self, parcel: Parcel, may_go: MayGo) -> OutputAnswer:
        """Make a post of an edition, if there is none, and publish it where that is wanted."""
        post = self._find(parcel.name)
        if isinstance(post, Reply):
            return post.trouble or UNREADABLE
        if post is None:
            reply = self._service.change(may_go, "POST", f"{_POSTS}?source=html", _new(parcel))
            if reply.trouble is not None:
                return reply.trouble
            post = self._find(parcel.name)
            if isinstance(post, Reply):
                return post.trouble or UNREADABLE
            if post is None:
                return OutputAnswer(AnswerKind.CLOSED, UNFOUND)
        return self._published(post, may_go)

    def try_out(self, now: datetime) -> OutputAnswer:  # noqa: ARG002 - of the port
        """Ask whether it lets us in; nothing is made."""
        reply = self._service.get(_POSTS, {"limit": "1", "fields": "id"})
        return reply.trouble or OutputAnswer(AnswerKind.DONE, "it lets us in")

    def close(self) -> None:
        """It holds nothing."""

    def _find(self, name: str) -> dict[str, Any] | Reply | None:
        """The first post of our name, in any state; the reply where it did not say.

        Ghost gives a second one of a slug another slug, and lets names be told by a tag: `#name` is
        one that readers never see.
        """
        query = {"filter": f"tag:hash-{name}", "limit": "50", "order": "created_at asc"}
        reply = self._service.get(_POSTS, query | {"fields": "id,status,updated_at,created_at"})
        if reply.trouble is not None:
            return reply
        posts = reply["posts"]
        if not isinstance(posts, list):
            return reply
        found = [one for one in posts if isinstance(one, dict) and "id" in one]
        return min(
            found, key=lambda one: (str(one.get("created_at")), str(one["id"])), default=None
        )

    def _published(self, post: Mapping[str, Any], may_go: MayGo) -> OutputAnswer:
        number, status = str(post["id"]), str(post.get("status"))
        if not self._sends or status != "draft":
            return OutputAnswer(AnswerKind.DONE, f"post: {status}", number)
        query = f"?newsletter={quote(self._newsletter, safe='')}" if self._newsletter else ""
        change = {"posts": [{"updated_at": post.get("updated_at"), "status": "published"}]}
        path = f"{_POSTS}{quote(number, safe='')}/{query}"
        reply = self._service.change(may_go, "PUT", path, change)
        return reply.trouble or OutputAnswer(AnswerKind.DONE, "post: published", number)


def _new(parcel: Parcel) -> dict[str, Any]:
    post: dict[str, Any] = {
        "title": parcel.title,
        "slug": parcel.name,
        "html": parcel.html,
        "status": "draft",
        "tags": [{"name": f"#{parcel.name}"}],
    }
    return {"posts": [post | ({"canonical_url": parcel.page} if parcel.page else {})]}


def make(making: Making) -> Iterator[Output]:
    """The one of `GHOST_URL`.

    Raises:
        ConfigError: `GHOST_ADMIN_KEY` is missing, or is not `id:secret`.
    """
    settings = making.settings.outputs
    if not settings.ghost_url:
        return
    key_id, _, secret = settings.ghost_key.get_secret_value().partition(":")
    try:
        key = bytes.fromhex(secret)
    except ValueError:
        key = b""
    if not key or not key_id.isalnum():
        raise ConfigError(
            "GHOST_URL needs GHOST_ADMIN_KEY, as Ghost shows it: id:secret in hexadecimal digits.",
            subject="GHOST_ADMIN_KEY",
        )

    def headers() -> dict[str, str]:
        token = _token(key_id, key, making.clock)
        return {"Authorization": f"Ghost {token}", "Accept-Version": "v5.0"}

    service = Service(
        making.ask, settings.ghost_url, "GHOST_URL", headers=headers, secrets=(secret,)
    )
    sends = settings.ghost_mode == "send"
    yield GhostOutput(service, making.lists_of(NAME), settings.ghost_newsletter, sends=sends)


def _token(key_id: str, key: bytes, clock: Clock) -> str:
    """A JSON Web Token (RFC 7519) for the Admin API."""
    now = int(clock.now().timestamp())
    head = {"alg": "HS256", "typ": "JWT", "kid": key_id}
    claims = {"iat": now, "exp": now + _TOKEN_S, "aud": "/admin/"}
    signed = ".".join(_base64url(json.dumps(part).encode()) for part in (head, claims))
    mark = hmac.new(key, signed.encode(), hashlib.sha256).digest()
    return f"{signed}.{_base64url(mark)}"


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
