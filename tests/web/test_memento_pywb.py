"""The same questions to another archive (pywb) and to us, over the same records.

    python -m venv V; V/bin/pip install pywb   # STRANDLINE_PYWB=V/bin

It is run as a program of its own and never installed with the tests: its licence is another one.
"""

import json
import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import httpx2
import pytest
from tests.web.test_memento import MOVED, SECOND, TIMES, URL, Origin, date, records

PYWB = os.environ.get("STRANDLINE_PYWB", "")
pytestmark = pytest.mark.skipif(
    not PYWB, reason="STRANDLINE_PYWB: pip install pywb in an environment of its own"
)
_PATIENCE_S = 60


@pytest.fixture(scope="module")
def pywb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the other archive answers: its collection holds our records."""
    folder = tmp_path_factory.mktemp("pywb")
    files = []
    for number, body in enumerate(records()):
        files.append(folder / f"record-{number}.warc.gz")
        files[-1].write_bytes(body)
    for command in (["init", "ours"], ["add", "ours", *map(str, files)]):
        subprocess.run([f"{PYWB}/wb-manager", *command], cwd=folder, check=True, timeout=120)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [f"{PYWB}/wayback", "-b", "127.0.0.1", "-p", str(port)],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}/ours"
    deadline = time.monotonic() + _PATIENCE_S
    while time.monotonic() < deadline:
        try:
            httpx2.get(f"{address}/", timeout=5, trust_env=False)
            break
        except httpx2.TransportError:
            time.sleep(0.2)
    yield address
    server.terminate()
    server.wait(30)


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory, kit: Any) -> Iterator[Origin]:
    made = Origin(kit, tmp_path_factory.mktemp("ours"))
    yield made
    made.close()


def relations(header: str) -> set[str]:
    """Which relations a `Link` header names, each word by itself."""
    return {word for found in re.findall(r'rel="([^"]*)"', header) for word in found.split()}


def asked(url: str, accepted: str | None) -> httpx2.Response:
    headers = {"accept-datetime": accepted} if accepted is not None else {}
    return httpx2.get(url, headers=headers, timeout=30, trust_env=False)


@pytest.mark.parametrize("url", [URL, MOVED])
@pytest.mark.parametrize(
    "accepted",
    [
        None,
        date(TIMES[0]),
        date(TIMES[1] + timedelta(days=1)),
        date(TIMES[1] + timedelta(days=4)),
        "Sat, 01 Jan 2000 00:00:00 GMT",
        "Fri, 31 Dec 2100 23:59:59 GMT",
    ],
)
def test_both_lead_to_the_same_state(
    origin: Origin, pywb: str, url: str, accepted: str | None
) -> None:
    """Of the same time, under the same status, with the same relations beside it."""
    theirs = asked(f"{pywb}/{url}", accepted)
    assert theirs.headers["vary"].lower() == "accept-datetime"
    # It answers with a frame around the state, which its header names.
    found = re.search(r'<([^>]*)>; rel="memento"', theirs.headers["link"])
    assert found is not None
    their_state = asked(found[1], None)
    ours = asked(f"{origin.running.replay}/timegate/{url}", accepted)
    assert ours.headers["vary"] == "accept-datetime"
    our_state = asked(ours.headers["location"], None)
    assert our_state.status_code == their_state.status_code
    assert our_state.headers["memento-datetime"] == their_state.headers["memento-datetime"]
    needed = {"original", "timegate", "timemap", "memento"}
    assert needed <= relations(our_state.headers["link"])
    assert needed <= relations(their_state.headers["link"])
    original = f'<{url}>; rel="original"'
    assert original in our_state.headers["link"]
    assert original in their_state.headers["link"]
    if our_state.status_code == 302:
        target = our_state.headers["location"].partition("/web/")[2].partition("/")[2]
        assert their_state.headers["location"].endswith(target)


def test_both_list_the_same_states(origin: Origin, pywb: str) -> None:
    """In their TimeMaps, by time; of the address that moved, too."""
    for url in (URL, MOVED):
        theirs = asked(f"{pywb}/timemap/link/{url}", None)
        ours = asked(f"{origin.running.replay}/timemap/link/{url}", None)
        dates = [re.findall(r'datetime="([^"]*)"', one.text) for one in (theirs, ours)]
        assert theirs.headers["content-type"] == ours.headers["content-type"]
        # What another article's record holds of a page is not listed with the page here.
        others = {date(TIMES[0] + SECOND)} if url == URL else set()
        assert [one for one in dates[0] if one not in others] == dates[1]
        assert {"original", "self", "timegate", "memento"} <= relations(ours.text)
        assert {"original", "self", "timegate", "memento"} <= relations(theirs.text)


@pytest.mark.parametrize(
    ("url", "accepted"),
    [("https://nobody.example/", None), (URL, "yesterday"), (URL, "2026-03-04")],
)
def test_both_refuse_the_same(origin: Origin, pywb: str, url: str, accepted: str | None) -> None:
    """What is not kept, and what is no time."""
    theirs = asked(f"{pywb}/{url}", accepted)
    ours = asked(f"{origin.running.replay}/timegate/{url}", accepted)
    assert ours.status_code == theirs.status_code
    assert "memento-datetime" not in ours.headers
    assert "memento-datetime" not in theirs.headers


def test_both_index_the_same(origin: Origin, pywb: str) -> None:
    """Key, time, type, status, digest and place of each answer."""
    names = ("urlkey", "timestamp", "url", "mime", "status", "offset", "length")
    params = {"url": URL, "output": "json"}
    theirs = httpx2.get(f"{pywb}/cdx", params=params, timeout=30, trust_env=False)
    ours = httpx2.get(f"{origin.running.replay}/cdx", params=params, timeout=30, trust_env=False)
    told = [
        [{name: line[name] for name in names} for line in _lines(one)] for one in (theirs, ours)
    ]
    others = f"{TIMES[0] + SECOND:%Y%m%d%H%M%S}"
    assert [line for line in told[0] if line["timestamp"] != others] == told[1]
    digests = [
        [line["digest"].rpartition(":")[2] for line in _lines(one)] for one in (ours, theirs)
    ]
    assert set(digests[0]) <= set(digests[1])


def _lines(answer: httpx2.Response) -> list[dict[str, str]]:
    return [json.loads(line) for line in answer.text.splitlines()]
