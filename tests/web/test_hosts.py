"""A name that is not ours reads nothing and writes nothing, though it leads to this machine."""

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.requests import Request

from strandline.settings import WebSettings
from strandline.web.hosts import hosts_of, may_open

CHROMIUM = ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/chromium-headless-shell")

OURS = ("127.0.0.1", "localhost", "LOCALHOST", "localhost.", "[::1]", "127.0.0.2")
FOREIGN = (
    "evil.example",
    "EVIL.example.",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "evil.localhost",
    "localhost..",
    "localhost@evil.example",
    "evil.example#localhost",
    "evil.example\\@localhost",
    "192.168.1.5",
    "[fd00::1]",
    "[::1",
    "[::ffff:192.168.1.5]",
    "127.1",
    "2130706433",
    "0x7f.1",
    "0.0.0.0",  # noqa: S104
    "localhost:x",
    "localhost:80:80",
    "localhost evil.example",
    "localhost,evil.example",
    "",
)


def head(port: int, *lines: str) -> int:
    """Status of the answer to a request of these lines."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall("\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1"))
        answer = b""
        while piece := connection.recv(65_536):
            answer += piece
    assert b"evil" not in answer
    return int(answer.split(b" ", 2)[1])


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("port", ["", ":{port}", ":9"])
def test_our_own_names(page: Any, name: str, port: str) -> None:
    """This machine's loopback by any of its names, whatever port a tunnel begins at."""
    host = name + port.format(port=page.server.port)
    assert head(page.server.port, "GET /sources HTTP/1.1", f"Host: {host}") == 200


@pytest.mark.parametrize("name", FOREIGN)
def test_a_foreign_name(page: Any, name: str) -> None:
    """421, or 400 where it is no name at all; never a page."""
    status = head(page.server.port, "GET /sources HTTP/1.1", f"Host: {name}")
    assert status in (400, 421)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/api/v1/stories",
        "/openapi.json",
        "/healthz",
        "/metrics",
        "/feed.xml",
        "/static/x",
        "/no",
    ],
)
def test_every_address_of_the_page(page: Any, path: str) -> None:
    """Pages, the API, probes, feeds and files ask alike."""
    assert head(page.server.port, f"GET {path} HTTP/1.1", "Host: evil.example") == 421
    assert head(page.server.port, f"GET {path} HTTP/1.1", "Host: localhost") in (200, 404)


def test_the_replay_asks_too(page: Any) -> None:
    """Kept pages are read under a name of ours only."""
    port = urlsplit(page.replay).port
    assert port is not None
    assert head(port, "GET /replay/1/ HTTP/1.1", "Host: evil.example") == 421
    assert head(port, "GET /replay/1/ HTTP/1.1", f"Host: localhost:{port}") in (200, 404)


def test_who_names_nobody(page: Any) -> None:
    """Neither a request without a name nor one with two is answered."""
    assert head(page.server.port, "GET / HTTP/1.0") == 421
    assert head(page.server.port, "GET / HTTP/1.1") == 400
    two = ("Host: localhost", "Host: evil.example")
    assert head(page.server.port, "GET / HTTP/1.1", *two) == 400


def test_a_target_in_absolute_form(page: Any) -> None:
    """The target overrules `Host`, either way; of ours it is the same page."""
    port = page.server.port
    foreign = "GET http://evil.example/sources HTTP/1.1"
    assert head(port, foreign, "Host: localhost") == 421
    own = f"GET HTTP://localhost:{port}/sources?x=http://a HTTP/1.1"
    assert head(port, own, "Host: evil.example") == 200
    assert head(port, f"GET http://localhost:{port} HTTP/1.1", "Host: localhost") == 200
    assert head(port, "GET http://a@localhost/ HTTP/1.1", "Host: localhost") == 421


@pytest.mark.parametrize("name", ["X-Forwarded-Host", "X-Original-Host", "Forwarded"])
def test_names_that_a_client_forwards(page: Any, name: str) -> None:
    """Nothing but `Host` is asked: it neither opens a foreign name nor closes ours."""
    value = "host=localhost" if name == "Forwarded" else "localhost"
    line = "GET /sources HTTP/1.1"
    assert head(page.server.port, line, "Host: evil.example", f"{name}: {value}") == 421
    assert head(page.server.port, line, "Host: localhost", f"{name}: other.example") == 200


@pytest.mark.parametrize(
    ("settings", "known", "unknown"),
    [
        ({"host": "192.168.1.5"}, "192.168.1.5:80 localhost", "192.168.1.6 nas"),
        ({"host": "nas"}, "nas NAS.:8400 127.0.0.1", "nas.evil.example 10.0.0.1"),
        ({"host": "::1"}, "[::1] [0:0:0:0:0:0:0:1]:8400", "[::2]"),
        ({"host": "0.0.0.0"}, "10.0.0.1 [fd00::1]:8400 203.0.113.9", "evil.example nas 10.1"),  # noqa: S104
        ({"host": "::"}, "10.0.0.1 [::ffff:10.0.0.1]", "evil.example"),
        ({"base_url": "https://News.example:444/x"}, "news.example news.example:8400", "example"),
        ({"base_url": "https://zürich.example"}, "xn--zrich-kva.example", "zurich.example"),
        ({"replay_base_url": "https://kept.example"}, "kept.example", "a.kept.example"),
        ({"allowed_hosts": ("Nas.:8400", "[fd00::2]:80")}, "nas [fd00::2]", "[fd00::3]"),
        ({"allowed_hosts": ("fd00::2",)}, "[fd00::2]:8400", "[fd00::3]"),
        ({"allowed_hosts": ("strandline",)}, "strandline:8400", "strandline2 evil.strandline"),
    ],
)
def test_the_settings_name_us(settings: dict[str, Any], known: str, unknown: str) -> None:
    """HOST, BASE_URL, REPLAY_BASE_URL and ALLOWED_HOSTS, and nothing that looks alike."""
    hosts = hosts_of(WebSettings(**settings))
    assert [one for one in known.split() if not hosts.know(one.encode())] == []
    assert [one for one in unknown.split() if hosts.know(one.encode())] == []


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize(
    "origin", ["https://evil.example", "http://127.0.0.1:1", "null", "file://", "{replay}", "x"]
)
def test_a_write_from_a_foreign_page(page: Any, method: str, origin: str) -> None:
    """Whatever the address, a page elsewhere writes nothing; our own replay is elsewhere too."""
    sent = {"origin": origin.format(replay=page.replay.rstrip("/"))}
    assert page.client.request(method, "/articles/x/archive", headers=sent).status_code == 403


def test_reads_do_not_ask_for_an_origin(page: Any) -> None:
    """A read tells no secret to a page elsewhere: browsers hold it back."""
    assert page.get("/feed.xml", origin="https://reader.example").status_code == 200


@pytest.mark.browser
def test_a_rebound_name_in_a_browser(page: Any, serve: Callable[..., Any], vault: Any) -> None:
    """A site whose name is made to lead here reads no page and presses no button."""
    path = next((path for path in CHROMIUM if Path(path).exists()), None)
    if path is None:
        if os.environ.get("STRANDLINE_REQUIRE_BROWSER") == "1":
            pytest.fail("STRANDLINE_REQUIRE_BROWSER=1, and there is no Chromium")
        pytest.skip("no Chromium here")
    playwright = pytest.importorskip("playwright.sync_api")
    article = vault.link("https://courier.example/bridge")
    ours = serve(vault.store, vault.blobs)
    base = f"http://evil.example:{ours.server.port}"
    press = f"""async () => {{
      const read = await (await fetch('/sources')).text();
      const wrote = await fetch('/articles/{article.article_uuid}/archive',
        {{method: 'POST', redirect: 'manual'}});
      return [read.includes('Harbour'), wrote.status, location.host];
    }}"""
    arguments = [
        "--no-sandbox",
        "--disable-gpu",
        "--host-resolver-rules=MAP evil.example 127.0.0.1",
    ]
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=arguments)
        # The site's own page was there before the name was rebound, without our policy.
        tab = chromium.new_context(bypass_csp=True).new_page()
        answer = tab.goto(base + "/")
        assert answer.status == 421
        read, wrote, host = tab.evaluate(press)
        chromium.close()
    assert host.startswith("evil.example")
    assert (read, wrote) == (False, 421)
    assert vault.store.jobs(article_uuid=article.article_uuid) == []


INSIDE = (
    *("localhost", "127.0.0.1", "127.1", "2130706433", "0x7f.0x1", "10.0.0.8", "192.168.1.5"),
    *("169.254.1.1", "100.64.0.1", "[::1]", "[fd00::1]", "[fe80::1]", "[::ffff:192.168.1.5]"),
    *("nas", "nas.local", "NAS.lan.", "strand.home.arpa", "a.localhost", "wiki.internal"),
)
OUTSIDE = ("strand.example", "Strand.Example.", "bücher.example", "9.9.9.9", "[2620:fe::fe]")


def opens(host: str, base_url: str) -> bool:
    headers = [(b"host", host.encode("latin-1"))]
    return may_open(Request({"type": "http", "headers": headers}), base_url)


@pytest.mark.parametrize("name", INSIDE)
def test_what_is_inside_of_a_house_is_open_to_no_website(name: str) -> None:
    """Neither where the settings name it so, nor where a browser asked for it so."""
    assert not opens("strand.example", f"http://{name}:8400")
    assert not opens(f"{name}:8400", "https://strand.example")


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_public_name_is_open(name: str) -> None:
    """A name or an address that everybody reaches; not where the settings name none."""
    assert opens(f"{name}:8400", f"https://{name}")
    assert not opens(name, "")
