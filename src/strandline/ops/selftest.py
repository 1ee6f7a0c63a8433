"""Tries an installation as it stands: what must not be reached is not, what must work does.

Each trial is a value with a bound; `doctor` looks, this does. Servers are on loopback, everything
that is written is in folders of its own or removed again.
"""

import gzip
import http.server
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from strandline.model.backups import BackupReason
from strandline.model.delivery import Reply
from strandline.model.errors import StrandlineError
from strandline.model.fetching import FetchKind, FetchOutcome, FetchRequest
from strandline.ops.backup import check_backup, make_backup
from strandline.ops.backup.working import enough_after
from strandline.ops.findings import Finding, Level
from strandline.ports import (
    BackupPlace,
    BlobStore,
    Clock,
    Fetcher,
    LedgerCopies,
    MailWay,
    Safekeeping,
)
from strandline.settings import Settings

#: Unpacked, it is far over every cap; packed, it is some 200 kB.
_BOMB_BYTES = 200_000_000
_CAP_BYTES = 5_000_000
#: A larger ledger is tried by the rehearsals of `up`, which have no bound.
_RESTORE_S = 30.0
#: Spellings of this machine's own address.
_SPELLINGS = ("127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1", "[::ffff:127.0.0.1]")


@dataclass(frozen=True, slots=True)
class Tried:
    """A finding, and how long it took."""

    finding: Finding
    seconds: float


#: Something to be tried: its name, and what finds out.
Trial = tuple[str, Callable[[], Finding]]


def run_trials(trials: Sequence[Trial]) -> Iterator[Tried]:
    """One after the other; a fault of one is its finding, and the others go on."""
    for what, find in trials:
        began = time.monotonic()
        try:
            finding = find()
        except StrandlineError as error:
            finding = Finding(what, Level.FAULT, error.message, error.advice)
        except Exception as error:  # a trial that breaks has failed
            finding = Finding(what, Level.FAULT, f"{type(error).__name__}: {error}")
        yield Tried(finding, time.monotonic() - began)


@dataclass
class Server:
    """A server on loopback that counts who comes.

    Attributes:
        hits: What was asked for.
    """

    port: int = 0
    hits: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        """Without a slash at its end."""
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def serving(answer: Callable[[str], tuple[str, bytes, str]]) -> Iterator[Server]:
    """A server for a while.

    Args:
        answer: Path → media type, body and content encoding.
    """
    server = Server()

    class Handler(http.server.BaseHTTPRequestHandler):
        timeout = 10

        def do_GET(self) -> None:
            """Count, and answer."""
            server.hits.append(self.path)
            media_type, body, coding = answer(self.path)
            self.send_response(200)
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(body)))
            if coding:
                self.send_header("Content-Encoding", coding)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
            """Nothing."""

    listening = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listening.daemon_threads = True
    server.port = listening.server_port
    thread = threading.Thread(target=listening.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        listening.shutdown()
        listening.server_close()
        thread.join(5)


@contextmanager
def hostile() -> Iterator[Server]:
    """A server of this machine that nothing may reach."""
    with serving(lambda _path: ("text/plain", b"a secret of this machine", "")) as server:
        yield server


def page_for(target: Server) -> Callable[[str], tuple[str, bytes, str]]:
    """A page that tries by every road to reach a server that it must not."""
    evil = target.address
    body = (
        "<!doctype html><html lang=en><title>The old bridge is closed</title>"
        f"<img src='{evil}/picture'><iframe src='{evil}/frame'></iframe>"
        f"<link rel=stylesheet href='{evil}/style'><script src='{evil}/script'></script>"
        f"<script>fetch('{evil}/fetch',{{mode:'no-cors'}}).catch(()=>0);"
        f"try{{new WebSocket('{evil.replace('http', 'ws')}/socket')}}catch(e){{}}"
        f"navigator.sendBeacon&&navigator.sendBeacon('{evil}/beacon');</script>"
        "<article><h1>The old bridge is closed</h1>"
        + "<p>Cracks were found in two of its arches, and traffic goes round by the mill until "
        "the middle of May, the council said on Monday after a long meeting.</p>" * 4 + "</article>"
    ).encode()
    bomb = gzip.compress(bytes(_BOMB_BYTES), 1)

    def answer(path: str) -> tuple[str, bytes, str]:
        if path == "/bomb":
            return "text/html", bomb, "gzip"
        if path == "/robots.txt":
            return "text/plain", b"", ""
        return "text/html; charset=utf-8", body, ""

    return answer


def try_guard(fetcher: Fetcher, server: Server, settings: Settings) -> Finding:
    """Whether any spelling of this machine's address is fetched."""
    what = "addresses of this machine"
    if settings.fetch.allow_private_networks:
        allowed = ", ".join(settings.fetch.allow_private_networks)
        return Finding(
            what,
            Level.WARNING,
            f"not tried in full: ALLOW_PRIVATE_NETWORKS opens {allowed}",
            "Take out what is not needed any more.",
        )
    asked = [
        fetcher.fetch(FetchRequest(f"http://{name}:{server.port}/", FetchKind.PAGE))
        for name in _SPELLINGS
    ]
    through = [result.url for result in asked if result.outcome is FetchOutcome.OK]
    if server.hits or through:
        return Finding(what, Level.FAULT, f"reached: {', '.join(through or server.hits)}", _REPORT)
    return Finding(what, Level.OK, f"{len(asked)} spellings, none was reached")


def try_bomb(fetcher: Fetcher, server: Server) -> Finding:
    """Whether an answer that unpacks without end is given up."""
    request = FetchRequest(f"{server.address}/bomb", FetchKind.PAGE, max_bytes=_CAP_BYTES)
    result = fetcher.fetch(request)
    if result.outcome is not FetchOutcome.TOO_LARGE or result.body:
        said = f"it ended as {result.outcome.value}, with {len(result.body):,} bytes"
        return Finding("a bomb", Level.FAULT, said, _REPORT)
    return Finding("a bomb", Level.OK, f"given up at {_CAP_BYTES / 1e6:.0f} MB of its 200")


def try_objects(blobs: BlobStore, new_id: Callable[[], str]) -> Finding:
    """Write, read and delete one object."""
    key, content = f"selftest/{new_id()}", b"written, read back and removed\n" * 100
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "object"
        source.write_bytes(content)
        blobs.put(key, source, "text/plain")
    try:
        read = b"".join(blobs.read(key))
        part = b"".join(blobs.read(key, start=5, end=9))
    finally:
        blobs.delete([key])
    if read != content or part != content[5:9]:
        return Finding("object store", Level.FAULT, "it gave back other bytes than it was given")
    if blobs.size(key) is not None:
        return Finding("object store", Level.FAULT, "what was deleted is still there")
    return Finding("object store", Level.OK, "written, read back, read in part, deleted")


def try_restore(
    settings: Settings, copies: LedgerCopies, local: Callable[[Path], BlobStore], clock: Clock
) -> Finding:
    """Back the ledger up into a folder of its own, and bring it back from there."""
    what = "backup and restore"
    data = settings.database.folder
    with (
        enough_after(_RESTORE_S) as enough,
        tempfile.TemporaryDirectory(prefix=".selftest-", dir=data) as folder,
    ):
        place = BackupPlace(local(Path(folder)), "", folder)
        safekeeping = Safekeeping((place,), copies)
        try:
            made = make_backup(safekeeping, settings, clock, BackupReason.BY_HAND, enough)
            check_backup(made.newest, copies, data)
        except StrandlineError:
            if not enough.is_set():
                raise
            said = f"not tried to its end: it takes longer than {_RESTORE_S:.0f} s"
            return Finding(what, Level.WARNING, said, "Try it alone: strandline backup check.")
    rows = sum(made.newest.manifest.ledger.counts.values())
    return Finding(what, Level.OK, f"{rows:,} rows came back, the database is whole")


def try_mail(way: MailWay | None, sender: str, now: datetime) -> Finding:
    """Send one mail to oneself."""
    if way is None:
        return Finding("mail", Level.OK, "not used: MAIL_WAY is none")
    to = sender.rpartition("<")[2].rstrip("> ")
    stamp = f"{now:%a, %d %b %Y %H:%M:%S} +0000"
    message = (
        f"From: {sender}\r\nTo: {to}\r\nSubject: Strandline selftest\r\nDate: {stamp}\r\n"
        "Content-Type: text/plain; charset=utf-8\r\n\r\nMails leave the house.\r\n"
    ).encode()
    connection = way.connect()
    reply: Reply | None
    if isinstance(connection, Reply):
        reply = connection
    else:
        try:
            reply = connection.send(to, to, message, lambda: True)
        finally:
            connection.close()
    if reply is None or reply.code >= 400 or reply.code < 200:
        said = f"refused: {reply.text if reply else 'no answer'}"
        return Finding("mail", Level.FAULT, said, "Look at MAIL_WAY, MAIL_FROM and SMTP settings.")
    return Finding("mail", Level.OK, f"accepted by {way.name} for {to}")


_REPORT = "Keep this machine off the network and report it: SECURITY.md says how."
