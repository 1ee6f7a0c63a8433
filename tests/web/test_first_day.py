"""From nothing to an approved edition in the browser: nobody types a command after `up`."""

import os
import queue
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest

from strandline.testing.world.answers import Answer
from strandline.testing.world.scene import Ask
from strandline.testing.world.server import serving

pytestmark = pytest.mark.browser

#: Made-up sites on loopback, each on an address of its own, and what they tell.
NEWS = {
    "127.0.0.2": ("Harbour Courier", "Old lighthouse reopens as a library for sailors"),
    "127.0.0.3": ("Valley Post", "Valley schools plant four hundred apple trees"),
    "127.0.0.4": ("Market Notes", "Flour prices fall after a record harvest"),
    "127.0.0.5": ("Orchard Review", "A choir of beekeepers wins the regional prize"),
    "127.0.0.6": ("Ferry Times", "Night ferry returns to the northern islands"),
}
#: Longest wait for a thing that happens in the background, milliseconds: a limit, no measure.
PATIENCE_MS = 90_000
SENTENCES = (
    "The council spoke of it for the first time on Monday evening.",
    "More than two hundred people came to see it, some of them from far away.",
    "Work will go on until the autumn, and nobody expects it to be cheap.",
    "Those who live nearby say that they have waited for it for many years.",
)


def answer(host: str, path: str, port: int) -> tuple[str, str]:
    """What a site answers: a home page, its feed where it has one, an article."""
    name, title = NEWS[host]
    site = f"http://{host}:{port}"
    number = int(host[-1])
    if path == "/":
        link = '<link rel="alternate" type="application/rss+xml" href="/news.xml">'
        body = f"<html><head><title>{name}</title>{link if number != 3 else ''}</head><body>"
        return "text/html", f'{body}<article><h2><a href="/story">{title}</a></h2></article></body>'
    if path == ("/feed.xml" if number == 3 else "/news.xml"):
        when = format_datetime(datetime.now(UTC) - timedelta(hours=1))
        item = f"<title>{title}</title><link>{site}/story</link><pubDate>{when}</pubDate>"
        return "application/rss+xml", (
            f'<rss version="2.0"><channel><title>{name}</title><link>{site}/</link>'
            f"<item>{item}<description>{SENTENCES[number % 4]}</description></item></channel></rss>"
        )
    if path == "/story":
        text = "".join(f"<p>{title}. {sentence}</p>" for sentence in SENTENCES * 3)
        head = f"<title>{title}</title></head><body><article><h1>{title}</h1>"
        return "text/html", f'<html lang="en"><head>{head}{text}</article></body></html>'
    return "", ""


@pytest.fixture(scope="module")
def sites() -> Iterator[int]:
    """Five sites on one port of five loopback addresses."""

    def site(host: str, _method: str, ask: Ask) -> Answer:
        kind, body = answer(host, ask.path, int(ask.headers["host"].partition(":")[2]))
        content_type = f"{kind or 'text/plain'}; charset=utf-8"
        return Answer(body.encode(), content_type, 200 if kind else 404)

    with serving(site, *NEWS) as port:
        yield port


@pytest.fixture(scope="module")
def welcome(sites: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The one address that `strandline up` prints on a new ledger."""
    folder = tmp_path_factory.mktemp("day")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    allowed = ",".join(f"{host}:{sites}" for host in NEWS)
    environment = os.environ | {
        "DATABASE_PATH": str(folder / "first.sqlite3"),
        "BLOB_PATH": str(folder / "objects"),
        "PORT": str(port),
        "ALLOW_PRIVATE_NETWORKS": allowed,
        "HOST_DELAY_SECONDS": "0",
        "LOG_LEVEL": "error",
    }
    command = [sys.executable, "-m", "strandline", "up"]
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    lines: queue.Queue[str] = queue.Queue()
    assert process.stdout is not None
    out = process.stdout

    def read() -> None:
        for line in out:
            lines.put(line.decode("utf-8", "replace"))

    reading = threading.Thread(target=read, daemon=True)
    reading.start()
    told = ""
    while "/welcome/" not in told:
        assert process.poll() is None, told
        told += lines.get(timeout=PATIENCE_MS / 1000)
    found = re.search(r"http://\S+/welcome/\S+", told)
    assert found is not None
    yield found[0]
    process.terminate()
    process.wait(60)
    reading.join(10)
    out.close()


def see(tab: Any, name: str) -> None:
    """A picture of each page of the way, where somebody wants to look at them."""
    folder = os.environ.get("STRANDLINE_PICTURES")
    if folder:
        for width in (320, 1280):
            for scheme in ("light", "dark"):
                tab.set_viewport_size({"width": width, "height": 900})
                tab.emulate_media(color_scheme=scheme)
                tab.screenshot(path=Path(folder) / f"{name}-{width}-{scheme}.png", full_page=True)


def test_account_five_sources_a_draft_three_edits_approval(
    browser: Any, welcome: str, sites: int
) -> None:
    """As somebody does it who has never seen it: each page says what comes next."""
    context = browser.new_context(locale="en-US")
    tab = context.new_page()
    tab.set_default_timeout(PATIENCE_MS)
    tab.goto(welcome)
    see(tab, "1-welcome")
    tab.locator("#login").fill("anne")
    tab.locator("#password").fill("a long enough phrase")
    tab.locator("form.form button").click()
    tab.goto(welcome.partition("/welcome/")[0] + "/desk")
    see(tab, "2-desk")
    tab.get_by_role("link", name="Add sources").click()
    tab.locator("#addresses").fill("\n".join(f"http://{host}:{sites}/" for host in NEWS))
    see(tab, "3-paste")
    tab.get_by_role("button", name="Look what is there").click()
    tab.get_by_role("button", name="Add the chosen ones").wait_for()
    see(tab, "4-found")
    assert tab.locator("input[name=take]:checked").count() == 5
    tab.locator("#categories").fill("local")
    tab.get_by_role("button", name="Add the chosen ones").click()
    tab.get_by_text("5 sources added").wait_for()
    see(tab, "5-added")
    until(tab, "/desk/sources?need=well", lambda: tab.get_by_text("Last success").count() == 5)
    see(tab, "6-polled")
    tab.goto(origin(tab) + "/desk")
    see(tab, "7-next")
    tab.get_by_role("link", name="Make a draft").click()
    tab.get_by_role("button", name="Make a draft now").click()
    tab.locator(".drafted li").first.wait_for()
    see(tab, "8-draft")
    assert tab.locator(".drafted li").count() >= 3
    last = tab.locator(".drafted li").last
    last.locator("button[value^='move top']").click()
    tab.locator("#acts .rows li").first.wait_for()
    tab.locator(".drafted li").last.locator("button[value^='drop']").click()
    tab.locator("#acts .rows li").nth(1).wait_for()
    tab.locator(".own-words summary").click()
    tab.locator("#introduction").fill("Good morning. *Five* sites, one page.")
    tab.locator(".own-words button").click()
    tab.locator("#acts .rows li").nth(2).wait_for()
    see(tab, "9-edited")
    tab.locator("#approve").click()
    tab.get_by_text("Approved. Its items stand in the history.").wait_for()
    see(tab, "10-approved")
    context.close()


def origin(tab: Any) -> str:
    parts = re.match(r"http://[^/]+", tab.url)
    assert parts is not None
    return parts[0]


def until(tab: Any, path: str, is_there: Any) -> None:
    """Look again until it is there; whoever waits for it by hand does the same."""
    for _ in range(PATIENCE_MS // 500):
        tab.goto(origin(tab) + path)
        if is_there():
            return
        tab.wait_for_timeout(500)
    pytest.fail(f"{path} never showed it")
