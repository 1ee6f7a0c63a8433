"""What an answer is worth keeping as: a page, or what stands in its place.

Reads what others have found out: the fetch's outcome, challenge pages, and what a page says of
itself with status 200 (`core.text`).
"""

from dataclasses import dataclass
from datetime import datetime

from strandline.core.sources.challenge import find_challenge
from strandline.core.text.emptiness import SAYS
from strandline.core.urls import identify
from strandline.core.urls.pages import is_home_page
from strandline.model.archive import KEPT, CaptureOutcome
from strandline.model.articles import ArticleText, TextStatus
from strandline.model.errors import UrlError
from strandline.model.fetching import FetchOutcome, FetchResult

#: Best first. A capture never replaces one that stands before it.
ORDER = (
    CaptureOutcome.GOOD,
    CaptureOutcome.TRUNCATED,
    CaptureOutcome.NO_MEDIA,
    CaptureOutcome.NOT_APPLICABLE,
    CaptureOutcome.TOO_LARGE,
    CaptureOutcome.LOGIN_WALL,
    CaptureOutcome.SOFT_404,
    CaptureOutcome.GONE,
    CaptureOutcome.BLOCKED,
    CaptureOutcome.TIMEOUT,
    CaptureOutcome.FAILED,
    CaptureOutcome.REFUSED,
    CaptureOutcome.TOOL_MISSING,
    CaptureOutcome.UNSUPPORTED,
)
_RANK = {outcome: rank for rank, outcome in enumerate(ORDER)}

_OF_FETCH = {
    FetchOutcome.RATE_LIMITED: CaptureOutcome.BLOCKED,
    FetchOutcome.BLOCKED: CaptureOutcome.BLOCKED,
    FetchOutcome.NOT_NOW: CaptureOutcome.BLOCKED,
    FetchOutcome.GONE: CaptureOutcome.GONE,
    FetchOutcome.REFUSED: CaptureOutcome.REFUSED,
    FetchOutcome.ROBOTS: CaptureOutcome.REFUSED,
    FetchOutcome.TOO_LARGE: CaptureOutcome.TOO_LARGE,
    FetchOutcome.TRUNCATED: CaptureOutcome.TRUNCATED,
    FetchOutcome.TIMEOUT: CaptureOutcome.TIMEOUT,
    FetchOutcome.BAD_URL: CaptureOutcome.UNSUPPORTED,
}
_OF_STATUS = {
    401: CaptureOutcome.LOGIN_WALL,
    402: CaptureOutcome.LOGIN_WALL,
    404: CaptureOutcome.GONE,
    407: CaptureOutcome.LOGIN_WALL,
    408: CaptureOutcome.TIMEOUT,
    410: CaptureOutcome.GONE,
    425: CaptureOutcome.FAILED,
}
_OF_TEXT = {
    TextStatus.BLOCKED: CaptureOutcome.BLOCKED,
    TextStatus.LOGIN: CaptureOutcome.LOGIN_WALL,
    TextStatus.CONSENT: CaptureOutcome.LOGIN_WALL,
    TextStatus.SOFT_404: CaptureOutcome.SOFT_404,
}


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an answer is.

    Attributes:
        message: One line for a person; empty when good.
        retry_after: The server asked not to be asked again before this time.
    """

    outcome: CaptureOutcome
    message: str = ""
    retry_after: datetime | None = None


def judge_answer(result: FetchResult, text: ArticleText | None = None) -> Judgement:
    """What the answer to our own request is.

    Args:
        result: Any answer, failed ones included.
        text: What the page says, by `core.text.extract`; None for what is no page.
    """
    outcome, message = _of_answer(result, text)
    if outcome is not CaptureOutcome.GOOD and not message:
        message = result.message or (f"HTTP {result.status}" if result.status else outcome.value)
    return Judgement(outcome, message, result.retry_after)


def _of_answer(result: FetchResult, text: ArticleText | None) -> tuple[CaptureOutcome, str]:
    service = find_challenge(result.status, result.headers, result.body)
    if service is not None:
        return CaptureOutcome.BLOCKED, f"a challenge page ({service})"
    if result.outcome is FetchOutcome.TIMEOUT and result.body:
        return CaptureOutcome.TRUNCATED, result.message
    if result.outcome in _OF_FETCH:
        return _OF_FETCH[result.outcome], result.message
    if not result.is_ok or result.status >= 400:
        return _of_status(result.status), result.message
    if not result.body.strip():
        return CaptureOutcome.FAILED, "the answer is empty"
    if _is_folded_into_home(result):
        return CaptureOutcome.SOFT_404, f"the server leads to its home page {result.final_url}"
    return (CaptureOutcome.GOOD, "") if text is None else _of_page(text)


def _of_status(status: int) -> CaptureOutcome:
    """Other refusals (403, 429, 451, …) are the server's word against us, errors are its own."""
    if status in _OF_STATUS:
        return _OF_STATUS[status]
    return CaptureOutcome.BLOCKED if 400 <= status < 500 else CaptureOutcome.FAILED


def _is_folded_into_home(result: FetchResult) -> bool:
    """An article that redirects to the home page is gone; a shortener may mean the home page."""
    if not result.hops or not is_home_page(result.final_url) or is_home_page(result.url):
        return False
    try:
        return not identify(result.url).needs_resolving
    except UrlError:
        return False


def _of_page(text: ArticleText) -> tuple[CaptureOutcome, str]:
    if text.status in _OF_TEXT:
        return _OF_TEXT[text.status], text.message
    if text.status is TextStatus.FAILED and text.message.startswith(SAYS):
        return CaptureOutcome.FAILED, text.message  # "back soon": not what could not be read
    return CaptureOutcome.GOOD, ""


def is_kept(outcome: CaptureOutcome) -> bool:
    """True where something worth keeping was stored."""
    return outcome in KEPT


def may_replace(new: CaptureOutcome, current: CaptureOutcome | None) -> bool:
    """Whether a newer capture takes the place of what people see; an equal one does."""
    return current is None or _RANK[new] <= _RANK[current]


def best(outcomes: list[CaptureOutcome]) -> CaptureOutcome | None:
    """The best of several; None of none."""
    return min(outcomes, key=_RANK.__getitem__, default=None)
