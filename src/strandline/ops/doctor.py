"""What is missing or wrong on this machine, each finding with its way out."""

import os
import shutil
import socket
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from strandline.model.database import SchemaState
from strandline.model.enclosure import Held
from strandline.model.errors import StrandlineError
from strandline.ops.doctor_enclosure import examine_enclosure
from strandline.ops.doctor_mail import Look, examine_mail
from strandline.ops.doctor_models import examine_calibration, examine_chat, examine_index
from strandline.ops.findings import Finding, Level
from strandline.ops.status import WELL, clock_doubt, copy_fault, ledger_place
from strandline.ports import BlobStore, ChatModel, Clock, Store
from strandline.settings import Settings

__all__ = ["Finding", "Level", "examine"]

#: Less free space than this on the data disk is worth a warning.
LOW_DISK_BYTES = 500_000_000


def examine(
    settings: Settings,
    open_ledger: Callable[[Settings], Store],
    *,
    find_ledger: Callable[[Settings], SchemaState] | None = None,
    open_blobs: Callable[[Settings], BlobStore] | None = None,
    tools: Mapping[str, str] | None = None,
    enclosure: Callable[[], Held] | None = None,
    story_tools: Callable[[Settings], Mapping[str, str]] | None = None,
    index_state: Callable[[Settings], str] | None = None,
    open_chat: Callable[[Settings], ChatModel | None] | None = None,
    check_parser: Callable[[Settings], None] | None = None,
    check_outputs: Callable[[Settings], Sequence[str]] | None = None,
    check_wayback: Callable[[Settings], str] | None = None,
    look: Callable[[Settings], Look | None] | None = None,
    clock: Clock | None = None,
    is_online: bool = False,
) -> Iterator[Finding]:
    """Look at everything, cheapest first; one fault never hides another.

    Args:
        settings: As loaded.
        open_ledger: Opens the database.
        find_ledger: What schema it has, without beginning one; None to open it whatever is there.
        open_blobs: Opens the object store; None where it is not to be looked at.
        tools: Programs and libraries that captures use → how to get it; empty for those that are
            here. None where they are not to be looked at.
        enclosure: Tries how programs of others are kept from the network; None to leave it.
        story_tools: Gives the same for what finds stories by meaning; None where it is not to be
            looked at.
        index_state: Opens the vector index and says how it is; None to leave it alone.
        open_chat: Opens the chat endpoint; None to leave it alone.
        check_parser: Begins a process that reads documents; None to begin none.
        check_outputs: Makes the other ways out for editions and gives their names; None to leave
            them alone.
        check_wayback: Makes what has public copies made and gives its host, empty for none; None
            to leave it alone.
        look: Gives who tells records of names, None where nobody does; None to ask nobody.
        clock: Compared with what other clocks have said; None to leave it alone.
        is_online: Ask the chat endpoint whether it is up.
    """
    yield _python()
    yield _sqlite(settings)
    yield _data_folder(settings)
    yield _disk(settings)
    yield from _database(settings, open_ledger, find_ledger, clock)
    if check_parser is not None:
        yield _parser(settings, check_parser)
    yield from _ways_out(settings, check_outputs, check_wayback)
    if look is not None:
        yield from examine_mail(settings, look(settings), socket.getfqdn())
    if open_blobs is not None:
        yield _storage(settings, open_blobs)
    if tools is not None:
        yield from _tools(tools)
    if enclosure is not None:
        yield from examine_enclosure(enclosure())
    if story_tools is not None:
        yield from _story_tools(settings, story_tools)
        yield from examine_calibration(settings)
    if index_state is not None:
        yield examine_index(settings, index_state)
    if open_chat is not None:
        yield examine_chat(settings, open_chat, is_asked=is_online)
    yield _user_agent(settings)


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    return Finding("Python", Level.OK, version)


def _sqlite(settings: Settings) -> Finding:
    if settings.database.url.get_secret_value():
        return Finding("SQLite", Level.OK, "not used: DATABASE_URL is set")
    with sqlite3.connect(":memory:") as db:
        has_fts5 = any("ENABLE_FTS5" in row[0] for row in db.execute("PRAGMA compile_options"))
    db.close()
    if not has_fts5:
        return Finding(
            "SQLite",
            Level.WARNING,
            f"{sqlite3.sqlite_version} without FTS5",
            "Search will need a Python whose SQLite has FTS5, or PostgreSQL.",
        )
    return Finding("SQLite", Level.OK, sqlite3.sqlite_version)


def _data_folder(settings: Settings) -> Finding:
    folder = _existing(settings.database.folder)
    if not os.access(folder, os.W_OK | os.X_OK, effective_ids=True):
        return Finding(
            "data folder",
            Level.FAULT,
            f"{folder} cannot be written",
            "Give this user the right to write there, or set DATABASE_PATH.",
        )
    return Finding("data folder", Level.OK, str(folder))


def _disk(settings: Settings) -> Finding:
    free = shutil.disk_usage(_existing(settings.database.folder)).free
    text = f"{free / 1e9:.1f} GB free"
    if free < LOW_DISK_BYTES:
        return Finding("disk", Level.WARNING, text, "Make room: writes fail when it is full.")
    return Finding("disk", Level.OK, text)


def _database(
    settings: Settings,
    open_ledger: Callable[[Settings], Store],
    find_ledger: Callable[[Settings], SchemaState] | None,
    clock: Clock | None,
) -> Iterator[Finding]:
    try:
        if find_ledger is not None and not (state := find_ledger(settings)).found:
            yield _no_ledger(state.name)
            return
        store = open_ledger(settings)
    except StrandlineError as error:
        yield Finding("database", Level.FAULT, error.message, error.advice)
        return
    try:
        store.ping()
        counts = store.counts()
        found = f"schema {store.schema_revision()}, {counts.articles:,} articles"
        yield Finding("database", Level.OK, f"{ledger_place(settings)}: {found}")
        yield _sources(counts.sources, counts.sources_by_state)
        if clock is not None:
            if fault := copy_fault(store, settings, clock.now()):
                advice = "See what the settings name."
                yield Finding("Wayback Machine", Level.WARNING, fault, advice)
            yield _clock(clock_doubt(store, clock.now()))
    except StrandlineError as error:
        yield Finding("database", Level.FAULT, error.message, error.advice)
    finally:
        store.close()


def _no_ledger(place: str) -> Finding:
    """None is begun by looking."""
    return Finding(
        "database",
        Level.WARNING,
        f"none yet at {place}",
        "strandline sources add URL begins one; name another file with --config or DATABASE_PATH.",
    )


def _clock(doubt: str) -> Finding:
    if doubt:
        return Finding("clock", Level.WARNING, doubt, "Set this machine's clock (NTP), then poll.")
    return Finding("clock", Level.OK, "agrees with what other clocks have said")


def _sources(count: int, by_state: Mapping[str, int]) -> Finding:
    """Whether there are any, and whether they can be read: one in trouble is no fault of ours."""
    if not count:
        return Finding(
            "sources",
            Level.WARNING,
            "none",
            "Add one: strandline sources add URL, or strandline sources import FILE.opml.",
        )
    troubled = {state: n for state, n in by_state.items() if n and state not in WELL}
    if troubled:
        kinds = ", ".join(f"{state} {n:,}" for state, n in sorted(troubled.items()))
        return Finding(
            "sources",
            Level.WARNING,
            f"{sum(troubled.values()):,} of {count:,} in trouble: {kinds}",
            "strandline sources list says what is wrong with each.",
        )
    return Finding("sources", Level.OK, f"{count:,}")


def _parser(settings: Settings, check_parser: Callable[[Settings], None]) -> Finding:
    """Whether the processes that read documents can begin: without them nothing is polled."""
    try:
        check_parser(settings)
    except StrandlineError as error:
        return Finding("reading documents", Level.FAULT, error.message, error.advice)
    return Finding("reading documents", Level.OK, f"up to {settings.parse.workers} processes")


def _ways_out(
    settings: Settings,
    check_outputs: Callable[[Settings], Sequence[str]] | None,
    check_wayback: Callable[[Settings], str] | None,
) -> Iterator[Finding]:
    if check_outputs is not None:
        yield _outputs(settings, check_outputs)
    if check_wayback is not None:
        yield _wayback(settings, check_wayback)


def _outputs(settings: Settings, check_outputs: Callable[[Settings], Sequence[str]]) -> Finding:
    """Whether the other ways out can be made; none of them is asked."""
    try:
        names = check_outputs(settings)
    except StrandlineError as error:
        return Finding("outputs", Level.FAULT, error.message, error.advice)
    if not names:
        return Finding("outputs", Level.OK, "none set")
    advice = ""
    if not settings.web.base_url:
        advice = "Set BASE_URL: without it they are given no link to the edition."
    level = Level.WARNING if advice else Level.OK
    return Finding("outputs", level, f"{', '.join(names)} (strandline outputs test NAME)", advice)


def _wayback(settings: Settings, check_wayback: Callable[[Settings], str]) -> Finding:
    """Whether public copies can be asked for; nothing is."""
    try:
        host = check_wayback(settings)
    except StrandlineError as error:
        return Finding("public copies", Level.FAULT, error.message, error.advice)
    if not host:
        return Finding("public copies", Level.OK, "off: WAYBACK_SAVE")
    return Finding("public copies", Level.OK, f"{host}, WAYBACK_SAVE={settings.wayback.save}")


def _storage(settings: Settings, open_blobs: Callable[[Settings], BlobStore]) -> Finding:
    """Whether artifacts can be stored."""
    where = settings.storage.s3_bucket or str(settings.storage.path.absolute())
    try:
        open_blobs(settings).ping()
    except StrandlineError as error:
        return Finding("artifacts", Level.FAULT, error.message, error.advice)
    return Finding("artifacts", Level.OK, where)


def _tools(tools: Mapping[str, str]) -> Iterator[Finding]:
    """A missing tool is a warning: the captures that need it are skipped, the others are made."""
    here = [name for name, advice in tools.items() if not advice]
    if here:
        yield Finding("capture tools", Level.OK, ", ".join(here))
    for name, advice in tools.items():
        if advice:
            detail = "not installed: captures that need it are skipped"
            yield Finding(name, Level.WARNING, detail, f"Install it: {advice}")


def _story_tools(
    settings: Settings, story_tools: Callable[[Settings], Mapping[str, str]]
) -> Iterator[Finding]:
    """What is missing is a warning: titles and bodies are compared without it."""
    try:
        tools = story_tools(settings)
    except StrandlineError as error:
        yield Finding("stories", Level.FAULT, error.message, error.advice)
        return
    here = [name for name, advice in tools.items() if not advice]
    if here or not tools:
        yield Finding("stories by meaning", Level.OK, ", ".join(here) or "off: EMBEDDINGS")
    for name, advice in tools.items():
        if advice:
            detail = "not here: fewer stories of different wording are found"
            yield Finding(name, Level.WARNING, detail, f"To have it: {advice}")


def _user_agent(settings: Settings) -> Finding:
    if ".example" in settings.fetch.user_agent:
        return Finding(
            "User-Agent",
            Level.WARNING,
            "names no address at which you can be reached",
            "Set USER_AGENT to your own, such as MyDigest/1.0 (+https://my.site/contact).",
        )
    return Finding("User-Agent", Level.OK, settings.fetch.user_agent)


def _existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that this user can see."""
    folder = folder.absolute()
    while folder != folder.parent and not _is_visible(folder):
        folder = folder.parent
    return folder


def _is_visible(folder: Path) -> bool:
    try:
        return folder.exists()
    except PermissionError:
        return False
