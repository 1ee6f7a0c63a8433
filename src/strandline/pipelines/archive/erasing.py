"""Erasing the copies of pages that were taken down, when their time has come."""

from strandline.core.archive.layout import clean_prefix
from strandline.ports import Ports


def erase_due(ports: Ports, prefix: str, *, most: int = 100) -> int:
    """Erase the copies whose time has come; returns of how many pages.

    Objects go first, then what names them: who is killed between does it once more. Objects of
    the page that a lost ledger had named go too.

    Args:
        prefix: Of all keys.
    """
    if ports.blobs is None:
        return 0
    now = ports.clock.now()
    due = ports.store.due_takedowns(now, limit=most)
    for takedown in due:
        uuid = takedown.article_uuid
        ports.blobs.delete(ports.store.keys_to_erase(uuid))
        left = [key for key, _ in ports.blobs.keys(f"{clean_prefix(prefix)}{uuid}/")]
        named = ports.store.named_keys(left)
        ports.blobs.delete([key for key in left if key not in named])
        ports.store.erase(uuid, now)
    return len(due)
