"""What a chat endpoint may answer: judgements by a rule, and everything that goes wrong.

`FAULTS` is the list of the latter by name, for tests and for trials by hand.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as the endpoint got it; header names lower-cased."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def user(self) -> str:
        """The user's message."""
        return str(self.body["messages"][-1]["content"])

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The data between the marker lines."""
        lines = self.user.splitlines()
        end = next((i for i, line in enumerate(lines) if line.startswith("=== END ")), 1)
        return [json.loads(line) for line in lines[1:end]]


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer on its way.

    Attributes:
        body: Sent as it is; None for a chat completion with `content`.
        cut_at: Bytes of the body after which the connection ends.
        drips: A byte at a time, a little apart, until the other side has had enough.
    """

    content: str | None = ""
    finish: str | None = "stop"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    cut_at: int | None = None
    drips: bool = False

    def bytes_for(self, asked: Asked) -> bytes:
        """The body; tokens are counted as four characters each."""
        if self.body is not None:
            return self.body
        return json.dumps(
            {
                "id": "chat-1",
                "object": "chat.completion",
                "model": asked.body.get("model"),
                "choices": [
                    {
                        "index": 0,
                        "message": {"role": "assistant", "content": self.content},
                        "finish_reason": self.finish,
                    }
                ],
                "usage": {
                    "prompt_tokens": sum(len(m["content"]) for m in asked.body["messages"]) // 4,
                    "completion_tokens": len(self.content or "") // 4,
                },
            }
        ).encode()


Rule = Callable[[Asked], Reply]


def judgement(level: str, confidence: float | None = 0.95, differs_in: str = "") -> Reply:
    """An answer on a pair as the prompt asks for it."""
    return Reply(
        json.dumps(
            {
                "event_a": "What the first item reports",
                "event_b": "What the second item reports",
                "differs_in": differs_in,
                "level": level,
                "confidence": confidence,
            }
        )
    )


def error(status: int, message: str = "Something is wrong.", **headers: str) -> Reply:
    """An error in the shape that services use."""
    body = json.dumps({"error": {"message": message, "type": "error"}}).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status=status, body=body, headers=named)


def by_words(asked: Asked) -> Reply:
    """A model of little wit: items are the same where most words of their titles are.

    Questions about categories get the category whose name stands in the title.
    """
    rows = asked.rows
    if rows and "categories" in rows[0]:
        return _filed(rows[0]["categories"], rows[1:])
    titles = [_words(row["title"]) for row in rows[:2]]
    shared = len(titles[0] & titles[1]) / max(1, len(titles[0] | titles[1]))
    if shared >= 0.5:
        return judgement("same_news", 0.9)
    return judgement("same_thread" if shared else "neither", 0.8, "the words")


def _filed(categories: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> Reply:
    found = {
        str(row["item"]): next((c for c in categories if c.casefold() in _words(row["title"])), "")
        for row in rows
    }
    return Reply(json.dumps({"categories": found}))


def _words(title: str) -> set[str]:
    return set(re.findall(r"[\u3400-\u9fff]|\w+", title.casefold()))


_GOOD = judgement("same_news").content or ""

FAULTS: dict[str, Reply] = {
    "down": error(500),
    "overloaded": error(503, "Overloaded."),
    "too_many": error(429, "Rate limit reached.", Retry_After="120"),
    "too_many_for_a_second": error(429, "Rate limit reached.", Retry_After="1"),
    "wrong_key": error(401, "Incorrect API key provided."),
    "no_balance": error(402, "Insufficient Balance"),
    "no_model": error(404, "Model Not Exist"),
    "refused": error(400, "Content Exists Risk"),
    "moved": Reply(status=307, headers={"Location": "http://198.51.100.7/"}, body=b""),
    "empty": Reply(""),
    "null": Reply(None),
    "cut_answer": Reply(_GOOD[:40], finish="length"),
    "filtered": Reply("", finish="content_filter"),
    "prose": Reply(f"Sure! Here is the answer: {_GOOD}"),
    "wrong_json": Reply('{"same": true}'),
    "html": Reply(body=b"<!doctype html><title>502 Bad Gateway</title>"),
    "no_json": Reply(body=b"upstream connect error"),
    "no_choices": Reply(body=b'{"object": "chat.completion", "choices": []}'),
    "error_as_answer": Reply(body=b'{"error": {"message": "No provider.", "code": 502}}'),
    "deep": Reply(body=b"[" * 200_000),
    "huge": Reply(body=b" " * 30_000_000),
    "cut_connection": Reply(_GOOD, cut_at=60),
    "no_answer": Reply(_GOOD, cut_at=0),
    "slow": Reply(_GOOD, drips=True),
}
