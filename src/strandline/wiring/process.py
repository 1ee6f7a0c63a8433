"""The ports of a process: every adapter built, and let go of at the end."""

import os
import random
import socket
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager

from strandline.ports import Clock, Passwords, Ports, Progress
from strandline.settings import Settings, load_settings
from strandline.wiring.documents import enter_capturer, enter_picture_maker, make_replayer
from strandline.wiring.ledger import open_ledger
from strandline.wiring.logs import configure_logs
from strandline.wiring.models import (
    enter_chat,
    enter_embedders,
    enter_index,
    judge_measure,
    make_classifier,
    use_calibration,
)
from strandline.wiring.safekeeping import open_blob_store, open_safekeeping
from strandline.wiring.ways_out import (
    enter_identity,
    enter_outputs,
    enter_wayback,
    make_mail,
    make_mailbox,
    make_web_search,
)


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
        embedder, rescorer = enter_embedders(settings, opened) if stories else (None, None)
        chat = enter_chat(settings, opened) if stories else None
        yield Ports(
            clock=clock or SystemClock(),
            fetcher=fetcher,
            parser=parser,
            store=store,
            classifier=make_classifier(settings, embedder, chat),
            progress=progress or SilentProgress(),
            new_id=lambda: uuid.uuid4().hex,
            jitter=random.random,
            owner=f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex[:8]}",
            search=make_web_search(settings, fetcher),
            blobs=kept,
            capturer=enter_capturer(settings, fetcher, opened) if archive else None,
            replayer=make_replayer(settings, kept) if kept is not None else None,
            embedder=embedder,
            rescorer=rescorer,
            index=None if embedder is None else enter_index(settings, embedder, opened),
            pictures=enter_picture_maker(settings, opened) if kept is not None else None,
            chat=chat,
            measure=None if chat is None else judge_measure(settings, chat.model),
            mail=make_mail(settings),
            mailbox=make_mailbox(settings),
            outputs=enter_outputs(settings, opened),
            wayback=enter_wayback(settings, opened),
            secret=_secret(settings),
            passwords=_passwords(),
            identity=enter_identity(settings, opened),
            safekeeping=(lambda: open_safekeeping(settings)) if archive else None,
        )


def system_clock() -> Clock:
    """The time, for verbs that need nothing else."""
    from strandline.adapters.clock import SystemClock

    return SystemClock()


def _secret(settings: Settings) -> bytes:
    from strandline.adapters.secret import site_secret

    return site_secret(settings)


def _passwords() -> Passwords:
    from strandline.adapters.passwords import Argon2Passwords

    return Argon2Passwords()
