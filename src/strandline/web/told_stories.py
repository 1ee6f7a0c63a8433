"""Stories gathered for pages, feeds and the API: members, sources, updates, in a few queries."""

from collections.abc import Iterable, Sequence

from strandline.model.articles import Article
from strandline.model.sources import SourceKind
from strandline.model.stories import FeaturedStory, Story, Thread
from strandline.ports import Store
from strandline.render.story_reports import (
    ListedStory,
    Report,
    listed_story,
    reports_of,
)
from strandline.render.story_views import StoryView, ThreadLine
from strandline.web.told_verdicts import binding, told_rulings, told_verdicts, within
from strandline.web.walking import Page, Place, walk

#: Members of a story whose verdicts are looked up for its page, and verdicts of each.
_MEMBERS, _VERDICTS = 40, 40


class Telling:
    """What is known of some stories; made once for a page."""

    def __init__(self, store: Store, stories: Iterable[Story]) -> None:
        found = list(stories)
        members = dict.fromkeys(uuid for story in found for uuid in story.article_uuids)
        beside = {uuid for story in found for uuid in _beside(story) if uuid}
        self.articles = store.articles([*members, *sorted(beside - members.keys())])
        self._mentions = store.mentions(list(members))
        said = {one.source_uuid for told in self._mentions.values() for one in told}
        said |= {article.source_uuid for article in self.articles.values()}
        sources = store.some_sources(sorted(said))
        self._names = {uuid: source.name for uuid, source in sources.items()}
        self._forums = {
            uuid: source.url
            for uuid, source in sources.items()
            if source.kind is SourceKind.DISCOURSE
        }

    def reports(self, story: Story) -> tuple[Report, ...]:
        """Who reports a story, oldest first."""
        members = [self.articles[uuid] for uuid in story.article_uuids if uuid in self.articles]
        return reports_of(members, self._mentions, self._names, self._forums)

    def listed(self, story: Story, *, shown: str = "", clicks: int = 0) -> ListedStory | None:
        """A story as a list shows it; None where all of its articles went.

        Where the main article was taken down, by the first of the others that is there.
        """
        article = shown or next((u for u in story.article_uuids if u in self.articles), "")
        said = [mention.context_snippet for mention in self._mentions.get(article, ())]
        return listed_story(
            story,
            self.articles,
            self.reports(story),
            shown=article,
            clicks=clicks,
            summary=next(filter(None, said), ""),
        )


def _beside(story: Story) -> tuple[str | None, ...]:
    """The stories that one is told with."""
    thread = story.thread
    return story.update_of, *story.updates, *((thread.earlier, thread.later) if thread else ())


def newest_stories(
    store: Store,
    language: str = "",
    *,
    several: bool,
    size: int,
    before: Place | None = None,
) -> Page[ListedStory]:
    """The newest stories, in the order of their main articles.

    Args:
        several: Only those that several sources report.
    """

    def read(limit: int, behind: Place | None) -> list[Story]:
        return store.recent_stories(limit=limit, before=behind, language=language or None)

    def show(stories: Sequence[Story]) -> list[ListedStory | None]:
        telling = Telling(store, stories)
        listed = map(telling.listed, stories)
        return [one if one and (one.source_count > 1 or not several) else None for one in listed]

    return walk(read, show, _place, size=size, before=before)


def pictured(stories: Iterable[ListedStory]) -> list[str]:
    """Articles and sources whose pictures belong to some stories, each once."""
    found: dict[str, None] = {}
    for story in stories:
        found[story.article.article_uuid] = None
        found |= {report.source_uuid: None for report in story.reports}
    return list(found)


def list_stories(store: Store, stories: Sequence[Story]) -> list[ListedStory]:
    """In their order, without those that went meanwhile."""
    telling = Telling(store, stories)
    listed = map(telling.listed, stories)
    return [story for story in listed if story is not None]


def _place(story: Story) -> Place:
    return story.time, story.main_id


def list_articles(
    store: Store, rows: Sequence[Article], *, source: str = "", language: str = ""
) -> list[ListedStory | None]:
    """Articles of a list that may be narrowed, each story once.

    None for an article whose story the list shows by another one: by the main article where the
    choice allows it, else by the first of those that it allows.
    """
    stories = store.stories([article.article_uuid for article in rows])
    telling = Telling(store, {story.main_id: story for story in stories.values()}.values())

    def first(story: Story, reports: tuple[Report, ...]) -> str:
        allowed = {
            report.article.article_uuid
            for report in reports
            if source in ("", report.source_uuid) and language in ("", report.article.language)
        }
        return next((uuid for uuid in story.article_uuids if uuid in allowed), "")

    def show(article: Article) -> ListedStory | None:
        uuid = article.article_uuid
        story = stories.get(uuid)
        if story is None or first(story, telling.reports(story)) != uuid:
            return None
        return telling.listed(story, shown=uuid)

    return [show(article) for article in rows]


def list_threads(store: Store, threads: Sequence[Thread]) -> list[ThreadLine]:
    """In their order, each under its newest story, with its first one."""
    newest = [uuid for thread in threads for uuid in thread.story_ids[:1]]
    stories = store.stories([*newest, *(thread.thread_id for thread in threads)])
    telling = Telling(store, {story.main_id: story for story in stories.values()}.values())
    lines = []
    for thread in threads:
        found = [
            telling.listed(stories[uuid])
            for uuid in (*thread.story_ids[:1], thread.thread_id)
            if uuid in stories
        ]
        listed = [story for story in found if story is not None]
        if listed:
            lines.append(ThreadLine(thread, listed[0], listed[-1]))
    return lines


def list_featured(store: Store, found: Sequence[FeaturedStory]) -> tuple[ListedStory, ...]:
    """In their order, with their clicks."""
    stories = store.stories([one.main_id for one in found])
    telling = Telling(store, stories.values())
    listed = [
        telling.listed(stories[one.main_id], clicks=one.clicks)
        for one in found
        if one.main_id in stories
    ]
    return tuple(story for story in listed if story is not None)


def tell_story(store: Store, story: Story) -> StoryView | None:
    """A story with what binds its articles; None where it went meanwhile."""
    telling = Telling(store, [story])
    listed = telling.listed(story)
    if listed is None:
        return None
    members = frozenset(story.article_uuids)
    looked_at = story.article_uuids[:_MEMBERS] if len(members) > 1 else ()
    verdicts = [v for uuid in looked_at for v in store.verdicts_of(uuid, limit=_VERDICTS)]
    rulings = [r for uuid in looked_at for r in store.rulings_of(uuid)]
    return StoryView(
        listed,
        told_verdicts(binding(verdicts, members), telling.articles),
        told_rulings(within(rulings, members), telling.articles),
    )
