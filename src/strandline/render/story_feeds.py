"""What goes into the feeds of stories: each once, with all its sources and their times."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from markupsafe import Markup

from strandline.model.articles import Article
from strandline.model.pictures import Pictures
from strandline.render import html
from strandline.render.also import Elsewhere, also_html
from strandline.render.feeds import FeedDocument, FeedEntry, newest
from strandline.render.i18n import known_language, translate
from strandline.render.links import safe_href
from strandline.render.story_reports import ListedStory, story_time
from strandline.render.story_views import ThreadView
from strandline.render.times import exact_time


@dataclass(frozen=True, slots=True)
class FeedFrame:
    """What a feed says of itself.

    Attributes:
        now: Stands in for the time of the newest entry where there is none.
        base_url: Address of our pages; empty for no links to them.
        self_url: The feed's own address; may be empty.
        pictures: Under absolute addresses.
    """

    site_title: str
    language: str
    now: datetime
    base_url: str = ""
    self_url: str = ""
    pictures: Pictures = field(default_factory=dict)


def feed_of_stories(stories: Sequence[ListedStory], frame: FeedFrame) -> FeedDocument:
    """The newest stories that several sources report."""
    return _feed(stories, frame, "stories", "story.feed_title", "story.about")


def feed_of_featured(stories: Sequence[ListedStory], frame: FeedFrame) -> FeedDocument:
    """The stories of the last day, best first."""
    return _feed(stories, frame, "featured", "story.featured_title", "story.featured_about")


def feed_of_thread(view: ThreadView, frame: FeedFrame) -> FeedDocument:
    """One running story, the newest story first."""
    language, thread_id = known_language(frame.language), view.thread.thread_id
    name = html.title_or(view.newest.article.article_title, language)
    base = frame.base_url.rstrip("/")
    return replace(
        _feed(view.stories, frame, f"threads/{thread_id}", "thread.title", "thread.feed_about"),
        feed_id=f"urn:strandline:thread:{thread_id}",
        title=translate(language, "thread.feed_title", site=frame.site_title, title=name),
        home_url=f"{base}/threads/{thread_id}" if base else "",
    )


def _feed(
    stories: Sequence[ListedStory], frame: FeedFrame, name: str, title: str, about: str
) -> FeedDocument:
    language, base = known_language(frame.language), frame.base_url.rstrip("/")
    return FeedDocument(
        feed_id=frame.self_url or f"urn:strandline:{name}",
        title=translate(language, title, site=frame.site_title),
        about=translate(language, about),
        language=language,
        updated=newest([_updated(story) for story in stories], frame.now),
        home_url=f"{base}/{name}" if base else "",
        self_url=frame.self_url,
        entries=tuple(_entry(story, language, base, frame.pictures) for story in stories),
    )


def _entry(story: ListedStory, language: str, base: str, pictures: Pictures) -> FeedEntry:
    """The entry keeps its id while the main article does."""
    article = story.article
    title = html.title_or(article.article_title, language)
    is_update = story.update_of is not None
    return FeedEntry(
        entry_id=f"urn:strandline:story:{story.main_id}",
        title=translate(language, "digest.updated", title=title) if is_update else title,
        url=article.article_url_final,
        updated=_updated(story),
        published=article.published_utc_iso,
        summary=story.summary,
        content_html=str(_body(story, language, base)),
        source_name=story.source_name,
        categories=(translate(language, "digest.update"),) if is_update else (),
        language=article.language,
        picture=pictures.get(article.article_uuid),
    )


def _updated(story: ListedStory) -> datetime:
    """When its last source reported it."""
    return max((report.when for report in story.reports), default=story_time(story.article))


def _body(story: ListedStory, language: str, base: str) -> Markup:
    """Summary, source with its exact time, the other sources with theirs, our page of it."""
    where = [html.clean(story.source_name, 80), exact_time(story_time(story.article), language)]
    parts = [Markup("<p>{}</p>").format(" · ".join(part for part in where if part))]
    summary = html.clean(story.summary)
    if summary:
        parts.insert(0, Markup("<p>{}</p>").format(summary))
    if story.update_of is not None:
        parts.append(_earlier(story.update_of, language, base))
    others = [_outward(other, story) for other in story.others]
    if others:
        parts.append(Markup("<p>{}</p>").format(also_html(others, language)))
    if base:
        told_by = translate(language, "story.told_by", count=story.source_count)
        href = f"{base}/stories/{story.main_id}"
        parts.append(Markup('<p><a href="{}">{}</a></p>').format(href, told_by))
    return Markup("").join(parts)


def _earlier(article: Article, language: str, base: str) -> Markup:
    """What later news follows: its title, with a link to our page of it, and its exact time."""
    href = f"{base}/stories/{article.article_uuid}" if base else article.article_url_final
    title = Markup("<bdi>{}</bdi>").format(html.title_or(article.article_title, language))
    link = safe_href(href)
    named = Markup('<a href="{}">{}</a>').format(link, title) if link else title
    line = translate(language, "story.earlier_line")
    return Markup("<p>{} {} {}</p>").format(line, named, exact_time(story_time(article), language))


def _outward(other: Elsewhere, story: ListedStory) -> Elsewhere:
    """An article's own address in the place of ours, which counts clicks and may be unknown."""
    if not other.is_ours:
        return other
    urls = {f"/go/{r.article.article_uuid}": r.article.article_url_final for r in story.reports}
    return Elsewhere(other.name, other.when, safe_href(urls.get(other.href or "")))
