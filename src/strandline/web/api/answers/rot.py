"""Kept links by what became of them."""

from datetime import datetime
from typing import Self

from pydantic import Field

from strandline.model.articles import Article
from strandline.model.rot import LinkHealth, Visit
from strandline.model.wayback import PublicCopy
from strandline.web.api.answers.base import Address, Answer, ArticleUuid, Next, Reason


class LinkHealthAnswer(Answer):
    """A kept link as it stands."""

    article_uuid: ArticleUuid
    url: Address
    state: str = Field(examples=["gone"])
    since: datetime
    kept_at: datetime
    visited_at: datetime | None
    next_at: datetime
    failures: int = Field(description="In a row.")
    evidence: Reason
    target: str = Field(description="Where it leads now, where that is another address.")
    change: float = Field(description="Share of its words that are other, 0 to 1.")
    is_dismissed: bool

    @classmethod
    def of(cls, link: LinkHealth, article: Article) -> Self:
        """A link with its article."""
        return cls(
            article_uuid=link.article_uuid,
            url=article.article_url_final,
            state=link.state.value,
            since=link.since,
            kept_at=link.kept_at,
            visited_at=link.visited_at,
            next_at=link.next_at,
            failures=link.failures,
            evidence=link.evidence,
            target=link.target,
            change=link.change,
            is_dismissed=link.is_dismissed,
        )


class LinkHealthsAnswer(Answer):
    """One page of kept links."""

    links: list[LinkHealthAnswer]
    next: Next


class PassageAnswer(Answer):
    """A passage that is other than it was."""

    mark: str = Field(description="`-` for what is said no more, `+` for what is new.")
    text: str


class VisitAnswer(Answer):
    """What was seen of a link once."""

    visited_at: datetime
    sign: str = Field(description="What this visit showed.", examples=["gone"])
    state: str = Field(description="What the link was taken for after it.", examples=["alive"])
    status: int = Field(description="HTTP status; 0 where there was none.")
    final_url: str
    evidence: Reason
    change: float
    difference: list[PassageAnswer]

    @classmethod
    def of(cls, visit: Visit) -> Self:
        """A visit as kept."""
        return cls(
            visited_at=visit.visited_at,
            sign=visit.sign.value,
            state=visit.state.value,
            status=visit.status,
            final_url=visit.final_url,
            evidence=visit.evidence,
            change=visit.change,
            difference=[PassageAnswer(mark=m, text=text) for m, text in visit.difference],
        )


class PublicCopyAnswer(Answer):
    """A link in the Wayback Machine, or on its way there."""

    article_uuid: ArticleUuid
    url: Address
    state: str = Field(examples=["saved"])
    changed_at: datetime
    next_at: datetime | None = Field(description="When something is done about it; null at rest.")
    attempts: int
    said: Reason
    memento_url: str | None = Field(description="Where the copy is; null where there is none.")
    memento_at: datetime | None

    @classmethod
    def of(cls, copy: PublicCopy, article: Article) -> Self:
        """A copy with its article."""
        return cls(
            article_uuid=copy.article_uuid,
            url=article.article_url_final,
            state=copy.state.value,
            changed_at=copy.changed_at,
            next_at=copy.next_at,
            attempts=copy.attempts,
            said=copy.said,
            memento_url=copy.memento_url or None,
            memento_at=copy.memento_at,
        )


class PublicCopiesAnswer(Answer):
    """One page of public copies."""

    copies: list[PublicCopyAnswer]
    next: Next


class LinkLineAnswer(Answer):
    """A kept link, with what was seen of it."""

    link: LinkHealthAnswer
    visits: list[VisitAnswer] = Field(description="Newest first, at most 40.")
