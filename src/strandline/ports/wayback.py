"""Public copies of links: the service that makes them, and what is remembered of each."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from strandline.model.wayback import Allowance, CopyLoad, CopyState, PublicCopy, SaveAnswer


class PublicArchive(Protocol):
    """A web archive for everybody. What the network does is an answer, never an exception."""

    @property
    def where(self) -> str:
        """Its host."""

    def save(self, url: str, unless_within: timedelta) -> SaveAnswer:
        """Ask for a copy of a page; one that is younger than that is taken for it.

        So the same may be asked again at any time: no second copy is made.
        """

    def outcome(self, job_id: str) -> SaveAnswer:
        """What became of a job."""

    def find(self, url: str, until: datetime) -> SaveAnswer:
        """The newest copy that was made before a time; `NEVER` where none is known."""

    def allowance(self) -> Allowance:
        """What our account may do now; shows that the keys are right."""

    def close(self) -> None:
        """Let go of what it holds."""


class WaybackStore(Protocol):
    """One row a link; of one that was taken down nothing is done or told any more."""

    def uncopied(self, since: datetime, *, kept: bool, shown: bool, limit: int) -> Sequence[str]:
        """Articles that have no row yet, by id.

        Args:
            since: Kept, shown or found to be gone since then.
            kept: Those of which something is kept, and those that are gone.
            shown: Those that published editions for everybody show.
        """

    def plan_copies(self, rows: Sequence[PublicCopy]) -> int:
        """Enter rows of articles that have none; returns how many."""

    def claim_copy(
        self,
        now: datetime,
        lease: timedelta,
        *,
        may_ask: bool,
        by_hand: bool = False,
        only: Sequence[str] | None = None,
    ) -> PublicCopy | None:
        """Take the next row that is due; nobody else gets it within the lease. None for none.

        One without a job is to be asked for, and is written as `asked` with the attempt counted.

        Args:
            may_ask: Those without a job too.
            by_hand: Of these, only those that a person asked for.
            only: Ids to choose from; None for all.
        """

    def save_copy(self, row: PublicCopy, known: PublicCopy) -> bool:
        """Write down how one stands; False where it is not any more as it was known.

        Args:
            known: The same as it was claimed or read: by its state, attempt, time and job.
        """

    def public_copies(self, article_uuids: Sequence[str]) -> dict[str, PublicCopy]:
        """By article."""

    def list_copies(
        self, state: CopyState, *, limit: int, before: tuple[datetime, str] | None = None
    ) -> list[PublicCopy]:
        """Newest change first.

        Args:
            before: `(changed_at, id)` of the last row seen, for paging.
        """

    def copy_load(self, now: datetime, *, by_hand: bool = False) -> CopyLoad:
        """How much is asked of the service, counted without reading what is at rest.

        Args:
            by_hand: Only what a person asked for is due.
        """

    def copy_counts(self) -> Mapping[CopyState, int]:
        """Rows by state."""
