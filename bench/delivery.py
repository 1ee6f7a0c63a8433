"""Mails rendered and handed over to a mail server on loopback, beside a bare smtplib loop.

    python bench/delivery.py                # 10,000 mails
    python bench/delivery.py --mails 1000   # while the machine is busy

The server is Debian's `smtp-sink` where it is installed (package postfix), else a small one of our
own; both take everything and keep nothing. The bare loops remember nothing: one sends a prepared
message of the same size again and again, one makes everybody a message with a link of their own.
Ours has such links and a row for each recipient, with two commits a mail. Each runs in a process of
its own: memory is that of the whole process at its end. Targets, against the loop that does the
same work: half its speed with one connection, more with four.
"""

import argparse
import asyncio
import multiprocessing
import os
import platform
import resource
import shutil
import smtplib
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from strandline.model.editions import EditionState
from strandline.pipelines.delivery import send_edition
from strandline.settings import Settings
from strandline.testing.builders import NOW
from strandline.testing.mail_house import an_edition, an_item, house_settings, people
from strandline.wiring import open_ports

ITEMS = 30
#: Columns of the table.
HEAD = ("what", "connections", "mails/s", "ms of processor a mail", "kB a mail", "MB at the end")


class Sink(asyncio.Protocol):
    """Takes every mail, as `smtp-sink` does."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._out = transport
        self._rest, self._is_data = b"", False
        self._say(b"220 sink ESMTP")

    def data_received(self, data: bytes) -> None:
        self._rest += data
        while self._rest:
            if self._is_data:
                end = self._rest.find(b"\r\n.\r\n")
                if end < 0:
                    self._rest = self._rest[-4:]
                    return
                self._rest, self._is_data = self._rest[end + 5 :], False
                self._say(b"250 2.0.0 Ok")
                continue
            line, found, rest = self._rest.partition(b"\r\n")
            if not found:
                return
            self._rest = rest
            self._answer(line[:4].upper())

    def _answer(self, verb: bytes) -> None:
        if verb == b"DATA":
            self._is_data = True
            self._say(b"354 End with .")
        elif verb == b"QUIT":
            self._say(b"221 Bye")
            self._out.close()
        else:
            self._say(b"250 2.0.0 Ok")

    def _say(self, line: bytes) -> None:
        self._out.write(line + b"\r\n")  # type: ignore[attr-defined]


def serve(port: int) -> None:
    """Run the sink of our own."""

    async def run() -> None:
        server = await asyncio.get_running_loop().create_server(Sink, "127.0.0.1", port)
        async with server:
            await server.serve_forever()

    asyncio.run(run())


@contextmanager
def sink() -> Iterator[tuple[str, int]]:
    """A server that takes everything: its name and port."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    program = shutil.which("smtp-sink") or shutil.which("smtp-sink", path="/usr/sbin")
    command = [program, "-u", "nobody", f"127.0.0.1:{port}", "100"] if program else None
    command = command or [sys.executable, __file__, "--serve", str(port)]
    running = subprocess.Popen(command)
    try:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.05)
        yield Path(command[0]).name if program else "our own sink", port
    finally:
        running.terminate()
        running.wait()


def bare(port: int, mails: int, message: bytes) -> tuple[float, float]:
    """Seconds, and of the processor, of the loop that one would write oneself."""
    begun, used = time.perf_counter(), time.process_time()
    with smtplib.SMTP("127.0.0.1", port) as client:
        for number in range(mails):
            client.sendmail("news@river.example", [f"p{number}@d.example"], message)
    return time.perf_counter() - begun, time.process_time() - used


def made(port: int, mails: int, message: bytes) -> tuple[float, float]:
    """The same of a loop in which everybody gets a message of their own."""
    parts = {
        part.get_content_subtype(): part.get_content()
        for part in message_from_bytes(message, policy=SMTP).iter_parts()
    }
    begun, used = time.perf_counter(), time.process_time()
    with smtplib.SMTP("127.0.0.1", port) as client:
        for number in range(mails):
            to, leave = f"p{number}@d.example", f"https://river.example/mail/{number}"
            one = EmailMessage()
            one["Subject"], one["From"], one["To"] = "News", "news@river.example", to
            one["List-Unsubscribe"] = f"<{leave}>"
            one.set_content(f"{parts['plain']}\n{leave}")
            one.add_alternative(f'{parts["html"]}<a href="{leave}">Leave</a>', subtype="html")
            client.send_message(one)
    return time.perf_counter() - begun, time.process_time() - used


def ours(settings: Settings, digest_id: str) -> tuple[float, float]:
    """The same of a send that was planned."""
    with open_ports(settings, log=False) as ports:
        begun, used = time.perf_counter(), time.process_time()
        done = send_edition(ports, settings, digest_id)
        took = time.perf_counter() - begun, time.process_time() - used
    if not done.is_balanced:
        raise SystemExit(f"not all were sent: {done}")
    return took


def prepared(folder: Path, port: int, mails: int, runs: int) -> list[tuple[Settings, str]]:
    """A ledger with subscribers and planned editions."""
    settings = house_settings(folder / "s.sqlite3", port)
    items = tuple(an_item(n, summary="What was decided, and by whom. " * 6) for n in range(ITEMS))
    made = []
    with open_ports(settings, log=False) as ports:
        ports.store.save_subscribers(people(mails))
        now = ports.clock.now()
        for number in range(runs):
            digest = an_edition(f"{number:032x}", items=items, state=EditionState.SENDING)
            ports.store.save_digest(replace(digest, created_at=NOW), [])
            ports.store.plan_sending(digest.digest_id, "public", "smtp", now)
            made.append((settings, digest.digest_id))
    return made


def measured(work: str, *given: object) -> tuple[float, float, float]:
    """Seconds, of the processor, and megabytes at the end, of work in a process of its own."""
    context = multiprocessing.get_context("spawn")
    answers = context.Queue()
    process = context.Process(target=_measured, args=(answers, work, given))
    process.start()
    seconds, used, size = answers.get()
    process.join()
    return seconds, used, size


def _measured(answers: object, work: str, given: tuple[object, ...]) -> None:
    times = {"bare": bare, "made": made, "ours": ours}[work](*given)  # type: ignore[operator]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    answers.put((*times, peak))  # type: ignore[attr-defined]


def message_of(settings: Settings, digest_id: str) -> bytes:
    """One mail of an edition, for the bare loop."""
    from strandline.pipelines.delivery.letters import letters_of

    with open_ports(settings, log=False) as ports:
        digest = ports.store.digest(digest_id)
        (first,) = ports.store.deliveries(digest_id, limit=1)
        assert digest is not None
        letter = letters_of(ports, settings, digest, NOW).letter(first)
        assert letter is not None
        return letter.message


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--mails", type=int, default=10_000)
    parser.add_argument("--serve", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve)
        return
    with sink() as (name, port), tempfile.TemporaryDirectory() as folder:
        plans = prepared(Path(folder), port, options.mails, 2)
        message = message_of(*plans[0])
        loops = (("bare", "loop, one message for all"), ("made", "loop, a message for each"))
        rows = [
            (f"bare smtplib {what}", 1, *measured(work, port, options.mails, message))
            for work, what in loops
        ]
        for connections, (settings, digest_id) in zip((1, 4), plans, strict=True):
            mail = settings.mail.model_copy(update={"connections": connections})
            own = settings.model_copy(update={"mail": mail})
            rows.append(("strandline", connections, *measured("ours", own, digest_id)))
        print(f"{options.mails:,} mails to {name}; Python {platform.python_version()}, ", end="")
        print(f"{os.cpu_count()} cores, {platform.machine()}\n")
        print("| " + " | ".join(HEAD) + " |\n|---|---|---|---|---|---|")
        for what, connections, seconds, used, size in rows:
            speed = f"{options.mails / seconds:,.0f}"
            cost = f"{used * 1000 / options.mails:.2f}"
            size_kb = f"{len(message) / 1000:.0f}"
            print(f"| {what} | {connections} | {speed} | {cost} | {size_kb} | {size:.0f} |")


if __name__ == "__main__":
    main()
