"""Reddit's JSON of a thread: kept where the server gives it, never a failure of the job."""

import json
from typing import Any

import pytest

from strandline.model.archive import ArtifactKind, CaptureName

THREAD = "/r/strand/comments/abc123/what_the_tide_left/"
JSON = THREAD.rstrip("/") + "/.json?raw_json=1&limit=500"
LISTING = json.dumps([{"kind": "Listing", "data": {}}, {"kind": "Listing", "data": {}}]).encode()


@pytest.fixture
def reddit(bench: Any, site: Any, kit: Any) -> Any:
    """Captures a thread of a Reddit that lives on this machine."""
    bench.resolver = lambda _host, _port: ["127.0.0.1"]
    site.answers[THREAD] = kit.http(kit.page)
    return lambda path=THREAD: bench.capture("", url=f"http://old.reddit.com:{site.port}{path}")


def test_thread(reddit: Any, site: Any, kit: Any) -> None:
    """The page and the JSON are both kept."""
    site.answers[JSON] = kit.http(LISTING, "application/json")
    captured = reddit()
    assert kit.outcome(captured, CaptureName.REDDIT) == "good"
    file = kit.file(captured, ArtifactKind.REDDIT_JSON)
    assert (file.name, file.path.read_bytes()) == ("reddit/thread.json", LISTING)
    assert kit.outcome(captured, CaptureName.FETCH) == "good"


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        ("403 Forbidden", b"blocked", "not_applicable"),
        ("429 Too Many Requests", b"slow down", "not_applicable"),
        ("404 Not Found", b"", "not_applicable"),
        ("200 OK", b"<!doctype html><title>Log in</title>", "not_applicable"),
        ("200 OK", b"[" * 100_000, "not_applicable"),
        ("200 OK", b'{"kind": "Listing"}', "not_applicable"),
        ("500 Internal Server Error", b"", "failed"),
    ],
)
def test_refusal(status: str, body: bytes, expected: str, reddit: Any, site: Any, kit: Any) -> None:
    """Where the server does not give it, the page is kept all the same, and the reason is said."""
    site.answers[JSON] = kit.http(body, "application/json", status=status)
    captured = reddit()
    assert kit.outcome(captured, CaptureName.REDDIT) == expected
    assert kit.message(captured, CaptureName.REDDIT)
    assert kit.outcome(captured, CaptureName.FETCH) == "good"
    assert "reddit_json" not in kit.kinds(captured)


def test_asked_to_wait(reddit: Any, site: Any, kit: Any) -> None:
    """A server that asked to wait is not asked for the JSON either."""
    site.answers[THREAD] = kit.http(
        b"slow", "text/html", "Retry-After: 120", status="429 Too Many Requests"
    )
    captured = reddit()
    assert kit.outcome(captured, CaptureName.REDDIT) == "not_applicable"
    assert len(site.asked) == 1


@pytest.mark.parametrize("path", ["/r/strand/", "/user/ines", "/comments"])
def test_no_thread(path: str, reddit: Any, site: Any, kit: Any) -> None:
    """Other pages of Reddit have no thread."""
    site.answers[path] = kit.http(kit.page)
    assert kit.outcome(reddit(path), CaptureName.REDDIT) == "not_applicable"
    assert site.asked == [f"GET {path}"]


def test_host_that_ends_alike(bench: Any, site: Any, kit: Any) -> None:
    """A host that only ends alike is not Reddit."""
    bench.resolver = lambda _host, _port: ["127.0.0.1"]
    site.answers[THREAD] = kit.http(kit.page)
    captured = bench.capture("", url=f"http://notreddit.com.example:{site.port}{THREAD}")
    assert kit.outcome(captured, CaptureName.REDDIT) == "not_applicable"
    assert kit.message(captured, CaptureName.REDDIT) == "not a thread on Reddit"
