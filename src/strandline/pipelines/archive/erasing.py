"""Erasing the copies of pages that were taken down, when their time has come."""

from strandline.ports import Ports


def erase_due(ports: Ports, *, most: int = 100) -> int:
    """Erase the copies whose time has come; returns of how many pages.

    Who is killed in it leaves objects that nothing names: the sweep removes them.
    """
    if ports.blobs is None:
        return 0
    now = ports.clock.now()
    due = ports.store.due_takedowns(now, limit=most)
    for takedown in due:
        ports.blobs.delete(ports.store.erase(takedown.article_uuid, now))
    return len(due)
