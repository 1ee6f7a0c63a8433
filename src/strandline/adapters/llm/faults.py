"""From what the network did to a fault that says what to do.

The server's words are quoted only where they cannot be about the key: some repeat it.
"""

from strandline.adapters.llm.dialect import refusal_words
from strandline.core.text.fence import plain_line
from strandline.model.errors import ModelError, QuestionRefused
from strandline.model.fetching import FetchOutcome, FetchResult

_PASSING_STATUSES = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})
_PASSING_OUTCOMES = frozenset(
    {
        FetchOutcome.CONNECTION,
        FetchOutcome.DNS,
        FetchOutcome.PROTOCOL,
        FetchOutcome.RATE_LIMITED,
        FetchOutcome.TIMEOUT,
        FetchOutcome.TOO_LARGE,
        FetchOutcome.TRUNCATED,
    }
)
#: Statuses that are about this question; where every question gets one, the caller notices.
REFUSALS = frozenset({400, 413, 422})
_QUOTED_CHARS = 160

_ADVICE = {
    401: "Look at DEEPSEEK_API_KEY: the endpoint does not know it.",
    402: "The account has no balance left.",
    403: "Look at DEEPSEEK_API_KEY: the endpoint does not allow it this model.",
    404: "Look at JUDGE_URL and JUDGE_MODEL: one of them is not there.",
    405: "Look at JUDGE_URL: it takes no questions.",
}


def is_passing(result: FetchResult) -> bool:
    """True where the same question may be answered later."""
    return result.outcome in _PASSING_OUTCOMES or result.status in _PASSING_STATUSES


def model_fault(result: FetchResult, host: str, key: str, wait_s: float) -> ModelError:
    """The fault that a failed request is.

    Args:
        host: Of the endpoint.
        key: Never shown, wherever the server may have put it.
        wait_s: What the server asked for; 0 where it did not.
    """
    kind = QuestionRefused if result.status in REFUSALS else ModelError
    return kind(
        f"The language model did not answer: {result.message}{_quoted(result, key)}.",
        subject=host,
        advice=_advice(result),
        is_passing=is_passing(result),
        wait_s=wait_s,
    )


def _quoted(result: FetchResult, key: str) -> str:
    if result.status not in (REFUSALS | {404}):
        return ""
    words = refusal_words(result.body)
    if key:
        words = words.replace(key, "…")
    line = plain_line(words, _QUOTED_CHARS)
    return f" (“{line}”)" if line else ""


def _advice(result: FetchResult) -> str:
    if result.outcome is FetchOutcome.REFUSED:
        return "Its address is not public: add it to ALLOW_PRIVATE_NETWORKS."
    if 300 <= result.status < 400:
        return "Set JUDGE_URL to the address that it leads to."
    if result.outcome is FetchOutcome.TLS:
        return "Look at JUDGE_URL: its certificate is not good."
    return _ADVICE.get(result.status, "")
