"""Which row of a reader's history blocks an article, and under which key a new row is kept.

Document 0's key (`core.urls.history`) is unique for a reader and is what goes in and out; but it
takes pages for one that the ledger tells apart (`?ref=5001` and `5002`, `/p/AbC` and `/p/aBc`). So
a row carries its article and blocks by it. The key alone blocks only where nobody knows the article
of a row: one that was imported, and whose URL the ledger has never seen.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from hashlib import sha256

from strandline.core.urls import identify
from strandline.core.urls.history import history_hash
from strandline.model.errors import UrlError
from strandline.model.readers import HistoryEntry


def url_key_of(url: str) -> str:
    """The ledger's key of a URL; the text itself where it has none: an import may hold anything."""
    try:
        return identify(url).key
    except UrlError:
        return url


def hashes_of(urls: Iterable[str]) -> list[str]:
    """Keys under which rows for URLs may stand: document 0's, and that of the canonical URL."""
    return [hashed for url in urls for hashed in (history_hash(url), _canonical_hash(url))]


class ShownRows:
    """Rows of a history, ready to be asked about articles.

    Args:
        rows: Those that may concern the articles in question, oldest first.
    """

    def __init__(self, rows: Iterable[HistoryEntry] = ()) -> None:
        self._rows: dict[str, HistoryEntry] = {}
        for row in rows:
            for mark in _marks(row):
                self._rows.setdefault(mark, row)

    def row_for(self, article_uuids: Collection[str], urls: Sequence[str]) -> HistoryEntry | None:
        """The row that blocks an article, or a story.

        Args:
            article_uuids: Ids that stand for it.
            urls: Its URLs, those that it had before too.
        """
        marks = (*article_uuids, *hashes_of(urls))
        return next((self._rows[mark] for mark in marks if mark in self._rows), None)


def rows_to_insert(
    entries: Iterable[HistoryEntry], there: Iterable[HistoryEntry]
) -> list[HistoryEntry]:
    """New rows, each under the first of its keys that is free; none for what is there already.

    Args:
        there: Rows of the same readers that have one of the articles or one of the keys.
    """
    taken = {(row.reader_id, row.url_hash): row for row in there}
    articles = {(row.reader_id, row.article_uuid) for row in taken.values() if row.article_uuid}
    new = []
    for entry in entries:
        keys = [(entry.reader_id, key) for key in keys_for(entry)]
        others = [taken[key] for key in keys if key in taken]
        is_there = (entry.reader_id, entry.article_uuid) in articles
        free = next((key for key in keys if key not in taken), None)
        if is_there or free is None or any(_is_one_page(entry, other) for other in others):
            continue
        taken[free] = replace(entry, url_hash=free[1])
        articles |= {(entry.reader_id, entry.article_uuid)} if entry.article_uuid else set()
        new.append(taken[free])
    return new


def keys_for(entry: HistoryEntry) -> tuple[str, ...]:
    """Keys under which a row may stand, best first; the last is the article's own, for items that
    share a URL.
    """
    own = (_sha256(entry.article_uuid),) if entry.article_uuid else ()
    return tuple(dict.fromkeys((entry.url_hash, _canonical_hash(entry.url), *own)))


def _marks(row: HistoryEntry) -> tuple[str, ...]:
    """What an article must have of a row to be blocked by it: its id; of what was imported, the
    very URL too, which several items may share.
    """
    if row.digest_id and row.article_uuid:
        return (row.article_uuid,)
    return row.article_uuid or row.url_hash, _canonical_hash(row.url)


def _is_one_page(one: HistoryEntry, other: HistoryEntry) -> bool:
    if one.article_uuid and other.article_uuid:
        return one.article_uuid == other.article_uuid
    return url_key_of(one.url) == url_key_of(other.url)


def _canonical_hash(url: str) -> str:
    return _sha256(url_key_of(url))


def _sha256(text: str) -> str:
    return sha256(text.encode(errors="replace")).hexdigest()
