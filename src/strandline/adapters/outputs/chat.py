"""Chats: Telegram, Discord, Slack, Matrix, ntfy and others, by Apprise
(https://github.com/caronc/apprise/wiki).

Apprise makes requests past our client, so it runs shut in, in a process of its own for each
message, and can connect to the guard's proxy and to nothing else. No chat takes a key or can be
asked: what may have come through is unknown until a person has looked.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from strandline.adapters.capture.process import Run, run_program
from strandline.adapters.fetch.proxy import GuardProxy, make_proxy
from strandline.adapters.fetch.proxy_limits import ProxyLimits
from strandline.adapters.outputs.apprise_child import ORDER, VERDICT
from strandline.adapters.outputs.asking import NOT_OURS
from strandline.adapters.outputs.making import Making, pairs
from strandline.core.delivery.short import short_text, uncalled
from strandline.core.urls.courtesy import asks_to_wait, read_retry_after
from strandline.model.errors import ConfigError
from strandline.model.outputs import (
    AnswerKind,
    OutputAnswer,
    Parcel,
    RepeatKind,
    Repeats,
)
from strandline.ports.outputs import MayGo, Output

#: Longest message, characters: what a chat takes at once, in Chinese too.
LIMIT = 1_000
#: Longest run, seconds: to start, and some requests.
_RUN_S = 60.0
_MAX_BYTES = 5_000_000
#: Answers to a wrong token, or to one for a channel that is gone: chats say so with each of them.
_NOT_LET_IN = frozenset({401, 403, 404, 410})


class ChatOutput:
    """One address of Apprise.

    Args:
        url: With its tokens; told to nobody.
    """

    repeats = Repeats(RepeatKind.NONE)

    def __init__(
        self,
        name: str,
        lists: tuple[str, ...],
        url: str,
        proxy: GuardProxy,
        timeout_s: float,
        now: Callable[[], datetime],
    ) -> None:
        self.name, self.lists = name, lists
        self.where = url.partition(":")[0]
        self._url, self._proxy, self._timeout_s, self._now = url, proxy, timeout_s, now

    def send(self, parcel: Parcel, may_go: MayGo) -> OutputAnswer:
        """Send the first titles and the link to the edition."""
        if not may_go():
            return NOT_OURS
        return self._send(uncalled(parcel.title), short_text(parcel, LIMIT, with_title=False))

    def try_out(self, now: datetime) -> OutputAnswer:
        """Send a message that says it is a test."""
        return self._send("Strandline", f"A test at {now:%Y-%m-%d %H:%M} UTC.")

    def close(self) -> None:
        """Close the proxy's sessions."""
        self._proxy.close()

    def _send(self, title: str, body: str) -> OutputAnswer:
        order = {"url": self._url, "title": title, "body": body, "timeout_s": self._timeout_s}
        limits = ProxyLimits(
            max_bytes=_MAX_BYTES, connection_bytes=_MAX_BYTES, lifetime_s=_RUN_S + 5
        )
        with TemporaryDirectory(prefix="strandline-chat-") as name:
            folder = Path(name)  # nobody else may look into it
            (folder / ORDER).write_text(json.dumps(order), encoding="utf-8")
            try:
                run = run_program(
                    lambda server: [sys.executable, "-I", "-m", _CHILD, server],
                    folder,
                    lambda door: self._proxy.session(limits, door=door),
                    deadline=time.monotonic() + _RUN_S,
                    monotonic=time.monotonic,
                    max_bytes=_MAX_BYTES,
                )
            except OSError as error:
                return OutputAnswer(AnswerKind.LATER, f"its process cannot begin: {error.strerror}")
            return answer_of(run, _verdict(folder / VERDICT), self._now())


_CHILD = "strandline.adapters.outputs.apprise_child"


def answer_of(run: Run, verdict: Mapping[str, Any] | None, now: datetime) -> OutputAnswer:
    """What a run means for the message.

    Args:
        run: How the process ended, and what its way out saw.
        verdict: What the process told; None where it told nothing.
    """
    if run.refusals:
        return OutputAnswer(AnswerKind.CLOSED, run.refusals[0].reason)
    if verdict is None:
        kind = AnswerKind.UNSURE if run.connections else AnswerKind.LATER
        return OutputAnswer(kind, f"its process ended with {run.code}, by {run.ending.value}")
    if not verdict["is_known"]:
        return OutputAnswer(AnswerKind.CLOSED, "Apprise does not know such an address")
    seen = verdict["seen"]
    if verdict["is_sent"]:
        return OutputAnswer(AnswerKind.DONE, "sent")
    return _failed(seen, now)


def _failed(seen: list[dict[str, Any]], now: datetime) -> OutputAnswer:
    """By the last request, unless one before it got through: then a part of it may be there."""
    sent = [one for one in seen if one["may_have_sent"]]
    if any(one.get("is_tls") for one in seen):
        return OutputAnswer(AnswerKind.CLOSED, "its certificate does not hold")
    if not sent:
        return OutputAnswer(AnswerKind.LATER, "it could not be reached")
    status = int(sent[-1]["status"])
    said = f"status {status}" if status else "the answer did not come"
    if len(sent) > 1 and any(200 <= int(one["status"]) < 300 for one in sent):
        return OutputAnswer(AnswerKind.UNSURE, f"{said}, after others that were taken")
    retry_after = str(sent[-1].get("retry_after", ""))
    if asks_to_wait(status, retry_after):
        not_before = read_retry_after(retry_after, now)
        return OutputAnswer(AnswerKind.LATER, said, not_before=not_before)
    if status in _NOT_LET_IN:
        return OutputAnswer(AnswerKind.CLOSED, f"{said}: a token or a channel is wrong")
    if 300 <= status < 400:
        return OutputAnswer(AnswerKind.CLOSED, f"{said}, a redirect, is not followed")
    if 200 <= status < 300 or 400 <= status < 500:
        return OutputAnswer(AnswerKind.REFUSED, f"{said}: the message was not taken")
    return OutputAnswer(AnswerKind.UNSURE, said)


def _verdict(path: Path) -> Mapping[str, Any] | None:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None


def make(making: Making) -> Iterator[Output]:
    """One for each address of `APPRISE_URLS`.

    Raises:
        ConfigError: Apprise is not installed, or a name has two addresses.
    """
    settings = making.settings.outputs
    given = settings.apprise_urls.get_secret_value().split()
    if given and find_spec("apprise") is None:
        raise ConfigError(
            "APPRISE_URLS needs Apprise.",
            subject="APPRISE_URLS",
            advice="Install strandline[chats].",
        )
    for name, urls in pairs(given, "APPRISE_URLS").items():
        if len(urls) > 1 or "://" not in urls[0]:
            raise ConfigError(
                f"APPRISE_URLS needs one address for {name}, such as {name}=ntfy://host/topic.",
                subject="APPRISE_URLS",
            )
        full = f"chat:{name}"
        proxy = make_proxy(making.settings.fetch)
        yield ChatOutput(
            full,
            making.lists_of(full),
            urls[0],
            proxy,
            settings.timeout_s,
            making.clock.now,
        )
