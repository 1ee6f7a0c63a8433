"""`strandline url`: one JSON line for each URL."""

import io
import json
import os
import subprocess
import sys
from typing import Any, BinaryIO, cast

import pytest

from strandline.cli.url import lines_of

FIELDS = [
    "original",
    "canonical",
    "key",
    "url_notes",
    "article_uuid",
    "history_key",
    "history_hash",
    "match",
]


def url(*arguments: str, sent: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "strandline", "url", *arguments]
    return subprocess.run(command, input=sent, capture_output=True, timeout=600, check=False)


def lines(result: subprocess.CompletedProcess[bytes]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_fields() -> None:
    """The answer has exactly the documented fields, in order."""
    result = url("https://News.example/a/?utm_source=rss")
    (answer,) = lines(result)
    assert result.returncode == 0
    assert list(answer) == FIELDS
    assert answer["canonical"] == "https://news.example/a/"
    assert answer["key"] == "news.example/a"
    assert answer["url_notes"] == "removed_tracking_params,lowercased_host"
    assert answer["history_key"] == "https://news.example/a"
    assert answer["match"] is False


def test_refused_argument() -> None:
    """A URL without an identity is answered with its reason, and the status is 1."""
    result = url("mailto:a@b.example", "https://news.example/a")
    assert result.returncode == 1
    first, second = lines(result)
    assert first == {"original": "mailto:a@b.example", "error": "unsupported_scheme"}
    assert second["match"] is True


def test_trail_and_https() -> None:
    """`--trail` tells every rule, `--https` shows https."""
    result = url("http://news.example/a?gclid=1", "--trail", "--https")
    (answer,) = lines(result)
    assert answer["canonical"] == "https://news.example/a"
    assert [step["rule"] for step in answer["trail"]] == ["tracking:google", "https"]
    assert answer["needs_resolving"] is False


def test_stream_answers_line_for_line() -> None:
    """Blank lines, broken bytes and long lines are answered in their place."""
    sent = [
        b"https://news.example/a",
        b"",
        b"https://news.example/caf\xe9\r",
        b"https://news.example/\x0b\x85b",
        b"https://news.example/" + b"x" * 200_000,
        b"https://news.example/\xe2\x80\xa8c",
        b"https://news.example/z",
    ]
    result = url("-", sent=b"\n".join(sent))
    answers = lines(result)
    assert len(answers) == len(sent)
    assert [a.get("error") for a in answers] == [None, "empty", None, None, "too_long", None, None]
    assert answers[2]["canonical"] == "https://news.example/caf%E9"
    assert answers[-1]["canonical"] == "https://news.example/z"
    assert result.returncode == 0


def test_dash_stands_alone() -> None:
    """- beside URLs is wrong usage."""
    result = url("-", "https://news.example/a")
    assert result.returncode == 2


def test_an_endless_line_takes_bounded_memory() -> None:
    """Of a line without an end only as much is kept as shows that it is too long."""

    class Endless(io.RawIOBase):
        def __init__(self) -> None:
            self.left = 500

        def readable(self) -> bool:
            return True

        def read1(self, size: int = -1) -> bytes:
            self.left -= 1
            return b"x" * 65_536 if self.left > 0 else b""

    (batch,) = lines_of(cast(BinaryIO, Endless()))
    assert len(batch[0]) < 40_000


@pytest.mark.parametrize("line", [b"https://news.example/a\n", b"\n"])
def test_each_line_is_answered_before_the_next_is_sent(line: bytes) -> None:
    """A program may talk to the stream line by line: nothing waits in a buffer."""
    process = subprocess.Popen(
        [sys.executable, "-m", "strandline", "url", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": ""},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        for _ in range(2):
            process.stdin.write(line)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())
        process.stdin.close()
    assert process.returncode == 0


def test_help_shows_an_example() -> None:
    """--help explains by example."""
    result = url("--help")
    assert b"Example:" in result.stdout
