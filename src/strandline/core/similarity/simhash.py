"""Fingerprints of bodies: two texts that differ in a few words differ in a few bits.

Syndicated copies carry one text under many titles. A SimHash (Charikar, 2002) of 64 bits finds
them; titles are too short for it.

Every distinct word has one vote, whatever its neighbours. On invented texts of 200 words with one
word in fifty changed, 45 of 100 copies stayed within 3 bits; with pairs of words 11, with triples
7, since one changed word changes as many shingles as they are long. Strangers stayed apart all the
same: among 385 news texts in en, fr and zh no two came nearer than 13 bits. A fingerprint only
proposes; what the two texts say decides.
"""

from functools import lru_cache
from hashlib import blake2b

from strandline.core.similarity.bit_rows import added, reaching
from strandline.core.text.words import tokens

BITS = 64
#: Words (of Chinese: pairs of characters) below which a text has no fingerprint: standing phrases
#: of a site would bind what they stand on.
MIN_WORDS = 40
#: Characters that are looked at; copies differ at the end, where a paper adds its own.
MOST_CHARS = 20_000
#: Bits in which copies may differ, as for web pages (Manku and others, 2007).
NEAR = 3
#: With one block more than bits may differ, one block of a near fingerprint is always equal.
BLOCKS = NEAR + 1
_BLOCK_BITS = BITS // BLOCKS
_BLOCK_MASK = (1 << _BLOCK_BITS) - 1


def simhash(text: str) -> int | None:
    """The fingerprint of a body, 64 bits unsigned; None where it is too short to have one.

    A bit is set where more than half of the words have it in their hash: hashes are rows of bits,
    counted all at once.
    """
    words = tokens(text[:MOST_CHARS])
    if len(words) < MIN_WORDS:
        return None
    hashes = [_hashed(word) for word in dict.fromkeys(words)]
    return reaching(added(hashes), len(hashes) // 2 + 1)


def hamming(a: int, b: int) -> int:
    """In how many bits two fingerprints differ."""
    return (a ^ b).bit_count()


class SimHashIndex:
    """Finds every fingerprint within `NEAR` bits: one of its blocks is equal (pigeonhole)."""

    def __init__(self) -> None:
        self._fingerprints: dict[str, int] = {}
        self._blocks: dict[int, list[str]] = {}

    def __len__(self) -> int:
        return len(self._fingerprints)

    def add(self, article_id: str, fingerprint: int) -> None:
        """Put one in; one with the same id is replaced."""
        self.remove(article_id)
        self._fingerprints[article_id] = fingerprint
        for block in _blocks(fingerprint):
            self._blocks.setdefault(block, []).append(article_id)

    def remove(self, article_id: str) -> None:
        """Take one out; an unknown one is no fault."""
        fingerprint = self._fingerprints.pop(article_id, None)
        if fingerprint is None:
            return
        for block in _blocks(fingerprint):
            self._blocks[block].remove(article_id)
            if not self._blocks[block]:
                del self._blocks[block]

    def near(self, fingerprint: int) -> list[tuple[str, int]]:
        """Ids with the bits in which they differ, nearest first."""
        ids = {i for block in _blocks(fingerprint) for i in self._blocks.get(block, ())}
        found = [(i, hamming(fingerprint, self._fingerprints[i])) for i in ids]
        return sorted((one for one in found if one[1] <= NEAR), key=lambda one: (one[1], one[0]))


def _blocks(fingerprint: int) -> list[int]:
    """The bits of each block, with its number above them."""
    return [
        n << _BLOCK_BITS | (fingerprint >> (n * _BLOCK_BITS) & _BLOCK_MASK) for n in range(BLOCKS)
    ]


@lru_cache(maxsize=65_536)
def _hashed(word: str) -> int:
    return int.from_bytes(blake2b(word.encode(), digest_size=BITS // 8).digest(), "little")
