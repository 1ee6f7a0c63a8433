"""Links, subscriptions and what was read, brought along from other programs.

Links become articles of a source of that program, which is never polled; subscriptions become
sources; what was read there enters a reader's history, so that no edition shows it again. What is
there already is left alone: the same file twice changes nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from strandline.core.archive.found_links import make_job
from strandline.core.archive.policy import Decision, refused_domain
from strandline.core.sources.article_rows import new_article
from strandline.core.urls import identify
from strandline.core.urls.history import history_hash
from strandline.model.accounts import Actor
from strandline.model.acts import Outcome, done, refused
from strandline.model.archive import ArchiveJob, JobStatus
from strandline.model.articles import Article, IngestBatch, Mention, UrlStatus
from strandline.model.entries import DateTrust
from strandline.model.errors import UrlError
from strandline.model.imports import Export, Program, Saved
from strandline.model.readers import HistoryEntry
from strandline.model.sources import ContentType, Source, SourceKind
from strandline.model.urls import UrlIdentity
from strandline.pipelines.desk.acts import audited
from strandline.pipelines.desk.subscriptions import import_list
from strandline.pipelines.links import policy_of
from strandline.ports import Ports
from strandline.settings import Settings

#: Links of one transaction.
AT_ONCE = 200
#: Lines about what was left out.
MOST_PROBLEMS = 200
#: Characters of tags and notes that are kept with a link.
_LONGEST_SNIPPET = 500


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is to become of what a file holds.

    Attributes:
        keep: Capture the links, too, as far as the rules of the archive keep their sites.
        reader_id: Whose history takes what was read; empty for nobody's.
    """

    keep: bool = False
    reader_id: str = ""


@dataclass(slots=True)
class Brought:
    """What an import did, or would do.

    Attributes:
        links: New in the ledger, or new there under this program.
        known: Brought along before.
        sources: New subscriptions; `known_sources` were there.
        read: New rows of the history.
        jobs: Captures that were queued.
        problems: Sentences about what was left out.
    """

    links: int = 0
    known: int = 0
    sources: int = 0
    known_sources: int = 0
    read: int = 0
    jobs: int = 0
    problems: list[str] = field(default_factory=list)


def bring(
    ports: Ports, settings: Settings, actor: Actor, export: Export, wishes: Wishes
) -> tuple[Outcome, Brought]:
    """Bring along all that a file holds, in parts; each part happens as a whole or not."""
    brought = Brought(problems=list(export.problems))
    if wishes.reader_id and ports.store.reader(wishes.reader_id) is None:
        return refused("imports.no_reader", name=wishes.reader_id), brought
    for body in export.lists:
        outcome, plan = import_list(ports, actor, body)
        if outcome.message == "sources.refused.opml":
            brought.problems.append(str(outcome.values["why"]))
        brought.sources += len(plan.added)
        brought.known_sources += len(plan.known)
        brought.problems += plan.problems
    if export.product is not None:
        _bring_links(ports, settings, actor, export.product, export.links, wishes, brought)
    left = len(brought.problems)
    del brought.problems[MOST_PROBLEMS:]
    changed = brought.links + brought.sources + brought.read
    if not changed:
        known = brought.known + brought.known_sources
        return refused("imports.nothing_new", known=known, left=left), brought
    return done(
        "imports.done",
        links=brought.links,
        sources=brought.sources,
        read=brought.read,
        jobs=brought.jobs,
        known=brought.known + brought.known_sources,
        left=left,
    ), brought


def _bring_links(
    ports: Ports,
    settings: Settings,
    actor: Actor,
    product: Program,
    links: Sequence[Saved],
    wishes: Wishes,
    brought: Brought,
) -> None:
    ports.progress.start(product.name, len(links))
    for part in _parts(links):
        _bring_part(ports, settings, actor, product, part, wishes, brought)
        ports.progress.advance(product.name, len(part))
    ports.progress.finish(product.name)


def _parts(links: Sequence[Saved]) -> Iterator[Sequence[Saved]]:
    for start in range(0, len(links), AT_ONCE):
        yield links[start : start + AT_ONCE]


def _bring_part(
    ports: Ports,
    settings: Settings,
    actor: Actor,
    product: Program,
    links: Sequence[Saved],
    wishes: Wishes,
    brought: Brought,
) -> None:
    now = ports.clock.now()
    named = list(_identified(links, brought))
    with audited(ports, actor, "links.import") as trail:
        source = _source(ports, product)
        batch, known = _batch(ports, settings, source, named, now, keep=wishes.keep)
        if batch.mentions:
            ports.store.ingest(batch)
        read = 0
        if wishes.reader_id:
            read = ports.store.insert_urls(_history(wishes.reader_id, named, now))
        if batch.mentions or read:
            after = {"links": len(batch.mentions), "read": read, "jobs": len(batch.jobs)}
            trail.note(source.source_uuid, None, {"file": product.name, **after})
    brought.links += len(batch.mentions)
    brought.known += known
    brought.jobs += len(batch.jobs)
    brought.read += read


def _identified(links: Sequence[Saved], brought: Brought) -> Iterator[tuple[Saved, UrlIdentity]]:
    for link in links:
        try:
            yield link, identify(link.url)
        except UrlError:
            brought.problems.append(f"{link.url[:120]}: no web address")


def _source(ports: Ports, product: Program) -> Source:
    """The registry's row for a program; inactive, so that no poll takes it."""
    address = f"manual:{product.key}"
    for source in ports.store.sources():
        if source.url == address:
            return source
    source = Source(
        ports.store.new_source_uuid(SourceKind.LIST),
        SourceKind.LIST,
        address,
        product.name,
        active=False,
        content_type=ContentType.LINK,
    )
    ports.store.save_source(source)
    return source


def _batch(
    ports: Ports,
    settings: Settings,
    source: Source,
    named: Sequence[tuple[Saved, UrlIdentity]],
    now: datetime,
    *,
    keep: bool,
) -> tuple[IngestBatch, int]:
    """Rows of links that this source has not; and how many it has."""
    ids = ports.store.find([identity.key for _, identity in named])
    present = ports.store.mentions(sorted(set(ids.values())))
    told = {
        uuid
        for uuid, mentions in present.items()
        if any(mention.source_uuid == source.source_uuid for mention in mentions)
    }
    articles: dict[str, Article] = {}
    mentions: dict[str, Mention] = {}
    known = 0
    for link, identity in named:
        uuid = ids.get(identity.key)
        if uuid in told:
            known += 1
            continue
        if uuid is None:
            article = _article(source, link, identity, now)
            uuid = ids[identity.key] = article.article_uuid
            articles[uuid] = article
        mentions.setdefault(uuid, _mention(source, link, uuid, now))
    jobs = _jobs(ports, settings, source, articles, list(mentions), now) if keep else ()
    batch = IngestBatch(
        now=now,
        articles=tuple(articles.values()),
        mentions=tuple(mentions.values()),
        jobs=jobs,
    )
    return batch, known


def _article(source: Source, link: Saved, identity: UrlIdentity, now: datetime) -> Article:
    return new_article(
        source,
        identity,
        now,
        title=link.title or None,
        date_trust=DateTrust.FIRST_SEEN,
        content_type=ContentType.LINK,
        url_status=UrlStatus.PENDING if identity.needs_resolving else UrlStatus.SETTLED,
    )


def _mention(source: Source, link: Saved, uuid: str, now: datetime) -> Mention:
    said = " · ".join(part for part in (link.note, ", ".join(link.tags)) if part)
    return Mention(
        article_uuid=uuid,
        source_uuid=source.source_uuid,
        source_name=source.name,
        source_url=source.url,
        url_original=link.url,
        inserted_at=now,
        title=link.title,
        context_snippet=said[:_LONGEST_SNIPPET],
        published_at=link.added_at,
        content_type=ContentType.LINK,
    )


def _jobs(
    ports: Ports,
    settings: Settings,
    source: Source,
    new: dict[str, Article],
    uuids: Sequence[str],
    now: datetime,
) -> tuple[ArchiveJob, ...]:
    """Jobs of what was never kept, on sites that the archive's rules keep."""
    policy = policy_of(settings.archive)
    there = ports.store.articles([uuid for uuid in uuids if uuid not in new])
    made: list[ArchiveJob] = []
    for uuid in uuids:
        article = new.get(uuid) or there.get(uuid)
        if article is None or article.last_archived_at is not None:
            continue
        url = article.article_url_final
        if refused_domain(policy, url) is None:
            wanted = Decision(JobStatus.QUEUED, "brought along")
            made.append(replace(make_job(uuid, url, wanted, source.name, now), priority=-1))
    return tuple(made)


def _history(
    reader_id: str, named: Sequence[tuple[Saved, UrlIdentity]], now: datetime
) -> list[HistoryEntry]:
    """What was read, once, at the time when it was; never in the future."""
    return [
        HistoryEntry(
            reader_id,
            identity.canonical,
            history_hash(identity.canonical),
            min(link.read_at, now),
        )
        for link, identity in named
        if link.read_at is not None
    ]
