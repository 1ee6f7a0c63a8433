"""What was found: sources, articles and their texts."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from strandline.model.articles import (
    Alias,
    Article,
    ArticleText,
    IngestBatch,
    IngestResult,
    Mention,
    Post,
    UrlStatus,
)
from strandline.model.sources import (
    Source,
    SourceHealth,
    SourceKind,
    SourceNeed,
    SourceQuery,
    SourceRow,
)


class SourceStore(Protocol):
    """The source registry and what polling has taught us."""

    def new_source_uuid(self, kind: SourceKind) -> str:
        """The next id of a kind, such as `W_RSS_7`; an id is never given twice."""
        ...

    def save_source(self, source: Source) -> None:
        """Insert or replace a source.

        Raises:
            StoreError: Another source has the same URL.
        """
        ...

    def change_source(
        self, source_uuid: str, change: Callable[[Source], Source]
    ) -> tuple[Source, Source] | None:
        """Change a source as it is now, in one transaction; a forgotten one does not come back.

        Args:
            change: Given the source, returns what it becomes; the same one changes nothing.

        Returns:
            Before and after; None where there is no such source.

        Raises:
            StoreError: Another source has the new URL.
        """
        ...

    def poll_soon(
        self, source_uuids: Sequence[str], now: datetime, *, afresh: bool = False
    ) -> None:
        """Let sources be due now, whatever their health says.

        Args:
            afresh: Their address is another one: whoever polls the old one now loses the lease,
                and the next poll sends no validators.
        """
        ...

    def remove_source(self, source_uuid: str) -> bool:
        """Forget a source; its articles and mentions stay. False where there was none."""
        ...

    def source_page(self, query: SourceQuery) -> list[SourceRow]:
        """A page of the registry: sources in trouble first, then by name."""
        ...

    def some_sources(self, source_uuids: Sequence[str]) -> dict[str, Source]:
        """By id; unknown ids are absent."""
        ...

    def some_healths(self, source_uuids: Sequence[str]) -> dict[str, SourceHealth]:
        """By id; a source never polled has none."""
        ...

    def source_words(self, kind: str, *, limit: int = 200) -> list[tuple[str, int]]:
        """Categories (`category`) or tags (`tag`) with the number of their sources, the most used
        first.
        """
        ...

    def source_languages(self) -> list[str]:
        """Languages that sources have, each once, in order."""
        ...

    def source_tally(self) -> dict[SourceNeed, int]:
        """How many sources each list of the registry shows."""
        ...

    def sources(self, *, active_only: bool = False) -> list[Source]:
        """All sources, in the order of their ids."""
        ...

    def healths(self) -> dict[str, SourceHealth]:
        """By source; a source never polled has none."""
        ...

    def claim_due(
        self,
        now: datetime,
        owner: str,
        lease: timedelta,
        *,
        limit: int,
        only: Sequence[str] | None = None,
        force: bool = False,
    ) -> list[tuple[Source, SourceHealth]]:
        """Take sources that are due and that nobody holds; each goes to one owner only.

        Args:
            only: Ids to choose from; None for all.
            force: Take them although they are not due yet (never one that is held or inactive).
        """
        ...

    def prolong_sources(self, source_uuids: Sequence[str], owner: str, until: datetime) -> None:
        """Prolong the leases of those sources that are still the owner's."""
        ...

    def save_health(self, health: SourceHealth, *, owner: str) -> bool:
        """Replace the health of a source and end its lease; False where the lease was lost."""
        ...


class LedgerStore(Protocol):
    """Articles, aliases, mentions and posts."""

    def find(self, keys: Sequence[str]) -> dict[str, str]:
        """Which of the URL keys are known, as an article's key or an alias's: key → id."""
        ...

    def articles(
        self, article_uuids: Sequence[str], *, also_struck: bool = False
    ) -> dict[str, Article]:
        """By id; unknown ids are absent, and struck pages where they are not asked for."""
        ...

    def ingest(self, batch: IngestBatch) -> IngestResult:
        """Apply a batch in one transaction; applying it twice changes nothing more.

        Raises:
            IdentityConflict: An id of the batch stands for another canonical URL; nothing of
                the batch was stored.
        """
        ...

    def posts(self, source_uuid: str, item_keys: Sequence[str]) -> dict[str, Post]:
        """What is known of the items of a source, by item key."""
        ...

    def posts_by_guid(self, source_uuid: str, guids: Sequence[str]) -> dict[str, Post]:
        """Items of a source by guid as received; a guid that several of them have is absent."""
        ...

    def posts_at(self, source_uuid: str, url_keys: Sequence[str]) -> dict[str, list[Post]]:
        """Items of a source by the key of their address, each list oldest first."""
        ...

    def has_posts(self, source_uuid: str) -> bool:
        """True when the source has been read before (its first reading is a baseline)."""
        ...

    def mentions(self, article_uuids: Sequence[str]) -> dict[str, list[Mention]]:
        """By article, oldest first."""
        ...

    def aliases(self, article_uuid: str) -> list[Alias]:
        """Other URLs of an article, oldest first."""
        ...

    def posts_of(self, article_uuid: str) -> list[Post]:
        """The posts from which an article was entered, oldest first."""
        ...

    def posts_with_key(self, url_key: str) -> list[Post]:
        """Items of all sources whose URL has a key, entered or not, oldest first."""
        ...

    def recent(
        self,
        *,
        limit: int,
        before: tuple[datetime, str] | None = None,
        source_uuid: str | None = None,
        language: str | None = None,
    ) -> list[Article]:
        """Newest detected first; `before` is the (detected, id) of the last row seen.

        Links of posts, which no source lists, are not among them.
        """
        ...

    def with_status(self, status: UrlStatus, *, limit: int) -> list[Article]:
        """Articles whose URL waits for resolving, oldest first.

        None of struck ones: what is struck is not asked for again, and leads to no other page.
        """
        ...

    def settle(self, article_uuid: str, status: UrlStatus, aliases: Sequence[Alias]) -> None:
        """Record that a URL was resolved (or could not be) together with what it taught us."""
        ...

    def merge_into(self, article_uuid: str, target_uuid: str, aliases: Sequence[Alias]) -> None:
        """Two rows turned out to be one page: mentions, posts and aliases move to the target.

        The old row goes; its id stays known through an alias of its canonical URL.
        """
        ...

    def every_article(self, *, batch: int = 500) -> Iterator[list[Article]]:
        """The whole ledger in order of ids, for re-keying and exports; no lock is held."""
        ...

    def may_be_several(self) -> list[str]:
        """Articles that may stand for several items of a source: by aliases, or by posts."""
        ...

    def split_off(self, article_uuid: str, batch: IngestBatch, alias_keys: Sequence[str]) -> None:
        """Take what never belonged to an article out of it: aliases are forgotten, a batch holds
        the articles that its posts and mentions go to. All of it in one transaction.
        """
        ...

    def rekey(self, article_uuid: str, url_key: str, rules_version: str) -> str | None:
        """Give an article the key of newer rules; the old key stays an alias.

        Returns:
            The id of another article that already has the key (nothing was changed), or None.
        """
        ...

    def purge_posts(self, before: datetime) -> int:
        """Empty posts last seen or first seen before a time: their keys stay as tombstones while
        a source lists them, their texts and their unreferenced articles go. Returns the count.
        """
        ...


class TextStore(Protocol):
    """Scraped content, apart from discovery."""

    def save_text(self, text: ArticleText) -> None:
        """Insert or replace; a worse outcome never replaces a good text."""
        ...

    def texts(self, article_uuids: Sequence[str]) -> dict[str, ArticleText]:
        """By id; articles never scraped are absent."""
        ...


class ClickStore(Protocol):
    """Clicks by article and hour; no trace of who clicked."""

    def add_click(self, article_uuid: str, now: datetime) -> None:
        """Count one."""
        ...
