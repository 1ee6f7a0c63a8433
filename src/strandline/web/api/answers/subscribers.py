"""Who is sent editions by mail."""

from datetime import datetime
from typing import Self

from pydantic import Field

from strandline.model.delivery import Subscriber
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
