"""Reads what a chat endpoint sent: JSON of a stranger, with or without what it promises."""

import json
from typing import Any

from strandline.model.stories import ChatAnswer

#: Why an endpoint stopped before the answer was whole: its limit, its filter, its load.
_CUT = frozenset({"length", "content_filter", "insufficient_system_resource"})
#: More tokens than any model reads: what is above is nonsense and not added up.
_MOST_TOKENS = 10_000_000


class Nonsense(Exception):
    """The body is not a chat completion; the message says why, in our words."""


def read_completion(body: bytes, latency_s: float) -> ChatAnswer:
    """The first choice of a chat completion; an empty one is an answer too.

    Raises:
        Nonsense: The body is something else.
    """
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        what = "HTML" if body.lstrip()[:1] == b"<" else "no JSON"
        raise Nonsense(f"it sent {what}") from error
    if not isinstance(value, dict):
        raise Nonsense("its JSON is no object")
    if value.get("error"):
        raise Nonsense("it sent an error instead of an answer")
    choices = value.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(message, dict):
        raise Nonsense("it sent no message")
    usage = value.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    return ChatAnswer(
        text=_text(message.get("content")),
        is_cut=choice.get("finish_reason") in _CUT,
        prompt_tokens=_count(usage.get("prompt_tokens")),
        completion_tokens=_count(usage.get("completion_tokens")),
        latency_s=latency_s,
    )


def _text(content: Any) -> str:
    """A text, or a list of parts with texts; halves of surrogate pairs become question marks."""
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        content = "".join(part for part in parts if isinstance(part, str))
    if not isinstance(content, str):
        return ""
    return content.encode("utf-8", "replace").decode("utf-8")


def _count(value: Any) -> int:
    is_count = isinstance(value, int) and not isinstance(value, bool)
    return value if is_count and 0 <= value <= _MOST_TOKENS else 0
