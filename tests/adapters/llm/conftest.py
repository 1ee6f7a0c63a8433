"""A real chat endpoint on loopback, and models that ask it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from strandline.adapters.llm import BreakingChat, make_chat
from strandline.settings import FetchSettings, StorySettings
from strandline.testing.builders import NOW
from strandline.testing.chat_server import ChatServer
from strandline.testing.fakes import FrozenClock

#: What must not be seen anywhere.
KEY = "sk-canary-0123456789abcdef"


class HandClock:
    """Seconds that only `sleep` moves, for pauses; requests still end by the real clock."""

    def __init__(self) -> None:
        self.pauses: list[float] = []

    def sleep(self, seconds: float) -> None:
        """Note the pause, and do not wait."""
        self.pauses.append(seconds)


@pytest.fixture
def server() -> Iterator[ChatServer]:
    """Asks for the key."""
    with ChatServer(key=KEY) as one:
        yield one


@pytest.fixture
def waits() -> HandClock:
    return HandClock()


@pytest.fixture
def open_chat(server: ChatServer, waits: HandClock) -> Iterator[Callable[..., BreakingChat]]:
    """Makes models: keyword arguments are settings, but for what may be reached."""
    opened: list[BreakingChat] = []

    def make(*, allow: str | None = None, **settings: Any) -> BreakingChat:
        given = {
            "judge_url": server.url,
            "judge_key": KEY,
            "judge_model": "m-1",
            "judge_timeout_s": 10.0,
            **settings,
        }
        address = server.address if allow is None else allow
        chat = make_chat(
            StorySettings(**given),
            FetchSettings(allow_private_networks=(address,) if address else ()),
            FrozenClock(NOW),
            sleep=waits.sleep,
        )
        opened.append(chat)
        return chat

    yield make
    for chat in opened:
        chat.close()


@pytest.fixture
def chat(open_chat: Callable[..., BreakingChat]) -> BreakingChat:
    return open_chat()
