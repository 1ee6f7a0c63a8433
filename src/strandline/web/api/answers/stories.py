"""Stories, and what binds their articles."""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, Self

from pydantic import Field

from strandline.model.stories import Ruling, StoredVerdict, Thread
from strandline.render.story_reports import ListedStory, Report
from strandline.render.story_views import StoryView
from strandline.web.api.answers.base import (
    Address,
    Answer,
    ArticleUuid,
    Language,
    Line,
    Next,
    Page,
    SourceUuid,
    Words,
)


class SourceOfStory(Answer):
    """One source's report of a story."""

    source_uuid: SourceUuid
    name: Line = Field(examples=["The Harbour Post"])
    article_uuid: ArticleUuid = Field(description="The article that it lists.")
    title: Line = Field(description="As the source writes it.")
    url: Address
    published_at: datetime = Field(description="By that source; when it was found if it says none.")
    is_main: bool = Field(description="True for the main article of the story.")

    @classmethod
    def of(cls, report: Report, main_id: str) -> Self:
        """A report of a story."""
        article = report.article
        return cls(
            source_uuid=report.source_uuid,
            name=report.source_name,
            article_uuid=article.article_uuid,
            title=report.title,
            url=article.article_url_final,
            published_at=report.when,
            is_main=article.article_uuid == main_id,
        )


class PlaceInThread(Answer):
    """Where a story stands in a running story."""

    thread_id: ArticleUuid = Field(description="Its first story; the id of any member leads to it.")
    stories: int = Field(description="How many it has.")
    earlier: str | None = Field(description="The story before this one; null for the first.")
    later: str | None = Field(description="The story after this one; null for the newest.")


class StoryAnswer(Answer):
    """Articles that tell the same news."""

    story_id: ArticleUuid = Field(
        description="Its main article; any member's id leads to the story too."
    )
    article_uuid: ArticleUuid = Field(
        description="The article under which it stands in this list: the main one, or the first "
        "that the choice of source or language allows."
    )
    title: Line = Field(examples=["Ferry line to the outer islands returns"])
    url: Address = Field(examples=["https://harbourpost.example/ferries"])
    language: Language
    published_at: datetime | None
    detected_at: datetime = Field(description="When it was found.")
    page: Page
    sources: list[SourceOfStory] = Field(description="Who reports it, oldest first.")
    source_count: int
    update_of: str | None = Field(description="The story that this one is later news of.")
    updates: list[str] = Field(description="Stories that are later news of this one.")
    thread: PlaceInThread | None = Field(description="The running story that it belongs to.")

    @classmethod
    def of(cls, story: ListedStory, base_url: str, **more: Any) -> Self:
        """A story with its sources.

        Args:
            more: Fields that a kind of story has besides.
        """
        article = story.article
        return cls(
            story_id=story.main_id,
            article_uuid=article.article_uuid,
            title=article.article_title or "",
            url=article.article_url_final,
            language=article.language,
            published_at=article.published_utc_iso,
            detected_at=article.article_detected_utc_iso,
            page=f"{base_url}/stories/{story.main_id}",
            sources=[SourceOfStory.of(report, story.main_id) for report in story.reports],
            source_count=story.source_count,
            update_of=story.update_of.article_uuid if story.update_of else None,
            updates=[later.article_uuid for later in story.later],
            thread=PlaceInThread(**asdict(story.thread)) if story.thread else None,
            **more,
        )


class ThreadAnswer(Answer):
    """A running story: stories in order of time. It folds nothing and blocks nothing."""

    thread_id: ArticleUuid = Field(
        description="Its first story; the id of any article of any of its stories leads to it."
    )
    title: Line = Field(description="Of its newest story.")
    language: Language
    first_at: datetime = Field(description="Time of its first story.")
    newest_at: datetime = Field(description="Time of its newest story.")
    story_count: int
    page: Page

    @classmethod
    def of(cls, thread: Thread, newest: ListedStory, base_url: str, **more: Any) -> Self:
        """A thread under its newest story.

        Args:
            more: Fields that a kind of answer has besides.
        """
        return cls(
            thread_id=thread.thread_id,
            title=newest.article.article_title or "",
            language=newest.article.language,
            first_at=thread.first,
            newest_at=thread.newest,
            story_count=thread.stories,
            page=f"{base_url}/threads/{thread.thread_id}",
            **more,
        )


class WholeThreadAnswer(ThreadAnswer):
    """A running story with one page of its stories."""

    stories: list[StoryAnswer] = Field(description="The newest first.")
    next: Next


class ThreadsAnswer(Answer):
    """One page of running stories."""

    threads: list[ThreadAnswer]
    next: Next


class FeaturedAnswer(StoryAnswer):
    """A story of the last day with what it is ranked by."""

    clicks: int = Field(description="On all of its articles, in the last 24 hours.")


class VerdictAnswer(Answer):
    """Why two articles are one story, or are not."""

    article_a: ArticleUuid
    article_b: ArticleUuid
    answer: str = Field(description="SAME, DIFFERENT or UNSURE.", examples=["SAME"])
    relation: str = Field(examples=["same_story"])
    layer: str = Field(
        description="Which layer of the cascade ruled.", examples=["title_similarity"]
    )
    score: float | None = Field(
        description="How sure it is that the two are one story, 0 to 1; null where scores are "
        "not public."
    )
    reason: Words
    decided_at: datetime

    @classmethod
    def of(cls, stored: StoredVerdict, *, has_score: bool = True) -> Self:
        """A verdict as kept.

        Args:
            has_score: False where scores are not to be told.
        """
        verdict = stored.verdict
        return cls(
            article_a=stored.article_a,
            article_b=stored.article_b,
            answer=verdict.answer.value,
            relation=verdict.relation.value,
            layer=verdict.layer,
            score=verdict.score if has_score else None,
            reason=verdict.reason,
            decided_at=stored.decided_at,
        )


class RulingAnswer(Answer):
    """What a person ruled on two articles; their note is theirs."""

    article_a: ArticleUuid
    article_b: ArticleUuid
    decision: str = Field(examples=["same"])
    ruled_at: datetime

    @classmethod
    def of(cls, ruling: Ruling) -> Self:
        """A ruling as kept, without its note."""
        return cls(
            article_a=ruling.article_a,
            article_b=ruling.article_b,
            decision=ruling.decision.value,
            ruled_at=ruling.ruled_at,
        )


class WholeStoryAnswer(StoryAnswer):
    """A story with what binds its articles."""

    verdicts: list[VerdictAnswer]
    rulings: list[RulingAnswer]

    @classmethod
    def of_view(cls, view: StoryView, base_url: str, *, has_scores: bool) -> Self:
        """A story as its page tells it."""
        return cls.of(
            view.story,
            base_url,
            verdicts=[
                VerdictAnswer.of(told.stored, has_score=has_scores) for told in view.verdicts
            ],
            rulings=[RulingAnswer.of(told.ruling) for told in view.rulings],
        )


class StoriesAnswer(Answer):
    """One page of stories."""

    stories: list[StoryAnswer]
    next: Next


class FeaturedAnswers(Answer):
    """The stories of the last day, best first."""

    stories: Annotated[list[FeaturedAnswer], Field(description="At most 200.")]


class DoubtsAnswer(Answer):
    """Pairs that wait for a person's word."""

    pairs: list[VerdictAnswer]
