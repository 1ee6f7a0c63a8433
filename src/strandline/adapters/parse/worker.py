"""One parser process as seen from ours: started, given documents one by one, killed when it hangs.

Ours and the process talk over a pair of sockets, in pickled messages behind their length. Nothing
waits without a bound: whoever talks to a process that hangs kills it.
"""

import contextlib
import multiprocessing
import os
import pickle
import signal
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import forkserver, resource_tracker
from typing import Any, TypeVar

from strandline.adapters.parse import work
from strandline.model.errors import ParserFault

Answer = TypeVar("Answer")

#: How long a process may take until it is ready, seconds: it loads libraries on a busy machine.
START_S = 120.0
#: How long the end of a killed process is awaited, seconds.
_END_S = 5.0
#: They are for the process that started the workers: it ends them, or they see it end.
_NOT_THEIRS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class WorkerGone(Exception):
    """The process ended, or was ended, without an answer.

    Attributes:
        exit_code: Negative where a signal ended it; None where it is not known.
    """

    def __init__(self, exit_code: int | None) -> None:
        super().__init__(f"exit status {exit_code}")
        self.exit_code = exit_code


class NotHandedOver(Exception):
    """The document, or the answer to it, cannot travel between two processes."""


class Worker:
    """A process that reads documents; used by one thread at a time.

    It is forked from a server without threads (`forkserver`), since forking a program with threads
    can copy a lock that nobody will open.

    Args:
        memory_bytes: What it may take; see `work.begin`.
        modules: What it loads at its start.

    Attributes:
        documents: How many it was given.
        leaves: It takes no more of them.
    """

    def __init__(self, memory_bytes: int, modules: Sequence[str]) -> None:
        self.documents, self.leaves = 0, False
        context = multiprocessing.get_context("forkserver")
        # What the server has loaded, its workers have from the start.
        context.set_forkserver_preload([work.__name__, *modules])
        self._channel, theirs = socket.socketpair()
        self._process = context.Process(
            target=work.serve, args=(theirs, memory_bytes, tuple(modules)), daemon=True
        )
        self._theirs = theirs

    def begin(self) -> None:
        """Start the process, and wait until it is ready.

        Raises:
            ParserFault: It cannot begin; the message holds what it said.
        """
        deadline = time.monotonic() + START_S
        try:
            with self._theirs, _deaf():
                _in_time(self._process.start)
            said = self._receive(deadline)
        except (OSError, EOFError, RuntimeError) as error:
            told = "they are not ready in time" if isinstance(error, TimeoutError) else str(error)
            raise _cannot_begin(told or type(error).__name__) from error
        except WorkerGone as error:
            raise _cannot_begin(f"they end at once ({error})") from error
        if said != work.READY:
            raise _cannot_begin(str(said))

    def call(
        self,
        function: Callable[..., Answer],
        arguments: Sequence[object],
        *,
        cpu_s: float,
        wall_s: float,
    ) -> Answer:
        """Call a function of `work` in the process.

        What the function raises is raised here. The process is of no use after another exception.

        Args:
            cpu_s: Processor time that it may take.
            wall_s: Time on the wall, the handing over included.

        Raises:
            NotHandedOver: See there.
            TimeoutError: No answer in time.
            WorkerGone: It died.
        """
        self.documents += 1
        deadline = time.monotonic() + wall_s
        try:
            order = pickle.dumps((cpu_s, function, arguments), pickle.HIGHEST_PROTOCOL)
        except Exception as error:  # whatever an object does when it is to be copied
            raise NotHandedOver(f"{type(error).__name__}: {error}") from error
        with contextlib.suppress(ConnectionError):  # its last word may be there to be read
            self._channel.settimeout(wall_s)
            self._channel.sendall(work.framed(order))
        is_answer, answer = self._receive(deadline)
        self.leaves = is_answer is None
        if not is_answer:
            raise answer
        return answer  # type: ignore[no-any-return] # it is what the function returned

    def is_alive(self) -> bool:
        """True while the process runs."""
        return self._process.is_alive()

    def interrupt(self) -> None:
        """Kill the process from another thread; the one that waits for an answer sees it end."""
        if self._process.pid is not None:
            self._process.kill()

    def end(self) -> None:
        """Kill the process, and take note of its end."""
        self.interrupt()
        if self._process.pid is not None:
            self._process.join(_END_S)
        self._channel.close()

    def _receive(self, deadline: float) -> Any:
        (length,) = struct.unpack(work.LENGTH, self._take(struct.calcsize(work.LENGTH), deadline))
        message = self._take(length, deadline)
        try:
            return pickle.loads(message)  # noqa: S301 - from a process of ours
        except Exception as error:  # whatever an object does when it is put together again
            raise NotHandedOver(f"{type(error).__name__}: {error}") from error

    def _take(self, count: int, deadline: float) -> bytes:
        pieces = bytearray()
        while len(pieces) < count:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            self._channel.settimeout(left)
            try:
                piece = self._channel.recv(min(count - len(pieces), 1 << 20))
            except ConnectionError:
                piece = b""
            if not piece:
                self._process.join(_END_S)
                raise WorkerGone(self._process.exitcode)
            pieces += piece
        return bytes(pieces)


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """A process that is started inside hears none of the signals that are for us."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _NOT_THEIRS)
    try:
        resource_tracker.ensure_running()  # it comes first, and opens two of them again
        signal.pthread_sigmask(signal.SIG_BLOCK, _NOT_THEIRS)
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _in_time(start: Callable[[], None]) -> None:
    """Start a process. The server that forks it is waited for without a bound by the library.

    Raises:
        TimeoutError: It does not answer; it is killed, and the next start begins another.
    """
    faults: list[BaseException] = []

    def run() -> None:
        try:
            start()
        except BaseException as error:  # it is raised by who waits
            faults.append(error)

    thread = threading.Thread(target=run, name="parse-begin", daemon=True)
    thread.start()
    thread.join(START_S)
    if thread.is_alive():
        server = getattr(forkserver, "_forkserver", None)
        pid = getattr(server, "_forkserver_pid", None)
        if pid is not None:
            os.kill(pid, signal.SIGKILL)
            # Gone before the next start asks: the library would take a dying one for running.
            with contextlib.suppress(ChildProcessError):
                os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        raise TimeoutError
    if faults:
        raise faults[0]


def _cannot_begin(reason: str) -> ParserFault:
    said = " ".join(reason.split())[:300].rstrip(".")
    return ParserFault(
        f"The processes that read documents cannot begin: {said}.",
        advice="Install what is missing, or let them have more memory (PARSE_MEMORY_BYTES, and "
        "the limits of this machine); `strandline doctor` tells whether they begin.",
    )
