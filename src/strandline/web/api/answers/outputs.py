"""Other ways out for editions."""

from datetime import datetime
from typing import Self

from pydantic import Field

from strandline.model.outputs import OutputDelivery, OutputStanding
from strandline.ports import Output
from strandline.web.api.answers.base import Answer, Line, Next


class OutputAnswer(Answer):
    """One way out."""

    name: str = Field(examples=["webhook:team"])
    where: str = Field(description="Host or service.", examples=["chat.example.org"])
    lists: tuple[Line, ...] = Field(description="Readers whose editions it is given.")
    repeats: str = Field(
        description="What keeps it from having an edition twice.", examples=["look_up"]
    )
    is_held: bool
    said: str = Field(description="Why it is held.")
    failures: int = Field(description="Attempts in a row that failed.")

    @classmethod
    def of(cls, output: Output, standing: OutputStanding | None) -> Self:
        """An output, and what is remembered of it."""
        return cls(
            name=output.name,
            where=output.where,
            lists=output.lists,
            repeats=output.repeats.kind.value,
            is_held=standing is not None and standing.is_held,
            said=standing.said if standing else "",
            failures=standing.failures if standing else 0,
        )


class OutputsAnswer(Answer):
    """All that are set."""

    outputs: list[OutputAnswer]


class OutputDeliveryAnswer(Answer):
    """One edition and one output."""

    output: str = Field(examples=["listmonk"])
    digest_id: str
    state: str = Field(examples=["done"])
    attempts: int
    planned_at: datetime
    changed_at: datetime
    not_before: datetime | None = Field(description="When it is tried again.")
    said: str = Field(description="The last answer.")
    remote_id: str = Field(description="What the output calls it.")

    @classmethod
    def of(cls, row: OutputDelivery) -> Self:
        """A row as kept."""
        return cls(
            output=row.output,
            digest_id=row.digest_id,
            state=row.state.value,
            attempts=row.attempts,
            planned_at=row.planned_at,
            changed_at=row.changed_at,
            not_before=row.not_before,
            said=row.said,
            remote_id=row.remote_id,
        )


class OutputLogAnswer(Answer):
    """One page of what became of editions, the newest change first."""

    deliveries: list[OutputDeliveryAnswer]
    next: Next
