"""Which post ids of a forum were read: nothing between two polls is lost without being noticed.

A forum numbers all its posts in one row, private and deleted ones too. A document that lists posts
of the ids 900 to 960 in one piece proves that what it leaves out of these is not for us; what lies
between two such pieces is missing until somebody has looked.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

#: The flag of a source's health under which this is kept.
FLAG = "post_ids:"
#: A jump of more ids within one document is no piece: imported posts come in with old dates.
LARGEST_HOLE = 1_000
#: Missing ids further below the newest are not asked for any more; they stay counted.
FURTHEST_BACK = 20_000
#: Pieces that are remembered; the oldest are let go.
MOST_PIECES = 20
#: No forum has more (2 to the power of 53: what JSON can hold exactly).
LARGEST_ID = 1 << 53

_PIECE = re.compile(r"(\d{1,16})-(\d{1,16})=(\d{1,16})")


class Piece(NamedTuple):
    """Ids of which nothing is left to read, ends included; `seen` of them were posts."""

    low: int
    high: int
    seen: int


@dataclass(frozen=True, slots=True)
class PostIds:
    """The pieces, oldest first, none touching another."""

    pieces: tuple[Piece, ...] = ()

    @property
    def seen(self) -> int:
        """Ids that were posts for us."""
        return sum(piece.seen for piece in self.pieces)

    @property
    def excluded(self) -> int:
        """Ids that are not for us: private, deleted, never used."""
        return sum(piece.high - piece.low + 1 - piece.seen for piece in self.pieces)

    @property
    def missing(self) -> int:
        """Ids nobody has looked at, between the first and the last that were read."""
        return sum(high - low + 1 for low, high in self._gaps())

    @property
    def reaches_back(self) -> bool:
        """True where the first post of the forum was read."""
        return bool(self.pieces) and self.pieces[0].low <= 1

    @property
    def newest_gap(self) -> tuple[int, int] | None:
        """The missing ids, ends included, that are worth asking for first; None where none are."""
        top = self.pieces[-1].high if self.pieces else 0
        for low, high in reversed(self._gaps()):
            if high > top - FURTHEST_BACK:
                return max(low, top - FURTHEST_BACK), high
        return None

    def _gaps(self) -> list[tuple[int, int]]:
        pairs = zip(self.pieces, self.pieces[1:], strict=False)
        return [(before.high + 1, after.low - 1) for before, after in pairs]

    def with_listing(self, ids: Iterable[int]) -> "PostIds":
        """After reading a document that lists the newest posts.

        A first document begins the count: what lies below it was never to be read.
        """
        piece = newest_run(ids)
        return self.covering(piece[0], piece[-1], piece) if piece else self

    def covering(self, low: int, high: int, ids: Iterable[int]) -> "PostIds":
        """After a range was read in one piece.

        Args:
            low: First id of it.
            high: Last id of it.
            ids: Those of it that were posts.
        """
        fresh = sum(not self._holds(one) for one in set(ids) if low <= one <= high)
        merged = Piece(low, high, fresh)
        apart = []
        for piece in self.pieces:
            if piece.high + 1 < merged.low or piece.low > merged.high + 1:
                apart.append(piece)
            else:
                merged = Piece(
                    min(piece.low, merged.low),
                    max(piece.high, merged.high),
                    piece.seen + merged.seen,
                )
        return PostIds(tuple(sorted([*apart, merged])[-MOST_PIECES:]))

    def _holds(self, one: int) -> bool:
        return any(piece.low <= one <= piece.high for piece in self.pieces)

    def as_flag(self) -> str:
        """The form in which a source's health keeps it."""
        return FLAG + ",".join(f"{p.low}-{p.high}={p.seen}" for p in self.pieces)


def newest_run(ids: Iterable[int]) -> list[int]:
    """The ids of a document that belong together, from the newest downwards; sorted."""
    ordered = sorted({one for one in ids if 0 < one <= LARGEST_ID})
    start = 0
    for place in range(1, len(ordered)):
        if ordered[place] - ordered[place - 1] > LARGEST_HOLE:
            start = place
    return ordered[start:]


def read_flags(flags: Sequence[str]) -> PostIds:
    """What a source's health keeps; nothing where it keeps nothing that can be read."""
    text = next((flag for flag in flags if flag.startswith(FLAG)), "")
    found = PostIds()
    for low, high, seen in _PIECE.findall(text):
        piece = Piece(int(low), int(high), int(seen))
        if piece.low <= piece.high and piece.seen <= piece.high - piece.low + 1:
            found = PostIds(tuple(sorted([*found.pieces, piece])))
    return found
