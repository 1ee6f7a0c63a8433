"""The verb `links`, as a person types it."""

import json
import subprocess
import sys
from pathlib import Path


def run(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "strandline", "links", *arguments]
    return subprocess.run(command, input=given, capture_output=True, check=False)


def test_links_of_a_post() -> None:
    """Own and quoted links come one a line; relative ones are made absolute by --base."""
    post = (
        b'<blockquote><a href="/t/x/1">q</a></blockquote><p><a href="https://a.example/">a</a></p>'
    )
    done = run("-", "--base", "https://forum.example/t/bread/12", given=post)
    assert done.returncode == 0
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {
            "file": "-",
            "url": "https://forum.example/t/x/1",
            "in_quote": True,
            "kind": "internal_topic",
            "context": "q",
        },
        {
            "file": "-",
            "url": "https://a.example/",
            "in_quote": False,
            "kind": "link",
            "context": "a",
        },
    ]


def test_file_that_cannot_be_read(tmp_path: Path) -> None:
    """It is named on standard error; the others are printed all the same."""
    post = tmp_path / "post.txt"
    post.write_text("see https://a.example/x.", encoding="utf-8")
    done = run(str(tmp_path / "absent"), str(post))
    assert done.returncode == 1
    assert b"absent" in done.stderr
    assert json.loads(done.stdout)["url"] == "https://a.example/x"
