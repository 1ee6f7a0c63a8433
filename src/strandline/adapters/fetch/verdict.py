"""What one request came to, as the fetcher judges it."""

from dataclasses import dataclass
from datetime import datetime

from strandline.adapters.fetch.exchange import Answer
from strandline.model.fetching import FetchOutcome


@dataclass(frozen=True, slots=True)
class Verdict:
    """An answer and what it amounts to.

    Attributes:
        outcome: OK for every answer that is no failure, redirects included.
    """

    outcome: FetchOutcome
    answer: Answer
    message: str = ""
    retry_after: datetime | None = None
