"""Copies of what an edition shows, as they were when it went out."""

from dataclasses import replace

from strandline.model.digests import Digest, ItemVersion
from strandline.ports import Store
from strandline.settings import WebSettings


def with_versions(store: Store, edition: Digest, web: WebSettings) -> Digest:
    """An edition that goes out with the copies of its items; any other as it is.

    Its mails are made many times over days: what they say of copies must not change meanwhile.
    """
    if not edition.is_published:
        return edition
    return replace(edition, versions=versions_of(store, edition, has_kept=web.has_replay))


def versions_of(store: Store, edition: Digest, *, has_kept: bool) -> dict[str, ItemVersion]:
    """Copies of its items that there are now, by article.

    Args:
        has_kept: What we keep ourselves can be shown.
    """
    uuids = [item.article_uuid for item in edition.items if item.article_uuid]
    copies = store.public_copies(uuids)
    versions = {}
    for uuid, article in store.articles(uuids).items():
        copy = copies.get(uuid)
        kept_at = article.last_archived_at if has_kept else None
        url, at = (copy.memento_url, copy.memento_at) if copy is not None else ("", None)
        if kept_at is not None or url:
            versions[uuid] = ItemVersion(kept_at, url, at)
    return versions
