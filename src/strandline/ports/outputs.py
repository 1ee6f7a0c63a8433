"""Other ways out for editions, and what is remembered of them. Private."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from strandline.model.outputs import (
    OutputAnswer,
    OutputDelivery,
    OutputStanding,
    OutputState,
    Parcel,
    Repeats,
)

#: Asked right before each request that changes something there; where it says no, nothing is sent.
MayGo = Callable[[], bool]


class Output(Protocol):
    """A way out for editions. What the network does is an answer, never an exception."""

    @property
    def name(self) -> str:
        """As it stands in tables and on pages; unique."""

    @property
    def lists(self) -> tuple[str, ...]:
        """Ids of the readers whose editions it is given."""

    @property
    def where(self) -> str:
        """Host that it sends to, or its service; nothing secret."""

    @property
    def repeats(self) -> Repeats:
        """What keeps it from having an edition twice."""

    def send(self, parcel: Parcel, may_go: MayGo) -> OutputAnswer:
        """Hand over an edition; one that is there already is `DONE` and stays as it is."""

    def try_out(self, now: datetime) -> OutputAnswer:
        """Show that it lets us in: by a test message where it takes one, else by asking."""

    def close(self) -> None:
        """Let go of what it holds."""


class OutputStore(Protocol):
    """One row an output and edition, and one an output."""

    def note_outputs(self, names: Sequence[str], now: datetime) -> None:
        """Remember those that are new: from now on editions are for them."""

    def outputs(self) -> list[OutputStanding]:
        """All that were ever there, by name."""

    def set_output(self, name: str, now: datetime, *, held: bool, said: str = "") -> None:
        """Hold one, or let it go on with no failures counted."""

    def plan_output(
        self, name: str, reader_ids: Sequence[str], now: datetime, oldest: datetime
    ) -> int:
        """Plan the editions of some readers that were published since the output is there.

        Those published before `oldest` become `failed`: whether they still go out, a person says.

        Returns:
            How many were planned.
        """

    def plan_again(self, name: str, digest_id: str, now: datetime) -> bool:
        """Plan one edition because a person wants it; False where it is under way.

        One that waits is due now, as much in doubt as it was; of one at rest the person knows.
        """

    def claim_output(
        self, names: Sequence[str], owner: str, now: datetime, lease: timedelta
    ) -> OutputDelivery | None:
        """Take the next row that is due as `sending`, with the attempt counted; None for none."""

    def claim_lost(self, owner: str, now: datetime, lease: timedelta) -> list[OutputDelivery]:
        """Take over rows whose owner gives no sign of life; they stay as that owner left them."""

    def prolong_output(self, row: OutputDelivery, owner: str, until: datetime) -> bool:
        """A sign of life; False where the row is no longer the owner's."""

    def settle_output(
        self, row: OutputDelivery, owner: str, *, failed: bool, hold: str = "", most: int = 0
    ) -> bool:
        """Write what became of a row, and count the failure or begin to count anew.

        Args:
            failed: The attempt failed.
            hold: Why the output is to be held; empty where it goes on.
            most: Failures in a row that hold it; 0 for no end.

        Returns:
            False where the row is no longer the owner's: nothing is written.
        """

    def decide_output(
        self, name: str, digest_id: str, state: OutputState, said: str, now: datetime
    ) -> bool:
        """A person's word on a row at rest; False where there is none or it is under way."""

    def output_delivery(self, name: str, digest_id: str) -> OutputDelivery | None:
        """One."""

    def output_log(
        self,
        *,
        name: str = "",
        digest_id: str = "",
        state: OutputState | None = None,
        before: tuple[datetime, str, str] | None = None,
        limit: int = 50,
    ) -> list[OutputDelivery]:
        """Newest change first.

        Args:
            before: Time, output and edition of the row behind which it goes on.
        """

    def output_trouble(self) -> dict[tuple[str, OutputState], int]:
        """How many rows are not done, by output and state."""
