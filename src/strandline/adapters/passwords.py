"""Passwords by argon2id (RFC 9106), a few at a time: each takes 64 MiB and most of a second."""

import base64
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from strandline.model.errors import Busy

#: Hashes under way at once, and how many more may wait for their turn. Each that waits holds one of
#: the threads that answer requests: the rest is told to come again.
AT_ONCE, WAITING = 2, 4


class Argon2Passwords:
    """Implements `Passwords`.

    Args:
        hasher: Its costs; those of RFC 9106 for little memory where none is given.
    """

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._nobodys = _hash_of_nobody(self._hasher)
        self._turns = threading.BoundedSemaphore(AT_ONCE)
        self._room = threading.BoundedSemaphore(AT_ONCE + WAITING)

    def hash(self, password: str) -> str:
        """What is kept of a password.

        Raises:
            Busy: Too many are at it.
        """
        with self._turn():
            return self._hasher.hash(_bytes(password))

    def check(self, password: str, kept: str | None) -> bool:
        """True for the right one; without a kept one it is False and takes as long.

        Raises:
            Busy: Too many are at it.
        """
        with self._turn():
            try:
                self._hasher.verify(kept or self._nobodys, _bytes(password))
            except (VerificationError, InvalidHashError):
                return False
        return kept is not None

    def is_outdated(self, kept: str) -> bool:
        """True where it was hashed with other costs than it would be today."""
        return self._hasher.check_needs_rehash(kept)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not self._room.acquire(blocking=False):
            raise Busy("Too many sign in at once.", advice="Try again in a moment.")
        try:
            with self._turns:
                yield
        finally:
            self._room.release()


def _hash_of_nobody(hasher: PasswordHasher) -> str:
    """Stands for the hash of somebody who is not there: of the same costs, and no password's."""
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    salt, digest = (
        base64.b64encode(bytes(length)).decode().rstrip("=")
        for length in (hasher.salt_len, hasher.hash_len)
    )
    return f"$argon2id$v=19${costs}${salt}${digest}"


def _bytes(password: str) -> bytes:
    return password.encode("utf-8", "replace")
