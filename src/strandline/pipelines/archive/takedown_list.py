"""The list of takedowns beside the objects: what a ledger from an older backup has not heard of.

One small object a takedown, written once the ledger has it and removed when it is lifted. What the
ledger has and the list lacks is written; what the list has and the ledger lacks is struck again.
"""

import json
import tempfile
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import structlog

from strandline.core.archive.layout import clean_prefix
from strandline.model.articles import Article
from strandline.model.errors import StoreError, UrlError
from strandline.model.takedowns import Takedown
from strandline.pipelines.archive.demand import entered
from strandline.ports import BlobStore, Ports, Store
from strandline.settings import Settings

log = structlog.get_logger("strandline.archive")

_FOLDER = "takedowns/"
_MOST_BYTES = 100_000
_BATCH = 500


def agree(ports: Ports, settings: Settings) -> int:
    """Strike what the list holds and the ledger lacks, then write down what the list lacks.

    An object store that is down is told, and asked again by the next sweep.

    Returns:
        How many pages were struck.
    """
    if ports.blobs is None:
        return 0
    prefix = settings.storage.s3_prefix
    try:
        count = strike_listed(ports, settings, ports.blobs, prefix)
        _write_lacking(ports.store, ports.blobs, prefix)
    except StoreError as error:
        log.warning("list of takedowns out of reach", error=str(error))
        return 0
    return count


def strike_listed(ports: Ports, settings: Settings, blobs: BlobStore, prefix: str) -> int:
    """Strike what a list holds and the ledger lacks; returns how many pages.

    Raises:
        StoreError: The list is out of reach.
    """
    keys = _keys(blobs, prefix)
    struck = ports.store.struck([_uuid(key) for key in keys])
    unknown = [key for key in keys if _uuid(key) not in struck]
    count = sum(_struck_again(ports, settings, one) for _, one in _listed(blobs, unknown))
    if count:
        log.info("struck again", pages=count)
    return count


def copy_list(store: Store, blobs: BlobStore, prefix: str) -> None:
    """Let the list beside backups be what the ledger has: each of them may be brought back.

    A place that is out of reach is told; the next backup writes it.
    """
    try:
        _write_lacking(store, blobs, prefix)
        held = {_key(prefix, takedown) for takedown in _all(store)}
        blobs.delete([key for key in _keys(blobs, prefix) if key not in held])
    except StoreError as error:
        log.warning("list of takedowns not copied", error=str(error))


def _write_lacking(store: Store, blobs: BlobStore, prefix: str) -> None:
    there = set(_keys(blobs, prefix))
    for takedown in _all(store):
        if _key(prefix, takedown) not in there:
            write_down(store, blobs, prefix, takedown)


def write_down(store: Store, blobs: BlobStore, prefix: str, takedown: Takedown) -> None:
    """Put a takedown on the list; one that was lifted meanwhile does not stay there.

    Raises:
        StoreError: The object store is down.
    """
    key = _key(prefix, takedown)
    told = {
        "article_uuid": takedown.article_uuid,
        "url": takedown.url,
        "reason": takedown.reason,
        "struck_by": takedown.struck_by,
        "struck_at": takedown.struck_at.isoformat(),
        "erase_at": takedown.erase_at.isoformat() if takedown.erase_at else None,
    }
    with tempfile.TemporaryDirectory(prefix="strandline-takedown-") as folder:
        path = Path(folder) / "takedown.json"
        path.write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")
        blobs.put(key, path, "application/json")
    if not store.struck([takedown.article_uuid]):
        blobs.delete([key])


def cross_out(ports: Ports, settings: Settings, article_uuid: str) -> None:
    """Remove a page from the list, under every id and address that it was struck by.

    Raises:
        StoreError: The object store is down.
    """
    if ports.blobs is None:
        return
    listed = list(_listed(ports.blobs, _keys(ports.blobs, settings.storage.s3_prefix)))
    ports.blobs.delete(
        [
            key
            for key, one in listed
            if one.article_uuid == article_uuid
            or (
                (article := _article(ports, settings, one)) and article.article_uuid == article_uuid
            )
        ]
    )


def _struck_again(ports: Ports, settings: Settings, listed: Takedown) -> bool:
    article = _article(ports, settings, listed)
    if article is None:
        return False
    uuid, url = article.article_uuid, listed.url
    return ports.store.strike(
        Takedown(
            uuid, url, listed.reason, listed.struck_by, listed.struck_at, erase_at=listed.erase_at
        )
    )


def _article(ports: Ports, settings: Settings, listed: Takedown) -> Article | None:
    """What a line stands for in this ledger, entered where it is not there."""
    uuid = listed.article_uuid
    known = ports.store.articles([uuid], also_struck=True).get(uuid)
    try:
        return known or entered(ports, settings, listed.url, ports.clock.now())
    except UrlError:
        log.warning("a takedown names no page", article=uuid)
        return None


def _all(store: Store) -> Iterator[Takedown]:
    before: tuple[datetime, str] | None = None
    while batch := store.takedowns(limit=_BATCH, before=before):
        yield from batch
        before = (batch[-1].struck_at, batch[-1].article_uuid)


def _key(prefix: str, takedown: Takedown) -> str:
    """Struck again after it was lifted it is another object: none is ever given other bytes."""
    stamp = takedown.struck_at.astimezone(UTC).strftime("%Y%m%dT%H%M%S%fZ")
    return f"{clean_prefix(prefix)}{_FOLDER}{takedown.article_uuid}/{stamp}.json"


def _keys(blobs: BlobStore, prefix: str) -> list[str]:
    return [key for key, _ in blobs.keys(f"{clean_prefix(prefix)}{_FOLDER}")]


def _uuid(key: str) -> str:
    return key.rsplit("/", 2)[-2]


def _listed(blobs: BlobStore, keys: Iterable[str]) -> Iterator[tuple[str, Takedown]]:
    for key in keys:
        content = b"".join(blobs.read(key, start=0, end=_MOST_BYTES))
        try:
            yield key, _read(json.loads(content))
        except (ValueError, KeyError, TypeError, RecursionError):
            log.warning("a takedown cannot be read", key=key)


def _read(tree: dict[str, str]) -> Takedown:
    return Takedown(
        str(tree["article_uuid"]),
        str(tree["url"]),
        str(tree["reason"]),
        str(tree["struck_by"]),
        datetime.fromisoformat(tree["struck_at"]).astimezone(UTC),
        datetime.fromisoformat(tree["erase_at"]).astimezone(UTC) if tree["erase_at"] else None,
    )
