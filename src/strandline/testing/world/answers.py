"""What a handler gives back, and how conditional requests (RFC 9110, 13) are honoured."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from email.utils import format_datetime, parsedate_to_datetime

HTML = "text/html; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Answer:
    """One response, before validators and lengths are added."""

    body: bytes = b""
    content_type: str = HTML
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    modified: datetime | None = None


def html(text: str, status: int = 200, **headers: str) -> Answer:
    """A page; header names are written with `_` for `-`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(text.encode(), HTML, status, named)


def moved(to: str, status: int = 302, **headers: str) -> Answer:
    """A redirect."""
    return html(f'<p>Moved <a href="{to}">here</a>.</p>', status, Location=to, **headers)


def not_found() -> Answer:
    """A plain 404."""
    return html("<!doctype html><title>404</title><h1>There is no such page here.</h1>", 404)


def validated(answer: Answer, asked: Mapping[str, str]) -> Answer:
    """The answer with validators; 304 without a body where the client has it already.

    `If-None-Match` decides alone where it is given (RFC 9110, 13.2.2).
    """
    if answer.status != 200:
        return answer
    etag = f'"{hashlib.sha256(answer.body).hexdigest()[:20]}"'
    headers = {"ETag": etag, **answer.headers}
    if answer.modified is not None:
        headers["Last-Modified"] = format_datetime(answer.modified, usegmt=True)
    answer = replace(answer, headers=headers)
    if _is_known(answer, etag, asked):
        return replace(answer, status=304, body=b"")
    return answer


def _is_known(answer: Answer, etag: str, asked: Mapping[str, str]) -> bool:
    if given := asked.get("if-none-match"):
        tags = {tag.strip().removeprefix("W/") for tag in given.split(",")}
        return etag in tags or "*" in tags
    since = asked.get("if-modified-since")
    if since is None or answer.modified is None:
        return False
    try:
        return answer.modified.replace(microsecond=0) <= parsedate_to_datetime(since)
    except (ValueError, TypeError):
        return False  # a date that cannot be read is ignored (RFC 9110, 13.1.3)
