"""A circuit breaker around a chat endpoint: whoever shares the endpoint shares the breaker.

Without it, an endpoint that is down costs every article the whole deadline of a question, and a
wrong key is asked two thousand times a day.
"""

import threading
import time
from collections.abc import Callable
from typing import Protocol

import structlog

from strandline.adapters.llm.breaker import Breaker
from strandline.model.errors import ModelError, QuestionRefused
from strandline.model.stories import ChatAnswer
from strandline.ports import ChatModel

log = structlog.get_logger()


class ClosableChat(ChatModel, Protocol):
    """A chat endpoint with connections."""

    def close(self) -> None:
        """Let go of them."""
        ...


class BreakingChat:
    """A `ChatModel` that leaves its endpoint alone while it is down; safe from many threads.

    Args:
        monotonic: Seconds, for the pauses.
    """

    def __init__(
        self, chat: ClosableChat, *, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._chat = chat
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._breaker = Breaker()
        self._is_tried = False

    @property
    def model(self) -> str:
        """Name of the model."""
        return self._chat.model

    def ask(self, system: str, user: str, *, max_tokens: int) -> ChatAnswer:
        """One answer; after a pause, one question at a time until one is answered.

        Raises:
            ModelError: As the endpoint's; `was_asked` is False where it is being left alone.
        """
        is_trial = self._enter()
        try:
            answer = self._chat.ask(system, user, max_tokens=max_tokens)
        except ModelError as error:
            self._failed(error)
            raise
        else:
            with self._lock:
                self._breaker = self._breaker.after_success()
            return answer
        finally:
            if is_trial:
                with self._lock:
                    self._is_tried = False

    def close(self) -> None:
        """Let go of kept connections."""
        self._chat.close()

    def _enter(self) -> bool:
        """True for the one question that is tried after a pause."""
        now_s = self._monotonic()
        with self._lock:
            breaker = self._breaker
            if breaker.is_open(now_s) or (breaker.is_trying and self._is_tried):
                wait_s = max(0.0, breaker.open_until_s - now_s)
                raise ModelError(
                    f"{self._chat.model} has failed and is left alone for {wait_s:.0f} s.",
                    subject=self._chat.model,
                    wait_s=wait_s,
                    was_asked=False,
                )
            if breaker.is_trying:
                self._is_tried = True
            return breaker.is_trying

    def _failed(self, error: ModelError) -> None:
        """A refused question is one failure of several that make a pause: no answer clears it."""
        now_s = self._monotonic()
        is_passing = error.is_passing or isinstance(error, QuestionRefused)
        with self._lock:
            before = self._breaker
            self._breaker = before.after_failure(now_s, wait_s=error.wait_s, is_passing=is_passing)
            opened = self._breaker.pauses > before.pauses
            pause_s = self._breaker.open_until_s - now_s
        if opened:
            say = log.warning if is_passing else log.error
            say(
                "the language model is left alone",
                model=self._chat.model,
                because=error.message,
                advice=error.advice,
                pause_s=round(pause_s),
            )
