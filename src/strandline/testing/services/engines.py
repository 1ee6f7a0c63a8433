"""listmonk, Ghost and Buttondown, as much of each as sends an edition.

Written from https://listmonk.app/docs/apis/campaigns, https://docs.ghost.org/admin-api and
https://docs.buttondown.com (API version 2026-04-01).
"""

import base64
import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any

from strandline.testing.services.server import Asked

USER, TOKEN = "strandline", "listmonk-token-canary"
GHOST_ID = "6489f1c0a1b2c3d4e5f60718"
GHOST_SECRET = "c0ffee" * 10 + "beef"
BUTTONDOWN_KEY = "buttondown-key-canary"

#: Which states of a campaign may follow which.
_STEPS = {"running": {"draft", "paused"}, "scheduled": {"draft"}, "draft": {"scheduled"}}


class Listmonk:
    """Campaigns; names need not differ, as there.

    Args:
        sends: What counts are started ones; else drafts count.
    """

    def __init__(self, *, sends: bool = True) -> None:
        self.campaigns: list[dict[str, Any]] = []
        self._sends = sends

    def answer(self, asked: Asked) -> tuple[int, Any]:
        """One request."""
        login = base64.b64encode(f"{USER}:{TOKEN}".encode()).decode()
        if asked.headers.get("authorization") != f"Basic {login}":
            return 403, {"message": "invalid session or token"}
        parts = asked.path.strip("/").split("/")[1:]
        if parts[0] == "lists":
            known = parts[1] in ("1", "3")
            return (200, {"data": {"id": int(parts[1])}}) if known else (400, {"message": "gone"})
        if asked.method == "GET":
            return 200, {"data": self._found(asked)}
        if asked.method == "POST":
            return self._make(asked.value)
        return self._set(int(parts[1]), asked.value["status"])

    def _found(self, asked: Asked) -> dict[str, Any]:
        wanted = asked.query.get("query", [""])[0].lower()
        found = [one for one in self.campaigns if wanted in f"{one['name']} {one['subject']}"]
        if asked.query.get("order") != ["ASC"]:
            found = found[::-1]
        return {"results": found[: int(asked.query.get("per_page", ["20"])[0])]}

    def _make(self, value: dict[str, Any]) -> tuple[int, Any]:
        if not value.get("name") or not value.get("lists") or not value.get("subject"):
            return 400, {"message": "invalid fields"}
        self.campaigns.append(value | {"id": len(self.campaigns) + 1, "status": "draft"})
        return 200, {"data": self.campaigns[-1]}

    def _set(self, number: int, status: str) -> tuple[int, Any]:
        campaign = self.campaigns[number - 1]
        if campaign["status"] not in _STEPS.get(status, set()):
            return 400, {"message": f"cannot go from {campaign['status']} to {status}"}
        campaign["status"] = status
        return 200, {"data": campaign}

    @property
    def made(self) -> list[str]:
        """Names of campaigns that people get, or see as drafts."""
        wanted = "running" if self._sends else "draft"
        return [one["name"] for one in self.campaigns if one["status"] == wanted]


class Ghost:
    """Posts; a slug that is taken gets a number, as there.

    Attributes:
        mailed: Slug of the newsletter and of the post, for each time that one was sent.
    """

    def __init__(self) -> None:
        self.posts: list[dict[str, Any]] = []
        self.mailed: list[tuple[str, str]] = []
        self._changes = 0

    def answer(self, asked: Asked) -> tuple[int, Any]:
        """One request."""
        if not _is_signed(asked.headers.get("authorization", "")):
            return 401, {"errors": [{"message": "Invalid token"}]}
        if asked.method == "GET":
            return 200, {"posts": self._found(asked)}
        (value,) = asked.value["posts"]
        if asked.method == "POST":
            return self._make(value, asked.query)
        return self._change(asked.path.strip("/").split("/")[-1], value, asked.query)

    def _found(self, asked: Asked) -> list[dict[str, Any]]:
        tag = asked.query.get("filter", [""])[0].partition("tag:hash-")[2]
        return [one for one in self.posts if not tag or f"#{tag}" in one["tag_names"]]

    def _make(self, value: dict[str, Any], query: Mapping[str, list[str]]) -> tuple[int, Any]:
        if query.get("source") != ["html"] or not value.get("title"):
            return 422, {"errors": [{"message": "Validation error"}]}
        taken = sum(one["slug"].startswith(value["slug"]) for one in self.posts)
        post = value | {
            "id": f"{len(self.posts):024x}",
            "slug": f"{value['slug']}-{taken + 1}" if taken else value["slug"],
            "tag_names": [tag["name"] for tag in value.get("tags", [])],
            "created_at": f"2026-03-04T08:00:{len(self.posts):02}.000Z",
            "updated_at": self._moment(),
        }
        self.posts.append(post)
        return 201, {"posts": [post]}

    def _change(
        self, number: str, value: dict[str, Any], query: Mapping[str, list[str]]
    ) -> tuple[int, Any]:
        post = next(one for one in self.posts if one["id"] == number)
        if value.get("updated_at") != post["updated_at"]:
            return 409, {"errors": [{"message": "Saving failed! Someone else is editing this."}]}
        if post["status"] == "draft" and value["status"] == "published":
            self.mailed.append((query.get("newsletter", [""])[0], post["tag_names"][0][1:]))
        post |= {"status": value["status"], "updated_at": self._moment()}
        return 200, {"posts": [post]}

    def _moment(self) -> str:
        self._changes += 1
        return f"2026-03-04T08:{self._changes // 60:02}:{self._changes % 60:02}.000Z"

    @property
    def made(self) -> list[str]:
        """Names of posts that were published."""
        return [name for _, name in self.mailed]


def _is_signed(header: str) -> bool:
    """A JSON Web Token as Ghost asks for: HS256 by the key's bytes, for /admin/, five minutes."""
    scheme, _, token = header.partition(" ")
    parts = token.split(".")
    if scheme != "Ghost" or len(parts) != 3:
        return False
    head, claims = (json.loads(base64.urlsafe_b64decode(part + "==")) for part in parts[:2])
    key = bytes.fromhex(GHOST_SECRET)
    right = hmac.new(key, ".".join(parts[:2]).encode(), hashlib.sha256).digest()
    return (
        hmac.compare_digest(right, base64.urlsafe_b64decode(parts[2] + "=="))
        and head == {"alg": "HS256", "typ": "JWT", "kid": GHOST_ID}
        and claims["aud"] == "/admin/"
        and 0 < claims["exp"] - claims["iat"] <= 300
    )


class Buttondown:
    """Emails; a request under a key that is known is answered as it was.

    Attributes:
        sent: Our name, for each time that an email went out.
    """

    def __init__(self) -> None:
        self.emails: list[dict[str, Any]] = []
        self.sent: list[str] = []
        self._keys: dict[str, tuple[int, Any]] = {}

    def answer(self, asked: Asked) -> tuple[int, Any]:
        """One request."""
        if asked.headers.get("authorization") != f"Token {BUTTONDOWN_KEY}":
            return 401, {"detail": "Invalid token"}
        key = asked.headers.get("x-idempotency-key", "")
        if key not in self._keys or not key:
            self._keys[key] = self._answer(asked)
        return self._keys[key]

    def _answer(self, asked: Asked) -> tuple[int, Any]:
        if asked.method == "GET":
            return 200, self._listed(asked)
        if asked.method == "POST":
            if asked.value.get("status") != "draft":
                return 400, {"code": "sending_requires_confirmation", "detail": "confirm"}
            email = asked.value | {"id": f"em_{len(self.emails)}"}
            self.emails.append(email)
            return 201, dict(email)
        email = next(one for one in self.emails if one["id"] == asked.path.split("/")[-1])
        if email["status"] == "draft" and asked.value["status"] == "about_to_send":
            self.sent.append(email["metadata"]["strandline"])
        email["status"] = asked.value["status"]
        return 200, dict(email)

    def _listed(self, asked: Asked) -> dict[str, Any]:
        """Ten a page, newest first where that is asked for."""
        page = int(asked.query.get("page", ["1"])[0])
        found = (
            self.emails[::-1]
            if "-creation_date" in asked.query.get("ordering", [])
            else self.emails
        )
        more = "next page" if found[page * 10 :] else None
        return {"results": found[page * 10 - 10 : page * 10], "next": more, "count": len(found)}

    @property
    def made(self) -> list[str]:
        """Names of emails that went out."""
        return list(self.sent)
