"""Mastodon, a WebSub hub, and ntfy, as much of each as an edition meets.

Written from https://docs.joinmastodon.org/methods/statuses/, https://www.w3.org/TR/websub/ and
https://docs.ntfy.sh/publish/.
"""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from strandline.testing.services.server import Asked

TOKEN = "mastodon-token-canary"  # noqa: S105 - of a server of our own
TOPIC = "ntfy-topic-canary"
#: The edition that a text links to.
_EDITION = re.compile(r"/digests/([0-9a-f]+)")


def _named(text: str) -> list[str]:
    return [f"strandline-{found}" for found in _EDITION.findall(text)]


class Mastodon:
    """Statuses; a key that is known is answered with the status that was made under it."""

    def __init__(self) -> None:
        self.statuses: list[dict[str, Any]] = []
        self._keys: dict[str, dict[str, Any]] = {}

    def forget(self) -> None:
        """The keys, as after an hour."""
        self._keys.clear()

    def answer(self, asked: Asked) -> tuple[int, Any]:
        """One request."""
        if asked.headers.get("authorization") != f"Bearer {TOKEN}":
            return 401, {"error": "The access token is invalid"}
        value = asked.value
        if len(value["status"]) > 500:
            return 422, {"error": "Validation failed: Text character limit of 500 exceeded"}
        key = asked.headers["idempotency-key"]
        if key not in self._keys:
            self._keys[key] = value | {"id": str(1000 + len(self.statuses))}
            self.statuses.append(self._keys[key])
        return 200, self._keys[key]

    @property
    def made(self) -> list[str]:
        """Editions that statuses link to."""
        return [name for one in self.statuses for name in _named(one["status"])]


class Hub:
    """Looks at the feeds when it is told, and hands on what is new in them.

    Attributes:
        feed: Names of the editions in our feeds.
        topics: What it was told of, each time.
    """

    def __init__(self) -> None:
        self.feed: Callable[[], list[str]] = list
        self.topics: list[list[str]] = []
        self.handed_on: list[str] = []

    def answer(self, asked: Asked) -> tuple[int, Any]:
        """One request."""
        form = parse_qs(asked.body.decode())
        if form.get("hub.mode") != ["publish"] or not form.get("hub.url"):
            return 400, None
        self.topics.append(form["hub.url"])
        self.handed_on += [name for name in self.feed() if name not in self.handed_on]
        return 204, None

    @property
    def made(self) -> list[str]:
        """What it has handed on."""
        return list(self.handed_on)


class Ntfy:
    """Messages; each request is one, whatever came before."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []

    def answer(self, asked: Asked) -> tuple[int, Any]:
        """One request."""
        value = asked.value
        if value.get("topic") != TOPIC:
            return 403, {"code": 40301, "error": "forbidden"}
        self.messages.append(value)
        return 200, {"id": f"m{len(self.messages)}", "event": "message"}

    @property
    def made(self) -> list[str]:
        """Editions that messages link to."""
        return [name for one in self.messages for name in _named(one["message"])]
