"""Readers, what they were shown, and their editions."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Protocol

from strandline.model.digests import Candidate, Digest, DigestDrop, DigestItem
from strandline.model.editions import EditionAct, EditionChange, EditionState
from strandline.model.readers import HistoryEntry, Reader


class ReaderStore(Protocol):
    """Readers, their settings and their sources."""

    def save_reader(self, reader: Reader) -> None:
        """Insert or replace a reader with settings and sources."""
        ...

    def reader(self, reader_id: str) -> Reader | None:
        """One reader; None where there is none."""
        ...

    def readers(self) -> list[Reader]:
        """All, in order of ids."""
        ...

    def remove_reader(self, reader_id: str) -> bool:
        """Remove a reader with history and digests; False where there was none."""
        ...


class HistoryStore(Protocol):
    """What readers were shown (`article_history`)."""

    def shown_before(
        self, reader_id: str, *, article_uuids: Sequence[str], url_hashes: Sequence[str]
    ) -> list[HistoryEntry]:
        """A reader's rows with one of the articles, and those of no edition with one of the hashes
        (`check_urls_exist` of document 0), oldest first; with the article where the ledger has it.
        """
        ...

    def insert_urls(self, entries: Sequence[HistoryEntry]) -> int:
        """Insert; articles and URLs that are there are skipped in silence. Returns the new rows.

        A row whose key stands for another article gets the next of its keys
        (`core.digest.shown.keys_for`), so that neither comes back.
        """
        ...

    def cleanup_old(self, reader_id: str, before: datetime) -> int:
        """Delete a reader's rows created before a time; returns how many."""
        ...

    def count_history(self, reader_id: str) -> int:
        """Rows of a reader."""
        ...

    def history(self, reader_id: str) -> Iterator[HistoryEntry]:
        """A reader's rows, oldest first."""
        ...

    def search_history(
        self,
        reader_id: str,
        *,
        words: str = "",
        before: tuple[datetime, str] | None = None,
        limit: int = 50,
    ) -> list[tuple[HistoryEntry, str]]:
        """A reader's rows, newest first, with the titles of their articles where the ledger has
        them.

        Args:
            words: Each stands somewhere in the URL or the title, in any case.
            before: Time and hash of the last row of the page before.
        """
        ...

    def forget_history(
        self, reader_id: str, *, url_hashes: Sequence[str], article_uuids: Sequence[str] = ()
    ) -> int:
        """Delete a reader's rows with one of the hashes or articles; returns how many."""
        ...


class DigestStore(Protocol):
    """Editions."""

    def candidates(
        self, *, since: datetime, until: datetime, source_uuids: Sequence[str]
    ) -> list[Candidate]:
        """Articles with a mention at one of the sources that belong to the window.

        An article belongs when its published time (its detection where it has none) is in
        (since, until], or when its content type is exempt (a fixed list). Its text comes with it,
        and from its whole story the clicks of the last 24 hours before `until` and all other
        sources. Several articles of one story are several candidates.
        """
        ...

    def with_stories(self, candidates: Sequence[Candidate], *, until: datetime) -> list[Candidate]:
        """Candidates, in order, with what their stories bring at this moment: as `candidates` says.

        One whose article the ledger does not have stays as it is.
        """
        ...

    def save_digest(self, digest: Digest, history: Sequence[HistoryEntry]) -> None:
        """Save a new edition, its items and its history rows (none for a draft) in one transaction.

        Raises:
            AlreadyShown: The reader's history holds one of the articles: another run was faster.
                Nothing is saved.
        """
        ...

    def digest(self, digest_id: str) -> Digest | None:
        """One edition with its items; None where there is none."""
        ...

    def digests(
        self,
        *,
        reader_id: str | None = None,
        limit: int = 50,
        before: datetime | None = None,
        states: Collection[EditionState] | None = None,
    ) -> list[Digest]:
        """Newest first, without items; of any state unless told otherwise."""
        ...

    def domains_of_last(self, reader_id: str, editions: int) -> set[str]:
        """Domains of a reader's last editions that stand in the history
        (`source_diversity_window`).
        """
        ...

    def appearances(self, article_uuid: str) -> list[tuple[Digest, int]]:
        """Editions of any state that hold an article, with its position; oldest first, without
        items.
        """
        ...

    def forget_drops(self, reader_id: str, before: datetime) -> int:
        """Delete what a reader's editions made before a time did not take; returns how many rows.

        The editions, their items and their funnels stay.
        """
        ...

    def drops_of(self, article_uuid: str) -> list[tuple[Digest, DigestDrop]]:
        """Editions that did not take an article, with the reason; oldest first, no items."""
        ...


class EditionStore(Protocol):
    """What editors do to editions."""

    def change_edition(self, edition: Digest, change: EditionChange) -> Digest:
        """Save an edition in place of the one with its `version`: state, words, items (not drops),
        the acts that led to it and its rows of the history, in one transaction.

        Returns:
            The edition as saved, with the next version.

        Raises:
            EditionChanged: The edition has another version by now, or is gone; nothing was saved.
            AlreadyShown: Another edition has shown one of the articles; nothing was saved.
        """
        ...

    def edition_acts(self, digest_id: str) -> list[EditionAct]:
        """All that editors did to an edition, oldest first."""
        ...

    def chosen_items(self, digest_id: str) -> tuple[DigestItem, ...]:
        """An edition's items as they were chosen, before any act."""
        ...

    def left_out(
        self, digest_id: str, *, step: str = "", after: int = -1, limit: int = 50
    ) -> list[tuple[int, DigestDrop]]:
        """What an edition did not take, in the order of the steps: each article once with the last
        that was said of it, nothing that is in the edition as it stands.

        Args:
            step: Only what this step let go.
            after: Only what comes after this place.

        Returns:
            Each with its place.
        """
        ...


class Classifier(Protocol):
    """Puts articles into a reader's categories: rules, embeddings or a language model."""

    def classify(
        self, candidates: Sequence[Candidate], categories: Sequence[str]
    ) -> list[str | None]:
        """One category a candidate, in order; None where none fits. Never raises for a text."""
        ...
