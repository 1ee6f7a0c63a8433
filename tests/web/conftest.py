"""A real page: the application behind a real socket, on a real SQLite ledger and real files."""

import dataclasses
import io
import itertools
import os
import shutil
import ssl
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx2
import pytest

from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.progress import SilentProgress
from strandline.adapters.replay import WarcReplayer
from strandline.adapters.store import open_store
from strandline.core.archive.layout import object_key
from strandline.core.dedup.grouping import group
from strandline.core.digest.classify import RuleClassifier
from strandline.core.imports import read_export
from strandline.core.sources.kinds import read_listing
from strandline.model.accounts import Role
from strandline.model.archive import (
    ArchiveJob,
    Artifact,
    ArtifactKind,
    CaptureName,
    CaptureOutcome,
    CaptureReport,
    JobStatus,
    LinkMetadata,
)
from strandline.model.articles import Alias, AliasKind, Article, IngestBatch
from strandline.model.digests import Digest, DigestItem, OtherSource, Section
from strandline.model.entries import Listing
from strandline.model.fetching import FetchResult
from strandline.model.funnel import Funnel, StepReport
from strandline.model.readers import DigestScope
from strandline.model.sources import ContentType, Source, SourceHealth, SourceState
from strandline.model.stories import Answer, Relation
from strandline.ports import BlobStore, DocumentParser, Ports, Store
from strandline.settings import DatabaseSettings, Settings
from strandline.testing.account_builders import a_session, an_account
from strandline.testing.archive_builders import a_job, a_result, an_artifact, an_attempt
from strandline.testing.builders import (
    NOW,
    a_mention,
    a_post,
    a_reader,
    a_source,
    a_text,
    an_article,
)
from strandline.testing.documents import pdf, png, wav
from strandline.testing.fakes import FrozenClock, QuickPasswords, ScriptedFetcher
from strandline.testing.mail_house import SECRET
from strandline.testing.story_builders import a_match, a_verdict
from strandline.web import serve_site
from strandline.web.server import RunningServer

#: Debian's and Ubuntu's names for it.
CHROMIUM = ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/chromium-headless-shell")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SOURCES = (
    a_source(1, name="The Harbour Post", url="https://harbourpost.example/feed.xml", language="en"),
    a_source(2, name="La Digue", url="https://ladigue.example/rss", language="fr"),
    a_source(3, name="潮汐日报", url="https://chaoxi.example/feed", language="zh"),
    a_source(
        4,
        name="Private Casts",
        url="https://casts.example/feed?token=s3cr3t-canary",
        language="en",
    ),
    a_source(5, name="Asleep", url="https://asleep.example/feed.xml", active=False),
)

TITLES = (
    ("Ferry line to the outer islands returns", 0, "en"),
    ("La criée rouvre, avec des horaires plus tôt", 1, "fr"),
    ("新渡轮时刻表公布：外岛航线恢复", 2, "zh"),
    ("What forty tide gauges taught us about clocks", 0, "en"),
    ("Episode 41: the radio operator", 3, "en"),
)


@dataclasses.dataclass
class Page:
    """A page under way, and what stands behind it."""

    client: httpx2.Client
    server: RunningServer
    store: Store
    clock: FrozenClock
    settings: Settings
    replay: str
    running: ExitStack
    ports: Ports

    def get(self, path: str, **headers: str) -> httpx2.Response:
        """GET as a browser in English would."""
        sent = {"accept-language": "en"} | {k.replace("_", "-"): v for k, v in headers.items()}
        return self.client.get(path, headers=sent)


@pytest.fixture
def ledger(tmp_path: Path, empty_file: Path) -> Iterator[Store]:
    """An empty ledger on SQLite."""
    store = open_store(_copied(empty_file, tmp_path))
    yield store
    store.close()


@pytest.fixture
def seeded(ledger: Store) -> Store:
    """A ledger with sources in good and bad health, articles in three languages, one digest."""
    seed(ledger)
    return ledger


@pytest.fixture
def serve() -> Iterator[Callable[..., Page]]:
    """Start a page on a store; every one is ended with the test."""
    running: list[Page] = []

    def begin(store: Store, blobs: BlobStore | None = None, **web: Any) -> Page:
        running.append(start(store, blobs, **web))
        return running[-1]

    yield begin
    for page in running:
        end(page)


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory, empty_file: Path) -> Iterator[Page]:
    """The page on a seeded ledger, for all tests that only read."""
    folder = tmp_path_factory.mktemp("page")
    store = open_store(_copied(empty_file, folder))
    seed(store)
    vault = Vault(store, LocalBlobs(folder / "objects"), folder)
    seed_archive(vault)
    running = start(store, vault.blobs)
    yield running
    end(running)
    store.close()


def visitor(url: str) -> httpx2.Client:
    """A client of a page without TLS: certificates, which take longer than an answer, are not
    read, and none is trusted.
    """
    nobody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return httpx2.Client(base_url=url, timeout=30, trust_env=False, verify=nobody)


class SignedIn:
    """A browser in which somebody is signed in, with every role on one page.

    Attributes:
        page: The page, for who is not signed in.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self._clients = ExitStack()

    def client(self, role: Role | None) -> httpx2.Client:
        """A client of a role's account, which is made with its first use; None: not signed in."""
        client = visitor(self.page.server.url)
        client.headers["sec-fetch-site"] = "same-origin"
        client.headers["accept-language"] = "en"
        if role is not None:
            account = an_account(role.value, role=role, reader_id="public")
            if self.page.store.account(account.account_id) is None:
                self.page.store.save_account(account)
            session = a_session(account)
            if self.page.store.session(session.secret_hash, NOW) is None:
                self.page.store.add_session(session)
            client.cookies.set("session", f"secret-{role.value}-1")
        return self._clients.enter_context(client)

    def close(self) -> None:
        """Let go of connections."""
        self._clients.close()


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory, empty_file: Path) -> Iterator[SignedIn]:
    """A page on a seeded ledger, for tests of a file that sign in: `desk.client(Role.EDITOR)`."""
    store = open_store(_copied(empty_file, tmp_path_factory.mktemp("desk")))
    seed(store)
    running = start(store)
    signed_in = SignedIn(running)
    yield signed_in
    signed_in.close()
    end(running)
    store.close()


@pytest.fixture(scope="module")
def mailing_page(tmp_path_factory: pytest.TempPathFactory, empty_file: Path) -> Iterator[Page]:
    """A page whose editions go out by mail."""
    store = open_store(_copied(empty_file, tmp_path_factory.mktemp("mail")))
    running = start(store, mail={"way": "folder", "sender": "News <news@river.example>"})
    yield running
    end(running)
    store.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium without a window; skipped with the reason where there is none."""
    path = next((path for path in CHROMIUM if Path(path).exists()), None)
    if path is None:
        if os.environ.get("STRANDLINE_REQUIRE_BROWSER") == "1":
            pytest.fail("STRANDLINE_REQUIRE_BROWSER=1, and there is no Chromium")
        pytest.skip("no Chromium here (Debian: apt-get install chromium)")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def empty_page(tmp_path_factory: pytest.TempPathFactory, empty_file: Path) -> Iterator[Page]:
    """The page on the day it was installed, for all tests that only read."""
    store = open_store(_copied(empty_file, tmp_path_factory.mktemp("empty-page")))
    running = start(store)
    yield running
    end(running)
    store.close()


def _copied(empty_file: Path, folder: Path) -> DatabaseSettings:
    path = folder / "web.sqlite3"
    shutil.copy(empty_file, path)
    return DatabaseSettings(path=path)


def start(store: Store, blobs: BlobStore | None = None, **settings: Any) -> Page:
    """Serve a store on a free port, with the replay's origin on another where there are files."""
    settings = {"public_details": True} | settings
    identity, port = settings.pop("identity", None), settings.pop("port", 0)
    ways_out, wayback = settings.pop("ways_out", ()), settings.pop("wayback", None)
    rooms = {room: settings.pop(room, {}) for room in ("archive", "access", "mail", "outputs")}
    rooms["wayback"] = {"save": "kept" if wayback is not None else "off"}
    tree = Settings.model_validate({"web": settings} | rooms)
    # 0 is no setting but for tests: a free port.
    tree = tree.model_copy(update={"web": tree.web.model_copy(update={"port": port})})
    clock = FrozenClock(NOW)
    running = ExitStack()
    ports = dataclasses.replace(
        ports_of(store, clock, blobs), identity=identity, outputs=ways_out, wayback=wayback
    )
    served = running.enter_context(serve_site(ports, tree))
    client = running.enter_context(visitor(served.url))
    return Page(client, served.page, store, clock, tree, served.replay_url, running, ports)


def end(page: Page) -> None:
    """Let go of port and connections."""
    page.running.close()


class Listings:
    """Reads what sources answer in this process."""

    def listing(self, source: Source, result: FetchResult) -> Listing:
        return read_listing(source, result)

    export = staticmethod(read_export)


def ports_of(store: Store, clock: FrozenClock, blobs: BlobStore | None = None) -> Ports:
    """Ports of a process that only serves the page: it fetches what is scripted alone."""
    numbers = itertools.count(1)
    return Ports(
        clock=clock,
        fetcher=ScriptedFetcher(),
        parser=cast(DocumentParser, Listings()),
        store=store,
        classifier=RuleClassifier(),
        progress=SilentProgress(),
        new_id=lambda: f"{next(numbers):032x}",
        jitter=lambda: 0.5,
        owner="web-tests",
        blobs=blobs,
        replayer=WarcReplayer(blobs) if blobs is not None else None,
        passwords=QuickPasswords(),
        secret=SECRET,
    )


@dataclasses.dataclass
class Vault:
    """An archive of real rows and real files, filled as a worker fills it."""

    store: Store
    blobs: LocalBlobs
    folder: Path

    def link(self, url: str, **changes: Any) -> Article:
        """An article in the ledger, with a mention in a forum."""
        article = an_article(url, **({"content_type": ContentType.LINK} | changes))
        mention = a_mention(
            article,
            source_name="Tide Tables Forum",
            source_url="https://forum.example/t/9/4",
            context_snippet="Look at this before it goes.",
        )
        self.store.ingest(IngestBatch(now=NOW, articles=(article,), mentions=(mention,)))
        return article

    def queue(self, article: Article, **changes: Any) -> ArchiveJob:
        """A job of an article."""
        self.store.enqueue([a_job(article, **changes)])
        return self.store.jobs(article_uuid=article.article_uuid, limit=1)[0]

    def keep(
        self, article: Article, *files: tuple[ArtifactKind, str, bytes, str], **result: Any
    ) -> dict[ArtifactKind, Artifact]:
        """Files put into the store, and the job that made them finished.

        Args:
            article: Whose.
            files: Kind, name below the job's folder, bytes, type that it is stored under.
            result: Fields of `JobResult`; `at` for the time of the job, `outcome` of the files,
                `reports` of the attempt.
        """
        job = self.queue(article, enqueued_at=result.pop("at", NOW))
        taken = self.store.claim_jobs(
            job.enqueued_at, "vault", timedelta(minutes=5), limit=1, per_domain=9, only=[job.job_id]
        )
        assert [one.job_id for one in taken] == [job.job_id]
        outcome = result.pop("outcome", CaptureOutcome.GOOD)
        stored = tuple(self._put(job, *file, outcome=outcome) for file in files)
        if "reports" in result:
            result["attempt"] = an_attempt(job, reports=result.pop("reports"))
        finished = a_result(job, **({"artifacts": stored} | result))
        assert self.store.finish_job(finished, owner="vault")
        kept = self.store.artifacts(article.article_uuid, current_only=False)
        return {item.kind: item for item in kept if item.job_id == job.job_id}

    def lose(self) -> None:
        """Every object is gone."""
        shutil.rmtree(self.folder / "objects")

    def _put(
        self,
        job: ArchiveJob,
        kind: ArtifactKind,
        name: str,
        body: bytes,
        content_type: str,
        *,
        outcome: CaptureOutcome,
    ) -> Artifact:
        path = self.folder / "file"
        path.write_bytes(body)
        key = object_key("archives/", job.article_uuid, job.job_id, name)
        blob = self.blobs.put(key, path, content_type)
        return an_artifact(
            job,
            kind,
            key=key,
            content_type=content_type,
            size_bytes=blob.size_bytes,
            sha256=blob.sha256,
            capture_outcome=outcome,
        )

    def warc(self, *answers: tuple[str, str, bytes]) -> bytes:
        """A record of answers: URL, type, body."""
        from warcio.statusandheaders import StatusAndHeaders
        from warcio.warcwriter import WARCWriter

        record = io.BytesIO()
        writer = WARCWriter(record, gzip=True)
        for url, content_type, body in answers:
            head = StatusAndHeaders("200 OK", [("Content-Type", content_type)], "HTTP/1.1")
            made = writer.create_warc_record(
                url, "response", payload=io.BytesIO(body), http_headers=head
            )
            writer.write_record(made)
            made.raw_stream.close()  # the library leaves its copy open
        return record.getvalue()


@pytest.fixture(scope="session")
def kit() -> SimpleNamespace:
    """What makes a page of its own, for tests that cannot import this file."""
    return SimpleNamespace(
        Vault=Vault,
        SignedIn=SignedIn,
        start=start,
        end=end,
        visitor=visitor,
        seed=seed,
        seed_archive=seed_archive,
    )


@pytest.fixture
def vault(ledger: Store, tmp_path: Path) -> Vault:
    """An empty archive beside the ledger."""
    return Vault(ledger, LocalBlobs(tmp_path / "objects"), tmp_path)


@pytest.fixture(scope="module")
def one_vault(tmp_path_factory: pytest.TempPathFactory, empty_file: Path) -> Iterator[Vault]:
    """An archive for all tests of a file: each keeps something of its own in it."""
    folder = tmp_path_factory.mktemp("vault")
    store = open_store(_copied(empty_file, folder))
    yield Vault(store, LocalBlobs(folder / "objects"), folder)
    store.close()


@pytest.fixture(scope="module")
def one_page(one_vault: Vault) -> Iterator[Page]:
    """The page of that archive, with the replay beside it."""
    page = start(one_vault.store, one_vault.blobs)
    yield page
    end(page)


def seed(store: Store) -> None:
    """Fill a store: see `seeded`."""
    for source in SOURCES:
        store.save_source(source)
    for health in _healths():
        held = store.claim_due(
            NOW, "seed", timedelta(minutes=1), limit=1, only=[health.source_uuid], force=True
        )
        assert held, health.source_uuid
        assert store.save_health(health, owner="seed")
    articles = [_article(i, *row) for i, row in enumerate(TITLES)]
    first = articles[0]
    short = Alias(
        "https://hrbr.example/k3x",
        "hrbr.example/k3x",
        first.article_uuid,
        AliasKind.REDIRECT,
        "301 from hrbr.example",
        NOW,
    )
    mentions = [a_mention(a, _source_of(a.source_uuid)) for a in articles]
    quoted = a_mention(
        first, SOURCES[1], in_quote=True, url_original=short.url, context_snippet="« deux bateaux »"
    )
    store.ingest(
        IngestBatch(
            now=NOW,
            articles=tuple(articles),
            aliases=(short,),
            mentions=(*mentions, quoted),
            posts=tuple(a_post(a, _source_of(a.source_uuid)) for a in articles),
        )
    )
    _seed_stories(store, articles)
    store.save_text(a_text(first, description="Two boats a day.", author="M. Ardley"))
    items = tuple(_item(n, article) for n, article in enumerate(articles, start=1))
    store.save_digest(_digest("edition1", "public", items), ())
    store.save_reader(a_reader("ada", scope=DigestScope.PERSONAL))
    store.save_digest(_digest("private1", "ada", items[:1], title="Only for Ada"), ())


def _seed_stories(store: Store, articles: list[Article]) -> None:
    """A copy of the first article in another paper, later news of it, and a pair undecided."""
    first, second, third, later = articles[:4]
    half_an_hour_ago = NOW - timedelta(minutes=30)
    copy = dataclasses.replace(
        _article(5, "Back on the water: two ferries a day to the outer islands", 1, "en"),
        published_utc_iso=half_an_hour_ago,
    )
    mention = a_mention(copy, SOURCES[1], published_at=half_an_hour_ago)
    store.ingest(IngestBatch(now=NOW, articles=(copy,), mentions=(mention,)))
    verdicts = [
        a_verdict(first, copy, scores={"words": 0.7512}, thresholds={"same": 0.9}),
        a_verdict(first, second, Answer.UNSURE, reason="score 0.4", vetoes=("names",)),
        a_verdict(third, later, Answer.DIFFERENT, relation=Relation.UPDATE, score=0.1),
    ]
    store.save_match(a_match([*articles, copy], verdicts), group)


def seed_archive(vault: Vault) -> None:
    """Keep the first article twice, the second time worse; the second one waits."""
    first, second = (vault.store.recent(limit=5)[place] for place in (0, 1))
    text = b"Two boats a day.\n\nThe first leaves at seven."
    vault.keep(
        first,
        (ArtifactKind.SCREENSHOT, "render/screenshot.png", png(64, 40), "image/png"),
        (ArtifactKind.SCREENSHOT_FULL, "render/screenshot-full.png", png(64, 400), "image/png"),
        (ArtifactKind.TEXT, "text/extracted.txt", text, "text/plain"),
        (ArtifactKind.PDF, "render/page.pdf", pdf(), "application/pdf"),
        (ArtifactKind.VIDEO, "media/video.wav", wav(), "audio/wav"),
        (ArtifactKind.RAW, "fetch/raw.html", b"<h1>Ferry", "text/html"),
        (ArtifactKind.DOM, "render/dom.html", b"<h1>Ferry line", "text/html"),
        (ArtifactKind.WARC, "warc/page.warc.gz", b"\x1f\x8b", "application/warc"),
        text=text.decode(),
        at=NOW - timedelta(hours=2),
        metadata=LinkMetadata(
            first.article_uuid, title=first.article_title or "", final_url=first.article_url_final
        ),
    )
    vault.keep(
        first,
        (ArtifactKind.RAW, "fetch/raw.html", b"<p>blocked", "text/html"),
        outcome=CaptureOutcome.BLOCKED,
        reports=(CaptureReport(CaptureName.FETCH, CaptureOutcome.BLOCKED, "a challenge page"),),
        status=JobStatus.FAILED,
        is_archived=False,
        last_error="fetch: a challenge page",
        at=NOW - timedelta(hours=1),
    )
    vault.queue(second)


def _article(number: int, title: str, source: int, language: str) -> Any:
    origin = SOURCES[source]
    url = f"{origin.url.split('?')[0].rsplit('/', 1)[0]}/story/{number}"
    return an_article(
        url,
        source_uuid=origin.source_uuid,
        source_url=origin.url,
        article_title=title,
        language=language,
        published_utc_iso=NOW - timedelta(hours=number + 1),
        article_detected_utc_iso=NOW - timedelta(minutes=number),
        content_type=ContentType.PODCAST if source == 3 else ContentType.ARTICLE,
    )


def _source_of(uuid: str) -> Source:
    return next(source for source in SOURCES if source.source_uuid == uuid)


def _healths() -> list[SourceHealth]:
    return [
        SourceHealth(
            SOURCES[0].source_uuid,
            SourceState.OK,
            last_polled_at=NOW - timedelta(minutes=12),
            last_success_at=NOW - timedelta(minutes=12),
            next_poll_at=NOW + timedelta(minutes=18),
        ),
        SourceHealth(
            SOURCES[1].source_uuid,
            SourceState.HTML_PAGE,
            "The address answers with a web page.",
            failures=3,
            failing_since=NOW - timedelta(hours=5),
            last_success_at=NOW - timedelta(days=2),
            next_poll_at=NOW + timedelta(hours=2),
            suggested_url="https://ladigue.example/flux.xml",
        ),
        SourceHealth(
            SOURCES[3].source_uuid,
            SourceState.FAILING,
            f"{SOURCES[3].url} answered 502.",
            failures=1,
            failing_since=NOW - timedelta(hours=1),
            next_poll_at=NOW + timedelta(hours=1),
        ),
    ]


def _item(position: int, article: Any) -> DigestItem:
    section = Section.MUST_READS if position == 1 else Section.ARTICLES
    also = (OtherSource("La Digue", "https://ladigue.example/rss"),) if position == 1 else ()
    return DigestItem(
        position=position,
        section=section,
        category="" if position == 1 else "coast",
        article_uuid=article.article_uuid,
        url=article.article_url_final,
        title=article.article_title,
        source_name=_source_of(article.source_uuid).name,
        published_at=article.published_utc_iso,
        summary="A summary.",
        language=article.language,
        score=1.75,
        score_parts={"reputation": 0.5, "recency": 1.25},
        other_sources=also,
    )


def _digest(
    digest_id: str, reader_id: str, items: tuple[DigestItem, ...], title: str = "Digest of Mar 4"
) -> Digest:
    funnel = Funnel(
        (
            StepReport("sources", 0, 9),
            StepReport("history", 9, len(items), {"seen_before": 9 - len(items)}),
        )
    )
    return Digest(digest_id, reader_id, NOW - timedelta(minutes=30), title, "en", items, funnel)


@pytest.fixture(scope="session")
def seed_ledger() -> Callable[[Store], None]:
    """Fills a store: see `seeded`."""
    return seed


@pytest.fixture(scope="session")
def make_ports() -> Callable[..., Ports]:
    """Makes the ports of a process that only serves the page."""
    return ports_of


@pytest.fixture(scope="session")
def start_page() -> Callable[..., AbstractContextManager[Page]]:
    """Serves a store as long as a block lasts."""

    @contextmanager
    def begin(store: Store, **web: Any) -> Iterator[Page]:
        page = start(store, **web)
        try:
            yield page
        finally:
            end(page)

    return begin
