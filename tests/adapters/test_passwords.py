"""The contract of `Passwords`, by argon2id, with small costs."""

import threading
from typing import Literal

import pytest
from argon2 import PasswordHasher

from strandline.adapters.passwords import AT_ONCE, WAITING, Argon2Passwords
from strandline.model.errors import Busy

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def test_the_right_password_alone_is_right() -> None:
    """Never kept as it is; another one, and a kept text that is no hash, are wrong."""
    passwords = Argon2Passwords(QUICK)
    kept = passwords.hash("渡轮 returns at dawn")
    assert kept.startswith("$argon2id$")
    assert "dawn" not in kept
    assert passwords.check("渡轮 returns at dawn", kept)
    assert not passwords.check("渡轮 returns at dusk", kept)
    assert not passwords.check("x", "nonsense")
    assert passwords.hash("x") != passwords.hash("x")


def test_nobodys_password_takes_the_same_work() -> None:
    """One who is not there is hashed for as well, at the same costs, and is never right."""

    class Counting(PasswordHasher):
        costs: list[str] = []  # noqa: RUF012 - of this test

        hashed = 0

        def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
            Counting.hashed += 1
            return super().hash(password, salt=salt)

        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002
            self.costs.append(str(hash).rsplit("$", 2)[0])
            return super().verify(hash, password)

    passwords = Argon2Passwords(Counting(time_cost=1, memory_cost=8, parallelism=1))
    kept = passwords.hash("somebody's")
    assert not passwords.check("nobody", None)
    assert not passwords.check("wrong", kept)
    assert Counting.costs[0] == Counting.costs[1]
    assert Counting.hashed == 1  # somebody's, and none of nobody's, not even with the first


def test_cheaper_hashes_are_outdated() -> None:
    """What was kept at other costs is known, so that it can be hashed anew."""
    kept = Argon2Passwords(QUICK).hash("x")
    assert Argon2Passwords().is_outdated(kept)
    assert not Argon2Passwords(QUICK).is_outdated(kept)


def test_few_are_hashed_at_once_and_few_wait() -> None:
    """The rest is told at once to come again, and takes no thread from those who read."""
    going, most = threading.Semaphore(0), threading.Event()
    under_way: list[int] = []

    class Slow(PasswordHasher):
        def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
            under_way.append(1)
            if len(under_way) >= AT_ONCE:
                most.set()
            going.acquire()
            return "kept"

    passwords = Argon2Passwords(Slow())
    threads = [
        threading.Thread(target=passwords.hash, args=("x",)) for _ in range(AT_ONCE + WAITING)
    ]
    for thread in threads:
        thread.start()
    assert most.wait(60)
    while passwords._room._value:  # those who wait have taken their places
        pass
    with pytest.raises(Busy, match="in a moment"):
        passwords.hash("one more")
    assert len(under_way) == AT_ONCE
    for _ in threads:
        going.release()
    for thread in threads:
        thread.join()
    going.release()
    assert passwords.hash("later") == "kept"
