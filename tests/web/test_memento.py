"""TimeGate, TimeMap, mementos and the index of the replay's origin, as programs ask for them."""

import io
import json
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest

from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.replay import WarcReplayer
from strandline.adapters.store import open_store
from strandline.model.archive import ArtifactKind
from strandline.model.takedowns import Takedown
from strandline.ports import RecordedAnswer
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW
from strandline.web.replay import make_replay_app, mementos
from strandline.web.server import run_in_thread

URL = "https://courier.example/town/bridge?part=2"
MOVED = "https://courier.example/old"
STRUCK = "https://courier.example/struck"
SECOND = timedelta(seconds=1)
TIMES = [NOW - timedelta(days=days) for days in (20, 10, 5)]


def warc(*answers: tuple[str, str, datetime, list[tuple[str, str]], bytes]) -> bytes:
    """A record of answers: URL, status line, time, headers, body."""
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

    record = io.BytesIO()
    writer = WARCWriter(record, gzip=True)
    for url, status, when, headers, body in answers:
        made = writer.create_warc_record(
            url,
            "response",
            payload=io.BytesIO(body),
            http_headers=StatusAndHeaders(status, headers, "HTTP/1.1"),
            warc_headers_dict={"WARC-Date": when.strftime("%Y-%m-%dT%H:%M:%SZ")},
        )
        writer.write_record(made)
        made.raw_stream.close()
    return record.getvalue()


def page(number: int) -> bytes:
    return b"<!doctype html><title>Bridge</title><link rel=stylesheet href=/look.css><p>%d" % number


@cache
def records() -> list[bytes]:
    """Three captures of a page, and one of an address that led to it."""
    html = [("Content-Type", "text/html; charset=utf-8")]
    found = [
        warc(
            (URL, "200 OK", when, html, page(number)),
            (
                *("https://courier.example/look.css", "200 OK", when + SECOND),
                *([("Content-Type", "text/css")], b"p{color:red}"),
            ),
        )
        for number, when in enumerate(TIMES)
    ]
    moved = warc(
        (MOVED, "302 Found", TIMES[0], [("Location", "/town/bridge?part=2")], b""),
        (URL, "200 OK", TIMES[0] + SECOND, html, page(9)),
    )
    return [*found, moved]


class Origin:
    """The replay's origin of a small archive."""

    def __init__(self, kit: Any, folder: Path) -> None:
        self.store = open_store(DatabaseSettings(path=folder / "memento.sqlite3"))
        vault = kit.Vault(self.store, LocalBlobs(folder / "objects"), folder)
        urls, articles = [URL, URL, URL, MOVED, STRUCK], {}
        for url, body, when in zip(
            urls, [*records(), records()[0]], [*TIMES, *TIMES], strict=False
        ):
            if url not in articles:
                articles[url] = vault.link(url)
            file = (ArtifactKind.WARC, "warc/page.warc.gz", body, "application/warc")
            vault.keep(articles[url], file, at=when)
        struck = articles[STRUCK].article_uuid
        self.store.strike(Takedown(struck, STRUCK, "asked", "owner", NOW))
        self.kit, self.blobs = kit, vault.blobs
        self.running = kit.start(self.store, self.blobs)
        self.client = httpx2.Client(base_url=self.running.replay, timeout=30, trust_env=False)

    def get(self, path: str, **headers: str) -> httpx2.Response:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.get(path, headers=sent)

    def close(self) -> None:
        self.client.close()
        self.kit.end(self.running)
        self.store.close()


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory, kit: Any) -> Iterator[Origin]:
    made = Origin(kit, tmp_path_factory.mktemp("memento"))
    yield made
    made.close()


def date(when: datetime) -> str:
    return when.strftime("%a, %d %b %Y %H:%M:%S GMT")


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        (None, TIMES[2]),
        (date(TIMES[1] + timedelta(days=1)), TIMES[1]),
        (date(TIMES[1] + timedelta(days=4)), TIMES[2]),
        ("Mon, 01 Jan 0001 00:00:00 GMT", TIMES[0]),
        ("Fri, 31 Dec 9999 23:59:59 GMT", TIMES[2]),
    ],
)
def test_a_timegate_leads_to_the_nearest_state(
    origin: Origin, accepted: str | None, expected: datetime
) -> None:
    """By redirect (pattern 2.1), varying by the time; the state says which one it is."""
    asked = {"accept_datetime": accepted} if accepted else {}
    gate = origin.get(f"/timegate/{URL}", **asked)
    assert gate.status_code == 302
    assert gate.headers["vary"] == "accept-datetime"
    assert "memento-datetime" not in gate.headers
    assert f'<{URL}>; rel="original"' in gate.headers["link"]
    state = origin.get(gate.headers["location"])
    assert state.status_code == 200
    assert state.headers["memento-datetime"] == date(expected)
    assert "vary" not in state.headers
    links = state.headers["link"]
    assert f'<{URL}>; rel="original"' in links
    assert f'<{origin.running.replay}/timegate/{URL}>; rel="timegate"' in links
    assert 'rel="timemap"; type="application/link-format"' in links
    assert f'memento"; datetime="{date(expected)}"' in links
    assert "access-control-allow-origin" not in state.headers
    assert "sandbox" in state.headers["content-security-policy"]


def test_what_a_state_loads_is_a_state_too(origin: Origin) -> None:
    """Of the same time, beside it: a page is shown with its own sheet."""
    gate = origin.get(f"/web/{TIMES[1]:%Y%m%d}/{URL}")
    state = origin.get(gate.headers["location"])
    assert b"<p>1" in state.content
    place = gate.headers["location"].rpartition("/")[0]
    assert 'href="1"' in state.text
    sheet = origin.get(f"{place}/1")
    assert sheet.headers["content-type"].startswith("text/css")
    assert sheet.headers["memento-datetime"] == date(TIMES[1] + SECOND)


def test_an_archived_redirect_redirects(origin: Origin) -> None:
    """To the state of its target nearest to its own time, with all the headers of a memento."""
    gate = origin.get(f"/timegate/{MOVED}")
    state = origin.get(gate.headers["location"])
    assert state.status_code == 302
    assert state.headers["memento-datetime"] == date(TIMES[0])
    assert f'<{MOVED}>; rel="original"' in state.headers["link"]
    there = state.headers["location"]
    assert there == f"{origin.running.replay}/web/{TIMES[0]:%Y%m%d%H%M%S}/{URL}"
    assert b"<p>0" in origin.get(origin.get(there).headers["location"]).content


def test_a_timemap_lists_the_states(origin: Origin) -> None:
    """As links and as JSON, oldest first."""
    answer = origin.get(f"/timemap/link/{URL}")
    assert answer.headers["content-type"] == "application/link-format"
    lines = answer.text.splitlines()
    assert lines[0] == f'<{URL}>; rel="original",'
    assert [date(when) in line for when, line in zip(TIMES, lines[3:], strict=True)] == [True] * 3
    tree = origin.get(f"/timemap/json/{URL}").json()
    assert [one["datetime"] for one in tree["mementos"]["list"]] == [
        when.strftime("%Y-%m-%dT%H:%M:%SZ") for when in TIMES
    ]
    state = origin.get(tree["mementos"]["first"]["uri"])
    assert b"<p>0" in state.content


@pytest.mark.parametrize(
    "accepted", ["", "yesterday", "Thu, 01 Jan 0000 00:00:00 GMT", "x" * 5_000, "2026-03-04"]
)
def test_a_time_that_is_none_is_a_fault_of_whoever_asks(origin: Origin, accepted: str) -> None:
    """400, with the way to the original."""
    answer = origin.get(f"/timegate/{URL}", accept_datetime=accepted)
    assert answer.status_code == 400
    assert 'rel="original"' in answer.headers["link"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/timegate/https://nobody.example/", 404),
        (f"/timegate/{STRUCK}", 404),
        (f"/timemap/link/{STRUCK}", 404),
        ("/timemap/xml/https://courier.example/", 404),
        ("/timegate/", 400),
        ("/timegate/nothing here", 400),
        ("/timegate/http://[", 400),
        ("/timegate/" + "x" * 9_000, 400),
        (f"/web/00000000000000/{URL}", 302),
        (f"/web/99999999999999/{URL}", 400),
        (f"/web/now/{URL}", 400),
        ("/memento/1/999999", 404),
        (f"/memento/{2**63 - 1}/0", 404),
        ("/cdx", 404),
        (f"/cdx?url={URL}&limit=0", 404),
        (f"/cdx?url={URL}&from=x", 404),
    ],
)
def test_bad_questions_are_answered(origin: Origin, path: str, status: int) -> None:
    """Nothing is kept, no address, no time; none has the headers of a state."""
    answer = origin.get(path)
    assert answer.status_code == status
    assert "memento-datetime" not in answer.headers


def test_an_address_of_a_hundred_thousand_letters_is_refused(origin: Origin) -> None:
    """Before it is read; the next question is answered."""
    where = urlsplit(origin.running.replay)
    path = f"/timegate/https://a.example/{'x' * 100_000}"
    asked = f"GET {path} HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n"
    with socket.create_connection((where.hostname or "", where.port or 0), timeout=30) as wire:
        wire.sendall(asked.encode())
        assert wire.recv(100).split(b" ")[1] in (b"400", b"414", b"431")
    assert origin.get(f"/timegate/{URL}").status_code == 302


@pytest.mark.parametrize(
    "spelling",
    [
        "https://courier.example/town/bridge?part=2",
        "https:/courier.example/town/bridge?part=2",
        "https%3A%2F%2Fcourier.example%2Ftown%2Fbridge%3Fpart%3D2",
        "https://courier.example/town/bridge?part=2&utm_source=mail",
    ],
)
def test_an_address_may_be_spelled_as_programs_do(origin: Origin, spelling: str) -> None:
    """With a slash too few, coded as one, with what trackers add."""
    assert origin.get(f"/timegate/{spelling}").status_code == 302


def test_the_index_tells_where_each_answer_is(origin: Origin) -> None:
    """By address, prefix or host, within times, as CDXJ and as JSON a line."""
    lines = origin.get(f"/cdx?url={URL.replace('?', '%3F')}").text.splitlines()
    assert len(lines) == 3
    key, when, rest = lines[0].split(" ", 2)
    assert (key, when) == (
        "example,courier)/town/bridge?part=2",
        f"{TIMES[0]:%Y%m%d%H%M%S}",
    )
    told = json.loads(rest)
    assert (told["url"], told["status"], told["mime"]) == (URL, "200", "text/html")
    assert int(told["length"]) > 100
    assert told["filename"].startswith("/artifacts/")
    year = origin.get(
        f"/cdx?url={URL.replace('?', '%3F')}&from={TIMES[1]:%Y%m%d}&to={TIMES[1]:%Y%m%d}"
    )
    assert len(year.text.splitlines()) == 1
    host = origin.get("/cdx?url=https://courier.example/&matchType=host&output=json")
    urls = [json.loads(line)["url"] for line in host.text.splitlines()]
    assert set(urls) == {URL, MOVED, "https://courier.example/look.css"}
    assert (
        len(origin.get("/cdx?url=courier.example&matchType=domain&limit=2").text.splitlines()) == 2
    )
    below = origin.get("/cdx?url=https://courier.example/town/&matchType=prefix").text
    assert "look.css" not in below


def test_bytes_are_where_the_index_says(origin: Origin) -> None:
    """A player that reads a part of the record finds the answer there."""
    line = origin.get(f"/cdx?url={URL.replace('?', '%3F')}&output=json").text.splitlines()[0]
    told = json.loads(line)
    start, length = int(told["offset"]), int(told["length"])
    part = origin.running.client.get(
        told["filename"], headers={"range": f"bytes={start}-{start + length - 1}"}
    )
    assert part.status_code == 206
    from warcio.archiveiterator import ArchiveIterator

    (record,) = ArchiveIterator(io.BytesIO(part.content))
    assert record.rec_headers.get_header("WARC-Target-URI") == URL


def test_players_elsewhere_read_parts_of_a_package(origin: Origin) -> None:
    """Length and ranges; each part is of the same file."""
    line = origin.get(f"/cdx?url={URL.replace('?', '%3F')}&output=json").text.splitlines()[0]
    path = f"{json.loads(line)['filename']}/wacz"
    client = origin.running.client
    head = client.head(path, headers={"origin": "https://player.example"})
    size = int(head.headers["content-length"])
    assert head.headers["accept-ranges"] == "bytes"
    whole = client.get(path)
    assert len(whole.content) == size
    tail = client.get(path, headers={"range": "bytes=-22"})
    assert (tail.status_code, tail.content) == (206, whole.content[-22:])
    assert tail.headers["content-range"] == f"bytes {size - 22}-{size - 1}/{size}"
    part = client.get(path, headers={"range": "bytes=10-19", "if-range": whole.headers["etag"]})
    assert part.content == whole.content[10:20]
    other = client.get(path, headers={"range": "bytes=10-19", "if-range": '"another"'})
    assert (other.status_code, len(other.content)) == (200, size)
    assert client.get(path, headers={"range": f"bytes={size}-"}).status_code == 416
    for number in range(1, 6):  # more of them than are held
        client.get(f"/artifacts/{number}/wacz")
    assert client.get(path, headers={"range": "bytes=0-3"}).content == whole.content[:4]


NAMED = {"base_url": "https://strand.example", "replay_base_url": "https://kept.strand.example"}


@pytest.mark.parametrize(
    ("settings", "host", "is_open"),
    [
        (NAMED, "kept.strand.example", True),
        (NAMED, "127.0.0.1", False),
        ({"base_url": "http://192.168.1.5:8400"}, "192.168.1.5:8401", False),
    ],
)
def test_pages_elsewhere_read_only_what_is_the_publics(
    origin: Origin, settings: dict[str, str], host: str, is_open: bool
) -> None:
    """Under a public name of the settings; never an archive inside of a house."""
    running = origin.kit.start(origin.store, origin.blobs, **settings)
    sent = {"host": host, "origin": "https://player.example"}
    served = run_in_thread(make_replay_app(running.ports, running.settings.web), "127.0.0.1", 0)
    here = f"http://127.0.0.1:{served.port}"
    with httpx2.Client(base_url=here, timeout=30, trust_env=False, headers=sent) as kept:
        answers = [
            kept.get(path)
            for path in (
                *(f"/timegate/{URL}", f"/timemap/link/{URL}", f"/timemap/json/{URL}"),
                *("/memento/1/0", f"/cdx?url={URL}"),
            )
        ]
    host = host.removeprefix("kept.")
    answers.append(running.client.head("/artifacts/1/wacz", headers=sent | {"host": host}))
    served.stop()
    origin.kit.end(running)
    assert [one.status_code for one in answers] == [302, *[200] * 5]
    told = [one.headers.get("access-control-allow-origin") for one in answers]
    assert told == ["*" if is_open else None] * 6


class Counted(WarcReplayer):
    """Counts the records that are read."""

    reads = 0

    def answers(self, key: str) -> Any:
        self.reads += 1
        found: list[RecordedAnswer] = list(super().answers(key))
        return found


def test_a_question_reads_few_records(
    tmp_path: Path, kit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many are kept of a page or a site; and no more than the lines need."""
    monkeypatch.setattr(mementos, "MOST_CAPTURES", 4)
    monkeypatch.setattr(mementos, "MOST_BELOW", 3)
    store = open_store(DatabaseSettings(path=tmp_path / "many.sqlite3"))
    vault = kit.Vault(store, LocalBlobs(tmp_path / "objects"), tmp_path)
    file = (ArtifactKind.WARC, "warc/page.warc.gz", records()[0], "application/warc")
    many = vault.link(URL)
    for number in range(6):
        vault.keep(many, file, at=NOW - timedelta(days=number))
    for number in range(5):
        vault.keep(vault.link(f"https://courier.example/{number}"), file, at=NOW)
    counted = Counted(vault.blobs)
    kept = mementos.Mementos(store, counted)

    def reads(limit: int, *, is_wanted: bool = True) -> tuple[int, int]:
        before = counted.reads
        site = kept.below("https://courier.example/", "host", lambda _: is_wanted, limit)
        return len(site), counted.reads - before

    assert reads(1_000) == (6, 3)
    assert reads(3) == (3, 2)
    assert reads(3, is_wanted=False) == (0, 3)
    before = counted.reads
    assert len(kept.of(URL)) == 4
    assert counted.reads - before == 4
    store.close()


class Gated(LocalBlobs):
    """An object store that answers when it is let."""

    def __init__(self, blobs: LocalBlobs) -> None:
        self._inner = blobs
        self.reads, self.let = threading.Semaphore(0), threading.Event()

    def read(self, key: str, *, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        self.reads.release()
        assert self.let.wait(30)
        return self._inner.read(key, start=start, end=end)


def test_two_questions_at_once_read_records(origin: Origin) -> None:
    """Neither waits for the other's record; who comes third is asked to come again."""
    gated = Gated(origin.blobs)
    running = origin.kit.start(origin.store, gated)

    def ask(url: str) -> httpx2.Response:
        return httpx2.get(f"{running.replay}/timemap/link/{url}", timeout=30, trust_env=False)

    with ThreadPoolExecutor(2) as pool:
        two = [pool.submit(ask, url) for url in (URL, MOVED)]
        assert all(gated.reads.acquire(timeout=30) for _ in two)
        site = "/cdx?url=courier.example&matchType=host"
        for path in (f"/timemap/link/{URL}", f"/timegate/{URL}", site):
            third = httpx2.get(f"{running.replay}{path}", timeout=30, trust_env=False)
            assert (third.status_code, third.headers["retry-after"]) == (503, "5")
        gated.let.set()
        assert [one.result().status_code for one in two] == [200, 200]
    assert ask(URL).status_code == 200
    origin.kit.end(running)
