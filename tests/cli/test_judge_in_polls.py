"""A one-time poll with a language model: what it found is matched and judged before it ends."""

import functools
import http.server
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
import structlog

from strandline.cli.root import run
from strandline.testing.chat_replies import judgement
from strandline.testing.chat_server import ChatServer

Type = Callable[..., tuple[int, str, str]]
KEY = "sk-canary-42"


def feed(title: str, number: int) -> str:
    """One item of an hour ago."""
    at = format_datetime(datetime.now(UTC) - timedelta(hours=1))
    return (
        '<?xml version="1.0"?><rss version="2.0"><channel>'
        f"<title>Paper {number}</title><language>en</language>"
        f"<item><title>{title}</title><link>https://paper{number}.example/news</link>"
        f"<pubDate>{at}</pubDate></item></channel></rss>"
    )


@pytest.fixture
def chat() -> Iterator[ChatServer]:
    with ChatServer(key=KEY) as one:
        one.always(judgement("same_news"))
        yield one


@pytest.fixture
def papers(tmp_path: Path) -> Iterator[str]:
    """Two papers, each with a quake of nearly the same size: no layer is sure of that."""
    folder = tmp_path / "served"
    folder.mkdir()
    for number, size in ((1, "6.1"), (2, "6.3")):
        title = f"Earthquake of magnitude {size} shakes the northern island"
        (folder / f"{number}.xml").write_text(feed(title, number))

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    handler = functools.partial(Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def typed(
    tmp_path: Path,
    chat: ChatServer,
    papers: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> Iterator[Type]:
    """Types a command in a folder with two sources and an endpoint."""
    monkeypatch.chdir(tmp_path)
    for name, value in {
        "DATABASE_PATH": str(tmp_path / "ledger.sqlite3"),
        "LOG_LEVEL": "debug",
        "LOG_FORMAT": "json",
        "HOST_DELAY_SECONDS": "0",
        "RESOLVE_REDIRECTS": "false",
        "EMBEDDINGS": "off",
        "ALLOW_PRIVATE_NETWORKS": f"{papers} {chat.address}",
        "JUDGE_URL": chat.url,
        "JUDGE_MODEL": "m-1",
        "JUDGE_PRICE_IN": "1",
        "DEEPSEEK_API_KEY": KEY,
    }.items():
        monkeypatch.setenv(name, value)

    def type_it(*words: str) -> tuple[int, str, str]:
        status = run(list(words))
        out, err = capfd.readouterr()
        assert KEY not in out + err
        return status, out, err

    for number in (1, 2):
        assert type_it("sources", "add", f"http://{papers}/{number}.xml")[0] == 0
    yield type_it
    structlog.reset_defaults()  # a verb configures the logs of its process


def test_a_poll_judges_what_it_found(typed: Type, chat: ChatServer, tmp_path: Path) -> None:
    """One question; `explain` tells what was asked, and the key is nowhere."""
    assert typed("poll", "--once")[0] == 0
    [asked] = chat.asked
    assert {row["source"] for row in asked.rows} == {"Paper 1", "Paper 2"}
    _, out, _ = typed("explain", "https://paper2.example/news")
    assert "language_model" in out
    assert "m-1" in out
    assert typed("poll", "--once")[0] == 0
    assert len(chat.asked) == 1
    assert not any(KEY.encode() in path.read_bytes() for path in tmp_path.glob("ledger*"))


def test_a_poll_ends_well_while_the_model_is_down(typed: Type, chat: ChatServer) -> None:
    """The pair waits, and the next poll asks again."""
    chat.always("down")
    assert typed("poll", "--once")[0] == 0
    assert "waits for the language model" in typed("explain", "https://paper2.example/news")[1]
    chat.always(judgement("same_news"))
    assert typed("poll", "--once")[0] == 0
    assert "SAME by language_model" in typed("explain", "https://paper2.example/news")[1]
