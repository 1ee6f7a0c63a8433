"""Asks services that the operator chose (models, not pages): JSON goes out, JSON comes back.

The same guard, caps and deadline as for every other request. What differs is courtesy: such a
service is paid for, so there is no robots.txt, no delay between two visits, and several threads
may ask it at once. A redirect is a wrong setting, not a way: the key in the headers is for the
service that was named and for no other.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from pydantic import SecretStr

from strandline.adapters.fetch.decode import ACCEPT_ENCODING
from strandline.adapters.fetch.exchange import Answer, Exchange, Limits
from strandline.core.urls.courtesy import asks_to_wait, read_retry_after
from strandline.core.urls.weblink import WebAddress, read_web_address
from strandline.model.errors import ConfigError, UrlError
from strandline.model.fetching import FetchOutcome, FetchResult
from strandline.ports import Clock


class Poster:
    """Posts JSON; safe from many threads.

    Args:
        clock: Says what time `Retry-After` counts from.
        header_bytes: Cap on headers of the answer.
    """

    def __init__(
        self,
        exchange: Exchange,
        clock: Clock,
        *,
        user_agent: str,
        header_bytes: int,
        monotonic: Callable[[], float],
    ) -> None:
        self._exchange = exchange
        self._clock = clock
        self._user_agent = user_agent
        self._header_bytes = header_bytes
        self._monotonic = monotonic

    def post(
        self,
        url: str,
        value: Any,
        *,
        headers: Mapping[str, str],
        timeout_s: float,
        max_bytes: int,
    ) -> FetchResult:
        """Send a value as JSON; what the network does is an outcome, never an exception.

        Args:
            headers: Further ones. They are printable ASCII: the library quotes others in faults.
            timeout_s: Deadline of the whole request.
            max_bytes: Cap on the unpacked answer.

        Returns:
            `OK` for a status of 2xx alone; the start of an error's body comes with its status.
        """
        content = json.dumps(value, separators=(",", ":")).encode("ascii")
        kind = {"Content-Type": "application/json"}
        return self.send("POST", url, content, {**kind, **headers}, timeout_s, max_bytes)

    def post_form(
        self,
        url: str,
        fields: Mapping[str, str],
        *,
        headers: Mapping[str, str],
        timeout_s: float,
        max_bytes: int,
    ) -> FetchResult:
        """The same for fields of a form."""
        content = urlencode(fields).encode("ascii")
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.send("POST", url, content, {**kind, **headers}, timeout_s, max_bytes)

    def get(self, url: str, *, timeout_s: float, max_bytes: int) -> FetchResult:
        """The same without anything to send."""
        return self.send("GET", url, None, {}, timeout_s, max_bytes)

    def send(
        self,
        method: str,
        url: str,
        content: bytes | None,
        more: Mapping[str, str],
        timeout_s: float,
        max_bytes: int,
    ) -> FetchResult:
        """The same for any method; `more` are headers.

        Args:
            content: What is sent; None for nothing.
        """
        began = self._monotonic()
        try:
            address = read_web_address(url)
        except UrlError as error:
            message = f"not a web address ({error.message})"
            return FetchResult(url, FetchOutcome.BAD_URL, url, message=message)
        limits = Limits(began + timeout_s, self._header_bytes, max_bytes)
        sent = self._headers(more, content)
        answer = self._exchange.send(method, address, sent, limits, content=content or b"")
        return self._result(url, address, answer, self._monotonic() - began)

    def close(self) -> None:
        """Let go of kept connections."""
        self._exchange.close()

    def _headers(self, more: Mapping[str, str], content: bytes | None) -> list[tuple[str, str]]:
        ours = {
            "User-Agent": self._user_agent,
            "Accept": "application/json",
            "Accept-Encoding": ACCEPT_ENCODING,
        }
        length = {} if content is None else {"Content-Length": str(len(content))}
        return [*ours.items(), *length.items(), *more.items()]

    def _result(
        self, url: str, address: WebAddress, answer: Answer, elapsed_s: float
    ) -> FetchResult:
        headers = answer.header_map()
        now = self._clock.now()
        outcome, message = _outcome(answer, headers)
        return FetchResult(
            url=url,
            outcome=outcome,
            final_url=url,
            status=answer.status,
            headers=headers,
            body=answer.body,
            retry_after=read_retry_after(headers.get("retry-after"), now),
            message=f"{address.authority}: {message}" if message else "",
            elapsed_s=elapsed_s,
            may_have_sent=answer.may_have_sent,
        )


def _outcome(answer: Answer, headers: Mapping[str, str]) -> tuple[FetchOutcome, str]:
    if answer.fault is not None:
        return answer.fault, answer.message or answer.fault
    if asks_to_wait(answer.status, headers.get("retry-after")):
        return FetchOutcome.RATE_LIMITED, f"status {answer.status}"
    if answer.status >= 400:
        return FetchOutcome.HTTP_ERROR, f"status {answer.status}"
    if answer.status >= 300:
        return FetchOutcome.HTTP_ERROR, f"status {answer.status}, a redirect, is not followed"
    return FetchOutcome.OK, ""


def header_key(key: SecretStr, name: str, subject: str) -> SecretStr:
    """The key; one that a header cannot carry is refused here, where nothing quotes it.

    Args:
        name: Of its setting, as the environment has it.
        subject: Of the error.

    Raises:
        ConfigError: It holds more than printable ASCII.
    """
    secret = key.get_secret_value().strip()
    if not all("\x21" <= sign <= "\x7e" for sign in secret):
        raise ConfigError(f"{name} holds signs that a key cannot have.", subject=subject)
    return SecretStr(secret)
