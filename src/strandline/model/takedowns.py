"""Pages that were struck on request."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Takedown:
    """A page that is hidden everywhere and never captured again.

    Attributes:
        url: As it was when it was struck.
        reason: In the words of whoever struck it; only the owner reads them.
        struck_by: Name of that person.
        erase_at: When its copies are erased; None where they are kept sealed.
        erased_at: When they were.
    """

    article_uuid: str
    url: str
    reason: str
    struck_by: str
    struck_at: datetime
    erase_at: datetime | None = None
    erased_at: datetime | None = None
