"""What an edition may choose from: articles of a window with all that choosing needs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store.archive_schema import unstruck
from strandline.adapters.store.bulk import chunks
from strandline.adapters.store.candidate_stories import CandidateStories, candidate_stories
from strandline.adapters.store.clicks import clicks_between
from strandline.adapters.store.ledger_rows import article_of
from strandline.adapters.store.types import UtcTime
from strandline.core.sources.facts import authority, by_authority, summary_of
from strandline.core.text.languages import language_tag
from strandline.core.urls.domains import registrable_domain
from strandline.model.articles import Article, TextStatus, UrlStatus
from strandline.model.digests import Candidate, OtherSource
from strandline.model.sources import ContentType, SourceKind

#: Shown whatever their date: entries of a fixed list (document 1's skills).
EXEMPT = (ContentType.SKILL,)

#: Clicks of this long before the end of the window count.
CLICK_WINDOW = timedelta(hours=24)

#: Reputation of a mention whose source was forgotten.
_UNKNOWN_REPUTATION = 0.5


def candidates(
    connection: Connection, since: datetime, until: datetime, source_uuids: Sequence[str]
) -> list[Candidate]:
    """Newest first, then by id."""
    wanted = set(source_uuids)
    articles = _articles(connection, since, until, sorted(wanted))
    stories = candidate_stories(connection, articles)
    mentions = _mentions(connection, stories.uuids())
    texts = _texts(connection, [article.article_uuid for article in articles])
    clicks = clicks_between(connection, until - CLICK_WINDOW, until)
    return [
        _with_story(
            _candidate(
                article,
                mentions[article.article_uuid],
                wanted,
                texts.get(article.article_uuid),
            ),
            article,
            stories,
            mentions,
            clicks,
        )
        for article in articles
    ]


def with_stories(
    connection: Connection, candidates: Sequence[Candidate], until: datetime
) -> list[Candidate]:
    """In order; one whose article is unknown stays as it is."""
    uuids = list(dict.fromkeys(candidate.article_uuid for candidate in candidates))
    articles = _by_id(connection, uuids)
    stories = candidate_stories(connection, list(articles.values()))
    mentions = _mentions(connection, stories.uuids())
    clicks = clicks_between(connection, until - CLICK_WINDOW, until)
    return [
        candidate
        if (article := articles.get(candidate.article_uuid)) is None
        else _with_story(candidate, article, stories, mentions, clicks)
        for candidate in candidates
    ]


def _by_id(connection: Connection, uuids: Sequence[str]) -> dict[str, Article]:
    table = schema.articles
    found: dict[str, Article] = {}
    for chunk in chunks(uuids):
        query = sa.select(table).where(table.c.article_uuid.in_(chunk))
        found |= {row.article_uuid: article_of(row) for row in connection.execute(query)}
    return found


def _articles(
    connection: Connection, since: datetime, until: datetime, source_uuids: Sequence[str]
) -> list[Article]:
    table, mentions = schema.articles, schema.article_sources
    dated = sa.func.coalesce(table.c.published_utc_iso, table.c.article_detected_utc_iso)
    in_window = sa.and_(dated > sa.literal(since, UtcTime()), dated <= sa.literal(until, UtcTime()))
    exempt = table.c.content_type.in_([kind.value for kind in EXEMPT])
    found: dict[str, Article] = {}
    for chunk in chunks(source_uuids):
        seen = sa.exists().where(
            mentions.c.article_id == table.c.article_uuid, mentions.c.source_uuid.in_(chunk)
        )
        for condition in (in_window, sa.and_(exempt, sa.text("content_type = 'skill'"))):
            query = sa.select(table).where(condition, seen, unstruck(table.c.article_uuid))
            found |= {row.article_uuid: article_of(row) for row in connection.execute(query)}
    return sorted(found.values(), key=_newest_first)


def _newest_first(article: Article) -> tuple[float, str]:
    when = article.published_utc_iso or article.article_detected_utc_iso
    return -when.timestamp(), article.article_uuid


def _mentions(connection: Connection, uuids: Sequence[str]) -> dict[str, list[Any]]:
    mentions, sources = schema.article_sources, schema.sources
    found: dict[str, list[Any]] = {}
    for chunk in chunks(uuids):
        query = (
            sa.select(
                mentions,
                sources.c.reputation,
                sources.c.categories,
                sources.c.kind,
                sources.c.url.label("listed_at"),
            )
            .outerjoin(sources, sources.c.source_uuid == mentions.c.source_uuid)
            .where(mentions.c.article_id.in_(chunk))
            .order_by(mentions.c.inserted_at, mentions.c.mention_id)
        )
        for row in connection.execute(query):
            found.setdefault(row.article_id, []).append(row)
    return found


def _texts(connection: Connection, uuids: Sequence[str]) -> dict[str, Any]:
    texts = schema.article_texts
    found: dict[str, Any] = {}
    for chunk in chunks(uuids):
        query = sa.select(texts).where(texts.c.article_uuid.in_(chunk))
        found |= {row.article_uuid: row for row in connection.execute(query)}
    return found


def _with_story(
    candidate: Candidate,
    article: Article,
    stories: CandidateStories,
    mentions: Mapping[str, Sequence[Any]],
    clicks: Mapping[str, int],
) -> Candidate:
    """What the whole story brings: the sources and the clicks of all of its articles."""
    members = [member.article_uuid for member in stories.of(article)]
    of_story = [mention for uuid in members for mention in mentions.get(uuid, ())]
    of_story.sort(key=lambda mention: (mention.inserted_at, mention.mention_id))
    own = article.article_uuid
    elsewhere = {m.article_uuid: m.url for m in stories.of(article) if m.article_uuid != own}
    place = stories.places.get(article.canonical_article_id)
    return replace(
        candidate,
        clicks=sum(clicks.get(uuid, 0) for uuid in members),
        other_sources=_others(of_story, candidate.source_uuid, elsewhere),
        story_id=article.canonical_article_id if len(members) > 1 else "",
        story_uuids=tuple(uuid for uuid in members if uuid != own),
        story_urls=stories.urls_beside(article),
        earlier_urls=tuple(stories.earlier_urls.get(own, ())),
        update_of=stories.updates.get(article.canonical_article_id, ""),
        thread_id=place.thread_id if place else "",
        follows=(place.earlier or "") if place else "",
    )


def _candidate(article: Article, mentions: Sequence[Any], wanted: set[str], text: Any) -> Candidate:
    """As the publisher tells it; of the reader's own sources the best one lends its name."""
    told = sorted(
        by_authority(article.domain, mentions),
        key=lambda mention: (authority(article.domain, mention), -_reputation(mention)),
    )
    own = [mention for mention in told if mention.source_uuid in wanted]
    best = own[0]
    has_text = text is not None and text.status == TextStatus.OK.value
    return Candidate(
        article_uuid=article.article_uuid,
        url=article.article_url_final,
        title=article.article_title or (text.title if text else ""),
        domain=article.domain,
        source_uuid=best.source_uuid,
        source_name=best.source_name,
        published_at=article.published_utc_iso,
        detected_at=article.article_detected_utc_iso,
        content_type=article.content_type,
        language=article.language or (language_tag(text.language) if text else None),
        summary=summary_of(article.domain, told, text.description if text else ""),
        text=text.text if has_text else "",
        has_text=has_text,
        reputation=max(map(_reputation, own)),
        categories=tuple(
            dict.fromkeys(hint for mention in own for hint in (mention.categories or ()))
        ),
        is_pending=article.url_status is UrlStatus.PENDING,
        word_count=len(text.text.split()) if has_text else 0,
        image_url=text.image_url if text else None,
    )


def _reputation(mention: Any) -> float:
    return _UNKNOWN_REPUTATION if mention.reputation is None else float(mention.reputation)


def _others(
    mentions: Sequence[Any], shown: str, elsewhere: Mapping[str, str]
) -> tuple[OtherSource, ...]:
    """Every other source once, oldest mention first.

    Args:
        elsewhere: URLs of the other articles of the story: what a source with an article of its
            own links to.
    """
    first: dict[str, Any] = {}
    for mention in mentions:
        name = _named(mention, elsewhere)
        if name and (_is_found(mention) or mention.source_uuid != shown):
            first.setdefault(name if _is_found(mention) else mention.source_uuid, mention)
    return tuple(
        OtherSource(
            name=_named(mention, elsewhere),
            url=elsewhere.get(mention.article_id) or _seen_at(mention),
            published_at=mention.published_at,
        )
        for mention in first.values()
    )


def _seen_at(mention: Any) -> str:
    """A page that a person can read: the discussion, the post or the page that has the link; what
    the source links to where it was seen in a feed or a list for machines.
    """
    is_page = mention.kind == SourceKind.DIRECT.value
    is_post = mention.kind == SourceKind.DISCOURSE.value and mention.source_url != mention.listed_at
    seen_at = mention.source_url if is_page or is_post else mention.url_original
    return str(mention.discussion_url or seen_at)


def _named(mention: Any, elsewhere: Mapping[str, str]) -> str:
    """The source; of what a web search found the site, which is empty for the article itself."""
    if not _is_found(mention):
        return str(mention.source_name)
    return registrable_domain(elsewhere.get(mention.article_id, ""))


def _is_found(mention: Any) -> bool:
    return bool(mention.kind == SourceKind.SEARCH.value)
