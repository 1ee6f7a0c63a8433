"""Fingerprints of bodies: two texts that differ in a few words differ in a few bits.

Syndicated copies carry one text under many titles. A SimHash (Charikar 2002) of 64 bits over
shingles of three words finds them; titles are too short for it.
"""

from collections import Counter
from hashlib import blake2b

from strandline.core.text.words import tokens

BITS = 64
#: Words (of Chinese: characters) below which a text has no fingerprint: standing phrases of a site
#: would bind what they stand on.
MIN_WORDS = 40
#: Words in a shingle.
SHINGLE = 3
#: Characters that are looked at; copies differ at the end, where a paper adds its own.
MOST_CHARS = 20_000
#: Bits in which copies may differ, as for web pages (Manku and others, 2007).
NEAR = 3
#: With one block more than bits may differ, one block of a near fingerprint is always equal.
BLOCKS = NEAR + 1
_BLOCK_BITS = BITS // BLOCKS


def simhash(text: str) -> int | None:
    """The fingerprint of a body, 64 bits unsigned; None where it is too short to have one."""
    words = tokens(text[:MOST_CHARS].casefold())
    if len(words) < MIN_WORDS:
        return None
    shingles = Counter(" ".join(words[at : at + SHINGLE]) for at in range(len(words) - SHINGLE + 1))
    sums = [0] * BITS
    for shingle, count in shingles.items():
        digest = int.from_bytes(blake2b(shingle.encode(), digest_size=BITS // 8).digest())
        for bit in range(BITS):
            sums[bit] += count if digest >> bit & 1 else -count
    return sum(1 << bit for bit, total in enumerate(sums) if total > 0)


def hamming(a: int, b: int) -> int:
    """In how many bits two fingerprints differ."""
    return (a ^ b).bit_count()


class SimHashIndex:
    """Finds every fingerprint within `NEAR` bits: one of its blocks is equal (pigeonhole)."""

    def __init__(self) -> None:
        self._fingerprints: dict[str, int] = {}
        self._blocks: dict[tuple[int, int], set[str]] = {}

    def __len__(self) -> int:
        return len(self._fingerprints)

    def add(self, article_id: str, fingerprint: int) -> None:
        """Put one in; one with the same id is replaced."""
        self.remove(article_id)
        self._fingerprints[article_id] = fingerprint
        for block in _blocks(fingerprint):
            self._blocks.setdefault(block, set()).add(article_id)

    def remove(self, article_id: str) -> None:
        """Take one out; an unknown one is no fault."""
        fingerprint = self._fingerprints.pop(article_id, None)
        if fingerprint is None:
            return
        for block in _blocks(fingerprint):
            self._blocks[block].discard(article_id)
            if not self._blocks[block]:
                del self._blocks[block]

    def near(self, fingerprint: int) -> list[tuple[str, int]]:
        """Ids with the bits in which they differ, nearest first."""
        ids = {i for block in _blocks(fingerprint) for i in self._blocks.get(block, ())}
        found = [(i, hamming(fingerprint, self._fingerprints[i])) for i in ids]
        return sorted((one for one in found if one[1] <= NEAR), key=lambda one: (one[1], one[0]))


def _blocks(fingerprint: int) -> list[tuple[int, int]]:
    mask = (1 << _BLOCK_BITS) - 1
    return [(n, fingerprint >> (n * _BLOCK_BITS) & mask) for n in range(BLOCKS)]
