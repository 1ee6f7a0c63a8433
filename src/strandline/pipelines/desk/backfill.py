"""Reading an old forum back to its first post: a plan, then page by page with its polls.

The wish is a flag of the source's health, and how far one has come are the ids that were read: a
poll goes back ten pages, is killed or not, and the next one goes on from there.
"""

from dataclasses import dataclass, replace
from datetime import timedelta

from strandline.core.links import extract_links
from strandline.core.sources.courtesy import interval_of
from strandline.core.sources.post_ids import read_flags
from strandline.core.sources.posts_json import PostsPage, page_url, read_posts
from strandline.model.accounts import Actor
from strandline.model.acts import Outcome, done, refused
from strandline.model.entries import Entry
from strandline.model.errors import ParseError
from strandline.model.fetching import FetchKind, FetchRequest
from strandline.model.sources import Source, SourceKind
from strandline.pipelines.desk.acts import audited
from strandline.pipelines.heartbeat import LEASE
from strandline.pipelines.poll.older_posts import BACKFILL, MOST_PAGES
from strandline.ports import Ports
from strandline.settings import Settings

#: Pages that a plan asks for, spread over what is left.
SAMPLES = 3


@dataclass(frozen=True, slots=True)
class Plan:
    """What reading a forum back to its first post takes, estimated from a few of its pages.

    Attributes:
        ids: Numbers of posts that nobody has looked at, private and deleted ones too.
        posts: Of them that are for us.
        links: That lead out of the forum.
        requests: Pages that are asked for.
        size_bytes: That come over the wire.
        lasts: Until the first post, polled as often as it is.
    """

    ids: int
    posts: int
    links: int
    requests: int
    size_bytes: int
    lasts: timedelta


def plan(ports: Ports, settings: Settings, source: Source) -> Plan | None:
    """Estimate; asks for three pages. None where it is no forum that can be read back, or was not
    polled yet.
    """
    health = ports.store.some_healths([source.source_uuid]).get(source.source_uuid)
    known = read_flags(health.flags) if health else None
    if page_url(source.url, 1) is None or known is None or not known.pieces:
        return None
    left = known.pieces[0].low - 1
    pages = [_page(ports, source, left * (n + 1) // SAMPLES + 1) for n in range(SAMPLES)]
    found = [one for one in pages if one is not None]
    if not found:
        return None
    spans = sum(max(1, before - min(page.ids, default=before - 1)) for page, before, _ in found)
    posts = sum(len(page.ids) for page, _, _ in found)
    links = sum(_links(entry) for page, _, _ in found for _, entry in page.entries)
    requests = -(-left * len(found) // spans)
    polls = -(-requests // MOST_PAGES)
    pauses = timedelta(seconds=requests * settings.fetch.host_delay_s)
    return Plan(
        ids=left,
        posts=left * posts // spans,
        links=left * links // spans,
        requests=requests,
        size_bytes=requests * sum(size for _, _, size in found) // len(found),
        lasts=polls * interval_of(source, settings.poll) + pauses,
    )


def begin(ports: Ports, actor: Actor, source: Source) -> Outcome:
    """Read a forum back to its first post with its next polls."""
    return _wish(ports, actor, source, is_wanted=True)


def stop(ports: Ports, actor: Actor, source: Source) -> Outcome:
    """Go back no further; what was read stays, and it can be begun again."""
    return _wish(ports, actor, source, is_wanted=False)


def _wish(ports: Ports, actor: Actor, source: Source, *, is_wanted: bool) -> Outcome:
    if source.kind is not SourceKind.DISCOURSE or page_url(source.url, 1) is None:
        return refused("backfill.no_forum", source.source_uuid, name=source.name)
    now = ports.clock.now()
    with audited(ports, actor, "sources.backfill") as trail:
        held = ports.store.claim_due(
            now, ports.owner, LEASE, limit=1, only=[source.source_uuid], force=True
        )
        if not held:
            return refused("backfill.is_polled", source.source_uuid, name=source.name)
        _, health = held[0]
        flags = tuple(flag for flag in health.flags if flag != BACKFILL)
        flags = (*flags, BACKFILL) if is_wanted else flags
        # The same bytes must be read again: it is not the feed that is new.
        changed = replace(
            health, flags=flags, next_poll_at=now, etag=None, last_modified=None, body_checksum=None
        )
        ports.store.save_health(changed, owner=ports.owner)
        trail.note(source.source_uuid, {"backfill": not is_wanted}, {"backfill": is_wanted})
    what = "backfill.begun" if is_wanted else "backfill.stopped"
    return done(what, source.source_uuid, name=source.name)


def _page(ports: Ports, source: Source, before: int) -> tuple[PostsPage, int, int] | None:
    url = page_url(source.url, before) or ""
    result = ports.fetcher.fetch(FetchRequest(url, FetchKind.API))
    if not result.is_ok:
        return None
    root = source.url.partition("?")[0].removesuffix("/posts.rss")
    try:
        return read_posts(result.body, root), before, len(result.body)
    except ParseError:
        return None


def _links(entry: Entry) -> int:
    found = extract_links(entry.content, base_url=entry.url or "")
    return sum(link.leads_outside for link in found)
