"""Asks a service of the operator's choice, and reads what its answer means for an edition.

Every request goes out by the guarded way, on a connection of its own: a kept one that its server
has closed would make the client ask a second time by itself, and nobody could say whether the first
was heard.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlencode

from strandline.adapters.fetch.posting import Poster
from strandline.core.text.visible import one_line
from strandline.core.urls.weblink import read_web_address
from strandline.model.errors import ConfigError, UrlError
from strandline.model.fetching import FetchOutcome, FetchResult
from strandline.model.outputs import AnswerKind, OutputAnswer
from strandline.ports.outputs import MayGo

#: Longest answer that is read, bytes; lists of campaigns come with their bodies.
_MAX_BYTES = 20_000_000
#: Of an error's own words, as much is kept, characters.
_WORDS = 200
#: Outcomes that somebody must act on: a setting is wrong, or the service is not what it was.
_CLOSED = frozenset({FetchOutcome.REFUSED, FetchOutcome.TLS, FetchOutcome.BAD_URL})
#: 401, 403: a wrong key. 410: the service asks not to be asked again.
_CLOSED_STATUS = frozenset({401, 403, 410})
#: Whoever answers so may have begun: timeout, conflict with the same request under way.
_UNSURE_STATUS = frozenset({408, 409})
#: Another owner has the row: nothing more is sent.
NOT_OURS = OutputAnswer(AnswerKind.UNSURE, "another process has taken it over")
#: It may be done: nobody can say.
UNREADABLE = OutputAnswer(AnswerKind.UNSURE, "its answer cannot be read")


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back.

    Attributes:
        trouble: What it means where it is not what was asked for; None where it is.
        value: JSON of the body; None where there is none.
        status: HTTP status; 0 where there was none.
    """

    trouble: OutputAnswer | None
    value: Any = None
    status: int = 0

    def __getitem__(self, name: str) -> Any:
        """A field of a JSON object; None where there is none."""
        return self.value.get(name) if isinstance(self.value, dict) else None


class Ask(Protocol):
    """What outputs are given to ask by."""

    def __call__(
        self,
        method: str,
        url: str,
        *,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> FetchResult:
        """One request."""


def asker(poster: Poster, timeout_s: float) -> Ask:
    """The guarded way out.

    Args:
        timeout_s: Deadline of one request.
    """

    def ask(
        method: str,
        url: str,
        *,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> FetchResult:
        more = {"Connection": "close", **(headers or {})}
        return poster.send(method, url, content, more, timeout_s, _MAX_BYTES)

    return ask


class Service:
    """One service: its address, its log-in, and what must never be told of it.

    Args:
        base: Its address, without a slash at its end.
        setting: Name of the setting that it comes from.
        headers: Made for each request, such as the log-in.
        secrets: What its answers are rid of.

    Raises:
        ConfigError: It is no web address.
    """

    def __init__(
        self,
        ask: Ask,
        base: str,
        setting: str,
        *,
        headers: Callable[[], Mapping[str, str]] = dict,
        secrets: tuple[str, ...] = (),
    ) -> None:
        try:
            self.host = read_web_address(base).authority
        except UrlError as error:
            raise ConfigError(
                f"{setting} is not a web address ({error.message}).", subject=setting
            ) from error
        self._ask, self._base, self._headers = ask, base.rstrip("/"), headers
        self._secrets = tuple(sorted((one for one in secrets if one), key=len, reverse=True))

    def get(self, path: str = "", query: Mapping[str, str] | None = None) -> Reply:
        """Ask for JSON; changes nothing there."""
        tail = f"?{urlencode(query)}" if query else ""
        return self._read(self._ask("GET", self._base + path + tail, headers=self._headers()))

    def change(
        self,
        may_go: MayGo,
        method: str,
        path: str = "",
        value: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """Send a value as JSON, if that may still be done."""
        content = json.dumps(value, separators=(",", ":")).encode("ascii")
        kind = {"Content-Type": "application/json"}
        return self.send(may_go, method, path, content, kind | dict(headers or {}))

    def send(
        self,
        may_go: MayGo,
        method: str,
        path: str,
        content: bytes,
        headers: Mapping[str, str],
    ) -> Reply:
        """The same for bytes."""
        if not may_go():
            return Reply(NOT_OURS)
        sent = {**self._headers(), **headers}
        return self._read(self._ask(method, self._base + path, content=content, headers=sent))

    def told(self, kind: AnswerKind, said: str) -> OutputAnswer:
        """An answer in words of ours."""
        return OutputAnswer(kind, self._clean(said))

    def _read(self, result: FetchResult) -> Reply:
        value = _json(result.body)
        if result.outcome is FetchOutcome.OK:
            return Reply(None, value, result.status)
        kind = kind_of(result)
        words = _words(value) if result.status >= 400 else ""
        said = self._clean(f"{result.message}{': ' if words else ''}{words}")
        return Reply(OutputAnswer(kind, said, not_before=result.retry_after), value, result.status)

    def _clean(self, said: str) -> str:
        """One line, without secrets: services repeat what they were sent."""
        for secret in self._secrets:
            said = said.replace(secret, "…")
        return one_line(said)


def kind_of(result: FetchResult) -> AnswerKind:
    """What an answer that is not OK means for what was asked."""
    if result.outcome in _CLOSED or result.status in _CLOSED_STATUS:
        return AnswerKind.CLOSED
    if 300 <= result.status < 400:
        return AnswerKind.CLOSED  # it has moved; our key goes to nobody else
    if result.outcome is FetchOutcome.RATE_LIMITED or not result.may_have_sent:
        return AnswerKind.LATER
    if 400 <= result.status < 500 and result.status not in _UNSURE_STATUS:
        return AnswerKind.REFUSED
    return AnswerKind.UNSURE


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _words(value: Any) -> str:
    """An error's own words, under the names that these services use."""
    if isinstance(value, dict):
        for name in ("message", "error", "detail", "errors"):
            if name in value:
                return _words(value[name])
        return ""
    if isinstance(value, list):
        return _words(value[0]) if value else ""
    return str(value)[:_WORDS] if isinstance(value, str) else ""
