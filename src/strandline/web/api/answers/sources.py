"""Sources, and how they do."""

from datetime import datetime
from typing import Self

from pydantic import Field

from strandline.model.sources import Source, SourceHealth
from strandline.pipelines.desk.sources import mark_of
from strandline.render.links import public_url
from strandline.web.api.answers.base import (
    Answer,
    Language,
    Line,
    Next,
    Reason,
    SourceAddress,
    SourceUuid,
)


class HealthAnswer(Answer):
    """What polling a source has taught us."""

    state: str = Field(examples=["ok"])
    message: Reason = Field(description="What went wrong and what to do; empty when ok.")
    failures: int = Field(description="Polls in a row that failed.")
    failing_since: datetime | None
    last_polled_at: datetime | None
    last_success_at: datetime | None
    next_poll_at: datetime | None
    suggested_url: SourceAddress | None = Field(description="A feed that the source proposes.")

    @classmethod
    def of(cls, health: SourceHealth, source: Source) -> Self:
        """Health as kept; its message may name the source's address as it is asked for."""
        return cls(
            state=health.state.value,
            message=health.message.replace(source.url, public_url(source.url)),
            failures=health.failures,
            failing_since=health.failing_since,
            last_polled_at=health.last_polled_at,
            last_success_at=health.last_success_at,
            next_poll_at=health.next_poll_at,
            suggested_url=health.suggested_url,
        )


class SettingsAnswer(Answer):
    """How a source is read and weighed."""

    mark: str = Field(description="For `seen`: says whether it still is what was read.")
    reputation: float = Field(description="0 to 1.")
    interval_s: int | None = Field(description="Between two polls; null for that of the settings.")
    timezone: str = Field(examples=["UTC"])
    follow_replies: bool
    items: list[str] = Field(description="Of a fixed list: its addresses.")
    mail_address: str = Field(description="Of a newsletter: to subscribe with; keep it secret.")

    @classmethod
    def of(cls, source: Source, mail_address: str) -> Self:
        """A source as kept."""
        every = source.poll_interval
        return cls(
            mark=mark_of(source),
            reputation=source.reputation,
            interval_s=int(every.total_seconds()) if every else None,
            timezone=source.timezone,
            follow_replies=source.follow_replies,
            items=list(source.items),
            mail_address=mail_address,
        )


class SourceAnswer(Answer):
    """A place that is read."""

    source_uuid: SourceUuid
    kind: str = Field(examples=["feed"])
    name: Line = Field(examples=["The Harbour Post"])
    url: SourceAddress = Field(
        description="Without the values of keys that it may carry.",
        examples=["https://harbourpost.example/feed.xml"],
    )
    language: Language
    content_type: str = Field(examples=["article"])
    categories: list[Line]
    tags: list[Line]
    is_active: bool
    retired_at: datetime | None
    settings: SettingsAnswer | None = Field(description="Null for whoever may not see the desk.")
    health: HealthAnswer | None = Field(
        description="Null where it was never polled, or where that is not public."
    )

    @classmethod
    def of(
        cls, source: Source, health: SourceHealth | None, mail_address: str | None = None
    ) -> Self:
        """A source as kept.

        Args:
            health: None where it was never polled, or is not to be told.
            mail_address: Of a newsletter; None for whoever may not see the desk.
        """
        return cls(
            source_uuid=source.source_uuid,
            kind=source.kind.value,
            name=source.name,
            url=source.url,
            language=source.language,
            content_type=source.content_type.value,
            categories=list(source.categories),
            tags=list(source.tags),
            is_active=source.active,
            retired_at=source.retired_at,
            settings=None if mail_address is None else SettingsAnswer.of(source, mail_address),
            health=HealthAnswer.of(health, source) if health else None,
        )


class SourcesAnswer(Answer):
    """One page of sources, in the order of their ids."""

    sources: list[SourceAnswer]
    next: Next
