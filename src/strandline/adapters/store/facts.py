"""Taking the facts of articles anew, when somebody else has spoken of them.

The words decide, not the order in which they came: see `core.sources.facts`. An article whose words
changed is matched once more.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import archive_schema, schema
from strandline.adapters.store.base import values
from strandline.adapters.store.border import bounded, clean
from strandline.adapters.store.bulk import chunks
from strandline.adapters.store.ledger_rows import article_of, mention_of, wordings_tree
from strandline.adapters.store.stories_inputs import MATCH_AGAIN
from strandline.core.sources.entering import snippet
from strandline.core.sources.facts import SILENT, PageSays, by_authority, facts_of, page_says
from strandline.core.sources.intake import OUT_OF_TIME
from strandline.core.urls.items import mark_at, page_key
from strandline.model.articles import Article, Mention, TextStatus, Wording
from strandline.model.entries import DateTrust
from strandline.model.sources import ContentType, SourceKind

_MENTIONS, _TEXTS = schema.article_sources, schema.article_texts
_ARTICLES, _SOURCES = schema.articles, schema.sources
_POSTS = schema.posts
_PAGES = archive_schema.link_metadata

#: Earlier wordings that a mention keeps, the newest.
MOST_WORDINGS = 20


def reword(connection: Connection, edits: Sequence[Mention], now: datetime) -> set[str]:
    """Write down how sources tell articles today, and keep how they told them before.

    Args:
        edits: Under the ids of the ledger.

    Returns:
        Ids of the articles that are told otherwise.
    """
    wanted = {(edit.article_uuid, bounded(edit.source_url)): edit for edit in edits}
    changed: set[str] = set()
    for chunk in chunks(sorted({uuid for uuid, _ in wanted})):
        rows = connection.execute(sa.select(_MENTIONS).where(_MENTIONS.c.article_id.in_(chunk)))
        for row in rows.all():
            edit = wanted.get((row.article_id, row.source_url))
            told = None if edit is None else _told(mention_of(row), edit, now)
            if told is not None:
                own = _MENTIONS.c.mention_id == row.mention_id
                connection.execute(_MENTIONS.update().where(own).values(told))
                changed.add(row.article_id)
    return changed


def _told(known: Mention, edit: Mention, now: datetime) -> dict[str, Any] | None:
    """The columns of a mention that change; None where none does. A date only moves back."""
    title, snippet = clean(edit.title), clean(edit.context_snippet)
    when = known.published_at
    if when and edit.published_at and edit.published_at < when:
        when = edit.published_at
    if (title, snippet, when) == (known.title, known.context_snippet, known.published_at):
        return None
    earlier = known.earlier
    if (title, snippet) != (known.title, known.context_snippet):
        earlier = (*earlier, Wording(known.title, known.context_snippet, now))[-MOST_WORDINGS:]
    return {
        "title": title,
        "context_snippet": snippet,
        "published_at": when,
        "earlier": wordings_tree(earlier),
    }


def said_before(connection: Connection, keys: Mapping[str, str], now: datetime) -> list[Mention]:
    """What sources said of articles before these entered, in items that were too old to enter.

    The items become the articles': whoever is polled first, the same is said in the end.

    Args:
        keys: URL key → article.
    """
    pages = sorted({page_key(key) for key in keys})
    found = []
    for chunk in chunks(pages):
        query = (
            sa.select(_POSTS, _SOURCES.c.name, _SOURCES.c.url, _SOURCES.c.kind)
            .add_columns(_SOURCES.c.language, _SOURCES.c.content_type)
            .join(_SOURCES, _SOURCES.c.source_uuid == _POSTS.c.source_uuid)
            .where(
                _POSTS.c.url_key.in_(chunk),
                _POSTS.c.article_uuid.is_(None),
                _POSTS.c.topic_url.is_(None),
                _POSTS.c.decision.in_(OUT_OF_TIME),
            )
            .order_by(_POSTS.c.post_id)
        )
        for row in connection.execute(query).all():
            is_marked = bool(mark_at(row.item_key, row.url_key))
            uuid = keys.get(row.item_key if is_marked else row.url_key)
            if uuid is not None:
                own = _POSTS.c.post_id == row.post_id
                entered = {"article_uuid": uuid, "decision": "entered"}
                connection.execute(_POSTS.update().where(own).values(entered))
                found.append(_said(row, uuid, now))
    return found


def _said(post: Any, article_uuid: str, now: datetime) -> Mention:
    """The mention of an item that was kept as a post, from its row and its source's."""
    is_map = post.kind == SourceKind.SITEMAP.value
    return Mention(
        article_uuid=article_uuid,
        source_uuid=post.source_uuid,
        source_name=post.name,
        source_url=post.url,
        url_original=post.post_url,
        inserted_at=now,
        post_id=post.post_id,
        title=post.title,
        context_snippet=snippet(post.content_html),
        published_at=post.published_at,
        date_trust=DateTrust(post.date_trust),
        is_change_time=is_map and post.published_at == post.updated_at,
        language=post.language,
        content_type=ContentType(post.content_type),
    )


def take_facts(
    connection: Connection,
    article_uuids: Iterable[str],
    now: datetime,
    reworded: frozenset[str] = frozenset(),
) -> None:
    """Give articles the facts that the best place tells; those that are not there are left out.

    Each is locked before it is read, so that of two transactions that speak of one article the
    later one sees both.

    Args:
        reworded: Articles that are matched once more, whatever else changes.
    """
    for chunk in chunks(sorted(set(article_uuids))):
        _take(connection, chunk, now, reworded)


def _take(
    connection: Connection, uuids: Sequence[str], now: datetime, reworded: frozenset[str]
) -> None:
    own = _ARTICLES.c.article_uuid.in_(uuids)
    query = sa.select(_ARTICLES).where(own).order_by(_ARTICLES.c.article_uuid)
    before = [article_of(row) for row in connection.execute(query.with_for_update(key_share=True))]
    mentions = _mentions(connection, uuids)
    pages = _pages(connection, uuids)
    again: list[str] = []
    for article in before:
        uuid = article.article_uuid
        after = facts_of(article, mentions.get(uuid, ()), pages.get(uuid, SILENT))
        if after.source_uuid != article.source_uuid:
            after = _by_its_source(connection, after, mentions[uuid])
        if after != article:
            update_article(connection, replace(after, updated_at=now))
        if uuid in reworded or _words(after) != _words(article):
            again.append(uuid)
    if again:
        connection.execute(
            _ARTICLES.update()
            .where(_ARTICLES.c.article_uuid.in_(again), _ARTICLES.c.matched_by != "")
            .values(matched_by=MATCH_AGAIN)
        )


def _words(article: Article) -> tuple[object, ...]:
    """What matching reads of an article."""
    return (
        article.article_title,
        article.published_utc_iso,
        article.date_trust,
        article.language,
        article.content_type,
        article.source_uuid,
    )


def _by_its_source(
    connection: Connection, article: Article, mentions: Sequence[Mention]
) -> Article:
    """With what is copied from the source's row; a forgotten one leaves its address."""
    own = _SOURCES.c.source_uuid == article.source_uuid
    row = connection.execute(sa.select(_SOURCES.c.url, _SOURCES.c.kind).where(own)).first()
    if row is None:
        seen = (m for m in by_authority(article.domain, mentions))
        return replace(
            article,
            source_url=next(m.source_url for m in seen if m.source_uuid == article.source_uuid),
        )
    return replace(article, source_url=row.url, url_scraping_method=SourceKind(row.kind).label)


def _mentions(connection: Connection, uuids: Sequence[str]) -> dict[str, list[Mention]]:
    found: dict[str, list[Mention]] = {}
    query = sa.select(_MENTIONS).where(_MENTIONS.c.article_id.in_(uuids))
    for row in connection.execute(query):
        found.setdefault(row.article_id, []).append(mention_of(row))
    return found


def _pages(connection: Connection, uuids: Sequence[str]) -> dict[str, PageSays]:
    """What the pages say, as the poll read them, else as the archive kept them."""
    kept = sa.select(_PAGES).where(_PAGES.c.article_uuid.in_(uuids))
    found = {row.article_uuid: page_says(row) for row in connection.execute(kept)}
    names = ("title", "description", "site_name", "published_at", "published_doubt", "language")
    read = sa.select(_TEXTS.c.article_uuid, *(_TEXTS.c[name] for name in names)).where(
        _TEXTS.c.article_uuid.in_(uuids), _TEXTS.c.status == TextStatus.OK.value
    )
    for row in connection.execute(read):
        found[row.article_uuid] = page_says(row, is_doubtful=row.published_doubt)
    return found


def update_article(connection: Connection, article: Article) -> None:
    """Write the columns of an article that may change."""
    columns = (
        *("source_uuid", "url_scraping_method", "source_url", "article_title", "language"),
        *("published_utc_iso", "date_trust", "content_updated_at", "versions", "url_status"),
        *("content_type", "rules_version", "updated_at"),
    )
    connection.execute(
        _ARTICLES.update()
        .where(_ARTICLES.c.article_uuid == article.article_uuid)
        .values(url_key=bounded(article.url_key), **values(article, *columns))
    )
