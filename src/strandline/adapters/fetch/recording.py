"""Writes down requests and answers as they went over the wire, for the archive.

A *tape* takes one request and its answer: heads in memory, the body into files as it comes, so
that nothing is held but one piece. What came before a fault is kept: it is for the archive to say
whether half a page is better than none.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import IO

from strandline.model.fetching import FetchResult


@dataclass(frozen=True, slots=True)
class Exchanged:
    """One request and its answer.

    Attributes:
        request_headers: As sent, in order, `Host` included.
        version: `HTTP/1.1` or `HTTP/2`.
        headers: Of the answer, as sent: case and order kept, repeated ones too.
        address: IP address that answered; empty where nothing did.
        sent: File with the body as sent (chunks joined, content coding kept); None without a body.
        body: File with the body after content coding; the same file where there is none.
        is_whole: False where the answer ended before its end, or never began.
    """

    method: str
    url: str
    started_at: datetime
    request_headers: tuple[tuple[str, str], ...]
    version: str = ""
    status: int = 0
    reason: str = ""
    headers: tuple[tuple[bytes, bytes], ...] = ()
    address: str = ""
    sent: Path | None = None
    body: Path | None = None
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class Recording:
    """All requests that served one question, oldest first.

    Attributes:
        result: The outcome; its body is only the start of the body.
    """

    result: FetchResult
    exchanges: tuple[Exchanged, ...]

    @property
    def last(self) -> Exchanged | None:
        """The exchange at the end of the chain; None where nothing was sent."""
        return self.exchanges[-1] if self.exchanges else None


class Tape:
    """Takes one request; a request that is sent anew starts it anew.

    Args:
        folder: Where the body goes.
        number: Tells the files of several tapes apart.
        now: Current time, aware UTC.
    """

    def __init__(self, folder: Path, number: int, now: Callable[[], datetime]) -> None:
        self._sent_path = folder / f"{number}.sent"
        self._body_path = folder / f"{number}.body"
        self._now = now
        self._files: dict[Path, IO[bytes]] = {}
        self._facts: Exchanged | None = None
        self._is_coded = self._is_whole = False

    def ask(self, method: str, url: str, headers: tuple[tuple[str, str], ...]) -> None:
        """A request goes out."""
        self.drop()
        self._is_coded = self._is_whole = False
        self._facts = Exchanged(method, url, self._now(), headers)

    def answer(
        self,
        version: str,
        status: int,
        reason: str,
        headers: tuple[tuple[bytes, bytes], ...],
        address: str,
    ) -> None:
        """Its head comes in."""
        self._facts = replace(
            self._asked(),
            version=version,
            status=status,
            reason=reason,
            headers=headers,
            address=address,
        )

    def keep_sent(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """Write the body as sent while it passes through."""
        return self._written(pieces, self._sent_path)

    def keep_body(self, pieces: Iterator[bytes], *, is_coded: bool) -> Iterator[bytes]:
        """Write the decoded body while it passes through; without a coding it is there already."""
        self._is_coded = is_coded
        return self._written(pieces, self._body_path) if is_coded else pieces

    def drop(self) -> None:
        """Forget the body: the request is sent anew, or it is too large to keep."""
        self._close()
        for path in (self._sent_path, self._body_path):
            path.unlink(missing_ok=True)

    def finish(self) -> None:
        """The body came to its end."""
        self._is_whole = True

    def end(self) -> Exchanged | None:
        """Close the files; None where nothing was asked."""
        self._close()
        facts = self._facts
        if facts is None:
            return None
        sent = self._sent_path if self._sent_path.exists() else None
        body = self._body_path if self._is_coded else sent
        if body is not None and not body.exists():
            body = None
        return replace(facts, sent=sent, body=body, is_whole=self._is_whole)

    def _asked(self) -> Exchanged:
        if self._facts is None:
            raise RuntimeError("an answer without a question")
        return self._facts

    def _written(self, pieces: Iterator[bytes], path: Path) -> Iterator[bytes]:
        for piece in pieces:
            self._write(path, piece)
            yield piece

    def _write(self, path: Path, piece: bytes) -> None:
        if path not in self._files:
            self._files[path] = path.open("wb")
        self._files[path].write(piece)

    def _close(self) -> None:
        for file in self._files.values():
            file.close()
        self._files.clear()


class Recorder:
    """Gives a tape to every request of a visit.

    Args:
        folder: Where bodies go; made if it is absent.
        now: Current time, aware UTC.
    """

    def __init__(self, folder: Path, now: Callable[[], datetime]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._now = now
        self._exchanges: list[Exchanged] = []

    def tape(self) -> Tape:
        """For the next request."""
        return Tape(self._folder, len(self._exchanges), self._now)

    def add(self, tape: Tape) -> None:
        """The request ended."""
        exchanged = tape.end()
        if exchanged is not None:
            self._exchanges.append(exchanged)

    def exchanges(self) -> tuple[Exchanged, ...]:
        """What was recorded, oldest first."""
        return tuple(self._exchanges)
