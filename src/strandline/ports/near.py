"""Near titles of an archive, found beforehand by an engine for work beyond one process."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from strandline.model.stories import DatedTitle


class NearTitles(Protocol):
    """What was found. Not for many threads."""

    def covers(self, article_uuid: str, time: datetime) -> bool:
        """True where the article, at that story time, was among the titles.

        Raises:
            StoreError: What was found cannot be read.
        """
        ...

    def near(self, article_uuid: str, time: datetime) -> list[tuple[str, float]]:
        """Those with a title near its own, before and after it, with the Jaccard; in no order.

        Raises:
            StoreError: What was found cannot be read.
        """
        ...


class TitleJoiner(Protocol):
    """Finds all near titles of an archive. What is done stays done, whatever ends the process."""

    def keep(
        self, key: str, titles: Iterable[Sequence[DatedTitle]], *, window: timedelta, least: float
    ) -> bool:
        """Take the titles in; False where those of the same key are there: they are not read then.

        Args:
            key: Of another key everything is begun anew.
            window: Greatest distance in time of two titles.
            least: Least Jaccard of titles that have none of their own.

        Raises:
            StoreError: The folder cannot be written, or holds something else.
        """
        ...

    def spans(self) -> int:
        """Spans of time that the titles fall into."""
        ...

    def join(self) -> Iterator[int]:
        """Find the pairs, span by span; yields the number of pairs of each, in no order.

        Raises:
            StoreError: The engine failed.
        """
        ...

    def near(self) -> NearTitles:
        """What was found."""
        ...

    def clear(self) -> None:
        """Let go of everything: it is done with."""
        ...

    def close(self) -> None:
        """Let others use the folder."""
        ...
