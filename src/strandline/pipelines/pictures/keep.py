"""Gets the pictures of what is shown: items of editions, stories of several sources, sources.

A picture is fetched as everything is: through the egress guard, with its caps, asking robots.txt.
Whatever comes of it is written down; nothing that a server does is a fault of the turn.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from strandline.core.pictures import is_due, wanted_of_articles
from strandline.model.fetching import FetchKind, FetchOutcome, FetchRequest
from strandline.model.pictures import (
    MadePicture,
    NamedPicture,
    PictureFile,
    PictureOutcome,
    PictureTry,
    PictureUse,
)
from strandline.pipelines.pictures.files import keep_file
from strandline.pipelines.side_by_side import side_by_side
from strandline.ports import BlobStore, PictureMaker, Ports
from strandline.settings import Settings

log = structlog.get_logger("strandline.pictures")

#: Editions whose items are looked at; an older one keeps the pictures that it has.
LATELY = timedelta(days=3)
#: Items and stories that are looked at in one turn, the newest.
MOST_ITEMS, MOST_STORIES = 600, 100
_THREADS = 4

_REFUSED = (FetchOutcome.REFUSED, FetchOutcome.ROBOTS, FetchOutcome.BAD_URL)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A picture to be tried: of an article or a source, at one of these addresses."""

    subject: str
    addresses: Sequence[NamedPicture]
    use: PictureUse
    before: PictureTry | None


@dataclass(frozen=True, slots=True)
class _Tools:
    ports: Ports
    blobs: BlobStore
    maker: PictureMaker
    settings: Settings
    now: datetime
    stop: threading.Event


def keep_pictures(ports: Ports, settings: Settings, stop: threading.Event | None = None) -> int:
    """Try what is wanted and due; returns how many pictures were kept.

    Nothing where pictures are off, or this process has no object store or no library for them.

    Raises:
        StoreError: The database or the object store is down.
        ParserFault: The process that decodes pictures cannot begin.
    """
    if ports.blobs is None or ports.pictures is None or settings.pictures.show == "off":
        return 0
    now = ports.clock.now()
    tools = _Tools(ports, ports.blobs, ports.pictures, settings, now, stop or threading.Event())
    wanted = _wanted(ports, settings, now)[: settings.pictures.per_turn]
    kept = sum(side_by_side(_THREADS, lambda one: _try(tools, one), wanted))
    if wanted:
        log.info("pictures", tried=len(wanted), kept=kept)
    return kept


def _wanted(ports: Ports, settings: Settings, now: datetime) -> list[Wanted]:
    found = _of_sources(ports, now)
    if settings.pictures.show == "all":
        found += _of_articles(ports, now)
    return found


def _of_articles(ports: Ports, now: datetime) -> list[Wanted]:
    store = ports.store
    shown = store.shown_lately(now - LATELY, limit=MOST_ITEMS)
    shown += [story.main_id for story in store.recent_stories(limit=MOST_STORIES)]
    tries = store.picture_tries(shown)
    named = store.named_pictures(shown)
    return [
        Wanted(uuid, addresses, PictureUse.ITEM, tries.get(uuid))
        for uuid, addresses in wanted_of_articles(shown, named, tries, now)
    ]


def _of_sources(ports: Ports, now: datetime) -> list[Wanted]:
    icons = {uuid: one.icon_url for uuid, one in ports.store.healths().items() if one.icon_url}
    tries = ports.store.picture_tries(list(icons))
    return [
        Wanted(uuid, [NamedPicture(url)], PictureUse.ICON, tries.get(uuid))
        for uuid, url in icons.items()
        if is_due(tries.get(uuid), url, now, is_icon=True)
    ]


def _try(tools: _Tools, wanted: Wanted) -> bool:
    """One picture: the first of its addresses that gives one; what came of it is written down."""
    outcome, file, alt = PictureOutcome.UNREACHABLE, None, ""
    for named in wanted.addresses:
        if tools.stop.is_set():
            return False
        made = _made(tools, named.url, wanted.use)
        if isinstance(made, MadePicture):
            file = keep_file(tools.blobs, made, tools.now)
            outcome, alt = PictureOutcome.KEPT, named.alt
            break
        outcome = made
    return _written_down(tools, wanted, outcome, file, alt)


def _written_down(
    tools: _Tools, wanted: Wanted, outcome: PictureOutcome, file: PictureFile | None, alt: str
) -> bool:
    """An icon that was there stays where it cannot be had today."""
    before = wanted.before
    is_again = before is not None and before.url == wanted.addresses[0].url
    if file is None and before is not None and is_again and before.file is not None:
        outcome, file, alt = before.outcome, before.file, before.alt
    tried = PictureTry(
        subject=wanted.subject,
        url=wanted.addresses[0].url,
        outcome=outcome,
        tried_at=tools.now,
        attempts=before.attempts + 1 if before is not None and is_again else 1,
        alt=alt,
        file=file,
    )
    return tools.ports.store.save_picture(tried) and outcome is PictureOutcome.KEPT


def _made(tools: _Tools, url: str, use: PictureUse) -> MadePicture | PictureOutcome:
    limits = tools.settings.pictures
    result = tools.ports.fetcher.fetch(
        FetchRequest(url, FetchKind.PICTURE, max_bytes=limits.max_bytes, timeout_s=limits.timeout_s)
    )
    if result.outcome in _REFUSED:
        return PictureOutcome.REFUSED
    if result.outcome is FetchOutcome.TOO_LARGE:
        return PictureOutcome.TOO_LARGE
    if not result.is_ok:
        return PictureOutcome.UNREACHABLE
    return tools.maker.picture(result.body, use, name=url)
