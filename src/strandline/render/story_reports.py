"""A story as a list shows it: under one article, with every source that reports it and when."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from strandline.model.articles import Article, Mention
from strandline.model.stories import Story, ThreadPlace
from strandline.render.also import Elsewhere
from strandline.render.links import public_href


@dataclass(frozen=True, slots=True)
class Report:
    """One source's report of a story: an article that it lists.

    Attributes:
        source_name: As a person knows it; never empty.
        when: When that source says it published, else when it was found.
        title: As written there; the article's own where it gave none.
        seen_href: Thread or post about it at that source; None where there is none.
    """

    article: Article
    source_uuid: str
    source_name: str
    when: datetime
    title: str
    seen_href: str | None = None


@dataclass(frozen=True, slots=True)
class ListedStory:
    """A story in a list.

    Attributes:
        article: The one that is shown: the main one, unless the list is narrowed to others.
        main_id: Name of the story.
        reports: By all sources, oldest first.
        update_of: Main article of the story that this one is later news of.
        later: Main articles of stories that are later news of this one.
        thread: Its place in a running story; None where it is in none.
        before: Main article of the story that it follows: the one that it is later news of, else
            the one before it in its thread.
        after: The same of the newest story that follows it.
        clicks: Of the last day; 0 where nobody asked for them.
        summary: Plain text; may be empty.
    """

    article: Article
    main_id: str
    reports: tuple[Report, ...]
    update_of: Article | None = None
    later: tuple[Article, ...] = ()
    thread: ThreadPlace | None = None
    before: Article | None = None
    after: Article | None = None
    clicks: int = 0
    summary: str = ""

    @property
    def own(self) -> Report | None:
        """The report under which it is shown: the first one of its article."""
        uuid = self.article.article_uuid
        return next((r for r in self.reports if r.article.article_uuid == uuid), None)

    @property
    def source_name(self) -> str:
        """Name of the source under which it is shown; empty where none is known."""
        return self.own.source_name if self.own else ""

    @property
    def source_count(self) -> int:
        """How many sources report it."""
        return len({report.source_uuid for report in self.reports})

    @property
    def article_count(self) -> int:
        """How many articles it has among its reports."""
        return len({report.article.article_uuid for report in self.reports}) or 1

    @property
    def has_page(self) -> bool:
        """True where its page tells more than the one of its article."""
        return bool(self.article_count > 1 or self.before or self.after)

    @property
    def others(self) -> tuple[Elsewhere, ...]:
        """Every other source once, by its first report, oldest first."""
        shown = self.own.source_uuid if self.own else self.article.source_uuid
        first: dict[str, Report] = {}
        for report in self.reports:
            if report.source_uuid != shown:
                first.setdefault(report.source_uuid, report)
        return tuple(self._elsewhere(report) for report in first.values())

    def _elsewhere(self, report: Report) -> Elsewhere:
        if report.article.article_uuid != self.article.article_uuid:
            href = f"/go/{report.article.article_uuid}"
            return Elsewhere(report.source_name, report.when, href, is_ours=True)
        return Elsewhere(report.source_name, report.when, report.seen_href)


def reports_of(
    articles: Sequence[Article],
    mentions: Mapping[str, Sequence[Mention]],
    names: Mapping[str, str],
    forums: Mapping[str, str],
) -> tuple[Report, ...]:
    """Who reports a story, oldest first; a source that lists an article twice is there once.

    Args:
        articles: Its members.
        mentions: By article.
        names: Present names of sources, by id.
        forums: Addresses that are read, by source, of those whose mentions are in posts, which have
            pages of their own; a feed's or a list's document is not worth a link.
    """
    found: dict[tuple[str, str], Report] = {}
    for article in articles:
        for mention in mentions.get(article.article_uuid, ()):
            key = article.article_uuid, mention.source_uuid
            found.setdefault(key, _report(article, mention, names, forums))
        if not mentions.get(article.article_uuid):  # its source was forgotten with its mentions
            key = article.article_uuid, article.source_uuid
            found[key] = _bare(article, names)
    return tuple(sorted(found.values(), key=_first_reported))


def listed_story(
    story: Story,
    articles: Mapping[str, Article],
    reports: tuple[Report, ...],
    *,
    shown: str,
    clicks: int = 0,
    summary: str = "",
) -> ListedStory | None:
    """A story as a list shows it; None where the article to be shown is gone.

    Args:
        shown: Id of the article that is shown.
    """
    article = articles.get(shown)
    if article is None:
        return None
    update_of = articles.get(story.update_of or "")
    later = tuple(articles[uuid] for uuid in story.updates if uuid in articles)
    thread = story.thread
    return ListedStory(
        article=article,
        main_id=story.main_id,
        reports=reports,
        update_of=update_of,
        later=later,
        thread=thread,
        before=update_of or (articles.get(thread.earlier or "") if thread else None),
        after=later[-1] if later else (articles.get(thread.later or "") if thread else None),
        clicks=clicks,
        summary=summary,
    )


def story_time(article: Article) -> datetime:
    """Published, or found where it is undated: the order of stories."""
    return article.published_utc_iso or article.article_detected_utc_iso


def _first_reported(report: Report) -> tuple[datetime, str, bool]:
    """By time; of reports in one moment the one that brought the article in comes first."""
    article = report.article
    return report.when, article.article_uuid, report.source_uuid != article.source_uuid


def _report(
    article: Article, mention: Mention, names: Mapping[str, str], forums: Mapping[str, str]
) -> Report:
    is_post = forums.get(mention.source_uuid) not in {None, mention.source_url}
    thread = mention.discussion_url or (mention.source_url if is_post else "")
    return Report(
        article=article,
        source_uuid=mention.source_uuid,
        source_name=names.get(mention.source_uuid) or mention.source_name or mention.source_uuid,
        when=mention.published_at or mention.inserted_at,
        title=mention.title or article.article_title or "",
        seen_href=public_href(thread),
    )


def _bare(article: Article, names: Mapping[str, str]) -> Report:
    name = names.get(article.source_uuid) or article.source_uuid or article.domain
    return Report(
        article, article.source_uuid, name, story_time(article), article.article_title or ""
    )
