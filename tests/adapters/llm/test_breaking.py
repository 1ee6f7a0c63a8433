"""The circuit breaker around an endpoint."""

from collections.abc import Callable

import pytest

from strandline.adapters.llm.breaker import FAILURES, PAUSE_S, SETUP_PAUSE_S
from strandline.adapters.llm.breaking import BreakingChat
from strandline.model.errors import ModelError
from strandline.model.stories import ChatAnswer


class Endpoint:
    """Answers what the test says."""

    model = "m-1"

    def __init__(self) -> None:
        self.fault: ModelError | None = None
        self.calls = 0
        self.meanwhile: Callable[[], None] = lambda: None

    def ask(self, system: str, user: str, *, max_tokens: int) -> ChatAnswer:
        self.calls += 1
        self.meanwhile()
        if self.fault is not None:
            raise self.fault
        return ChatAnswer("{}", False, 1, 1, 0.1)

    def close(self) -> None:
        pass


class Hand:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now_s = 1_000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def endpoint() -> Endpoint:
    return Endpoint()


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
def chat(endpoint: Endpoint, hand: Hand) -> BreakingChat:
    return BreakingChat(endpoint, monotonic=hand)


def ask(chat: BreakingChat) -> ModelError | None:
    try:
        chat.ask("s", "u", max_tokens=9)
    except ModelError as error:
        return error
    return None


def test_an_endpoint_that_is_down_is_left_alone(
    chat: BreakingChat, endpoint: Endpoint, hand: Hand
) -> None:
    """After some failures nothing is sent for a while; then one question is tried."""
    endpoint.fault = ModelError("down")
    for _ in range(FAILURES):
        assert ask(chat) is endpoint.fault
    refused = ask(chat)
    assert refused is not None
    assert (refused.was_asked, refused.is_passing, refused.wait_s) == (False, True, PAUSE_S)
    assert endpoint.calls == FAILURES
    hand.now_s += PAUSE_S
    assert ask(chat) is endpoint.fault
    assert ask(chat) is not endpoint.fault
    hand.now_s += 2 * PAUSE_S
    endpoint.fault = None
    assert ask(chat) is None
    assert ask(chat) is None


def test_a_wrong_key_is_not_asked_again_soon(
    chat: BreakingChat, endpoint: Endpoint, hand: Hand, capsys: pytest.CaptureFixture[str]
) -> None:
    """And is said once, with advice."""
    endpoint.fault = ModelError("no", advice="Look at the key.", is_passing=False)
    assert ask(chat) is endpoint.fault
    hand.now_s += SETUP_PAUSE_S - 1
    assert ask(chat) is not endpoint.fault
    assert endpoint.calls == 1
    out = capsys.readouterr()
    assert (out.out + out.err).count("Look at the key.") == 1


def test_after_a_pause_one_question_at_a_time(
    chat: BreakingChat, endpoint: Endpoint, hand: Hand
) -> None:
    """While one tries whether the endpoint is back, the others are not sent."""
    endpoint.fault = ModelError("busy", wait_s=30)
    ask(chat)
    hand.now_s += 60
    endpoint.fault = None
    met: list[ModelError | None] = []

    def meanwhile() -> None:
        endpoint.meanwhile = lambda: None
        met.append(ask(chat))

    endpoint.meanwhile = meanwhile
    assert ask(chat) is None
    assert met[0] is not None
    assert not met[0].was_asked
    assert ask(chat) is None
