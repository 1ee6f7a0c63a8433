"""What pages of stories show, gathered: the arguments of `render.pages`."""

from dataclasses import dataclass, field

from strandline.model.articles import Article
from strandline.model.pictures import Pictures
from strandline.model.stories import Ruling, StoredVerdict, Thread
from strandline.render.story_reports import ListedStory


@dataclass(frozen=True, slots=True)
class ToldVerdict:
    """A verdict with the articles that it is about; those that are gone are None."""

    stored: StoredVerdict
    one: Article | None
    other: Article | None


@dataclass(frozen=True, slots=True)
class ToldRuling:
    """A person's word with the articles that it is about."""

    ruling: Ruling
    one: Article | None
    other: Article | None


@dataclass(frozen=True, slots=True)
class StoriesView:
    """The newest stories.

    Attributes:
        is_all: True where stories of a single source are listed too.
        languages: To choose from.
        language: Chosen one; empty for all.
    """

    stories: tuple[ListedStory, ...]
    pictures: Pictures
    is_all: bool
    languages: tuple[str, ...]
    language: str
    older_href: str | None
    newest_href: str
    is_first: bool


@dataclass(frozen=True, slots=True)
class FeaturedView:
    """The stories of the last day by clicks, then by number of sources."""

    stories: tuple[ListedStory, ...]
    pictures: Pictures
    languages: tuple[str, ...]
    language: str


@dataclass(frozen=True, slots=True)
class StoryView:
    """One story.

    Attributes:
        verdicts: What binds its articles, by layers.
        rulings: What people ruled on them.
    """

    story: ListedStory
    verdicts: tuple[ToldVerdict, ...] = ()
    rulings: tuple[ToldRuling, ...] = ()
    pictures: Pictures = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ThreadLine:
    """A running story as a list shows it.

    Attributes:
        newest: Its newest story.
        first: Its first story.
    """

    thread: Thread
    newest: ListedStory
    first: ListedStory


@dataclass(frozen=True, slots=True)
class ThreadsView:
    """The running stories with the newest news."""

    threads: tuple[ThreadLine, ...]
    older_href: str | None
    is_first: bool


@dataclass(frozen=True, slots=True)
class ThreadView:
    """One running story.

    Attributes:
        newest: Its newest story, which it is called after.
        stories: Of this page, newest first.
        is_muted: Whether whoever reads has muted it; None where they have no edition of their own.
    """

    thread: Thread
    newest: ListedStory
    stories: tuple[ListedStory, ...]
    older_href: str | None = None
    is_first: bool = True
    is_muted: bool | None = None
    pictures: Pictures = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StoryOfArticle:
    """The story of an article, as its page tells it.

    Attributes:
        verdicts: What the article was compared with, newest first.
    """

    story: ListedStory
    verdicts: tuple[ToldVerdict, ...] = ()
    rulings: tuple[ToldRuling, ...] = ()
