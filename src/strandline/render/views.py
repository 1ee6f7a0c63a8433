"""What each page shows, gathered: the arguments of `render.pages`.

They hold values of the model as they are; what may be shown of them, and how, is the business of
the templates. Whoever fills them leaves out what is private.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from strandline.model.articles import Alias, Article, ArticleText, Mention, Post
from strandline.model.digests import Digest, DigestDrop
from strandline.model.pictures import Pictures
from strandline.model.sources import Source, SourceHealth
from strandline.render.archive_views import KeptView
from strandline.render.story_reports import ListedStory
from strandline.render.story_views import StoryOfArticle


@dataclass(frozen=True, slots=True)
class LanguageLink:
    """The same page in another of our languages."""

    language: str
    href: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class Told:
    """How the form before this page ended: a message of the catalogues with its values."""

    message: str
    is_done: bool
    values: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A room of the desk that somebody may enter."""

    section: str
    href: str


@dataclass(frozen=True, slots=True)
class FirstStep:
    """Something to be done on the first day; its words are `desk.first.<name>`."""

    name: str
    href: str
    is_done: bool


@dataclass(frozen=True, slots=True)
class SafetyView:
    """How the ledger is kept safe; its words are `desk.safety.<state>`.

    Attributes:
        state: `off`, `none`, `ok`, `late` or `failing`.
        made_at: When the state was that the newest backup holds.
        tried_at: When one was last brought back as a rehearsal.
        fault: Why the last try failed; empty where it did not.
    """

    state: str
    made_at: datetime | None
    tried_at: datetime | None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class HomeView:
    """Where who is signed in begins.

    Attributes:
        steps: The way to a first edition; empty once it has been gone, or for who may not go it.
        safety: How the ledger is kept safe; None for who may not operate the site.
    """

    steps: tuple[FirstStep, ...] = ()
    safety: SafetyView | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """What every page has around its content.

    Attributes:
        language: `en`, `fr` or `zh`.
        now: Current time, aware UTC; relative times are counted from it.
        site_title: Name of the page, from the settings.
        section: Which entry of the menu is current; empty for none.
        assets: Versioned address of each static file, by name.
        account: Name of who is signed in; empty for nobody.
        desk: Rooms of the desk that they may enter.
        told: How the form before this page ended.
        forms: Begins the names of this page's forms; a form that is sent twice is taken once.
        details: Scores, funnels and errors are shown.
        is_mailed: Editions go out by mail.
    """

    language: str
    now: datetime
    site_title: str
    section: str
    languages: tuple[LanguageLink, ...]
    assets: dict[str, str]
    account: str = ""
    desk: tuple[MenuEntry, ...] = ()
    told: tuple[Told, ...] = ()
    forms: str = ""
    details: bool = False
    is_mailed: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a select box."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class RecentView:
    """The newest articles, each story once.

    Attributes:
        sources: To choose from; none where there are very many.
        source: Chosen source's id; empty for all.
        language: Chosen language tag; empty for all.
        older_href: The next page; None on the last one.
        newest_href: The first page of the same choice.
        is_first: False on a page further back.
        unwell: How many sources need a look.
    """

    articles: tuple[ListedStory, ...]
    pictures: Pictures
    sources: tuple[Choice, ...]
    has_sources: bool
    languages: tuple[str, ...]
    source: str
    language: str
    older_href: str | None
    newest_href: str
    is_first: bool
    unwell: int
    latest_digest: Digest | None


@dataclass(frozen=True, slots=True)
class DigestView:
    """One edition.

    Attributes:
        known: Ids of its items that the ledger still holds.
        threads: Article → the running story that it belongs to, of those that are in one.
        ruled: Ids of its items about whose stories a person has ruled since it went out.
        base_url: Before the addresses of kept copies; empty where our own is not known.
    """

    digest: Digest
    known: frozenset[str]
    pictures: Pictures
    threads: Mapping[str, str] = field(default_factory=dict)
    ruled: frozenset[str] = frozenset()
    base_url: str = ""


@dataclass(frozen=True, slots=True)
class DigestsView:
    """All editions that everybody may read, newest first."""

    digests: tuple[Digest, ...]
    older_href: str | None
    is_first: bool


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A source and how it does; one that was never polled has no health.

    Attributes:
        every: Gap between two polls.
    """

    source: Source
    health: SourceHealth | None
    every: timedelta | None = None

    @property
    def flags(self) -> tuple[str, ...]:
        """The flags that are words; what a kind keeps for itself is `name:value`."""
        return tuple(flag for flag in self.health.flags if ":" not in flag) if self.health else ()


@dataclass(frozen=True, slots=True)
class Tally:
    """How many sources do well, need a look, are paused."""

    well: int
    unwell: int
    paused: int


@dataclass(frozen=True, slots=True)
class SourcesView:
    """A page of the sources.

    Attributes:
        further_href: The next page; None on the last one.
    """

    rows: tuple[SourceRow, ...]
    icons: Pictures
    tally: Tally
    further_href: str | None = None
    is_first: bool = True


@dataclass(frozen=True, slots=True)
class ArticleView:
    """All that is known of one article.

    Attributes:
        shown: Editions that showed it, with its place.
        drops: Editions that did not take it, with the reason.
        kept: What the archive has of it.
        story: The story that it belongs to, and what it was compared with.
    """

    article: Article
    aliases: tuple[Alias, ...] = ()
    mentions: tuple[Mention, ...] = ()
    posts: tuple[Post, ...] = ()
    text: ArticleText | None = None
    shown: tuple[tuple[Digest, int], ...] = ()
    drops: tuple[tuple[Digest, DigestDrop], ...] = ()
    kept: KeptView = field(default_factory=KeptView)
    story: StoryOfArticle | None = None
    pictures: Pictures = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AboutView:
    """What is kept, in numbers."""

    articles: int
    mentions: int
    aliases: int
    texts: int
    sources: int
    digests: int


@dataclass(frozen=True, slots=True)
class ErrorView:
    """Why there is no page.

    Attributes:
        status: HTTP status; some have words of their own (`page.error`).
        about: `files` where it is not the database but the object store that does not answer;
            `right` where it is a right that is missing.
        fields: Names of parameters that were not understood.
        incident: Number under which the fault is in the log; empty where there is none.
    """

    status: int
    fields: tuple[str, ...] = ()
    incident: str = ""
    about: str = ""
