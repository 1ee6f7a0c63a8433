"""Programs of others: their end, their limits, and ours."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from strandline.adapters.capture.process import Ending, Run, run_program, size_of
from strandline.adapters.fetch.proxy import make_proxy
from strandline.settings import FetchSettings

#: Runs a program that sleeps, as a worker would.
WORKER = """if True:
    import sys, time
    from pathlib import Path
    from strandline.adapters.capture.process import run_program
    from strandline.adapters.fetch.proxy import make_proxy
    from strandline.settings import FetchSettings
    proxy = make_proxy(FetchSettings())
    script = "import os, time; open('pid', 'w').write(str(os.getpid())); time.sleep(600)"
    run_program(
        lambda _: [sys.executable, "-c", script], Path(sys.argv[1]),
        lambda door: proxy.session(door=door), deadline=time.monotonic() + 600,
        monotonic=time.monotonic, max_bytes=1 << 20,
    )
"""


def run(script: str, folder: Path, *, max_bytes: int = 1 << 20, seconds: float = 30.0) -> Run:
    proxy = make_proxy(FetchSettings())
    return run_program(
        lambda _: [sys.executable, "-c", script],
        folder,
        lambda door: proxy.session(door=door),
        deadline=time.monotonic() + seconds,
        monotonic=time.monotonic,
        max_bytes=max_bytes,
    )


def test_exit_status_and_words(tmp_path: Path) -> None:
    """How it ended and the end of what it said are told; both streams count."""
    script = (
        "import sys; print('x' * 50_000, flush=True);print('the end', file=sys.stderr); sys.exit(3)"
    )
    done = run(script, tmp_path / "work")
    assert (done.ending, done.code) == (Ending.EXITED, 3)
    assert done.said.endswith("the end\n")
    assert len(done.said) <= 20_000


def test_killed_worker(tmp_path: Path) -> None:
    """A worker that is killed at once takes the program with it."""
    folder = tmp_path / "work"
    worker = subprocess.Popen([sys.executable, "-c", WORKER, str(folder)])
    pid = _wait_for_number(folder / "pid", worker)
    worker.send_signal(signal.SIGKILL)
    worker.wait(120)
    until = time.monotonic() + 120
    while _is_running(pid) and time.monotonic() < until:
        os.sched_yield()
    assert not _is_running(pid)


def test_one_file_over_the_cap(tmp_path: Path) -> None:
    """A file does not grow over the cap, however fast it is written."""
    script = "open('film', 'wb').write(bytes(50 << 20))"
    done = run(script, tmp_path / "work", max_bytes=5 << 20)
    assert done.code != 0
    assert size_of(tmp_path / "work") < 6 << 20


def test_link_out_of_the_folder(tmp_path: Path) -> None:
    """A link to a large file elsewhere is not counted as the program's."""
    (tmp_path / "large").write_bytes(bytes(3 << 20))
    run("import os; os.symlink('../large', 'link')", tmp_path / "work")
    assert size_of(tmp_path / "work") < 1 << 20


def _wait_for_number(path: Path, worker: "subprocess.Popen[bytes]") -> int:
    while worker.poll() is None:
        if path.exists() and (text := path.read_text()):
            return int(text)
        os.sched_yield()
    raise AssertionError("the worker ended before its program began")


def _is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"
