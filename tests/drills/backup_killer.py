"""Makes backups that end in the middle, each in a process of its own: its parent imports once.

    python backup_killer.py FOLDER < POINTS

A point is a line, `PHASE:NUMBER:SECONDS`: so long after the NUMBERth thing that a phase does with
files of the folder, as Python's audit events tell of them. It is answered by the phase in which it
was killed, or `ended` where the point was never reached.
An empty line makes a backup to its end; the answer has each of its acts: phase and seconds until
the next one.
"""

import os
import signal
import sys
import time
from collections import Counter
from pathlib import Path

# What a backup needs is imported once for all of them.
import strandline.adapters.blobs.local
import strandline.adapters.clock
import strandline.adapters.store
import strandline.cli.backup
import strandline.ops.backup
import strandline.pipelines.archive.takedown_list
import strandline.wiring  # noqa: F401
from strandline.cli.root import run

#: In their order. `copying`: the database; `packing`: what is put later; `putting`: every file but
#: the manifest; `manifest`: from its first byte until it is in its place; `after`: what the rule
#: lets go of, and what the ledger is told.
PHASES = ("beginning", "copying", "packing", "putting", "manifest", "after")


class Acts:
    """Counts what is done with files below a folder, by phase; hears audit events."""

    def __init__(self, folder: Path, point: tuple[str, int, float] | None, out: int) -> None:
        self._head, self._point, self._out = f"{folder}/", point, out
        self._place, self._numbers, self._is_in_place = 0, Counter[str](), False
        self.told: list[tuple[str, float]] = []

    def hear(self, event: str, given: tuple[object, ...]) -> None:
        names = [
            os.fsdecode(one) for one in given[:2] if isinstance(one, str | bytes | os.PathLike)
        ]
        names = [name.removeprefix(self._head) for name in names if name.startswith(self._head)]
        if not names or not event.startswith(("open", "os.", "shutil.", "sqlite3.", "tempfile.")):
            return
        self._move_on(event, names)
        phase = PHASES[self._place]
        self._numbers[phase] += 1
        self.told.append((phase, time.monotonic()))
        if self._point is not None and self._point[:2] == (phase, self._numbers[phase]):
            self._end(self._point[2])

    def _move_on(self, event: str, names: list[str]) -> None:
        """Look which phase this act begins; an act is heard of before it is done."""
        if self._is_in_place:
            self._begin("after")
        parts = names[0].split("/")
        if parts[0].startswith(".backup-") and len(parts) == 2:
            if parts[1] == "copy":
                self._begin("copying")
            elif parts[1].endswith(".gz") or parts[1].endswith(".zst"):
                self._begin("packing")
            elif parts[1] == "manifest.json":
                self._begin("manifest")
            elif parts[1].startswith("begun"):
                self._begin("putting")
        self._is_in_place |= event == "os.rename" and names[-1].endswith("/manifest.json")

    def _begin(self, phase: str) -> None:
        if PHASES.index(phase) > self._place:
            self._place = PHASES.index(phase)
            os.write(self._out, bytes([self._place]))

    def said(self) -> str:
        """Each act: its phase, and seconds until the next one."""
        ends = [*(when for _, when in self.told[1:]), time.monotonic()]
        both = zip(self.told, ends, strict=True)
        return " ".join(f"{phase}:{end - when:.6f}" for (phase, when), end in both)

    def _end(self, seconds: float) -> None:
        if seconds:
            signal.setitimer(signal.ITIMER_REAL, seconds)  # nobody hears SIGALRM: it ends all
        else:
            os.kill(os.getpid(), signal.SIGKILL)


def backed_up(folder: Path, point: tuple[str, int, float] | None) -> str:
    """The phase in which it was killed, or its acts where it came to its end."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        acts = Acts(folder, point, writing)
        sys.addaudithook(acts.hear)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        status = run(["backup"])
        os.write(writing, acts.said().encode() if point is None else b"")
        os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    is_killed = os.waitpid(child, 0)[1] != 0
    places, told = said[: len(PHASES) - 1], said[len(PHASES) - 1 :]
    if is_killed:
        return PHASES[places[-1] if places else 0]
    return told.decode() or "ended"


def main(folder: Path) -> None:
    """Command line."""
    for line in sys.stdin:
        phase, _, rest = line.strip().partition(":")
        number, _, seconds = rest.partition(":")
        point = (phase, int(number), float(seconds)) if phase else None
        print(backed_up(folder, point), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
