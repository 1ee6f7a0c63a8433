"""What a candidate has by its story: the other articles, their URLs, and what it updates."""

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store.bulk import chunks
from strandline.adapters.store.stories_updates import updates_among
from strandline.adapters.store.threads_reading import places_of
from strandline.model.articles import AliasKind, Article
from strandline.model.stories import ThreadPlace

_ARTICLES = schema.articles
#: Spelled as in the partial index.
_IS_DUPLICATE = sa.text("canonical_article_id <> article_uuid")


@dataclass(frozen=True, slots=True)
class Member:
    """An article of a story."""

    article_uuid: str
    url: str


@dataclass(frozen=True, slots=True)
class CandidateStories:
    """The stories of some articles.

    Attributes:
        members: By main article, all of them.
        earlier_urls: By article, URLs under which it was known before.
        updates: Main article → main article of the story that it has later news of.
        places: Main article → its place in a running story.
    """

    members: dict[str, list[Member]]
    earlier_urls: dict[str, list[str]]
    updates: dict[str, str]
    places: dict[str, ThreadPlace]

    def uuids(self) -> list[str]:
        """Of every member."""
        return sorted({m.article_uuid for members in self.members.values() for m in members})

    def of(self, article: Article) -> list[Member]:
        """The members of an article's story, itself included."""
        return self.members[article.canonical_article_id]

    def urls_beside(self, article: Article) -> tuple[str, ...]:
        """URLs of the other articles of its story, those known before too."""
        return tuple(
            url
            for member in self.of(article)
            if member.article_uuid != article.article_uuid
            for url in (member.url, *self.earlier_urls.get(member.article_uuid, ()))
        )


def candidate_stories(connection: Connection, articles: Sequence[Article]) -> CandidateStories:
    """Gather the stories of articles."""
    mains = sorted({article.canonical_article_id for article in articles})
    members = _members(connection, mains)
    uuids = sorted({m.article_uuid for some in members.values() for m in some})
    updates = updates_among(connection, uuids)
    return CandidateStories(
        members,
        _earlier_urls(connection, uuids),
        {main: earlier for main in mains if (earlier := updates.earlier_than(main))},
        places_of(connection, mains),
    )


def _members(connection: Connection, mains: Sequence[str]) -> dict[str, list[Member]]:
    found: dict[str, list[Member]] = {}
    for chunk in chunks(mains):
        for condition in (
            _ARTICLES.c.article_uuid.in_(chunk),
            sa.and_(_IS_DUPLICATE, _ARTICLES.c.canonical_article_id.in_(chunk)),
        ):
            query = (
                sa.select(
                    _ARTICLES.c.article_uuid,
                    _ARTICLES.c.canonical_article_id,
                    _ARTICLES.c.article_url_final,
                )
                .where(condition)
                .order_by(_ARTICLES.c.article_uuid)
            )
            for row in connection.execute(query):
                member = Member(row.article_uuid, row.article_url_final)
                found.setdefault(row.canonical_article_id, []).append(member)
    return found


def _earlier_urls(connection: Connection, uuids: Sequence[str]) -> dict[str, list[str]]:
    aliases = schema.aliases
    found: dict[str, list[str]] = {}
    for chunk in chunks(uuids):
        query = (
            sa.select(aliases.c.article_uuid, aliases.c.url)
            .join(_ARTICLES, _ARTICLES.c.article_uuid == aliases.c.article_uuid)
            .where(
                aliases.c.article_uuid.in_(chunk),
                aliases.c.kind == AliasKind.CANONICAL.value,
                aliases.c.url != _ARTICLES.c.article_url_final,
            )
            .order_by(aliases.c.first_seen_at, aliases.c.url)
        )
        for row in connection.execute(query):
            found.setdefault(row.article_uuid, []).append(row.url)
    return found
