"""What the API answers, as the models from which its description is made."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field


class Answer(BaseModel):
    """Base of all answers; times are ISO 8601 in UTC."""

    model_config = ConfigDict(frozen=True)


class Refusal(Answer):
    """Why there is no answer."""

    status: int
    error: str
    fields: list[str] = Field(description="Parameters that were not understood.")
    incident: str = Field(description="Number under which a fault is in the log; may be empty.")


class SourceOfStory(Answer):
    """One source's report of a story."""

    source_uuid: str
    name: str
    article_uuid: str = Field(description="The article that it lists.")
    title: str = Field(description="As the source writes it.")
    url: str
    published_at: datetime = Field(description="By that source; when it was found if it says none.")
    is_main: bool = Field(description="True for the main article of the story.")


class StoryAnswer(Answer):
    """Articles that tell the same news."""

    story_id: str = Field(description="Its main article; any member's id leads to the story too.")
    title: str
    url: str
    language: str | None
    published_at: datetime | None
    detected_at: datetime
    page: str = Field(description="Address of its page.")
    sources: list[SourceOfStory] = Field(description="Who reports it, oldest first.")
    source_count: int
    update_of: str | None = Field(description="The story that this one is later news of.")
    updates: list[str] = Field(description="Stories that are later news of this one.")


class FeaturedAnswer(StoryAnswer):
    """A story of the last day with what it is ranked by."""

    clicks: int = Field(description="On all of its articles, in the last 24 hours.")


class VerdictAnswer(Answer):
    """Why two articles are one story."""

    article_a: str
    article_b: str
    answer: str = Field(description="SAME, DIFFERENT or UNSURE.")
    relation: str
    layer: str = Field(description="Which layer of the cascade ruled.")
    score: float
    reason: str
    decided_at: datetime


class RulingAnswer(Answer):
    """What a person ruled on two articles."""

    article_a: str
    article_b: str
    decision: str
    ruled_at: datetime


class WholeStoryAnswer(StoryAnswer):
    """A story with what binds its articles."""

    verdicts: list[VerdictAnswer]
    rulings: list[RulingAnswer]


class StoriesAnswer(Answer):
    """One page of stories."""

    stories: list[StoryAnswer]
    next: str | None = Field(description="Address of the next page; null on the last.")


class FeaturedAnswers(Answer):
    """The stories of the last day, best first."""

    stories: list[FeaturedAnswer]
