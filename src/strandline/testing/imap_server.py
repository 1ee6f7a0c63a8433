"""A small IMAP server on loopback for tests: the real protocol, with faults where it is told to."""

import re
import socket
import socketserver
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

_PARTIAL = re.compile(r"BODY\.PEEK\[\]<0\.(\d+)>")


@dataclass
class ImapServer:
    """One mailbox of one user, `ada` with the password `secret`.

    Attributes:
        mails: UID → bytes; of the folder INBOX.
        flags: UID → what it is marked with.
        moved: Folder → mails that were moved or copied there.
        drops_at: UID in whose middle the connection breaks; once.
        lies: Says that a mail is so many bytes longer than what it was asked for.
        can_move: Knows MOVE (RFC 6851).
        commands: Everything that was said to it, without passwords.
    """

    port: int = 0
    validity: int = 7
    mails: dict[int, bytes] = field(default_factory=dict)
    flags: dict[int, set[str]] = field(default_factory=dict)
    moved: dict[str, list[bytes]] = field(default_factory=dict)
    drops_at: int | None = None
    lies: int = 0
    can_move: bool = True
    commands: list[str] = field(default_factory=list)

    def put(self, body: bytes) -> int:
        """A mail comes in. Returns its UID."""
        uid = max(self.mails, default=0) + 1
        self.mails[uid] = body
        return uid


class _Session(socketserver.StreamRequestHandler):
    box: ImapServer
    tls: ssl.SSLContext | None
    starttls: ssl.SSLContext | None

    def setup(self) -> None:
        if self.tls is not None:
            self.request = self.tls.wrap_socket(self.request, server_side=True)
        super().setup()

    def finish(self) -> None:
        super().finish()
        self.request.close()  # the server closes the one without TLS

    def handle(self) -> None:
        self.is_in = False
        self._say("* OK ready")
        while line := self.rfile.readline(100_000):
            tag, _, rest = line.decode("utf-8", "replace").strip().partition(" ")
            self.box.commands.append(re.sub(r"(?i)(LOGIN \S+) .*", r"\1", rest))
            verb, _, given = rest.partition(" ")
            if verb.upper() == "UID":
                verb, _, given = given.partition(" ")
            known: dict[str, Callable[[str, str], bool]] = {
                "CAPABILITY": self._capability,
                "STARTTLS": self._starttls,
                "LOGIN": self._login,
                "SELECT": self._select,
                "SEARCH": self._search,
                "FETCH": self._fetch,
                "STORE": self._store,
                "MOVE": self._move,
                "COPY": self._copy,
                "CREATE": self._create,
                "EXPUNGE": self._expunge,
                "LOGOUT": self._logout,
            }
            act = known.get(verb.upper())
            if act is None:
                self._say(f"{tag} BAD what is {verb}")
            elif not act(tag, given):
                return

    def _say(self, text: str) -> None:
        self.wfile.write(text.encode() + b"\r\n")
        self.wfile.flush()

    def _ok(self, tag: str) -> bool:
        self._say(f"{tag} OK done")
        return True

    def _capability(self, tag: str, _given: str) -> bool:
        more = " STARTTLS" if self.starttls else ""
        more += " MOVE" if self.box.can_move else ""
        self._say(f"* CAPABILITY IMAP4rev1 UIDPLUS{more}")
        return self._ok(tag)

    def _starttls(self, tag: str, _given: str) -> bool:
        if self.starttls is None:
            self._say(f"{tag} BAD no")
            return True
        self._ok(tag)
        self.request = self.starttls.wrap_socket(self.request, server_side=True)
        super().setup()
        return True

    def _login(self, tag: str, given: str) -> bool:
        self.is_in = given in ('ada "secret"', '"ada" "secret"')
        if not self.is_in:
            self._say(f"{tag} NO wrong password")
            return True
        return self._ok(tag)

    def _select(self, tag: str, given: str) -> bool:
        if not self.is_in or given != '"INBOX"':
            self._say(f"{tag} NO there is no folder {given}")
            return True
        self._say(f"* {len(self.box.mails)} EXISTS")
        self._say(f"* OK [UIDVALIDITY {self.box.validity}] fine")
        return self._ok(tag)

    def _search(self, tag: str, given: str) -> bool:
        first = int(re.findall(r"UID (\d+):\*", given)[0])
        keyword = re.findall(r"UNKEYWORD (\S+)", given)
        last = max(self.box.mails, default=0)
        found = [
            uid
            for uid in self.box.mails
            if (uid >= first or uid == last)
            and not (keyword and keyword[0] in self.box.flags.get(uid, ()))
        ]
        self._say("* SEARCH " + " ".join(map(str, found)))
        return self._ok(tag)

    def _fetch(self, tag: str, given: str) -> bool:
        uid, _, what = given.partition(" ")
        body = self.box.mails.get(int(uid))
        asked = _PARTIAL.search(what)
        if body is None or asked is None:
            return self._ok(tag)
        part = body[: int(asked[1])]
        size = int(asked[1]) + self.box.lies if self.box.lies else len(part)
        self.wfile.write(f"* 1 FETCH (UID {uid} BODY[]<0> {{{size}}}\r\n".encode())
        if self.box.drops_at == int(uid):
            self.box.drops_at = None
            self.wfile.write(part[: len(part) // 2])
            self.wfile.flush()
            self.request.shutdown(socket.SHUT_RDWR)
            return False
        self.wfile.write(part + b")\r\n")
        return self._ok(tag)

    def _store(self, tag: str, given: str) -> bool:
        uid, _, what = given.partition(" ")
        self.box.flags.setdefault(int(uid), set()).update(re.findall(r"[\\\w]+", what[13:]))
        return self._ok(tag)

    def _taken(self, tag: str, given: str) -> tuple[int, str] | None:
        uid, _, folder = given.partition(" ")
        if folder not in self.box.moved:
            self._say(f"{tag} NO [TRYCREATE] there is no such folder")
            return None
        return int(uid), folder

    def _move(self, tag: str, given: str) -> bool:
        taken = self._taken(tag, given)
        if taken is None:
            return True
        self.box.moved[taken[1]].append(self.box.mails.pop(taken[0]))
        return self._ok(tag)

    def _copy(self, tag: str, given: str) -> bool:
        taken = self._taken(tag, given)
        if taken is None:
            return True
        self.box.moved[taken[1]].append(self.box.mails[taken[0]])
        return self._ok(tag)

    def _create(self, tag: str, given: str) -> bool:
        self.box.moved.setdefault(given, [])
        return self._ok(tag)

    def _expunge(self, tag: str, given: str) -> bool:
        if "\\Deleted" in self.box.flags.get(int(given), ()):
            self.box.mails.pop(int(given), None)
        return self._ok(tag)

    def _logout(self, tag: str, _given: str) -> bool:
        self._say("* BYE")
        self._ok(tag)
        return False


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up is no fault of a test."""


@contextmanager
def running_imap_server(
    *, tls: ssl.SSLContext | None = None, starttls: ssl.SSLContext | None = None
) -> Iterator[ImapServer]:
    """A server for as long as the context lasts."""
    box = ImapServer()
    session = type("Session", (_Session,), {"box": box, "tls": tls, "starttls": starttls})
    with _Server(("127.0.0.1", 0), session) as server:
        box.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield box
        finally:
            server.shutdown()
            thread.join()
