"""Editions for everybody."""

from datetime import date, datetime
from typing import Self

from pydantic import Field

from strandline.model.digests import Digest, DigestItem, OtherSource
from strandline.render.digest_json import version_value
from strandline.web.api.answers.base import (
    Address,
    Answer,
    ArticleUuid,
    Language,
    Line,
    Next,
    Page,
    SourceAddress,
    Words,
)


class DigestAnswer(Answer):
    """An edition, without its items."""

    digest_id: str = Field(examples=["edition1"])
    title: Line
    language: Language
    created_at: datetime
    page: Page

    @classmethod
    def of(cls, digest: Digest, base_url: str, **more: object) -> Self:
        """An edition as kept.

        Args:
            more: Fields that a fuller answer has besides.
        """
        return cls.model_validate(
            {
                "digest_id": digest.digest_id,
                "title": digest.title,
                "language": digest.language,
                "created_at": digest.created_at,
                "page": f"{base_url}/digests/{digest.digest_id}",
                **more,
            }
        )


class DigestsAnswer(Answer):
    """One page of editions."""

    digests: list[DigestAnswer]
    next: Next


class AlsoAnswer(Answer):
    """Another source that has the same."""

    name: Line
    url: SourceAddress
    published_at: datetime | None

    @classmethod
    def of(cls, other: OtherSource) -> Self:
        """As kept with the item."""
        return cls(name=other.name, url=other.url, published_at=other.published_at)


class ItemAnswer(Answer):
    """One item as it was shown."""

    position: int = Field(description="From 1.")
    section: str = Field(examples=["must_reads"])
    category: str | None
    article_uuid: ArticleUuid
    url: Address
    title: Line
    source_name: Line
    published_at: datetime | None
    summary: Words
    content_type: str = Field(examples=["article"])
    language: Language
    is_update: bool = Field(description="True where it has later news of a story that is known.")
    other_sources: list[AlsoAnswer]

    @classmethod
    def of(cls, item: DigestItem) -> Self:
        """An item as kept."""
        return cls(
            position=item.position,
            section=item.section.value,
            category=item.category or None,
            article_uuid=item.article_uuid,
            url=item.url,
            title=item.title,
            source_name=item.source_name,
            published_at=item.published_at,
            summary=item.summary,
            content_type=item.content_type.value,
            language=item.language,
            is_update=item.is_update,
            other_sources=[AlsoAnswer.of(other) for other in item.other_sources],
        )


class ShownItemAnswer(ItemAnswer):
    """An item with a copy of its page, as it was known when the edition went out."""

    version_url: str | None = Field(description="Of the copy; null where none was known.")
    version_date: date | None = Field(description="Of the copy; of the edition where none was.")

    @classmethod
    def of_shown(cls, digest: Digest, item: DigestItem, base_url: str) -> Self:
        """An item of an edition that went out."""
        shown = ItemAnswer.of(item).model_dump()
        return cls.model_validate(shown | version_value(digest, item, base_url))


class WholeDigestAnswer(DigestAnswer):
    """An edition with its items."""

    items: list[ShownItemAnswer]

    @classmethod
    def of_whole(cls, digest: Digest, base_url: str) -> Self:
        """An edition with its items."""
        items = [ShownItemAnswer.of_shown(digest, item, base_url) for item in digest.items]
        return cls.of(digest, base_url, items=items)
