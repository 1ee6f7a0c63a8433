"""A mail server, and an installation that sends by it."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from strandline.testing.builders import NOW
from strandline.testing.fakes import FrozenClock
from strandline.testing.mail_house import House, house_settings
from strandline.testing.smtp_server import MailServer, running_mail_server
from strandline.wiring import open_ports


@pytest.fixture
def server() -> Iterator[MailServer]:
    with running_mail_server() as running:
        yield running


@pytest.fixture
def make_house(
    tmp_path: Path, empty_file: Path, server: MailServer
) -> Iterator[Callable[..., House]]:
    """Opens an installation whose settings for mail differ as said."""
    shutil.copy(empty_file, tmp_path / "strandline.sqlite3")
    opened = []

    def make(**mail: Any) -> House:
        settings = house_settings(tmp_path / "strandline.sqlite3", server.port, **mail)
        clock = FrozenClock(NOW)
        context = open_ports(settings, clock=clock, log=False)
        opened.append(context)
        return House(context.__enter__(), settings, clock)

    yield make
    for context in opened:
        context.__exit__(None, None, None)


@pytest.fixture
def house(make_house: Callable[..., House]) -> House:
    return make_house()
