"""What reads, captures and replays pages, in processes of their own."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import TYPE_CHECKING

from strandline.model.enclosure import Held
from strandline.model.entries import Listing
from strandline.ports import BlobStore, Capturer, PictureMaker, Replayer
from strandline.settings import ParseSettings, Settings
from strandline.wiring.safekeeping import open_blob_store

if TYPE_CHECKING:
    from strandline.adapters.fetch.fetcher import HttpFetcher


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


def enter_picture_maker(settings: Settings, opened: ExitStack) -> PictureMaker | None:
    """A process of its own, which starts with the first picture; None without the library."""
    from importlib.util import find_spec

    from strandline.adapters.parse.pool import PICTURES_ONLY, PooledParser

    if find_spec("PIL") is None:
        return None
    alone = settings.parse.model_copy(update={"workers": 1})
    return opened.enter_context(closing(PooledParser(alone, modules=PICTURES_ONLY)))


def enter_capturer(settings: Settings, fetcher: "HttpFetcher", opened: ExitStack) -> Capturer:
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
    return make_replayer(settings, open_blob_store(settings))


def make_replayer(settings: Settings, blobs: BlobStore) -> Replayer:
    """Reads stored records answer by answer, and packs them; copies are made beside the database
    where that is a folder, since the system's own may be small.
    """
    from strandline.adapters.replay import WarcReplayer

    folder = settings.database.folder
    return WarcReplayer(blobs, folder if folder.is_dir() else None)


def capture_tools() -> dict[str, str]:
    """Programs and libraries that captures use → how to get it; empty for those that are here."""
    from strandline.adapters.capture.tools import ADVICE, find_tools

    missing = find_tools().missing(ADVICE)
    return {name: advice if name in missing else "" for name, advice in ADVICE.items()}


def try_enclosure() -> Held:
    """How this machine keeps browsers and loaders from the network, tried now."""
    from strandline.adapters.enclosure import examine

    return examine()
