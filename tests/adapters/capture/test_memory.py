"""Large and endless answers in a process of their own: what it takes at most is measured."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

#: Captures one URL, and says how it ended and what the process took at most, KiB.
SCRIPT = r"""if True:
    import json, re, sys
    from datetime import UTC, datetime
    from pathlib import Path
    from strandline.adapters.capture import make_capturer
    from strandline.model.archive import ArchiveJob
    from strandline.settings import Settings
    from strandline.testing.fakes import FrozenClock

    settings = Settings.model_validate_json(sys.argv[1])
    now = datetime(2026, 3, 2, tzinfo=UTC)
    job = ArchiveJob("A_0123456789abcdef", sys.argv[2], "127.0.0.1", now, job_id=1)
    folder = Path(sys.argv[3])
    folder.mkdir()
    capturer = make_capturer(settings, FrozenClock(now))
    captured = capturer.capture(job, folder, deadline_s=120, tell=lambda report: None)
    capturer.close()
    # Not getrusage: its peak begins with that of the process which started this one.
    status = Path("/proc/self/status").read_text()
    print(json.dumps({
        "outcomes": {r.capture.value: r.outcome.value for r in captured.reports},
        "peak": int(re.search(r"VmHWM:\s+(\d+)", status)[1]),
        "disk": sum(p.stat().st_size for p in folder.rglob("*") if p.is_file()),
    }))
"""
MOST_KIB = 300 * 1024


@pytest.mark.parametrize("kind", ["five_gigabytes", "endless", "bomb", "large_file"])
def test_peak(kind: str, bench: Any, site: Any, kit: Any, tmp_path: Path) -> None:
    """Whatever a server sends, capturing it takes less than 300 MB."""
    expected = "good" if kind == "large_file" else "too_large"
    bench.limit(max_fetch_bytes=100_000_000)
    site.answers["/x"] = answer(kind, kit)
    command = [
        sys.executable,
        "-c",
        SCRIPT,
        bench.settings.model_dump_json(),
        site.address + "/x",
        str(tmp_path / "job"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    told = json.loads(done.stdout)
    assert told["outcomes"]["fetch"] == expected
    assert told["peak"] < MOST_KIB
    if expected == "too_large":
        assert told["disk"] < 20_000
    else:
        assert told["outcomes"]["warc"] == "good"


def answer(kind: str, kit: Any) -> Any:
    """5 GB that are said beforehand, no end, 200 MB in 200 kB, or 60 MB that are fine."""
    if kind == "five_gigabytes":
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5000000000\r\n\r\n"
        return kit.endless(bytes(1 << 16), head)
    if kind == "endless":
        return kit.endless(b"y" * (1 << 16), b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
    if kind == "bomb":
        import zlib

        packer = zlib.compressobj(9, wbits=zlib.MAX_WBITS | 16)
        body = b"".join(packer.compress(bytes(1 << 20)) for _ in range(200)) + packer.flush()
        return kit.http(body, "text/html", "Content-Encoding: gzip")
    return kit.http(b"\0\0\0\x18ftypmp42" + os.urandom(60 << 20), "video/mp4")
