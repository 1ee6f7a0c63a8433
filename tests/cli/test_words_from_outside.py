"""Nothing that a feed, a page or a file name says acts on the terminal that it is told on."""

import json
import os
import pty
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from strandline.adapters.store import open_store
from strandline.core.text.visible import drawn, one_line, visible
from strandline.model.articles import IngestBatch
from strandline.model.sources import SourceHealth, SourceState
from strandline.ops.health import StatusKeeper
from strandline.ops.metrics import Metrics
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, a_mention, a_post, a_source
from strandline.testing.fakes import FrozenClock
from strandline.testing.story_builders import a_match, a_verdict, components, some_articles

#: Clears the screen, names the window, turns the direction, hides, and begins a line of its own.
HOSTILE = (
    "x\x1b[2J\x1b]0;owned\x07\x9b31m\x85\u202etxt\u2066\u200b\x00\rerror: fine[bold]\nerror: fine"
)
#: What the streams let pass on a terminal, since tables and bars are made of it.
FOREIGN = "\x1b[7;35;44m\x1b[17A"
_ACTING = set("\x1b\x07\r\x00\x0b\u202e\u2066\u200b") | {chr(c) for c in range(0x7F, 0xA0)}
_SCRIPT = """
import shlex, sys
from strandline.cli import run
from strandline.cli.streams import have_streams
have_streams()
for line in sys.stdin.read().splitlines():
    run(shlex.split(line))
"""
_VERBS = (
    "status", "status --json", "sources list", "sources list --json", "sources export",
    "explain https://paper0.example/0", "explain https://paper0.example/0 --json", "dedup review",
    "search owned", "search owned --json", "digest list", "history list", "archive list", "doctor",
    "poll W_RSS_9", "sources remove W_NO", "digest show no", "readers list",
    "feed {file}", "links {file}", "links {missing}", "feed {missing}",
    "sources import {missing}", "sources import {file}",
)  # fmt: skip


@pytest.fixture
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A ledger in which every word from outside is hostile."""
    hostile: str = getattr(request, "param", HOSTILE)
    path = tmp_path / "s.sqlite3"
    store = open_store(DatabaseSettings(path=path))
    articles = some_articles(3, article_title=hostile, language=hostile)
    sources = [a_source(n, name=hostile, language=hostile) for n in range(3)]
    for source in sources:
        store.save_source(source)
    claimed, _ = store.claim_due(NOW, "o", timedelta(minutes=5), limit=1)[0]
    health = SourceHealth(claimed.source_uuid, SourceState.FAILING, hostile, suggested_url=hostile)
    store.save_health(replace(health, flags=(hostile,)), owner="o")
    pairs = list(zip(articles, sources, strict=True))
    store.ingest(
        IngestBatch(
            NOW,
            tuple(articles),
            mentions=tuple(a_mention(*pair, title=hostile) for pair in pairs),
            posts=tuple(a_post(*pair, title=hostile) for pair in pairs),
        )
    )
    verdict = a_verdict(articles[0], articles[1], reason=hostile, language=hostile)
    store.save_match(a_match(articles, [verdict]), components)
    store.close()
    return path


def test_no_verb_writes_what_acts(ledger: Path, tmp_path: Path) -> None:
    """Of all verbs on a hostile ledger none sends a terminal more than letters and lines."""
    file = tmp_path / "a\x1b[2J\u202e.xml"
    file.write_text("<rss><channel><item><title>&#155;31m&#8238;</title></item></channel></rss>")
    said = "\n".join(
        verb.format(file=f"'{file}'", missing="'no\x1b[2J\x9b\u202e.xml'") for verb in _VERBS
    )
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT],
        input=said,
        env={**os.environ, "DATABASE_PATH": str(ledger), "LOG_FORMAT": "console"},
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=500,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert "owned" in done.stdout
    assert sorted({repr(c) for c in done.stdout + done.stderr if c in _ACTING}) == []
    assert not [line for line in done.stdout.splitlines() if line.startswith("error: fine")]


@pytest.mark.parametrize("ledger", [f"owned{FOREIGN}"], indirect=True)
def test_no_verb_draws_for_a_feed(ledger: Path, tmp_path: Path) -> None:
    """On a real terminal the sequences that our own tables use come from our own tables alone."""
    file = tmp_path / f"a{FOREIGN}.xml"
    file.write_text(f"<rss><channel><item><title>owned{FOREIGN[1:]}</title></item></channel></rss>")
    said = "\n".join(verb.format(file=f"'{file}'", missing=f"'no{FOREIGN}.xml'") for verb in _VERBS)
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", _SCRIPT],
        stdin=subprocess.PIPE,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "DATABASE_PATH": str(ledger), "TERM": "xterm"},
        cwd=tmp_path,
    ) as process:
        os.close(theirs)
        assert process.stdin is not None
        process.stdin.write(said.encode())
        process.stdin.close()
        shown = _all_of(ours)
    os.close(ours)
    assert "\x1b[" in shown  # it was taken for a terminal
    assert "owned" in shown
    assert [line for line in shown.splitlines() if "\x1b[7;35;44m" in line] == []
    assert [line for line in shown.splitlines() if "\x1b[17A" in line] == []


def _all_of(terminal: int) -> str:
    """What was written until the last program let go of the terminal (EIO on Linux)."""
    pieces = bytearray()
    with suppress(OSError):
        while piece := os.read(terminal, 65_536):
            pieces += piece
    return pieces.decode(errors="replace")


def test_json_stays_json(capsys: pytest.CaptureFixture[str]) -> None:
    """What is written out in a document of JSON means the same when it is read again."""
    for text in (HOSTILE, "\U000e0041", "é中\u3000–"):
        assert json.loads(visible(json.dumps([text], ensure_ascii=False))) == [text]
    assert visible("é中\u3000–\n\t") == "é中\u3000–\n\t"


def test_colours_of_our_own_pass_on_a_terminal() -> None:
    """A terminal gets the sequences of tables and bars, and no other."""
    ours = "\x1b[1;31mred\x1b[0m\r\x1b[2K\x1b[1A\x1b[?25l"
    assert drawn(ours) == ours
    assert (
        drawn("\x1b]0;t\x07\x1b[6n\x9b2J\x1bc") == "\\u001b]0;t\\u0007\\u001b[6n\\u009b2J\\u001bc"
    )
    assert one_line("a\n\x1b[2Jb") == "a\\n\\u001b[2Jb"


def test_languages_of_an_old_ledger_are_none(ledger: Path) -> None:
    """What an earlier version took for a language is read as none, wherever it stands."""
    store = open_store(DatabaseSettings(path=ledger))
    found = store.recent(limit=10)
    languages = [article.language for article in found] + [s.language for s in store.sources()]
    store.close()
    assert len(languages) == 6
    assert set(languages) == {None}


def test_a_feed_makes_no_labels(tmp_path: Path) -> None:
    """Of many languages twenty have series of their own, and none that is no tag."""
    store = open_store(DatabaseSettings(path=tmp_path / "s.sqlite3"))
    articles = some_articles(61)
    mentions = [a_mention(one, a_source(n)) for n, one in enumerate(articles)]
    store.ingest(IngestBatch(NOW, tuple(articles), mentions=tuple(mentions)))
    tags = [f"a{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(40)] + [HOSTILE] * 20
    verdicts = [
        a_verdict(one, other, language=tag)
        for one, other, tag in zip(articles[:-1], articles[1:], tags, strict=True)
    ]
    store.save_match(a_match(articles, verdicts), components)
    metrics = Metrics(store, StatusKeeper(store, FrozenClock(NOW)), "1")
    text = metrics.exposition().decode()
    found = {
        sample.labels["language"]
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if "language" in sample.labels
    }
    store.close()
    assert len(found) == 21
    assert "other" in found
    assert HOSTILE not in found
