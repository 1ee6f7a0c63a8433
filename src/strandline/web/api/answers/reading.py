"""What is a reader's own: how they want their edition, what they were shown."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Self

from pydantic import Field

from strandline.model.readers import HistoryEntry
from strandline.web.api.answers.base import Address, Answer, Line, Next


class OwnAnswer(Answer):
    """How somebody wants their edition."""

    reader_id: str
    settings: Mapping[str, str] = Field(
        description="As they would be typed.", examples=[{"language": "fr"}]
    )
    sources: Sequence[str] = Field(description="Chosen sources; none means all.")


class OwnShownAnswer(Answer):
    """Something that a reader was shown."""

    url: Address
    url_hash: str = Field(description="Names this row.")
    title: Line
    article_uuid: str | None
    digest_id: str | None
    shown_at: datetime

    @classmethod
    def of(cls, row: HistoryEntry, title: str) -> Self:
        """A row of the history."""
        return cls(
            url=row.url,
            url_hash=row.url_hash,
            title=title,
            article_uuid=row.article_uuid,
            digest_id=row.digest_id,
            shown_at=row.created_at,
        )


class HistoryAnswer(Answer):
    """One page of one's own history, newest first."""

    history: list[OwnShownAnswer]
    next: Next


class HeldAnswer(Answer):
    """Everything that is held about a reader."""

    held: dict[str, Any]
