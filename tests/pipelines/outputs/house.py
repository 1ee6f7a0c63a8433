"""An installation with other ways out than mail."""

import itertools
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

from strandline.adapters.fetch import make_poster
from strandline.adapters.outputs import make_outputs
from strandline.adapters.progress import SilentProgress
from strandline.model.digests import Digest
from strandline.model.editions import EditionState
from strandline.ports import Classifier, DocumentParser, Fetcher, Ports, Store
from strandline.settings import (
    DatabaseSettings,
    FetchSettings,
    OutputSettings,
    Settings,
    WebSettings,
)
from strandline.testing.builders import NOW
from strandline.testing.fakes import FrozenClock
from strandline.testing.mail_house import SECRET, an_edition

#: The site's own address in these tests.
SITE = "https://river.example"


def output_settings(path: Path, allowed: tuple[str, ...], **outputs: Any) -> Settings:
    """Settings with outputs on loopback."""
    chosen: dict[str, Any] = {"timeout_s": 5.0, **outputs}
    return Settings(
        database=DatabaseSettings(path=path),
        fetch=FetchSettings(allow_private_networks=allowed),
        web=WebSettings(base_url=SITE, title="River News"),
        outputs=OutputSettings.model_validate(chosen),
    )


def output_ports(
    store: Store,
    settings: Settings,
    opened: ExitStack,
    *,
    owner: str = "one",
    clock: FrozenClock | None = None,
    through: Callable[[Any], Any] = lambda poster: poster,
) -> Ports:
    """Ports of a process that hands editions over: it neither fetches nor parses.

    Args:
        through: Stands before the way out.
    """
    numbers = itertools.count(1)
    clock = clock or FrozenClock(NOW)
    poster = make_poster(settings.fetch, clock)
    opened.callback(poster.close)
    return Ports(
        clock=clock,
        fetcher=cast(Fetcher, None),
        parser=cast(DocumentParser, None),
        store=store,
        classifier=cast(Classifier, None),
        progress=SilentProgress(),
        new_id=lambda: f"{next(numbers):032x}",
        jitter=lambda: 0.0,
        owner=owner,
        outputs=make_outputs(settings, through(poster), clock, opened),
        secret=SECRET,
    )


def published_edition(number: int = 1, **changes: Any) -> Digest:
    """An edition that has just gone out."""
    plain: dict[str, Any] = {"state": EditionState.SENT, "published_at": NOW}
    return an_edition(f"{number:032x}", **{**plain, **changes})
