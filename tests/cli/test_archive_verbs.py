"""The verbs of the archive, as a person types them, against pages on loopback."""

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import structlog

from strandline.adapters.store import open_store
from strandline.cli.root import run
from strandline.core.urls import article_uuid, identify
from strandline.model.archive import ArchiveJob, Attempt, JobResult, JobStatus
from strandline.model.articles import IngestBatch
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, an_article
from strandline.testing.world.answers import Answer
from strandline.testing.world.scene import Ask
from strandline.testing.world.server import serving

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>The old bridge closes for repairs</title></head><body><article>
<h1>The old bridge closes for repairs</h1>
<p>Traffic goes round by the mill until the middle of May, the council said on Tuesday evening.
The bridge was built by the brothers Aldous and carries four thousand carts and cars a day.</p>
<p>Work begins on Monday. Nine weeks are planned, and a ferry runs for people on foot.</p>
</article></body></html>"""
PATIENCE_S = 600


@dataclass
class Site:
    """Pages on loopback; a path that is held does not answer until it is let go."""

    url: str = ""
    asked: list[str] = field(default_factory=list)
    reached: threading.Event = field(default_factory=threading.Event)
    let_go: threading.Event = field(default_factory=threading.Event)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    site = Site()

    def answer(_host: str, method: str, ask: Ask) -> Answer:
        site.asked.append(f"{method} {ask.path}")
        if ask.path.startswith("/busy"):
            return Answer(status=429, headers={"retry-after": "120"})
        if not ask.path.startswith(("/page", "/held")):
            return Answer(b"not here", status=404)
        if ask.path.startswith("/held") and method == "GET":
            site.reached.set()
            site.let_go.wait(PATIENCE_S)
        return Answer(PAGE.encode())

    with serving(answer) as port:
        site.url = f"http://127.0.0.1:{port}"
        yield site
        site.let_go.set()


@dataclass
class Done:
    """How a command ended."""

    returncode: int
    stdout: str
    stderr: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.stdout.splitlines()]


@dataclass
class Shell:
    """A folder with a database of its own; commands run in this process: it is faster."""

    folder: Path
    capture: pytest.CaptureFixture[bytes]

    def __call__(self, *words: str) -> Done:
        self.capture.readouterr()
        status = run(list(words))
        out, err = self.capture.readouterr()
        return Done(status, out.decode(errors="replace"), err.decode())

    def store(self) -> Any:
        return open_store(DatabaseSettings(path=self.folder / "s.sqlite3"))


@pytest.fixture
def shell(
    tmp_path: Path,
    empty_ledger: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
    site: Site,
) -> Iterator[Shell]:
    shutil.copy(empty_ledger, tmp_path / "s.sqlite3")
    monkeypatch.chdir(tmp_path)
    for name in ("STRANDLINE_CONFIG", "DATABASE_URL", "S3_BUCKET", "LOG_LEVEL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "s.sqlite3"))
    monkeypatch.setenv("STORAGE_PATH", str(tmp_path / "artifacts"))
    monkeypatch.setenv("ALLOW_PRIVATE_NETWORKS", site.url.removeprefix("http://"))
    monkeypatch.setenv("HOST_DELAY_SECONDS", "0")
    monkeypatch.setenv("PARSE_TIMEOUT_SECONDS", "60")
    yield Shell(tmp_path, capsysbinary)
    structlog.reset_defaults()  # the log was set up for a stream that ends with the test


def test_a_page_from_capture_to_export(shell: Shell, site: Site) -> None:
    """Captured, found, explained, verified, exported; a second wish at once is told so."""
    url = f"{site.url}/page"
    done = shell("archive", url)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "  fetch      good" in done.stdout
    assert "kept raw" in done.stdout
    again = shell("archive", url)
    assert (again.returncode, "captured a moment ago" in again.stdout) == (0, True)
    (row,) = shell("archive", url, "--json").rows
    assert (row["status"], row["is_kept"]) == ("too_soon", True)
    (found,) = shell("search", "council", "ferry", "--json").rows
    assert found["url"] == url
    assert "The old bridge" in shell("search").stdout
    assert "Archive job 1" in shell("explain", url).stdout
    assert "good, 0 not" in shell("archive", "verify").stdout
    assert shell("export", "wacz", url, "page.wacz").returncode == 0
    with zipfile.ZipFile(shell.folder / "page.wacz") as package:
        assert "datapackage.json" in package.namelist()
    assert [path.name for path in shell.folder.glob(".*")] == []
    (shell.folder / "packages").mkdir()
    assert shell("export", "wacz", url, "packages").returncode == 0
    assert len(list((shell.folder / "packages").glob("A_*.wacz"))) == 1
    assert shell("export", "wacz", url, "no/such/folder.wacz").returncode == 1


def test_the_export_to_standard_output_is_the_file(
    shell: Shell, site: Site, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Bytes and nothing else; what is not kept is wrong usage."""
    url = f"{site.url}/page"
    shell("archive", url)
    capsysbinary.readouterr()
    assert run(["export", "wacz", url, "-"]) == 0
    assert zipfile.ZipFile(io.BytesIO(capsysbinary.readouterr().out)).testzip() is None
    assert shell("export", "wacz", f"{site.url}/other").returncode == 2


def test_what_could_not_be_kept_says_why(shell: Shell, site: Site) -> None:
    """Each URL has its reason; the exit status is 1; nothing of one stops the others."""
    urls = [f"{site.url}/page", "ftp://files.example/x", "https://web.archive.org/web/2020/x"]
    done = shell("archive", *urls, "--json")
    assert done.returncode == 1
    statuses = {row["url"]: row["status"] for row in done.rows}
    assert statuses == {urls[0]: "succeeded", urls[1]: "refused", urls[2]: "refused"}
    reasons = {row["url"]: row["message"] for row in done.rows}
    assert "excluded" in reasons[urls[2]]


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("example", "no web address"),
        ("ftp://files.example/x", "of a kind that cannot be captured"),
        ("file:///etc/hostname", "of a kind that cannot be captured"),
        ("chrome://version", "of a kind that cannot be captured"),
        ("view-source:http://a.example/", "of a kind that cannot be captured"),
        ("javascript:alert(1)", "of a kind that cannot be captured"),
        ("data:text/html,x", "of a kind that cannot be captured"),
        (f"http://a.example/{'x' * 9_000}", "too long"),
    ],
)
def test_what_is_no_web_address_says_so(shell: Shell, url: str, said: str) -> None:
    """No article and no job come of it, and what is wrong with it is told in words."""
    (row,) = shell("archive", "now", url, "--json").rows
    assert (row["status"], row["is_kept"]) == ("refused", False)
    assert said in row["message"]
    store = shell.store()
    assert (store.counts().articles, store.jobs()) == (0, [])
    store.close()


def test_a_page_that_was_tried_a_moment_ago(shell: Shell, site: Site) -> None:
    """It is not asked for again at once; that, and the way round it, is told."""
    shell("archive", f"{site.url}/absent")
    again = shell("archive", f"{site.url}/absent")
    assert again.returncode == 1
    assert "tried a moment ago, and not again now (--force does)" in again.stdout
    assert "tried a moment ago" not in shell("archive", f"{site.url}/absent", "--force").stdout
    assert "tried a moment ago" not in shell("archive", "--force", f"{site.url}/absent").stdout


def test_a_servers_wish_is_told(shell: Shell, site: Site) -> None:
    """A busy server's page waits as the server asked, and is listed so."""
    done = shell("archive", f"{site.url}/busy")
    assert done.returncode == 1
    assert "blocked" in done.stdout
    assert "tried again after" in done.stdout
    again = shell("archive", f"{site.url}/busy", "--force")
    assert "its server asks to be left alone until" in again.stdout
    assert "not before" in shell("archive", "list", "--status", "queued").stdout
    assert shell("archive", "retry", "1").returncode == 1


def test_failed_jobs_are_listed_and_queued_again(shell: Shell, site: Site) -> None:
    """`list --status failed` shows what `retry --all` queues."""
    done = shell("archive", f"{site.url}/absent")
    assert done.returncode == 1
    store = shell.store()
    (job,) = store.jobs()
    store.close()
    fail(shell, job)
    assert str(job.job_id) in shell("archive", "list", "--status", "failed").stdout
    assert shell("archive", "retry", "--all", "--json").rows == [
        {"queued": 1, "waiting": [], "not_failed": []}
    ]
    assert shell("archive", "list", "--status", "failed", "--json").rows == []
    assert shell("archive", "retry").returncode == 2


def test_the_queue_is_looked_after(shell: Shell) -> None:
    """What failed by reason, what is next, what is let go: each act leaves a row of the audit."""
    store = shell.store()
    articles = [an_article(f"https://page.example/{n}") for n in range(3)]
    store.ingest(IngestBatch(now=NOW, articles=tuple(articles)))
    jobs = [ArchiveJob(a.article_uuid, a.article_url_final, a.domain, NOW) for a in articles]
    store.enqueue(jobs)
    (failed,) = store.claim_jobs(NOW, "w", timedelta(minutes=1), limit=1, per_domain=1)
    attempt = Attempt(failed.job_id, 1, NOW, NOW, ())
    result = JobResult(failed.job_id, failed.article_uuid, JobStatus.FAILED, attempt)
    assert store.finish_job(result, owner="w")
    assert shell("archive", "failures", "--json").rows == [{"lost": 1}]
    assert shell("archive", "first", "3").stdout == "https://page.example/2 is next.\n"
    assert shell("archive", "cancel", "2", "1").stdout == "1 page was cancelled.\n"
    assert shell("archive", "cancel", "2").returncode == 1
    assert shell("archive", "retry", "--reason", "lost").stdout == "1 queued again.\n"
    assert [job.job_id for job in store.job_queue(limit=9)] == [3, 1]
    assert shell("archive", "failures").stdout == "Nothing has failed.\n"
    told = [(entry.actor.name, entry.what) for entry in reversed(store.audit())]
    assert told == [("console", f"archive.{verb}") for verb in ("first", "cancel", "retry")]
    store.close()


def fail(shell: Shell, job: ArchiveJob) -> None:
    """Let a queued job fail for good."""
    store = shell.store()
    later = NOW + timedelta(days=4000)
    store.claim_jobs(later, "test", timedelta(minutes=1), limit=1, per_domain=1)
    attempt = Attempt(job.job_id, 9, later, later, (), "broke")
    store.finish_job(
        JobResult(job.job_id, job.article_uuid, JobStatus.FAILED, attempt, last_error="broke"),
        owner="test",
    )
    store.close()


def test_bytes_that_changed_are_found(shell: Shell, site: Site) -> None:
    """`verify` names the object and ends with status 1; `sweep` touches nothing that is named."""
    shell("archive", f"{site.url}/page")
    (raw,) = (shell.folder / "artifacts").rglob("raw.html")
    raw.write_bytes(raw.read_bytes().replace(b"Tuesday", b"Sunday!"))
    done = shell("archive", "verify")
    assert done.returncode == 1
    assert "changed: archives/" in done.stdout
    bad = [row for row in shell("archive", "verify", "--json").rows if row["finding"] != "good"]
    assert [row["kind"] for row in bad] == ["raw"]
    assert shell("archive", "sweep", "--json").rows == [{"objects": 0, "parts": 0, "folders": 0}]
    assert raw.exists()


def test_wrong_words_are_wrong_usage(shell: Shell) -> None:
    """A status that is none, a page that is not known, a date that is none."""
    assert shell("archive", "list", "--status", "nope").returncode == 2
    assert shell("archive", "verify", "https://nowhere.example/").returncode == 2
    assert shell("search", "--since", "yesterday").returncode == 2
    assert shell("search", "nothing-is-here").returncode == 1
    assert shell("archive", "--help").returncode == 0


def test_a_worker_that_runs_once_tells_what_it_did(shell: Shell, site: Site) -> None:
    """A line for each job that ended, and the sum of them; nothing due is said too."""
    assert "No job is due." in shell("worker", "--once").stdout
    store = shell.store()
    for path in ("/page", "/absent"):
        queue(store, site.url + path)
    store.close()
    said = shell("worker", "--once").stdout.splitlines()
    kept = next(line for line in said if "/page" in line)
    assert kept.startswith("succeeded ")
    assert "bytes stored" in kept
    gone = next(line for line in said if "/absent" in line)
    assert gone.startswith("to try again ")
    assert "answered 404" in gone
    assert "again after 20" in gone
    assert said[-1] == "2 jobs: 1 succeeded, 1 to try again."


@pytest.mark.parametrize(
    ("words", "told", "status"),
    [
        (["worker"], signal.SIGINT, 0),
        (["worker"], signal.SIGHUP, 0),
        (["worker", "--once"], signal.SIGHUP, 129),
        (["archive", "{url}"], signal.SIGINT, 130),
        (["archive", "{url}"], signal.SIGTERM, 143),
    ],
)
def test_a_process_that_archives_ends_cleanly(
    shell: Shell, site: Site, words: list[str], told: signal.Signals, status: int
) -> None:
    """Asked to end in the middle of a capture, it gives the job back and leaves nothing behind."""
    shell("archive", "list")
    store = shell.store()
    site.reached.clear()
    queue(store, f"{site.url}/held")
    worker = subprocess.Popen(
        [sys.executable, "-m", "strandline", *(w.format(url=f"{site.url}/held") for w in words)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=dict(os.environ),
        start_new_session=True,
    )
    assert site.reached.wait(PATIENCE_S)
    worker.send_signal(told)
    _, err = worker.communicate(timeout=PATIENCE_S)
    assert worker.returncode == status, err.decode()
    assert b"leaked" not in err
    (job,) = store.jobs()
    assert job.status == "running"
    assert job.lease_until <= datetime.now(UTC)
    store.close()
    work = shell.folder / "archive-work"
    assert [path for path in work.iterdir() if path.is_dir()] == []


def queue(store: Any, url: str) -> None:
    identity = identify(url)
    article = an_article(
        identity.canonical, article_uuid=article_uuid(identity.canonical), url_key=identity.key
    )
    store.ingest(IngestBatch(now=NOW, articles=(article,)))
    store.enqueue([ArchiveJob(article.article_uuid, article.article_url_final, "127.0.0.1", NOW)])
