"""What runs inside a worker process: limits first, then one document at a time."""

import contextlib
import importlib
import pickle
import resource
import signal
import socket
import struct
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from strandline.model.articles import ArticleText
from strandline.model.delivery import Incoming
from strandline.model.entries import Listing
from strandline.model.errors import ParseError
from strandline.model.fetching import FetchResult
from strandline.model.imports import Export
from strandline.model.pictures import MadePicture, PictureOutcome, PictureUse
from strandline.model.sources import Source, SourceState

if TYPE_CHECKING:
    from strandline.adapters.parse.pdf import PdfText
    from strandline.core.text.hints import PageHints

Answer = TypeVar("Answer")

#: What stands before each message: its length in bytes.
LENGTH = "!Q"
#: What a worker says once it can take documents; anything else is why it cannot.
READY = "ready"


def serve(channel: socket.socket, memory_bytes: int, modules: Sequence[str]) -> None:
    """The life of a worker: it says that it is ready, then answers orders until there are no more.

    An order is (seconds of processor time, function, arguments); an answer is (True, what the
    function returned) or (False, what it raised), or (None, why) as the last one.
    """
    with contextlib.suppress(ConnectionError), channel, channel.makefile("rb") as stream:
        try:
            begin(memory_bytes, modules)
        except BaseException as error:  # whatever it is, somebody waits for a word
            _send(channel, f"{type(error).__name__}: {error}")
            return
        _send(channel, READY)
        while head := stream.read(struct.calcsize(LENGTH)):
            try:
                message = stream.read(*struct.unpack(LENGTH, head))
            except MemoryError:  # where the next order begins is not known any more
                _send(channel, (None, too_much("document")))
                return
            _send(channel, _answer(message))


def framed(message: bytes) -> bytes:
    """A message behind its length."""
    return struct.pack(LENGTH, len(message)) + message


def _answer(message: bytes) -> tuple[bool, object]:
    try:
        seconds, function, arguments = pickle.loads(message)  # noqa: S301 - from who started us
        return True, timed(seconds, function, *arguments)
    except Exception as error:  # for the one who asked to raise
        return False, error


def _send(channel: socket.socket, answer: object) -> None:
    try:
        message = pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # whatever an object does when it is to be copied
        told = f"The answer cannot be handed over ({type(error).__name__}: {error})."
        message = pickle.dumps((False, ParseError(told)))
    channel.sendall(framed(message))


def begin(memory_bytes: int, modules: Sequence[str]) -> None:
    """Prepare a worker: load what it needs, then bound what it may take.

    Args:
        memory_bytes: What the worker may take in all, what it holds after loading included; at
            least half of it is left to the document.
        modules: Loaded before the first document, so that no document's time pays for them.
    """
    for name in modules:
        importlib.import_module(name)
    space, resident = _memory()
    limit = space + max(memory_bytes - resident, memory_bytes // 2)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _memory() -> tuple[int, int]:
    """Bytes of address space and of memory in use now (proc(5), `statm`, in pages)."""
    fields = Path("/proc/self/statm").read_text(encoding="ascii").split()
    page_bytes = resource.getpagesize()
    return int(fields[0]) * page_bytes, int(fields[1]) * page_bytes


def timed(seconds: float, function: Callable[..., Answer], *arguments: object) -> Answer:
    """Call a function of this module with so many seconds of processor time.

    The kernel ends the process when they are used up (`SIGPROF` at its default, setitimer(2)).
    Processor time, not time on the wall: a busy machine is no fault of the document.
    """
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return function(*arguments)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def nothing() -> None:
    """What a worker does to be there."""


def listing(source: Source, result: FetchResult) -> Listing:
    """Read what a source answered.

    Raises:
        ParseError: As `read_listing` says, or over the memory limit.
    """
    from strandline.core.sources.kinds import read_listing

    try:
        return read_listing(source, result)
    except (MemoryError, RecursionError) as error:
        raise too_much(source.name) from error


def incoming(body: bytes, recipients: Sequence[str], secret: bytes) -> Incoming:
    """Tell what a mail is.

    Raises:
        RecursionError: Its parts are within each other too deep to be read.
    """
    from strandline.core.delivery.incoming import read_incoming

    return read_incoming(body, recipients, secret)


def feed(name: str, body: bytes, content_type: str, base_url: str) -> Listing:
    """Read a feed with all its items.

    Raises:
        ParseError: As `read_feed` says, or over the memory limit.
    """
    from strandline.core.sources.feeds.reader import read_feed

    try:
        return read_feed(body, content_type=content_type, base_url=base_url, keep_all=True)
    except (MemoryError, RecursionError) as error:
        raise too_much(name) from error


def export(body: bytes) -> Export:
    """Read an export of another program.

    Raises:
        ParseError: As `read_export` says, or over the memory limit.
    """
    from strandline.core.imports import read_export

    try:
        return read_export(body)
    except (MemoryError, RecursionError) as error:
        raise too_much("The export") from error


def page(article_uuid: str, result: FetchResult, now: datetime) -> ArticleText:
    """Extract an article's text and metadata."""
    from strandline.core.text.extract import extract_page

    return extract_page(article_uuid, result, now)


def hints(body: bytes, content_type: str) -> "PageHints":
    """Read what a page says besides its text."""
    from strandline.core.text.hints import read_hints

    return read_hints(body, content_type)


def pdf(path: Path, seconds: float) -> "PdfText":
    """Read a PDF.

    Raises:
        ImportError: The library is not installed.
    """
    from strandline.adapters.parse.pdf import read_pdf

    return read_pdf(path, seconds)


def picture(body: bytes, use: PictureUse) -> MadePicture | PictureOutcome:
    """Write a picture anew for a use; says why where there is none.

    Raises:
        ImportError: The library is not installed.
    """
    from strandline.adapters.parse.pictures import make_picture

    return make_picture(body, use)


def too_much(name: str) -> ParseError:
    """The document takes more than a document may."""
    return ParseError(
        f"{name}: reading the document took more memory than a document may.",
        subject=SourceState.TOO_LARGE.value,
        advice="It is tried again later; raise PARSE_MEMORY_BYTES if you trust it.",
    )
