"""Makes backups that end in the middle, each in a process of its own: its parent imports once.

    python backup_killer.py FOLDER < POINTS

A point is a line, `PHASE:NUMBER:SECONDS`: so long after the NUMBERth thing that a phase does with
files of the folder, as Python's audit events tell of them. It is answered by `killed` or `ended`.
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

    def __init__(self, folder: Path, point: tuple[str, int, float] | None) -> None:
        self._head, self._point = f"{folder}/", point
        self._place, self._numbers = 0, Counter[str]()
        self.told: list[tuple[str, float]] = []

    def hear(self, event: str, given: tuple[object, ...]) -> None:
        names = [
            os.fsdecode(one) for one in given[:2] if isinstance(one, str | bytes | os.PathLike)
        ]
        names = [name.removeprefix(self._head) for name in names if name.startswith(self._head)]
        if not names or not event.startswith(("open", "os.", "shutil.", "sqlite3.", "tempfile.")):
            return
        is_in_place = self._move_on(event, names)
        phase = PHASES[self._place]
        self._numbers[phase] += 1
        self.told.append((phase, time.monotonic()))
        if self._point is not None and self._point[:2] == (phase, self._numbers[phase]):
            self._end(self._point[2])
        if is_in_place:
            self._place = PHASES.index("after")

    def _move_on(self, event: str, names: list[str]) -> bool:
        """Look which phase this act begins; whether it puts the manifest into its place."""
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
        return event == "os.rename" and names[-1].endswith("/manifest.json")

    def _begin(self, phase: str) -> None:
        self._place = max(self._place, PHASES.index(phase))

    def _end(self, seconds: float) -> None:
        if seconds:
            signal.setitimer(signal.ITIMER_REAL, seconds)  # nobody hears SIGALRM: it ends all
        else:
            os.kill(os.getpid(), signal.SIGKILL)


def backed_up(folder: Path, point: tuple[str, int, float] | None) -> bool:
    """Whether it came to its end."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] == 0
    acts = Acts(folder, point)
    sys.addaudithook(acts.hear)
    silent = os.open(os.devnull, os.O_WRONLY)
    out = os.dup(1)
    os.dup2(silent, 1)
    status = run(["backup"])
    if point is None:
        ends = [*(when for _, when in acts.told[1:]), time.monotonic()]
        told = [
            f"{phase}:{end - when:.6f}" for (phase, when), end in zip(acts.told, ends, strict=True)
        ]
        os.write(out, " ".join(told).encode())
    os._exit(status)


def main(folder: Path) -> None:
    """Command line."""
    for line in sys.stdin:
        if not line.strip():
            assert backed_up(folder, None)
            print(flush=True)
            continue
        phase, number, seconds = line.split(":")
        ended = backed_up(folder, (phase, int(number), float(seconds)))
        print("ended" if ended else "killed", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
