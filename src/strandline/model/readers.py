"""Readers, their settings, and what they were shown. Private: never in a published file."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class DigestScope(StrEnum):
    """Whose history applies."""

    PERSONAL = "personal"  # `article_history_days`
    SHARED = "shared"  # the daily digest of everybody: `archive_days`


@dataclass(frozen=True, slots=True)
class ScoreWeights:
    """Weights of the score's parts; shown beside every score."""

    reputation: float = 1.0
    recency: float = 1.0
    clicks: float = 1.0
    sources: float = 0.5


@dataclass(frozen=True, slots=True)
class SectionChoice:
    """A section as a reader wants it.

    Attributes:
        section: Name of a `model.digests.Section`.
        name: What it is called; empty for our word.
        places: Most items; None as it comes, 0 for none of its kind.
    """

    section: str
    name: str = ""
    places: int | None = None


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """What a reader chose.

    Attributes:
        article_history_days: 0 to 365; how long a shown article is blocked; 0 = off (document 0).
        archive_days: The same for the shared daily digest (document 1).
        categories: In the order in which they are filled; empty means one category, `news`.
        max_items_per_category: 1 to 100.
        max_age_hours: Older articles score lower; they are not blocked (document 1).
        source_diversity_window: How many earlier digests' domains are avoided; 0 = off.
        max_per_source: Cap on items of one source in a digest; 0 = no cap.
        language: Of the digest's words: `en`, `fr` or `zh`.
        history_by_story: A story shown from one source does not come back from another.
        fill_free_places: Places that a category leaves free go to the best of full ones.
        days: Days of the week on which an edition is made; 0 is Monday.
        at: `HH:MM` of the reader's own clock; empty for the configured time, UTC.
        timezone: IANA name; empty for UTC.
        subject: Title of editions; `{date}` stands for the day. Empty for ours.
        sections: In the order in which they are shown; those not named follow as they come.
        muted_words: What has one of them in its title or summary is left out.
        muted_sources: Ids of sources that are left out.
        muted_threads: Ids of articles; the story of each, and its whole thread, is left out.
        threads_together: Items of one running story stand next to each other, the newest first.
        least_items: An edition with fewer is not published unasked.
        has_pictures: Whether items may show a picture.
    """

    article_history_days: int = 90
    archive_days: int = 30
    categories: tuple[str, ...] = ()
    max_items_per_category: int = 10
    max_age_hours: int = 72
    window_hours: int = 24
    source_diversity_window: int = 0
    max_per_source: int = 3
    language: str = "en"
    history_by_story: bool = True
    fill_free_places: bool = True
    days: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)
    at: str = ""
    timezone: str = ""
    subject: str = ""
    sections: tuple[SectionChoice, ...] = ()
    muted_words: tuple[str, ...] = ()
    muted_sources: tuple[str, ...] = ()
    muted_threads: tuple[str, ...] = ()
    threads_together: bool = False
    least_items: int = 1
    has_pictures: bool = True
    weights: ScoreWeights = field(default_factory=ScoreWeights)


@dataclass(frozen=True, slots=True)
class Reader:
    """Whose digest it is. The reader `public` is everybody: the shared daily digest.

    Attributes:
        source_uuids: Their own sources; empty means all active ones.
    """

    reader_id: str
    name: str
    scope: DigestScope = DigestScope.PERSONAL
    email: str | None = None
    source_uuids: tuple[str, ...] = ()
    settings: ReaderSettings = field(default_factory=ReaderSettings)

    @property
    def history_days(self) -> int:
        """Days for which a shown article is blocked; 0 = no filter, no record."""
        if self.scope is DigestScope.SHARED:
            return self.settings.archive_days
        return self.settings.article_history_days


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One row of `article_history`; unique per (reader, url_hash).

    Attributes:
        url: The URL as shown.
        url_hash: SHA-256 hex of document 0's `normalize_article_url(url)`; of another key where
            that one stands for another article already (`core.digest.shown`).
        article_uuid: The article that was shown; None where nobody knows it (an import).
    """

    reader_id: str
    url: str
    url_hash: str
    created_at: datetime
    digest_id: str | None = None
    article_uuid: str | None = None
