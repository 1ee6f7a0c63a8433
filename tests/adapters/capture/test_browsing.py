"""Captures with a real browser: one load for all of them, and what it adds to text and record."""

import json
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.capture import find_tools, make_capturer
from strandline.adapters.clock import SystemClock
from strandline.adapters.replay.wacz_writing import cdxj_lines
from strandline.core.archive.replay import replay_warc
from strandline.model.archive import ArtifactKind, CaptureName
from strandline.ports import Capturer
from strandline.settings import FetchSettings, ParseSettings, Settings

TOOLS = find_tools()
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        bool(TOOLS.missing(["chromium", "playwright"])), reason="there is no browser"
    ),
]

STYLE = b"h1 { color: rgb(1, 2, 3) }"


@pytest.fixture(scope="module")
def capturer() -> Iterator[Capturer]:
    """One browser for all tests; it may ask every site of this machine."""
    settings = Settings(
        fetch=FetchSettings(allow_private_networks=("127.0.0.0/8",), host_delay_s=0),
        parse=ParseSettings(workers=1),
    )
    with closing(make_capturer(settings, SystemClock(), tools=TOOLS)) as made:
        yield made


@pytest.fixture
def bench(bench: Any, capturer: Capturer) -> Any:
    """The room's bench with that browser."""
    return replace(bench, capturer=capturer)


def shell(words: str) -> bytes:
    """A page whose words are made by its script."""
    paragraphs = json.dumps(
        f"<article><h1>What the tide left</h1>{f'<p>{words * 4}</p>' * 6}</article>"
    )
    return (
        "<!doctype html><html lang=en><head><title>Loading</title>"
        '<link rel=stylesheet href="/style.css"></head><body><div id=app></div><script>'
        f"document.title = 'What the tide left'; app.innerHTML = {paragraphs}"
        "</script></body></html>"
    ).encode()


def played(record: Path, url: str) -> list[int]:
    """Statuses of all answers that a player could show for a URL."""
    with record.open("rb") as file:
        entries = [json.loads(line.split(" ", 2)[2]) for line in cdxj_lines(file)]
    return [int(entry["status"]) for entry in entries if entry["url"] == url]


def test_page_made_by_script(bench: Any, site: Any, kit: Any) -> None:
    """One load gives pictures, print and document; words that only a browser sees are found."""
    site.answers["/app"] = kit.http(shell(kit.words))
    site.answers["/style.css"] = kit.http(STYLE, "text/css")
    captured = bench.capture("/app", deadline_s=120)
    for name in ("screenshot", "pdf", "dom", "text", "metadata", "warc"):
        assert kit.outcome(captured, CaptureName(name)) == "good", name
    starts = {
        ArtifactKind.SCREENSHOT: b"\x89PNG",
        ArtifactKind.SCREENSHOT_FULL: b"\x89PNG",
        ArtifactKind.PDF: b"%PDF-",
    }
    for kind, start in starts.items():
        assert kit.file(captured, kind).path.read_bytes().startswith(start)
    assert b"What the tide left" in kit.file(captured, ArtifactKind.DOM).path.read_bytes()
    assert kit.words.strip() in captured.text
    assert captured.metadata.title == "What the tide left"
    assert kit.file(captured, ArtifactKind.RAW).path.read_bytes() == shell(kit.words)
    assert site.asked.count("GET /app") == 2  # our client, and one load of the browser


def test_page_with_a_beginning_of_its_own(bench: Any, site: Any, kit: Any) -> None:
    """Where a script brings most of the words, those are found, under the page's own title."""
    start = f"<title>The tide</title><h1>The tide</h1><p>{kit.words * 2}</p><div id=rest></div>"
    rest = "fetch('/rest').then(one => one.text()).then(text => rest.innerHTML = text)"
    site.answers["/start"] = kit.http(f"<!doctype html>{start}<script>{rest}</script>".encode())
    more = "".join(f"<p>On day {day} the ferry came {day + 3} times.</p>" for day in range(40))
    site.answers["/rest"] = kit.http(f"<article>{more}</article>".encode())
    captured = bench.capture("/start", deadline_s=120)
    assert "On day 39 the ferry came" in captured.text
    assert captured.metadata.title == "The tide"


@pytest.mark.parametrize(
    ("script", "outcome"),
    [
        ("document.body.innerHTML = '<h1>Page not found</h1><p>Try the search.</p>'", "soft_404"),
        ("document.body.innerHTML = '<p>Please verify you are human.</p>'", "blocked"),
        ("location.replace('/')", "soft_404"),
        ("location.replace('/login?next=/app')", "login_wall"),
    ],
)
def test_wall_that_a_script_puts_up(
    script: str, outcome: str, bench: Any, site: Any, kit: Any
) -> None:
    """A page without a word is what its script makes of it: a wall is no page that was kept."""
    shell = f"<!doctype html><title>App</title><body><div id=app></div><script>{script}</script>"
    site.answers["/app"] = kit.http(shell.encode())
    for path in ("/", "/login?next=/app"):
        site.answers[path] = kit.http(kit.page)
    captured = bench.capture("/app", deadline_s=120)
    assert kit.outcome(captured, CaptureName.FETCH) == outcome
    assert kit.outcome(captured, CaptureName.DOM) == outcome
    for name in (CaptureName.TEXT, CaptureName.METADATA, CaptureName.WARC):
        assert kit.outcome(captured, name) == "not_applicable"
    assert kit.file(captured, ArtifactKind.RAW).path.read_bytes() == shell.encode()
    assert (captured.text, captured.metadata.title) == ("", "")


def test_wall_for_those_without_scripts(bench: Any, site: Any, kit: Any) -> None:
    """A page that excuses itself to our client, and shows a browser what it has, is kept."""
    words = json.dumps(f"<article><h1>What the tide left</h1><p>{kit.words * 4}</p></article>")
    script = f"<script>document.body.innerHTML = {words}</script>"
    html = f"<!doctype html><body><p>Something went wrong.</p>{script}"
    site.answers["/app"] = kit.http(html.encode())
    captured = bench.capture("/app", deadline_s=120)
    assert kit.outcome(captured, CaptureName.FETCH) == "failed"
    for name in (CaptureName.SCREENSHOT, CaptureName.TEXT, CaptureName.WARC):
        assert kit.outcome(captured, name) == "good"


def test_record_of_what_the_browser_loaded(bench: Any, site: Any, kit: Any, tmp_path: Path) -> None:
    """What the page loads is in the record; the package opens with the browser's view."""
    site.answers["/app"] = kit.http(shell(kit.words))
    site.answers["/style.css"] = kit.http(STYLE, "text/css")
    captured = bench.capture("/app", deadline_s=120)
    warc = kit.file(captured, ArtifactKind.WARC).path
    with warc.open("rb") as file:
        replay = replay_warc(file)
        entries = [json.loads(line.split(" ", 2)[2]) for line in cdxj_lines(file)]
    assert replay.is_playable
    for url in ("/app", "/style.css"):
        assert site.address + url in replay.urls
    for prefix in ("urn:view:", "urn:thumbnail:", "urn:pdf:", "urn:text:"):
        assert f"{prefix}{site.address}/app" in replay.urls
    assert {entry["mime"] for entry in entries} >= {"text/html", "text/css", "image/png"}
    with zipfile.ZipFile(kit.package(captured, tmp_path)) as packed:
        page = json.loads(packed.read("pages/pages.jsonl").splitlines()[1])
    assert page["url"] == site.address + "/app"


def test_wall_that_only_the_browser_sees(bench: Any, site: Any, kit: Any) -> None:
    """A picture of a block page is not a good picture, however good the picture is."""
    wall = b"<title>Blocked</title><p>You've been blocked by network security.</p>"

    def answer(connection: Any) -> None:
        is_browser = b"Chrome/" in site.heads[-1]
        connection.sendall(kit.http(wall if is_browser else kit.page))

    site.answers["/article"] = answer
    captured = bench.capture("/article", deadline_s=120)
    assert kit.outcome(captured, CaptureName.SCREENSHOT) == "blocked"
    assert kit.outcome(captured, CaptureName.FETCH) == "good"
    assert kit.outcome(captured, CaptureName.WARC) == "truncated"
    assert "something else" in kit.message(captured, CaptureName.WARC)
    assert played(kit.file(captured, ArtifactKind.WARC).path, site.address + "/article") == [200]
    assert kit.words.strip() in captured.text
    assert captured.metadata.title == "What the tide left"


def test_wall_that_only_our_client_sees(bench: Any, site: Any, kit: Any) -> None:
    """Where a browser is let in, the page is kept as it saw it."""

    def answer(connection: Any) -> None:
        is_browser = b"Chrome/" in site.heads[-1]
        refusal = kit.http(b"<title>Forbidden</title>", status="403 Forbidden")
        connection.sendall(kit.http(kit.page) if is_browser else refusal)

    site.answers["/article"] = answer
    captured = bench.capture("/article", deadline_s=120)
    assert kit.outcome(captured, CaptureName.FETCH) == "blocked"
    for name in (CaptureName.SCREENSHOT, CaptureName.TEXT, CaptureName.WARC):
        assert kit.outcome(captured, name) == "good"
    assert (captured.metadata.title, captured.metadata.http_status) == ("What the tide left", 200)
    assert played(kit.file(captured, ArtifactKind.WARC).path, site.address + "/article") == [200]


@pytest.mark.parametrize("status", ["404 Not Found", "429 Too Many Requests"])
def test_no_browser_for_what_is_no_page(status: str, bench: Any, site: Any, kit: Any) -> None:
    """What is gone, or asked to be left alone, is not asked again by the browser."""
    site.answers["/article"] = kit.http(b"<title>No</title>", status=status)
    captured = bench.capture("/article", deadline_s=60)
    assert kit.outcome(captured, CaptureName.SCREENSHOT) == "not_applicable"
    assert site.asked == ["GET /article"]


def test_pdf_needs_no_browser(bench: Any, site: Any, kit: Any) -> None:
    """A PDF is kept by our client alone."""
    site.answers["/doc"] = kit.http(b"%PDF-1.7\n%%EOF\n", "text/html")
    captured = bench.capture("/doc", deadline_s=60)
    assert kit.outcome(captured, CaptureName.DOM) == "not_applicable"
    assert site.asked == ["GET /doc"]
