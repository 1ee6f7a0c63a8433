"""The whole way of a URL: what it is, where it was seen, what became of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from strandline.core.dedup.leads import LISTINGS, learn_standing, not_counted
from strandline.core.digest.history import SEEN_BEFORE, SEEN_STORY
from strandline.core.digest.shown import ShownRows, hashes_of
from strandline.core.urls import identify
from strandline.core.urls.exact import exact_key
from strandline.core.urls.items import mark_at
from strandline.model.archive import ArchiveJob, Artifact, Attempt, LinkMetadata
from strandline.model.articles import Alias, AliasKind, Article, ArticleText, Mention, Post
from strandline.model.digests import Digest, DigestDrop
from strandline.model.readers import HistoryEntry
from strandline.model.rot import LinkHealth
from strandline.model.stories import Ruling, StoredVerdict, Story
from strandline.model.urls import UrlIdentity
from strandline.model.wayback import PublicCopy
from strandline.ports import Store

#: Newest jobs that are told of; a link in a busy forum has one each hour.
_MOST_JOBS = 10
#: Newest verdicts that are told of.
_MOST_VERDICTS = 30


@dataclass(frozen=True, slots=True)
class Blocked:
    """A reader whose history blocks an article.

    Attributes:
        row: The row that does.
        reason: `seen_before`, or `seen_story` where another article of its story was shown.
    """

    reader_id: str
    row: HistoryEntry
    reason: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything that is known of a URL; empty parts where nothing is.

    Attributes:
        posts: Items of sources that had this URL, those that never entered the ledger too.
        shown: Editions that showed it, with its position (1 = first).
        dropped: Editions that did not take it, with the step and the reason.
        readers_blocked: Readers to whom it is not shown again, each with the row that blocks it.
        jobs: Archive jobs, oldest first, each with its attempts.
        artifacts: What is kept and shown: the best of each kind.
        link: What became of the page since it was kept.
        copy: Its public copy.
        story: The articles that tell the same news.
        verdicts: What it was compared with, newest first: layer, scores, thresholds, vetoes.
        rulings: What people ruled, newest first.
        others: Articles that story, verdicts and rulings name, by id.
        neighbours: Articles of other items that a source listed under this address, by id.
        no_lead: Sentences of it that matching does not read, since its source prints them under
            many titles → under how many of the newest.
    """

    identity: UrlIdentity
    article: Article | None = None
    main_article: Article | None = None
    aliases: tuple[Alias, ...] = ()
    mentions: tuple[Mention, ...] = ()
    posts: tuple[Post, ...] = ()
    text: ArticleText | None = None
    shown: tuple[tuple[Digest, int], ...] = ()
    dropped: tuple[tuple[Digest, DigestDrop], ...] = ()
    readers_blocked: tuple["Blocked", ...] = ()
    jobs: tuple[tuple[ArchiveJob, tuple[Attempt, ...]], ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    metadata: LinkMetadata | None = None
    link: LinkHealth | None = None
    copy: PublicCopy | None = None
    story: Story | None = None
    verdicts: tuple[StoredVerdict, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    others: Mapping[str, Article] = field(default_factory=dict)
    neighbours: Mapping[str, Article] = field(default_factory=dict)
    no_lead: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_known(self) -> bool:
        """True when the URL was seen at a source or leads to an article."""
        return self.article is not None or bool(self.posts)


def explain(store: Store, url: str) -> Explanation:
    """Gather the whole way of a URL.

    Args:
        url: Any spelling of it, or an article's id (`A_…`).

    Raises:
        UrlError: It is neither.
    """
    told = explain_in_public(store, url)
    if told.article is None:
        return told
    uuid = told.article.article_uuid
    return replace(
        told,
        readers_blocked=_readers_blocked(store, told.article, told.story),
        jobs=_jobs(store, uuid),
        artifacts=tuple(store.artifacts(uuid)),
        metadata=store.link_metadata([uuid]).get(uuid),
        link=store.link_health([uuid]).get(uuid),
        copy=store.public_copies([uuid]).get(uuid),
        no_lead=_no_lead(store, uuid),
    )


def explain_in_public(store: Store, url: str) -> Explanation:
    """The way of a URL without what single readers were shown, and without what is kept of it.

    Args:
        url: Any spelling of it, or an article's id (`A_…`).

    Raises:
        UrlError: It is neither.
    """
    by_id = store.articles([url]).get(url) if url.startswith("A_") else None
    identity = identify(by_id.article_url_final if by_id else url)
    seen = store.posts_with_key(identity.key)
    under = _articles_of(store, seen)
    article_uuid = by_id.article_uuid if by_id else _article_at(store, identity, under)
    if article_uuid is None:
        return Explanation(identity, posts=tuple(seen), neighbours=under)
    article = by_id or store.articles([article_uuid])[article_uuid]
    story = store.stories([article_uuid]).get(article_uuid)
    verdicts = tuple(store.verdicts_of(article_uuid, limit=_MOST_VERDICTS))
    rulings = tuple(store.rulings_of(article_uuid))
    others = _others(store, article, story, (*verdicts, *rulings))
    own = store.posts_of(article_uuid)
    for address in {post.url_key for post in own if mark_at(post.item_key, post.url_key)} - {
        identity.key
    }:
        under |= _articles_of(store, store.posts_with_key(address))
    posts = {(p.source_uuid, p.item_key): p for p in (*own, *seen)}
    return Explanation(
        identity=identity,
        article=article,
        main_article={**others, article_uuid: article}.get(article.canonical_article_id),
        aliases=tuple(store.aliases(article_uuid)),
        mentions=tuple(store.mentions([article_uuid]).get(article_uuid, ())),
        posts=tuple(sorted(posts.values(), key=lambda post: post.first_seen_at)),
        text=store.texts([article_uuid]).get(article_uuid),
        shown=tuple(store.appearances(article_uuid)),
        dropped=tuple(store.drops_of(article_uuid)),
        story=story,
        verdicts=verdicts,
        rulings=rulings,
        others=others,
        neighbours={uuid: one for uuid, one in under.items() if uuid != article_uuid},
    )


def _no_lead(store: Store, article_uuid: str) -> dict[str, int]:
    article = store.story_inputs([article_uuid]).get(article_uuid)
    if article is None:
        return {}
    standing = learn_standing(store.listings_of(article.source_uuid, limit=LISTINGS))
    return not_counted(article, standing)


def _articles_of(store: Store, posts: Sequence[Post]) -> dict[str, Article]:
    return store.articles(sorted({post.article_uuid for post in posts if post.article_uuid}))


def _article_at(store: Store, identity: UrlIdentity, under: Mapping[str, Article]) -> str | None:
    """The article that a URL leads to: an item, by its fragment, before the page it stands on."""
    anchor = identity.original.partition("#")[2]
    for article in under.values():
        if anchor and article.article_url_final == f"{identity.canonical}#{anchor}":
            return article.article_uuid
    exact = exact_key(identity.canonical)
    ids = store.find([exact, identity.key])
    return ids.get(exact) or ids.get(identity.key)


def _others(
    store: Store,
    article: Article,
    story: Story | None,
    pairs: Sequence[StoredVerdict | Ruling],
) -> dict[str, Article]:
    """The articles that story, verdicts and rulings speak of, and the main one of its story."""
    named = {uuid for pair in pairs for uuid in (pair.article_a, pair.article_b)}
    named.add(article.canonical_article_id)
    if story is not None:
        named |= {*story.article_uuids, *story.updates}
        place = story.thread
        beside = (story.update_of, *((place.earlier, place.later) if place else ()))
        named |= {uuid for uuid in beside if uuid}
    return store.articles(sorted(named - {article.article_uuid}))


def _jobs(store: Store, article_uuid: str) -> tuple[tuple[ArchiveJob, tuple[Attempt, ...]], ...]:
    """The newest jobs of an article, oldest first."""
    jobs = store.jobs(article_uuid=article_uuid, limit=_MOST_JOBS)
    attempts = store.attempts(*(job.job_id for job in jobs))
    return tuple(
        (job, tuple(one for one in attempts if one.job_id == job.job_id)) for job in reversed(jobs)
    )


def _readers_blocked(store: Store, article: Article, story: Story | None) -> tuple[Blocked, ...]:
    """Readers whose history blocks the article: it will not be shown to them again."""
    own = (article.article_uuid,)
    others = tuple(uuid for uuid in (story.article_uuids if story else ()) if uuid not in own)
    urls, told = _urls_of(store, own), _urls_of(store, others)
    hashes = hashes_of([*urls, *told])
    blocked = []
    for reader in store.readers():
        rows = ShownRows(
            store.shown_before(reader.reader_id, article_uuids=(*own, *others), url_hashes=hashes)
        )
        row, reason = rows.row_for(own, urls), SEEN_BEFORE
        if row is None and reader.settings.history_by_story:
            row, reason = rows.row_for(others, told), SEEN_STORY
        if row is not None:
            blocked.append(Blocked(reader.reader_id, row, reason))
    return tuple(blocked)


def _urls_of(store: Store, article_uuids: Sequence[str]) -> list[str]:
    """The canonical URLs that articles have and had."""
    final = [article.article_url_final for article in store.articles(article_uuids).values()]
    aliases = [alias for uuid in article_uuids for alias in store.aliases(uuid)]
    return [*final, *(alias.url for alias in aliases if alias.kind is AliasKind.CANONICAL)]
