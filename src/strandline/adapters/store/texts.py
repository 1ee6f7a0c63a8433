"""Scraped content, apart from discovery."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store.archive_schema import unstruck
from strandline.adapters.store.base import Tables, put, values
from strandline.adapters.store.bulk import chunks
from strandline.adapters.store.facts import take_facts
from strandline.adapters.store.stories_inputs import MATCH_AGAIN
from strandline.adapters.store.waiting import wait
from strandline.model.articles import ArticleText, TextStatus
from strandline.model.errors import StoreError
from strandline.model.sources import ContentType

_COLUMNS = tuple(column.name for column in schema.article_texts.columns)


class TextTables(Tables):
    """Implements `TextStore`."""

    def save_text(self, text: ArticleText) -> None:
        """Insert or replace; a worse outcome never replaces a good text.

        Each save under another `fetched_at` counts as one more attempt. The first text of an
        article that was matched without one asks for it to be matched once more. What the page
        says of the article goes before what others say.

        Raises:
            StoreError: There is no such article.
        """
        with self._database.write() as connection:
            if not add_texts(connection, [text]):
                raise StoreError(
                    f"There is no article {text.article_uuid} to keep a text of.",
                    subject=text.article_uuid,
                )
            take_facts(connection, [text.article_uuid], self._now())
            wait(connection, [text.article_uuid])

    def texts(self, article_uuids: Sequence[str]) -> dict[str, ArticleText]:
        """By id; articles never scraped are absent."""
        table = schema.article_texts
        found: dict[str, ArticleText] = {}
        with self._database.read() as connection:
            for chunk in chunks(list(dict.fromkeys(article_uuids))):
                is_shown = unstruck(table.c.article_uuid)
                query = sa.select(table).where(table.c.article_uuid.in_(chunk), is_shown)
                found |= {row.article_uuid: _text_of(row) for row in connection.execute(query)}
        return found


def add_texts(connection: Connection, texts: Sequence[ArticleText]) -> set[str]:
    """Save texts in the order of their ids; the ids of those whose articles are there."""
    found: set[str] = set()
    for text in sorted(texts, key=lambda text: text.article_uuid):
        articles, table = schema.articles, schema.article_texts
        locked = sa.select(unstruck(articles.c.article_uuid).label("is_shown")).where(
            articles.c.article_uuid == text.article_uuid
        )
        there = connection.execute(locked.with_for_update(key_share=True)).first()
        if there is None:
            continue
        found.add(text.article_uuid)
        if not there.is_shown:  # what was taken down is read no more
            continue
        own = sa.select(table).where(table.c.article_uuid == text.article_uuid)
        row = connection.execute(own).first()
        kept = text if row is None else better(_text_of(row), text)
        put(connection, table, values(kept, *_COLUMNS))
        if is_readable(kept) and (row is None or not is_readable(_text_of(row))):
            connection.execute(_match_once_more(text.article_uuid))
    return found


def is_listed() -> sa.ColumnElement[bool]:
    """Articles that some source lists: those that only a post links to are the archive's."""
    return schema.articles.c.content_type != ContentType.LINK.value


def better(stored: ArticleText, found: ArticleText) -> ArticleText:
    """Which of two outcomes to keep, with the attempts counted."""
    if stored.status is TextStatus.OK and found.status is not TextStatus.OK:
        return stored
    again = 0 if stored.fetched_at == found.fetched_at else 1
    return replace(found, attempts=max(found.attempts, stored.attempts + again))


def is_readable(text: ArticleText) -> bool:
    """True where there is a text to compare."""
    return text.status is TextStatus.OK and text.text != ""


def _match_once_more(article_uuid: str) -> sa.Update:
    articles = schema.articles
    return (
        articles.update()
        .where(articles.c.article_uuid == article_uuid, articles.c.matched_by != "")
        .values(matched_by=MATCH_AGAIN)
    )


def _text_of(row: Any) -> ArticleText:
    return ArticleText(
        article_uuid=row.article_uuid,
        status=TextStatus(row.status),
        fetched_at=row.fetched_at,
        text=row.text,
        title=row.title,
        description=row.description,
        author=row.author,
        site_name=row.site_name,
        language=row.language,
        published_at=row.published_at,
        published_doubt=row.published_doubt,
        image_url=row.image_url,
        image_alt=row.image_alt,
        canonical_url=row.canonical_url,
        content_checksum=row.content_checksum,
        extractor=row.extractor,
        attempts=row.attempts,
        message=row.message,
    )
