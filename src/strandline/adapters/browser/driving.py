"""A page under control: every call has a deadline, and a script that never yields is stopped.

All questions to the page are asked in a world of its own (CDP `Page.createIsolatedWorld`): it sees
the page's document, and none of the functions that the page may have replaced.
"""

import asyncio
import time
from collections.abc import Awaitable
from typing import Any, TypeVar

from playwright.async_api import CDPSession

T = TypeVar("T")

#: A page that does not answer for so long runs a script that never yields, seconds. Long: a heavy
#: page on a busy machine may need some.
UNRESPONSIVE_S = 6.0
#: Wait for a call that the browser answers without the page, seconds.
_BROWSER_S = 3.0


class TimeUp(Exception):
    """A call did not end in time."""


class Driver:
    """Talks to one page.

    Args:
        cdp: The page's own session.
        deadline: On the event loop's monotonic clock, seconds.
    """

    def __init__(self, cdp: CDPSession, deadline: float) -> None:
        #: Of the page.
        self.session = cdp
        self._deadline = deadline
        #: True when a script had to be stopped: what is captured now is not the whole page.
        self.was_stopped = False

    def left_s(self, longest_s: float) -> float:
        """Seconds that a step may take.

        Raises:
            TimeUp: None.
        """
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeUp
        return min(left, longest_s)

    async def within(self, longest_s: float, call: Awaitable[T]) -> T:
        """What a call returns.

        Raises:
            TimeUp: It did not, in time.
        """
        try:
            return await asyncio.wait_for(call, self.left_s(longest_s))
        except TimeoutError as error:
            raise TimeUp from error
        except TimeUp:
            if asyncio.iscoroutine(call):
                call.close()  # never begun
            raise

    async def send(self, longest_s: float, method: str, **parameters: Any) -> dict[str, Any]:
        """The answer to a command of the DevTools protocol."""
        answer: dict[str, Any] = await self.within(longest_s, self.session.send(method, parameters))
        return answer

    async def ask(self, longest_s: float, expression: str) -> Any:
        """Value of an expression in the page's document; promises are awaited."""
        frames = await self.send(_BROWSER_S, "Page.getFrameTree")
        world = await self.world(frames["frameTree"]["frame"]["id"], self.session, longest_s)
        answer = await self.send(
            longest_s,
            "Runtime.evaluate",
            expression=expression,
            contextId=world,
            returnByValue=True,
            awaitPromise=True,
        )
        return answer.get("result", {}).get("value")

    async def world(self, frame_id: str, session: CDPSession, longest_s: float = _BROWSER_S) -> int:
        """A world of our own in the document of a frame."""
        call = session.send("Page.createIsolatedWorld", {"frameId": frame_id})
        answer = await self.within(longest_s, call)
        return int(answer["executionContextId"])

    async def is_responsive(self, longest_s: float = UNRESPONSIVE_S) -> bool:
        """True when the page answers; a page that does not has its scripts stopped."""
        try:
            await self.send(longest_s, "Runtime.evaluate", expression="1")
        except TimeUp:
            await self._stop_scripts()
            return False
        return True

    async def _stop_scripts(self) -> None:
        """End the running script and allow no other; the browser does this over its own thread."""
        self.was_stopped = True
        await self.send(_BROWSER_S, "Emulation.setScriptExecutionDisabled", value=True)
        await self.send(_BROWSER_S, "Runtime.terminateExecution")
