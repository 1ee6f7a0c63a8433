"""Brings the keys of the ledger to this version's URL rules.

An id never changes because a rule did: the article keeps its name and its old key stays an alias.
Two articles that newer rules call one page become one, under the older name. What was made one by a
guid or an address alone is taken apart. Facts that were taken before sources had an order are taken
again.
"""

from dataclasses import dataclass

import structlog

from strandline.core.sources.entering import as_posted
from strandline.core.sources.splitting import split
from strandline.core.urls import RULES_VERSION, identify
from strandline.core.urls.exact import exact_key, is_exact
from strandline.core.urls.items import is_item, rekeyed
from strandline.model.articles import Article, ArticleChange, IngestBatch
from strandline.model.errors import UrlError
from strandline.ports import Ports

log = structlog.get_logger()

BAR = "re-key"


@dataclass(frozen=True, slots=True)
class RekeyReport:
    """What re-keying changed.

    Attributes:
        looked_at: Articles of the ledger.
        rekeyed: Got a new key (or only the new version).
        merged: Turned out to be one page with another article.
        split: Articles that were taken out of others, with which nothing but a guid or an
            address had joined them.
        told: Got other facts: they were taken before the best place told them.
        unreadable: URLs that newer rules refuse; left as they are.
    """

    looked_at: int = 0
    rekeyed: int = 0
    merged: int = 0
    split: int = 0
    told: int = 0
    unreadable: tuple[str, ...] = ()


def rekey_ledger(ports: Ports) -> RekeyReport:
    """Re-key every article that was keyed by other rules; may be ended and run again."""
    total = ports.store.counts().articles
    looked_at = rekeyed = merged = 0
    unreadable: list[str] = []
    ports.progress.start(BAR, total)
    try:
        for batch in ports.store.every_article():
            for article in batch:
                looked_at += 1
                end = _rekey(ports, article)
                rekeyed += end == "rekeyed"
                merged += end == "merged"
                if end == "unreadable":
                    unreadable.append(article.article_url_final)
            ports.progress.advance(BAR, len(batch))
    finally:
        ports.progress.finish(BAR)
    taken_out = _split_all(ports)
    told = _tell_all(ports)
    log.info(
        "re-keyed", articles=looked_at, rekeyed=rekeyed, merged=merged, split=taken_out, told=told
    )
    return RekeyReport(looked_at, rekeyed, merged, taken_out, told, tuple(unreadable))


def _split_all(ports: Ports) -> int:
    """Take apart what was made one without evidence; how many articles came out."""
    sources = {source.source_uuid: source for source in ports.store.sources()}
    taken_out = 0
    for uuid in ports.store.may_be_several():
        article = ports.store.articles([uuid], also_struck=True).get(uuid)
        posts = ports.store.posts_of(uuid)
        for source_uuid in sorted({post.source_uuid for post in posts} & sources.keys()):
            if article is None:
                continue
            own = [post for post in posts if post.source_uuid == source_uuid]
            aliases, mentions = ports.store.aliases(uuid), ports.store.mentions([uuid])
            found = split(article, sources[source_uuid], own, aliases, mentions.get(uuid, ()))
            if found.articles:
                batch = IngestBatch(
                    now=ports.clock.now(),
                    articles=found.articles,
                    posts=found.posts,
                    mentions=found.mentions,
                    edits=found.edits,
                )
                ports.store.split_off(uuid, batch, found.wrong)
                taken_out += len(found.articles)
    return taken_out


def _tell_all(ports: Ports) -> int:
    """Give every article the facts that the best place tells; how many are told otherwise now.

    Mentions that are older than wordings tell what a source said first: they are told anew as its
    posts are.
    """
    told = 0
    for batch in ports.store.every_article():
        before = {article.article_uuid: article for article in batch}
        mentions = ports.store.mentions(list(before))
        edits = [
            edit
            for uuid, some in mentions.items()
            for mention in some
            if (edit := as_posted(mention, ports.store.posts_of(uuid))) != mention
        ]
        again = tuple(ArticleChange(uuid) for uuid in before)
        ports.store.ingest(IngestBatch(now=ports.clock.now(), changes=again, edits=tuple(edits)))
        after = ports.store.articles(list(before), also_struck=True)
        told += sum(one.updated_at != before[uuid].updated_at for uuid, one in after.items())
    return told


def _rekey(ports: Ports, article: Article) -> str:
    if article.rules_version == RULES_VERSION:
        return "current"
    try:
        key = _key(article)
    except UrlError:
        return "unreadable"
    other = ports.store.rekey(article.article_uuid, key, RULES_VERSION)
    if other is None:
        return "rekeyed"
    _merge(ports, article, other)
    return "merged"


def _merge(ports: Ports, article: Article, other_uuid: str) -> None:
    """The one that was detected first stays; the other's id stays known through its URL."""
    other = ports.store.articles([other_uuid], also_struck=True).get(other_uuid)
    if other is None or other.article_detected_utc_iso <= article.article_detected_utc_iso:
        ports.store.merge_into(article.article_uuid, other_uuid, ())
        return
    ports.store.merge_into(other_uuid, article.article_uuid, ())
    ports.store.rekey(article.article_uuid, _key(article), RULES_VERSION)


def _key(article: Article) -> str:
    """Its key by the rules of now; a page that was found to be another one stays apart.

    Raises:
        UrlError: Its URL is none any more.
    """
    if is_item(article.url_key):
        return rekeyed(article.article_url_final, article.url_key)
    identity = identify(article.article_url_final)
    return exact_key(identity.canonical) if is_exact(article.url_key) else identity.key
