"""Stories as the API answers them. All texts come from outside: cleaned, never interpreted."""

from typing import Any

from strandline.model.stories import Ruling, StoredVerdict
from strandline.render.html import MAX_TITLE, clean
from strandline.render.links import MAX_HREF, without_user
from strandline.render.story_reports import ListedStory, Report
from strandline.render.story_views import StoryView
from strandline.web.api.answers import (
    FeaturedAnswer,
    RulingAnswer,
    SourceOfStory,
    StoryAnswer,
    VerdictAnswer,
    WholeStoryAnswer,
)


def story_answer(story: ListedStory, base_url: str) -> StoryAnswer:
    """A story with its sources."""
    return StoryAnswer(**_fields(story, base_url))


def featured_answer(story: ListedStory, base_url: str) -> FeaturedAnswer:
    """The same with its clicks."""
    return FeaturedAnswer(**_fields(story, base_url), clicks=story.clicks)


def whole_answer(view: StoryView, base_url: str) -> WholeStoryAnswer:
    """The same with what binds its articles."""
    return WholeStoryAnswer(
        **_fields(view.story, base_url),
        verdicts=[_verdict(told.stored) for told in view.verdicts],
        rulings=[_ruling(told.ruling) for told in view.rulings],
    )


def _fields(story: ListedStory, base_url: str) -> dict[str, Any]:
    article = story.article
    return {
        "story_id": story.main_id,
        "title": clean(article.article_title, MAX_TITLE),
        "url": _url(article.article_url_final),
        "language": article.language,
        "published_at": article.published_utc_iso,
        "detected_at": article.article_detected_utc_iso,
        "page": f"{base_url}/stories/{story.main_id}",
        "sources": [_source(report, story.main_id) for report in story.reports],
        "source_count": story.source_count,
        "update_of": story.update_of.article_uuid if story.update_of else None,
        "updates": [later.article_uuid for later in story.later],
    }


def _source(report: Report, main_id: str) -> SourceOfStory:
    article = report.article
    return SourceOfStory(
        source_uuid=report.source_uuid,
        name=clean(report.source_name),
        article_uuid=article.article_uuid,
        title=clean(report.title, MAX_TITLE),
        url=_url(article.article_url_final),
        published_at=report.when,
        is_main=article.article_uuid == main_id,
    )


def _verdict(stored: StoredVerdict) -> VerdictAnswer:
    verdict = stored.verdict
    return VerdictAnswer(
        article_a=stored.article_a,
        article_b=stored.article_b,
        answer=verdict.answer.value,
        relation=verdict.relation.value,
        layer=verdict.layer,
        score=verdict.score,
        reason=clean(verdict.reason),
        decided_at=stored.decided_at,
    )


def _ruling(ruling: Ruling) -> RulingAnswer:
    """Without its note: whoever ruled wrote that for themselves."""
    return RulingAnswer(
        article_a=ruling.article_a,
        article_b=ruling.article_b,
        decision=ruling.decision.value,
        ruled_at=ruling.ruled_at,
    )


def _url(url: str) -> str:
    return clean(without_user(url), MAX_HREF)
