"""Settings to Ports: the only importer of adapters.

Every adapter is imported where it is built, so that a verb which needs no database loads none.
"""

import logging
import os
import random
import socket
import sys
import threading
import uuid
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TextIO

from pydantic import SecretStr

from strandline.core.text.visible import one_line
from strandline.model.database import SchemaState
from strandline.model.enclosure import Held
from strandline.model.entries import Listing
from strandline.model.errors import BackupError, ConfigError, NameFault, ParseError, StrandlineError
from strandline.model.levels import JudgeMeasure
from strandline.ports import (
    BackupPlace,
    BlobStore,
    Capturer,
    ChatModel,
    Classifier,
    Clock,
    Embedder,
    Fetcher,
    IdentityProvider,
    Mailbox,
    MailWay,
    Output,
    Passwords,
    PictureMaker,
    Ports,
    Progress,
    Replayer,
    Safekeeping,
    Store,
    TitleJoiner,
    VectorIndex,
    WebSearch,
)
from strandline.settings import LogSettings, ParseSettings, Settings, load_settings

if TYPE_CHECKING:
    from strandline.adapters.fetch.fetcher import HttpFetcher
    from strandline.adapters.llm import BreakingChat
    from strandline.adapters.publishing import Publication
    from strandline.adapters.store import Moved
    from strandline.ops.backup import Made


@contextmanager
def open_ports(
    settings: Settings | None = None,
    *,
    clock: Clock | None = None,
    progress: Progress | None = None,
    log: bool = True,
    parse_soon: bool = False,
    blobs: bool = False,
    archive: bool = False,
    stories: bool = False,
) -> Iterator[Ports]:
    """Build all adapters, and let go of them at the end.

    Args:
        settings: Read from file and environment where not given.
        clock: Another clock, for demonstrations; the fetcher's courtesy keeps to the real one.
        log: False leaves the logs as they are configured.
        parse_soon: Start the parser's processes while the database is being opened.
        blobs: With the object store: for what reads or shows artifacts.
        archive: With the object store and the capturer: for what archives.
        stories: With the models that match, judge and classify: for what makes stories or digests.

    Raises:
        ConfigError: A setting has a value that is not allowed.
        StoreError: The database cannot be opened.
    """
    from strandline.adapters.clock import SystemClock
    from strandline.adapters.fetch import make_fetcher
    from strandline.adapters.parse import PooledParser
    from strandline.adapters.progress import SilentProgress

    settings = settings or load_settings()
    if log:
        configure_logs(settings.log)
    use_calibration(settings)
    with ExitStack() as opened:
        parser = opened.enter_context(closing(PooledParser(settings.parse)))
        if parse_soon:
            parser.start()
        store = opened.enter_context(closing(open_ledger(settings)))
        fetcher = opened.enter_context(closing(make_fetcher(settings.fetch, SystemClock())))
        needs_files = blobs or archive or settings.mail.pictures == "attached"
        kept = open_blob_store(settings) if needs_files else None
        embedder, rescorer = _embedders(settings, opened) if stories else (None, None)
        chat = _chat(settings, opened) if stories else None
        yield Ports(
            clock=clock or SystemClock(),
            fetcher=fetcher,
            parser=parser,
            store=store,
            classifier=_classifier(settings, embedder, chat),
            progress=progress or SilentProgress(),
            new_id=lambda: uuid.uuid4().hex,
            jitter=random.random,
            owner=f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex[:8]}",
            search=_web_search(settings, fetcher),
            blobs=kept,
            capturer=_capturer(settings, fetcher, opened) if archive else None,
            replayer=_replayer(settings, kept) if kept is not None else None,
            embedder=embedder,
            rescorer=rescorer,
            index=None if embedder is None else _index(settings, embedder, opened),
            pictures=_picture_maker(settings, opened) if kept is not None else None,
            chat=chat,
            measure=None if chat is None else _measure(settings, chat.model),
            mail=_mail(settings),
            mailbox=_mailbox(settings),
            outputs=_outputs(settings, opened),
            secret=_secret(settings),
            passwords=_passwords(),
            identity=_identity(settings, opened),
            safekeeping=(lambda: open_safekeeping(settings)) if archive else None,
        )


def _mail(settings: Settings) -> MailWay | None:
    from strandline.adapters.mail import mail_way

    return mail_way(settings.mail)


def _outputs(settings: Settings, opened: ExitStack) -> tuple[Output, ...]:
    """Other ways out; nothing is loaded where none is set."""
    if settings.outputs == type(settings.outputs)():
        return ()
    from strandline.adapters.clock import SystemClock
    from strandline.adapters.fetch import make_poster
    from strandline.adapters.outputs import make_outputs

    clock = SystemClock()
    poster = opened.enter_context(closing(make_poster(settings.fetch, clock)))
    return make_outputs(settings, poster, clock, opened)


def check_outputs(settings: Settings) -> tuple[str, ...]:
    """Names of the other ways out that are set.

    Raises:
        ConfigError: One cannot be used as it is set.
    """
    with ExitStack() as opened:
        return tuple(output.name for output in _outputs(settings, opened))


def _mailbox(settings: Settings) -> Mailbox | None:
    """The mailbox; its library is loaded where one is named."""
    if not settings.mail.imap_host:
        return None
    from strandline.adapters.mail.imap import ImapMailbox
    from strandline.core.urls.addresses import read_allowed

    return ImapMailbox(settings.mail, read_allowed(settings.fetch.allow_private_networks))


def _secret(settings: Settings) -> bytes:
    from strandline.adapters.secret import site_secret

    return site_secret(settings)


def _passwords() -> Passwords:
    from strandline.adapters.passwords import Argon2Passwords

    return Argon2Passwords()


def _identity(settings: Settings, opened: ExitStack) -> IdentityProvider | None:
    """The OpenID provider.

    Raises:
        ConfigError: It is named without what it needs.
    """
    access = settings.access
    if not access.oidc_issuer:
        return None
    for name, value in (
        ("OIDC_CLIENT_ID", access.oidc_client_id),
        ("BASE_URL", settings.web.base_url),
    ):
        if not value:
            raise ConfigError(f"OIDC_ISSUER needs {name}.", subject=name)
    from strandline.adapters.clock import SystemClock
    from strandline.adapters.fetch import make_poster
    from strandline.adapters.openid import OpenIdProvider

    clock = SystemClock()
    poster = make_poster(settings.fetch, clock)
    return opened.enter_context(closing(OpenIdProvider(access, poster, clock)))


def system_clock() -> Clock:
    """The time, for verbs that need nothing else."""
    from strandline.adapters.clock import SystemClock

    return SystemClock()


def ledger_state(settings: Settings) -> SchemaState:
    """What schema the database has; changes nothing.

    Raises:
        SchemaError: The database is newer than this program.
    """
    from strandline.adapters.store import schema_state

    return schema_state(settings.database)


@contextmanager
def open_feed_worker() -> Iterator[Callable[..., Listing]]:
    """Reads feeds in one process with limits on time and memory (`PooledParser.feed`)."""
    from strandline.adapters.parse.pool import FEEDS_ONLY, PooledParser

    with closing(PooledParser(ParseSettings(workers=1), modules=FEEDS_ONLY)) as pool:
        yield pool.feed


def check_parser(settings: Settings) -> None:
    """Begin one process that reads documents, and end it.

    Raises:
        ParserFault: It cannot begin.
    """
    from strandline.adapters.parse import PooledParser

    with closing(PooledParser(settings.parse)) as parser:
        parser.check()


def records_of_names(settings: Settings) -> Callable[[str, str], Sequence[str]] | None:
    """Who tells the records of names; None where no name server is known."""
    from strandline.adapters.dns import DnsRecords

    try:
        return DnsRecords(settings.mail.dns_server).look
    except NameFault:
        return None


def open_ledger(settings: Settings, *, copy_first: bool = True) -> Store:
    """Only the store, for verbs that need nothing else.

    Args:
        settings: Its place.
        copy_first: A ledger whose schema is to be changed is backed up before.

    Raises:
        StoreError: It cannot be opened, or not be backed up before it would be changed.
    """
    from strandline.adapters.store import open_store

    made: list[Made] = []
    store = open_store(
        settings.database,
        before_migration=(lambda state: made.append(_copy_before_migration(settings, state)))
        if copy_first
        else None,
    )
    if made:
        from strandline.ops.backup.running import record

        record(open_safekeeping(settings), store, system_clock().now(), made[0])
    return store


def _copy_before_migration(settings: Settings, state: SchemaState) -> "Made":
    """The way back.

    Raises:
        BackupError: It could not be made; what can be done is said.
    """
    from strandline.model.backups import BackupReason
    from strandline.ops.backup import make_backup

    try:
        safekeeping = open_safekeeping(settings, to_make=True)
        clock = system_clock()
        return make_backup(safekeeping, settings, clock, BackupReason.MIGRATION, patience_s=600.0)
    except StrandlineError as error:
        raise BackupError(
            f"{state.name} has schema {state.found} and is to be brought to {state.newest}, but "
            f"the backup before it failed: {error.message}",
            subject=state.name,
            advice=f"{error.advice} Where you have a copy of your own: "
            "strandline migrate --without-copy.",
        ) from error


def open_folder(path: Path) -> BlobStore:
    """A folder as an object store."""
    from strandline.adapters.blobs.local import LocalBlobs

    return LocalBlobs(path)


def move_ledger(settings: Settings, to: str, progress: Progress, stop: threading.Event) -> "Moved":
    """Copy the ledger of the settings to another database.

    Args:
        to: Address of a PostgreSQL database, or path of an SQLite file.

    Raises:
        StoreError: There is something else, or the two differ at the end.
    """
    from strandline.adapters.store import move_ledger as move

    if "://" in to:
        target = settings.database.model_copy(update={"url": SecretStr(to)})
    else:
        path = Path(to).expanduser().absolute()
        target = settings.database.model_copy(update={"url": SecretStr(""), "path": path})
    return move(settings.database, target, progress, stop)


def open_safekeeping(settings: Settings, *, to_make: bool = False) -> Safekeeping:
    """With what backups are made and brought back; nothing is asked of it yet.

    Args:
        to_make: A backup is to be made: the site's secret is made where it is missing.

    Raises:
        ConfigError: The object store's settings are wrong.
    """
    from strandline.adapters.blobs.local import LocalBlobs
    from strandline.adapters.secret import installation_id
    from strandline.adapters.store import ledger_copies

    backup, storage = settings.backup, settings.storage
    own = installation_id(settings, make=to_make)
    places = []
    if backup.to_store:
        label = f"s3://{storage.s3_bucket}" if storage.s3_bucket else str(storage.path.absolute())
        places.append(BackupPlace(open_blob_store(settings), backup.prefix, label, own))
    if backup.path:
        folder = Path(backup.path).expanduser()
        label = str(folder.absolute())
        places.append(BackupPlace(LocalBlobs(folder), backup.prefix, label, own))
    return Safekeeping(tuple(places), ledger_copies(settings.database, backup.pg_programs))


def backup_folder(path: Path, settings: Settings) -> tuple[BackupPlace, str]:
    """A folder in which backups are, or one backup itself, and the name of that one.

    Raises:
        ConfigError: There is no such folder.
    """
    from strandline.adapters.blobs.local import LocalBlobs
    from strandline.adapters.secret import installation_id
    from strandline.core.backups import MANIFEST

    path = path.expanduser().absolute()
    if not path.is_dir():
        raise ConfigError(f"There is no folder {path}.", subject=str(path))
    own = installation_id(settings)
    if (path / MANIFEST).is_file():
        return BackupPlace(LocalBlobs(path.parent), "", str(path.parent), own), path.name
    prefix = settings.backup.prefix
    has_prefix = (path / prefix.strip("/")).is_dir()
    return BackupPlace(LocalBlobs(path), prefix if has_prefix else "", str(path), own), ""


def publish_ledger(
    settings: Settings,
    path: Path,
    progress: Progress,
    *,
    licence: tuple[str, str] = ("", ""),
    with_texts: bool = False,
    provenance: Path | None = None,
) -> "Publication":
    """Write what everybody may have to a new SQLite file; see `adapters.publishing`.

    Args:
        licence: Its name and its address.

    Raises:
        StoreError: The ledger cannot be read, or the file not be written.
    """
    from strandline.adapters.publishing import About, publish

    open_ledger(settings).close()  # brings an older schema up to date
    return publish(
        settings.database,
        path,
        About(settings.web.title, settings.web.base_url, *licence),
        progress,
        with_texts=with_texts,
        provenance=provenance,
        prefix=settings.storage.s3_prefix,
    )


def export_rows(
    settings: Settings, table: str, form: str, target: IO[bytes], progress: Progress
) -> int:
    """Write a table that everybody may have, row by row; returns how many rows.

    Args:
        table: Of `published_tables`.
        form: `json`, `csv` or `parquet`.

    Raises:
        StoreError: The ledger cannot be read.
        ConfigError: What writes this form is not installed.
    """
    from strandline.adapters.publishing import export

    open_ledger(settings).close()
    return export(settings.database, table, form, target, progress)


def published_tables() -> list[str]:
    """Names of the tables that everybody may have."""
    from strandline.adapters.publishing import WITH_TEXTS

    return [table.name for table in WITH_TEXTS]


def open_blob_store(settings: Settings) -> BlobStore:
    """Only the object store.

    Raises:
        ConfigError: Its settings or credentials are wrong.
    """
    from strandline.adapters.blobs import open_blobs

    return open_blobs(settings.storage, os.environ)


def open_embedders(settings: Settings) -> tuple[Embedder | None, Embedder | None]:
    """The light model that finds near articles, and the better one that scores them.

    None for what is not installed or not wanted; nothing is loaded before the first text.

    Raises:
        ConfigError: A model is asked for that is not installed or not named.
    """
    from strandline.adapters.clock import SystemClock
    from strandline.adapters.embed.choosing import choose_embedders
    from strandline.adapters.fetch import make_poster

    clock = SystemClock()
    return choose_embedders(settings.stories, lambda: make_poster(settings.fetch, clock), clock)


def open_index(settings: Settings, model: str, dimension: int) -> VectorIndex:
    """The index that holds a model's vectors; filled from the database by whoever uses it.

    Raises:
        ConfigError: What is wanted is not installed, or no server is named.
        IndexFault: It is held by another process, broken or down.
    """
    from strandline.adapters.index.choosing import choose_index

    return choose_index(settings.stories, model, dimension)


def open_joiner(folder: Path, processes: int) -> TitleJoiner:
    """The engine that finds near titles of a large archive; whoever opens it closes it.

    Raises:
        ConfigError: It is not installed.
        StoreError: The folder cannot be used.
    """
    from strandline.adapters.batch.joiner import DaftJoiner

    return DaftJoiner(folder, processes)


def open_chat(settings: Settings) -> "BreakingChat | None":
    """The chat endpoint; None where none is set: DeepSeek is not asked without a key.

    Whoever opens it closes it.

    Raises:
        ConfigError: Its address, its model or its key cannot be used.
    """
    stories = settings.stories
    is_default = stories.judge_url == type(stories)().judge_url
    if not stories.judge_url or (is_default and not stories.judge_key.get_secret_value()):
        return None
    from strandline.adapters.clock import SystemClock
    from strandline.adapters.llm import make_chat

    return make_chat(stories, settings.fetch, SystemClock())


def use_calibration(settings: Settings) -> None:
    """Score stories by the calibration of the settings, in this process, from now on.

    Raises:
        ConfigError: The file that they name cannot be used.
    """
    from strandline.core.dedup.score import put_in_force
    from strandline.ops.calibration_file import read_file

    path = settings.stories.calibration
    put_in_force(read_file(Path(path)) if path else None)


def open_local_embedders(settings: Settings) -> tuple[Embedder, ...]:
    """The models of this machine, the light one first; none where they are missing or off.

    For verbs that use no network whatever the settings say.
    """
    if settings.stories.embeddings == "off":
        return ()
    local = settings.stories.model_copy(update={"embeddings": "auto", "embeddings_url": ""})
    light, better = open_embedders(settings.model_copy(update={"stories": local}))
    return tuple(embedder for embedder in (light, better) if embedder is not None)


def capture_tools() -> dict[str, str]:
    """Programs and libraries that captures use → how to get it; empty for those that are here."""
    from strandline.adapters.capture.tools import ADVICE, find_tools

    missing = find_tools().missing(ADVICE)
    return {name: advice if name in missing else "" for name, advice in ADVICE.items()}


def try_enclosure() -> Held:
    """How this machine keeps browsers and loaders from the network, tried now."""
    from strandline.adapters.enclosure import examine

    return examine()


def story_tools(settings: Settings) -> dict[str, str]:
    """What finds stories by meaning → how to get it; empty for what is here.

    Raises:
        ConfigError: A model or an index is asked for that is not installed or not named.
    """
    from strandline.adapters.embed.packages import BETTER, LIGHT, way_to_get
    from strandline.adapters.index.choosing import wanted_kind, way_to_index

    light, _ = open_embedders(settings)
    if settings.stories.embeddings == "off":
        return {}
    kind = wanted_kind(settings.stories)
    index = {f"{kind or 'vector'} index": way_to_index(kind)}
    if (close := getattr(light, "close", None)) is not None:
        close()
        return {settings.stories.embeddings_model: "", **index}
    return {package: way_to_get(package) for package in (LIGHT, BETTER)} | index


def index_state(settings: Settings) -> str:
    """How the vector index is, in a few words: opened, and let go of again.

    Raises:
        ConfigError: What is wanted is not installed, or no server is named.
        IndexFault: It is broken or down, or another process holds it and nothing may stand in.
    """
    from strandline.adapters.index.choosing import wanted_kind
    from strandline.adapters.index.owner import IndexHeld

    stories = settings.stories
    light, _ = open_embedders(settings)
    kind = wanted_kind(stories)
    if light is None or not kind:
        return "not used: there is no embedding model"
    if (close := getattr(light, "close", None)) is not None:
        close()
        return f"{kind}; its size is known when the embeddings endpoint has answered"
    if kind == "exact":
        return "exact: each process holds the vectors of the days that it matches in memory"
    only = settings.model_copy(update={"stories": stories.model_copy(update={"index": kind})})
    try:
        with closing(open_index(only, light.model, light.dimension)) as index:
            return f"{kind}, {index.count():,} vectors"
    except IndexHeld as error:
        if stories.index == kind:
            raise
        return (
            f"{error.message} Another process that matches meanwhile holds the vectors of the days "
            "that it matches in memory."
        )


def _picture_maker(settings: Settings, opened: ExitStack) -> PictureMaker | None:
    """A process of its own, which starts with the first picture; None without the library."""
    from importlib.util import find_spec

    from strandline.adapters.parse.pool import PICTURES_ONLY, PooledParser

    if find_spec("PIL") is None:
        return None
    alone = settings.parse.model_copy(update={"workers": 1})
    return opened.enter_context(closing(PooledParser(alone, modules=PICTURES_ONLY)))


def _capturer(settings: Settings, fetcher: "HttpFetcher", opened: ExitStack) -> Capturer:
    """The capturer; its browser starts with the first page that needs one.

    It shares the client with polls, so that a host is asked by one of them at a time.
    """
    from strandline.adapters.capture import make_capturer
    from strandline.adapters.clock import SystemClock

    return opened.enter_context(closing(make_capturer(settings, SystemClock(), fetcher=fetcher)))


def open_replayer(settings: Settings) -> Replayer:
    """Only what reads stored records.

    Raises:
        ConfigError: The object store's settings or credentials are wrong.
    """
    return _replayer(settings, open_blob_store(settings))


def _replayer(settings: Settings, blobs: BlobStore) -> Replayer:
    """Reads stored records answer by answer, and packs them; copies are made beside the database
    where that is a folder, since the system's own may be small.
    """
    from strandline.adapters.replay import WarcReplayer

    folder = settings.database.path.parent
    return WarcReplayer(blobs, folder if folder.is_dir() else None)


def _embedders(settings: Settings, opened: ExitStack) -> tuple[Embedder | None, Embedder | None]:
    """The light and the better model, let go of at the end; loaded with their first text."""
    both = open_embedders(settings)
    for embedder in both:
        if (close := getattr(embedder, "close", None)) is not None:
            opened.callback(close)
    return both


def _index(settings: Settings, embedder: Embedder, opened: ExitStack) -> VectorIndex | None:
    """Opened with its first use; None where nothing is installed for one."""
    from strandline.adapters.index.choosing import wanted_kind
    from strandline.adapters.index.late import LateIndex

    if not wanted_kind(settings.stories):
        return None
    late = LateIndex(lambda: open_index(settings, embedder.model, embedder.dimension))
    return opened.enter_context(closing(late))


def _chat(settings: Settings, opened: ExitStack) -> ChatModel | None:
    chat = open_chat(settings)
    return None if chat is None else opened.enter_context(closing(chat))


def _measure(settings: Settings, model: str) -> JudgeMeasure | None:
    """What was measured of the judge; a file that cannot be read is told and left alone."""
    import structlog

    from strandline.ops.judge_file import load_measure

    try:
        return load_measure(settings.stories.judge_measures, model)
    except ParseError as error:
        structlog.get_logger().warning("the judge weighs as unmeasured", because=error.message)
        return None


def _classifier(
    settings: Settings, embedder: Embedder | None, chat: ChatModel | None
) -> Classifier:
    """Rules, then meaning where there is a model for it; a language model first where set."""
    from strandline.core.digest.classify import RuleClassifier

    if settings.digest.classifier == "rules" or (embedder is None and chat is None):
        return RuleClassifier()
    from strandline.adapters.classify import EmbeddingClassifier, ModelClassifier
    from strandline.adapters.clock import SystemClock

    nearest = EmbeddingClassifier(lambda: embedder)
    if settings.digest.classifier == "auto" or chat is None:
        return nearest
    budget = settings.stories.judge_calls_per_day
    return ModelClassifier(chat, nearest, SystemClock(), calls_per_day=budget)


def _web_search(settings: Settings, fetcher: Fetcher) -> WebSearch | None:
    if not settings.digest.searxng_url:
        return None
    from strandline.adapters.search.searxng import SearxngSearch

    return SearxngSearch(settings.digest.searxng_url, fetcher)


def configure_logs(settings: LogSettings, to: TextIO | None = None) -> None:
    """Structured logs: for people on a terminal, JSON lines elsewhere.

    Args:
        to: An open file; None for standard error.
    """
    import structlog

    is_terminal = (to or sys.stderr).isatty()
    as_json = settings.format == "json" or (settings.format == "auto" and not is_terminal)
    for_people = structlog.dev.ConsoleRenderer(colors=is_terminal)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            *([structlog.processors.JSONRenderer()] if as_json else [_readable, for_people]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            getattr(logging, settings.level.upper())
        ),
        # Asked for at each line: whoever redirects standard error gets what follows.
        logger_factory=lambda *_: structlog.PrintLogger(to or sys.stderr),
        cache_logger_on_first_use=False,
    )


def _readable(_: Any, __: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """No value from outside begins a line of its own or moves the cursor; a traceback has lines."""
    return {
        name: one_line(value) if isinstance(value, str) and name != "exception" else value
        for name, value in event.items()
    }
