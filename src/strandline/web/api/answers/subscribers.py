"""Who is sent editions by mail."""

from datetime import datetime
from typing import Self

from pydantic import Field

from strandline.model.delivery import Subscriber
from strandline.pipelines.desk.subscribers import Imported
from strandline.web.api.answers.base import Answer, Line, Next


class SubscriberAnswer(Answer):
    """One address on one list."""

    subscriber_id: str
    email: str = Field(examples=["ada@example.org"])
    list: str = Field(description="The reader whose editions are sent.", examples=["public"])
    state: str = Field(examples=["active"])
    language: str | None
    least_days: int = Field(description="Days between two mails at least; 0 = every edition.")
    categories: tuple[Line, ...] = Field(description="Only these of an edition; empty means all.")
    created_at: datetime
    changed_at: datetime | None
    basis: str = Field(description="Why it may be written to.", examples=["hand"])

    @classmethod
    def of(cls, one: Subscriber) -> Self:
        """A subscriber as kept."""
        return cls(
            subscriber_id=one.subscriber_id,
            email=one.email,
            list=one.reader_id,
            state=one.state.value,
            language=one.language,
            least_days=one.least_days,
            categories=one.categories,
            created_at=one.created_at,
            changed_at=one.changed_at,
            basis=one.proof.basis.value,
        )


class SubscribersAnswer(Answer):
    """One page of subscribers, in the order of their ids."""

    subscribers: list[SubscriberAnswer]
    next: Next


class PeopleImportedAnswer(Answer):
    """What became of the lines of a file."""

    added: int
    there: int = Field(description="Those that were on the list already.")
    suppressed: int
    wrong: int
    faults: dict[str, Line] = Field(description="Line → what is wrong with it; the first ones.")

    @classmethod
    def of(cls, told: Imported) -> Self:
        """An import as it ended."""
        return cls(
            added=told.added,
            there=told.there,
            suppressed=told.suppressed,
            wrong=told.wrong,
            faults={str(line): reason for line, reason in told.faults},
        )
