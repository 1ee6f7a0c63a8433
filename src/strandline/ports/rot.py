"""How kept links stand, and what was seen when they were visited."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Protocol

from strandline.model.rot import HostHealth, HostRot, LinkHealth, LinkState, Visit


class RotStore(Protocol):
    """Kept links by what became of them. A link enters when a page is captured, and is alive."""

    def claim_links(
        self, now: datetime, lease: timedelta, *, limit: int, only: Sequence[str] | None = None
    ) -> list[LinkHealth]:
        """Take links that are due, longest overdue first; nobody else gets them within the lease.

        Args:
            only: Ids to choose from, due or not; None for all that are due.
        """
        ...

    def link_health(self, article_uuids: Sequence[str]) -> dict[str, LinkHealth]:
        """By article; those that were never kept are absent."""
        ...

    def save_visit(
        self, health: LinkHealth, visit: Visit | None = None, host: HostHealth | None = None
    ) -> None:
        """Write down how a link stands, what was seen, and how its host answers, together.

        Nothing is written of an article that is gone meanwhile.
        """
        ...

    def visits(self, article_uuid: str) -> list[Visit]:
        """Of a link, newest first; at most forty are kept."""
        ...

    def host_health(self, host: str) -> HostHealth:
        """How a host answers; as new where nothing is known of it."""
        ...

    def save_host(self, host: HostHealth) -> None:
        """Insert or replace."""
        ...

    def rotten_links(
        self,
        state: LinkState,
        *,
        limit: int,
        before: tuple[datetime, str] | None = None,
        dismissed: bool = False,
    ) -> list[LinkHealth]:
        """Links that are gone, soft-gone, moved or changed, the newest of them first.

        Args:
            before: `(since, id)` of the last row seen, for paging.
            dismissed: Those that a person has dismissed as well.
        """
        ...

    def led_to(self, host: str, target: str, *, but: str) -> int:
        """How many other links of a host lead to an address; counted to ten."""
        ...

    def wake_links(self, host: str, now: datetime) -> None:
        """A host answers again: what was given up on it is visited soon."""
        ...

    def rot_counts(self) -> dict[LinkState, int]:
        """Kept links by state; reads all of them, so it is asked rarely."""
        ...

    def rot_by_age(self, now: datetime) -> list[tuple[int, int, int]]:
        """`(years since it was kept, links, lost ones)`; reads all links, so it is asked rarely."""
        ...

    def rot_by_host(self, limit: int) -> list[HostRot]:
        """Hosts with lost links, those with the most first; reads all links, asked rarely."""
        ...
