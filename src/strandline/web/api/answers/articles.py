"""Articles: one URL each, with where they were seen."""

from datetime import datetime
from typing import Self

from pydantic import Field

from strandline.model.articles import Alias, Article, ArticleText, Mention
from strandline.model.digests import Digest
from strandline.render.views import ArticleView
from strandline.web.api.answers.base import (
    Address,
    Answer,
    ArticleUuid,
    Language,
    Line,
    Next,
    Page,
    Reason,
    SourceAddress,
    SourceUuid,
    Words,
)
from strandline.web.api.answers.stories import (
    RulingAnswer,
    StoryAnswer,
    VerdictAnswer,
)


class ArticleAnswer(Answer):
    """One canonical URL."""

    article_uuid: ArticleUuid
    title: Line = Field(examples=["Ferry line to the outer islands returns"])
    url: Address = Field(
        description="Canonical: what is shown, fetched and hashed.",
        examples=["https://harbourpost.example/ferries"],
    )
    url_original: Address = Field(
        description="As first received.",
        examples=["https://harbourpost.example/ferries?utm_source=rss"],
    )
    domain: str = Field(examples=["harbourpost.example"])
    language: Language
    content_type: str = Field(examples=["article"])
    published_at: datetime | None
    date_trust: str = Field(description="How much that date says.", examples=["exact"])
    detected_at: datetime = Field(description="When it was found.")
    source_uuid: SourceUuid = Field(description="The source that listed it first.")
    story_id: ArticleUuid = Field(description="Main article of its story; its own id where alone.")
    versions: int = Field(description="How many versions of its text were seen; 1 = never edited.")
    last_archived_at: datetime | None
    page: Page

    @classmethod
    def of(cls, article: Article, base_url: str, **more: object) -> Self:
        """A row of the ledger.

        Args:
            more: Fields that a fuller answer has besides.
        """
        return cls.model_validate(
            {
                "article_uuid": article.article_uuid,
                "title": article.article_title or "",
                "url": article.article_url_final,
                "url_original": article.article_url_original,
                "domain": article.domain,
                "language": article.language,
                "content_type": article.content_type.value,
                "published_at": article.published_utc_iso,
                "date_trust": article.date_trust.value,
                "detected_at": article.article_detected_utc_iso,
                "source_uuid": article.source_uuid,
                "story_id": article.canonical_article_id,
                "versions": article.versions,
                "last_archived_at": article.last_archived_at,
                "page": f"{base_url}/articles/{article.article_uuid}",
                **more,
            }
        )


class ArticlesAnswer(Answer):
    """One page of articles."""

    articles: list[ArticleAnswer]
    next: Next


class AliasAnswer(Answer):
    """Another URL that leads to an article."""

    url: Address
    kind: str = Field(examples=["redirect"])
    evidence: Reason = Field(description="How that is known.", examples=["301 from hrbr.example"])
    first_seen_at: datetime

    @classmethod
    def of(cls, alias: Alias) -> Self:
        """An alias as kept."""
        return cls(
            url=alias.url,
            kind=alias.kind.value,
            evidence=alias.evidence,
            first_seen_at=alias.first_seen_at,
        )


class MentionAnswer(Answer):
    """Where an article was seen."""

    source_uuid: SourceUuid
    source_name: Line
    source_url: SourceAddress = Field(description="The feed or page, or the post that links to it.")
    discussion_url: SourceAddress | None = Field(description="A thread about it at that source.")
    in_quote: bool = Field(description="True where it stands in a quotation there.")
    title: Line = Field(description="As written there.")
    context: Words = Field(description="Words around the link, or the entry's summary.")
    published_at: datetime | None = Field(description="As that source says.")
    seen_at: datetime

    @classmethod
    def of(cls, mention: Mention) -> Self:
        """A mention as kept."""
        return cls(
            source_uuid=mention.source_uuid,
            source_name=mention.source_name,
            source_url=mention.source_url,
            discussion_url=mention.discussion_url,
            in_quote=mention.in_quote,
            title=mention.title,
            context=mention.context_snippet,
            published_at=mention.published_at,
            seen_at=mention.inserted_at,
        )


class TextAnswer(Answer):
    """What reading its page gave; the text itself is its publisher's."""

    status: str = Field(examples=["ok"])
    description: Words
    author: Line | None
    site_name: Line | None
    published_at: datetime | None = Field(description="As the page says.")
    fetched_at: datetime

    @classmethod
    def of(cls, text: ArticleText) -> Self:
        """A reading as kept."""
        return cls(
            status=text.status.value,
            description=text.description,
            author=text.author,
            site_name=text.site_name,
            published_at=text.published_at,
            fetched_at=text.fetched_at,
        )


class ShownAnswer(Answer):
    """An edition that showed it."""

    digest_id: str
    title: Line
    created_at: datetime
    position: int = Field(description="From 1.")

    @classmethod
    def of(cls, digest: Digest, position: int) -> Self:
        """An edition and a place in it."""
        return cls(
            digest_id=digest.digest_id,
            title=digest.title,
            created_at=digest.created_at,
            position=position,
        )


class WholeArticleAnswer(ArticleAnswer):
    """The whole way of a link, as its page tells it."""

    url_notes: str | None = Field(
        description="What was changed in the URL, comma-separated.",
        examples=["removed_tracking_params"],
    )
    aliases: list[AliasAnswer]
    mentions: list[MentionAnswer] = Field(description="Oldest first.")
    text: TextAnswer | None
    shown: list[ShownAnswer] = Field(description="Editions for everybody that showed it.")
    story: StoryAnswer | None
    verdicts: list[VerdictAnswer] = Field(description="What it was compared with, newest first.")
    rulings: list[RulingAnswer] = Field(description="What people ruled on it.")

    @classmethod
    def of_view(cls, view: ArticleView, base_url: str, *, has_scores: bool) -> Self:
        """An article as its page tells it."""
        story = view.story
        verdicts = story.verdicts if story else ()
        return cls.of(
            view.article,
            base_url,
            url_notes=view.article.url_notes,
            aliases=[AliasAnswer.of(alias) for alias in view.aliases],
            mentions=[MentionAnswer.of(mention) for mention in view.mentions],
            text=TextAnswer.of(view.text) if view.text else None,
            shown=[ShownAnswer.of(*place) for place in view.shown],
            story=StoryAnswer.of(story.story, base_url) if story else None,
            verdicts=[VerdictAnswer.of(t.stored, has_score=has_scores) for t in verdicts],
            rulings=[RulingAnswer.of(t.ruling) for t in story.rulings] if story else [],
        )
