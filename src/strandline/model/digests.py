"""One edition for one reader."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from strandline.model.editions import PUBLISHED, EditionState
from strandline.model.funnel import Funnel
from strandline.model.sources import ContentType


class Section(StrEnum):
    """The parts of a digest, in the order in which they are shown (document 1)."""

    MUST_READS = "must_reads"
    QUICK_WINS = "quick_wins"
    FEATURED_PODCAST = "featured_podcast"
    MORE_PODCASTS = "more_podcasts"
    POSTS = "posts"
    SKILLS = "skills"
    ARTICLES = "articles"  # by category


@dataclass(frozen=True, slots=True)
class OtherSource:
    """Where else the same article was seen."""

    name: str
    url: str
    published_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class EarlierEdition:
    """Where a reader was shown the story that an item has later news of.

    Attributes:
        title: Of the item, as it was shown there.
    """

    digest_id: str
    created_at: datetime
    title: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """An article on its way into a digest.

    Attributes:
        summary: Plain text.
        reputation: Of its best source, 0 to 1.
        clicks: Of the last 24 hours.
        content_type: Decides section and exemption.
        categories: Hints of its sources, then what the classifier found.
        has_text: True where the page was read and is worth it: by its text, or by what it shows.
        is_recordable: False for profile and fallback links: shown, never recorded.
        is_pending: True while the URL waits for resolving: not to be shown yet.
        story_id: Main article of its story; empty where it is the only one.
        story_uuids: The other articles of its story.
        story_urls: Their URLs, those known before too.
        earlier_urls: URLs under which the article itself was known before.
        update_of: Main article of the story that it has later news of; empty where there is none.
        thread_id: Running story that it belongs to; empty where it is in none.
        follows: Main article of the story before it in that; empty for the first.
    """

    article_uuid: str
    url: str
    title: str
    domain: str
    source_uuid: str
    source_name: str
    published_at: datetime | None
    detected_at: datetime
    content_type: ContentType = ContentType.ARTICLE
    language: str | None = None
    summary: str = ""
    text: str = ""
    has_text: bool = False
    reputation: float = 0.5
    clicks: int = 0
    categories: tuple[str, ...] = ()
    other_sources: tuple[OtherSource, ...] = ()
    is_recordable: bool = True
    is_pending: bool = False
    word_count: int = 0
    image_url: str | None = None
    story_id: str = ""
    story_uuids: tuple[str, ...] = ()
    story_urls: tuple[str, ...] = ()
    earlier_urls: tuple[str, ...] = ()
    update_of: str = ""
    thread_id: str = ""
    follows: str = ""


@dataclass(frozen=True, slots=True)
class DigestItem:
    """One item as shown, kept as it was shown.

    Attributes:
        score_parts: The score's parts by name, weighted; they add up to `score`.
        is_recorded: True where its URL went into the history.
        is_update: True where it has later news of a story that is known.
        earlier: Where this reader was shown that story; None where they were not.
        source_title: The source's own title, where an editor put another one; None otherwise.
        source_summary: The same of the summary.
        is_pinned: Leads its section.
        has_picture: False where an editor switched its picture off.
        thread_id: Running story with which it was kept together; empty where it stands alone.
    """

    position: int
    section: Section
    category: str
    article_uuid: str
    url: str
    title: str
    source_name: str
    published_at: datetime | None
    summary: str = ""
    content_type: ContentType = ContentType.ARTICLE
    language: str | None = None
    score: float = 0.0
    score_parts: Mapping[str, float] = field(default_factory=dict)
    other_sources: tuple[OtherSource, ...] = ()
    is_recorded: bool = True
    is_update: bool = False
    earlier: EarlierEdition | None = None
    source_title: str | None = None
    source_summary: str | None = None
    is_pinned: bool = False
    has_picture: bool = True
    thread_id: str = ""


@dataclass(frozen=True, slots=True)
class ItemVersion:
    """Copies of a page that an edition links to.

    Attributes:
        kept_at: When we kept it last; None where we did not.
        copy_url: Of a public archive, made at `copy_at`; empty for none.
    """

    kept_at: datetime | None = None
    copy_url: str = ""
    copy_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class DigestDrop:
    """Why a candidate is not in an edition, kept for `explain`.

    Attributes:
        step: Name of the step that dropped it.
        reason: Reason code, such as `seen_before`.
        title: As it would have been shown; empty in editions of old.
    """

    article_uuid: str
    url: str
    step: str
    reason: str
    detail: str = ""
    title: str = ""
    source_name: str = ""


@dataclass(frozen=True, slots=True)
class Digest:
    """One edition; saved in one transaction with its items, drops and history rows.

    Attributes:
        version: Goes up with every change.
        reason: Why it was skipped, as a reason code; empty otherwise.
        note: What whoever sent it back, stopped or skipped it had to say.
        introduction, closing: Markdown of an editor.
        section_names: What the reader calls sections, by name of the section.
        send_at: When it goes out by itself; None where it waits for a person.
        published_at: When it went out; None before, and for editions of old.
        corrected_at: When its page was last corrected after that.
        versions: Copies of what it shows by article, as they were when it went out.
    """

    digest_id: str
    reader_id: str
    created_at: datetime
    title: str
    language: str
    items: tuple[DigestItem, ...] = ()
    funnel: Funnel = field(default_factory=Funnel)
    drops: tuple[DigestDrop, ...] = ()
    state: EditionState = EditionState.SENT
    version: int = 1
    reason: str = ""
    note: str = ""
    introduction: str = ""
    closing: str = ""
    section_names: Mapping[str, str] = field(default_factory=dict)
    send_at: datetime | None = None
    published_at: datetime | None = None
    corrected_at: datetime | None = None
    versions: Mapping[str, ItemVersion] = field(default_factory=dict)

    @property
    def is_published(self) -> bool:
        """True where those whose edition it is may read it."""
        return self.state in PUBLISHED

    @property
    def issued_at(self) -> datetime:
        """Its date for readers: when it went out."""
        return self.published_at or self.created_at


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One answer of a web search; untrusted."""

    url: str
    title: str
    snippet: str = ""
    published_at: datetime | None = None
