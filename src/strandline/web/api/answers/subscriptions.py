"""Lists of subscriptions, and what was found behind addresses."""

from datetime import datetime
from typing import Self

from pydantic import Field

from strandline.pipelines.desk.looking import Looked
from strandline.pipelines.poll.discovery import Candidate
from strandline.web.api.answers.base import Answer, Line, Reason


class OpmlAnswer(Answer):
    """All sources as one document."""

    opml: str = Field(description="OPML 2.0.")


class ImportedAnswer(Answer):
    """What an import did."""

    detail: str = Field(description="In words.")
    added: int
    known: list[str] = Field(description="Addresses that sources had already.")
    problems: list[Reason] = Field(description="What was left out, and why.")


class CandidateAnswer(Answer):
    """Something at or behind an address that could be read."""

    url: str
    kind: str = Field(examples=["feed"])
    found: str = Field(description="How it was found.", examples=["named"])
    title: Line
    source_uuid: str | None = Field(description="The source that has this address already.")
    listed: int | None = Field(description="Items in all; null where it could not be read.")
    fresh: int | None = Field(description="Items that would enter now.")
    newest: datetime | None = Field(description="When it was last news.")
    titles: list[Line] = Field(description="Of the first items.")
    problem: Reason = Field(description="Why it could not be read.")

    @classmethod
    def of(cls, one: Candidate, source_uuid: str | None) -> Self:
        """A candidate with its preview."""
        preview = one.preview
        return cls(
            url=one.url,
            kind=one.kind.value,
            found=one.found.value,
            title=one.title or (preview.title if preview else ""),
            source_uuid=source_uuid,
            listed=preview.listed if preview else None,
            fresh=preview.fresh if preview else None,
            newest=preview.newest if preview else None,
            titles=list(preview.titles) if preview else [],
            problem=one.problem,
        )


class LookedAnswer(Answer):
    """What is behind an address."""

    address: str
    is_address: bool = Field(description="False for what is no web address.")
    is_late: bool = Field(description="It had not answered when the wait was over.")
    problem: Reason
    candidates: list[CandidateAnswer] = Field(description="Best first.")

    @classmethod
    def of(cls, looked: Looked) -> Self:
        """What was found by now."""
        known = {url: source.source_uuid for url, source in looked.known}
        return cls(
            address=looked.address,
            is_address=looked.is_address,
            is_late=looked.is_late,
            problem=looked.problem,
            candidates=[CandidateAnswer.of(one, known.get(one.url)) for one in looked.candidates],
        )


class LookedsAnswer(Answer):
    """What is behind several addresses, in their order."""

    looked: list[LookedAnswer]
