"""Editions on the desk: of any state, with what was done to them and what they left out."""

from collections.abc import Sequence
from datetime import datetime
from typing import Self

from pydantic import Field

from strandline.model.digests import Digest, DigestDrop, DigestItem
from strandline.model.editions import EditionAct
from strandline.web.api.answers.base import (
    Address,
    Answer,
    ArticleUuid,
    Language,
    Line,
    Next,
    Words,
)
from strandline.web.api.answers.digests import ItemAnswer


class EditionAnswer(Answer):
    """An edition, without its items."""

    digest_id: str
    title: Line
    language: Language
    state: str = Field(examples=["draft"])
    version: int = Field(description="For `seen`: goes up with every change.")
    created_at: datetime
    send_at: datetime | None = Field(description="When it goes out by itself.")
    published_at: datetime | None
    corrected_at: datetime | None
    reason: str = Field(description="Why it was skipped; empty otherwise.")
    note: Words = Field(description="What whoever sent it back, stopped or skipped it had to say.")

    @classmethod
    def of(cls, edition: Digest, **more: object) -> Self:
        """An edition as kept.

        Args:
            more: Fields that a fuller answer has besides.
        """
        return cls.model_validate(
            {
                "digest_id": edition.digest_id,
                "title": edition.title,
                "language": edition.language,
                "state": edition.state.value,
                "version": edition.version,
                "created_at": edition.created_at,
                "send_at": edition.send_at,
                "published_at": edition.published_at,
                "corrected_at": edition.corrected_at,
                "reason": edition.reason,
                "note": edition.note,
                **more,
            }
        )


class EditionsAnswer(Answer):
    """One page of editions, newest first."""

    editions: list[EditionAnswer]
    next: Next


class EditionItemAnswer(ItemAnswer):
    """An item with what an editor may want to know of it."""

    score: float
    score_parts: dict[str, float] = Field(description="Weighted; they add up to the score.")
    is_pinned: bool
    has_picture: bool
    source_title: Line | None = Field(
        description="The source's own, where an editor wrote another."
    )
    source_summary: Words | None

    @classmethod
    def of_desk(cls, item: DigestItem) -> Self:
        """An item as kept."""
        return cls.model_validate(
            {
                **ItemAnswer.of(item).model_dump(),
                "score": item.score,
                "score_parts": dict(item.score_parts),
                "is_pinned": item.is_pinned,
                "has_picture": item.has_picture,
                "source_title": item.source_title,
                "source_summary": item.source_summary,
            }
        )


class EditAnswer(Answer):
    """One edit, in force or taken back."""

    number: int = Field(description="From 1, in the order in which they were made.")
    kind: str = Field(examples=["move"])
    article_uuid: str = Field(description="Empty for what concerns the whole edition.")
    value: Words
    by: Line
    at: datetime
    is_in_force: bool

    @classmethod
    def of(cls, act: EditionAct) -> Self:
        """An edit as kept."""
        return cls(
            number=act.number,
            kind=act.edit.kind.value,
            article_uuid=act.edit.article_uuid,
            value=act.edit.value,
            by=act.by,
            at=act.at,
            is_in_force=act.is_in_force,
        )


class WholeEditionAnswer(EditionAnswer):
    """An edition with its items and all that editors did to it."""

    introduction: str = Field(description="Markdown.")
    closing: str = Field(description="Markdown.")
    items: list[EditionItemAnswer]
    edits: list[EditAnswer] = Field(description="Oldest first.")

    @classmethod
    def of_whole(cls, edition: Digest, acts: Sequence[EditionAct]) -> Self:
        """An edition with its items and edits."""
        return cls.of(
            edition,
            introduction=edition.introduction,
            closing=edition.closing,
            items=[EditionItemAnswer.of_desk(item) for item in edition.items],
            edits=[EditAnswer.of(act) for act in acts],
        )


class DropAnswer(Answer):
    """Something that an edition did not take, and why."""

    article_uuid: ArticleUuid
    title: Line
    url: Address
    source_name: Line
    step: str = Field(examples=["history"])
    reason: str = Field(examples=["seen_before"])
    detail: Words

    @classmethod
    def of(cls, drop: DigestDrop) -> Self:
        """What was left out."""
        return cls(
            article_uuid=drop.article_uuid,
            title=drop.title,
            url=drop.url,
            source_name=drop.source_name,
            step=drop.step,
            reason=drop.reason,
            detail=drop.detail,
        )


class LeftOutAnswer(Answer):
    """One page of what an edition did not take, in the order of the steps."""

    left_out: list[DropAnswer]
    next: Next
