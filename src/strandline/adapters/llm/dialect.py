"""What differs between endpoints that speak "the same" protocol, learnt from their refusals.

One has no JSON mode, one wants `max_completion_tokens`, one allows no temperature. Each says so
with status 400 or 422 and the field's name; the field is left out from then on.
"""

import json
from dataclasses import dataclass, replace
from typing import Any

#: Only the start of a refusal is looked at: some quote the whole question after it.
_READ_CHARS = 300


@dataclass(frozen=True, slots=True)
class Dialect:
    """How an endpoint is asked.

    Attributes:
        json_mode: With `response_format`; the prompt asks for JSON in any case.
        temperature: With temperature 0, so that the same question has the same answer.
        limit_name: How the limit of the answer is called.
    """

    json_mode: bool = True
    temperature: bool = True
    limit_name: str = "max_tokens"

    def question(self, model: str, system: str, user: str, max_tokens: int) -> dict[str, Any]:
        """The body of a request."""
        body: dict[str, Any] = {
            "model": model,
            "messages": [
                {"role": "system", "content": system},
                {"role": "user", "content": user},
            ],
            self.limit_name: max_tokens,
            "stream": False,
        }
        if self.temperature:
            body["temperature"] = 0
        if self.json_mode:
            body["response_format"] = {"type": "json_object"}
        return body

    def after_refusal(self, body: bytes) -> "Dialect":
        """The dialect without what the refusal names; the same where it names nothing."""
        words = refusal_words(body)
        if self.json_mode and ("response_format" in words or "json_object" in words):
            return replace(self, json_mode=False)
        if self.limit_name == "max_tokens" and "max_completion_tokens" in words:
            return replace(self, limit_name="max_completion_tokens")
        if self.temperature and "temperature" in words:
            return replace(self, temperature=False)
        return self


def refusal_words(body: bytes) -> str:
    """The server's own words in an error's body; empty where it says none."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    for key in ("error", "message", "detail"):
        if isinstance(value, dict) and key in value:
            value = value[key]
    if isinstance(value, dict):
        value = value.get("message")
    text = value if isinstance(value, str) else json.dumps(value)
    return text[:_READ_CHARS]
