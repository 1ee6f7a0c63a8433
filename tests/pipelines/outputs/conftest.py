"""Every output beside a service on loopback that behaves as its public documents say."""

import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.pipelines.outputs.house import output_ports, output_settings, published_edition

from strandline.adapters.store import open_store
from strandline.model.digests import Digest
from strandline.model.outputs import OutputDelivery, OutputState
from strandline.pipelines.delivery.outputs import send_to_outputs
from strandline.ports import Ports, Store
from strandline.settings import DatabaseSettings, Settings
from strandline.testing.builders import NOW
from strandline.testing.fakes import FrozenClock
from strandline.testing.services.engines import (
    BUTTONDOWN_KEY,
    GHOST_ID,
    GHOST_SECRET,
    TOKEN,
    USER,
    Buttondown,
    Ghost,
    Listmonk,
)
from strandline.testing.services.networks import TOKEN as MASTODON_TOKEN
from strandline.testing.services.networks import Hub, Mastodon
from strandline.testing.services.server import Service, ServiceServer
from strandline.testing.services.webhooks import KEY, Receiver


@dataclass(frozen=True)
class Kind:
    """How an output is set, given the address of its service.

    Attributes:
        name: Of the output.
        changes: Requests that change something, where all goes well.
    """

    name: str
    service: Callable[[], Service]
    settings: Callable[[str], dict[str, Any]]
    changes: int = 1


def listmonk(url: str, mode: str) -> dict[str, Any]:
    return {
        "listmonk_url": url,
        "listmonk_user": USER,
        "listmonk_token": TOKEN,
        "listmonk_lists": ("1", "3"),
        "listmonk_mode": mode,
    }


KINDS: tuple[Kind, ...] = (
    Kind(
        "webhook:team",
        Receiver,
        lambda url: {
            "webhooks": (f"team={url}/hook",),
            "webhook_secrets": f"team={KEY}",
        },
    ),
    Kind("websub", Hub, lambda url: {"websub_hub": f"{url}/hub"}),
    Kind("listmonk", Listmonk, lambda url: listmonk(url, "send"), changes=2),
    Kind("listmonk", lambda: Listmonk(sends=False), lambda url: listmonk(url, "draft")),
    Kind(
        "ghost",
        Ghost,
        lambda url: {
            "ghost_url": url,
            "ghost_key": f"{GHOST_ID}:{GHOST_SECRET}",
            "ghost_newsletter": "weekly",
            "ghost_mode": "send",
        },
        changes=2,
    ),
    Kind(
        "buttondown",
        Buttondown,
        lambda url: {
            "buttondown_url": url,
            "buttondown_key": BUTTONDOWN_KEY,
            "buttondown_mode": "send",
        },
        changes=2,
    ),
    Kind(
        "mastodon",
        Mastodon,
        lambda url: {"mastodon_url": url, "mastodon_token": MASTODON_TOKEN},
    ),
)


@dataclass
class House:
    """An installation with one output, and what stands at its other end."""

    kind: Kind
    server: ServiceServer
    store: Store
    settings: Settings
    clock: FrozenClock
    ports: Ports

    def publish(self, *editions: Digest) -> None:
        for edition in editions or (published_edition(),):
            self.store.save_digest(edition, [])

    def turn(self) -> list[OutputDelivery]:
        return send_to_outputs(self.ports, self.settings)

    def go_on(self) -> None:
        """Turn after turn, each when something is due, until everything has come to rest."""
        for _ in range(20):
            self.turn()
            waiting = self.store.output_log(state=OutputState.PLANNED)
            times = [row.not_before for row in waiting if row.not_before]
            if not times:
                return
            self.clock.set(min(times))

    @property
    def row(self) -> OutputDelivery:
        """Of the only edition."""
        (row,) = self.store.output_log()
        return row

    @property
    def made(self) -> list[str]:
        """What people see at the other end."""
        return self.server.service.made


def fed(store: Store) -> list[str]:
    """What stands in our feeds since the output is there."""
    found = [one for one in store.digests(limit=100) if one.is_published]
    return [
        f"strandline-{one.digest_id}"
        for one in found
        if one.published_at and one.published_at >= NOW
    ]


@pytest.fixture(params=KINDS, ids=lambda kind: kind.name)
def kind(request: pytest.FixtureRequest) -> Kind:
    chosen: Kind = request.param
    return chosen


@pytest.fixture
def make_house(tmp_path: Path, empty_file: Path) -> Iterator[Callable[..., House]]:
    """Opens an installation; `outputs` are further settings of them."""
    with ExitStack() as opened:

        def make(kind: Kind, *, tls: Any = None, allowed: bool = True, **outputs: Any) -> House:
            server = opened.enter_context(ServiceServer(kind.service(), tls))
            path = tmp_path / "strandline.sqlite3"
            path.write_bytes(empty_file.read_bytes())
            addresses = (server.address,) if allowed else ()
            chosen = kind.settings(server.url) | outputs
            settings = output_settings(path, addresses, **chosen)
            store = open_store(DatabaseSettings(path=path))
            opened.callback(store.close)
            clock = FrozenClock(NOW)
            ports = output_ports(store, settings, opened, clock=clock)
            if isinstance(server.service, Hub):
                server.service.feed = lambda: fed(store)
            store.note_outputs([output.name for output in ports.outputs], NOW)
            return House(kind, server, store, settings, clock, ports)

        yield make


@pytest.fixture
def house(kind: Kind, make_house: Callable[..., House]) -> House:
    return make_house(kind)


@pytest.fixture(scope="session")
def tls(tmp_path_factory: pytest.TempPathFactory) -> ssl.SSLContext:
    """A server's, with a certificate that nobody trusts."""
    path = tmp_path_factory.mktemp("tls") / "server.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-nodes", "-days", "2", "-subj", "/CN=elsewhere.example"]
    subprocess.run(
        [*command, "-keyout", str(path), "-out", f"{path}.crt"], check=True, capture_output=True
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{path}.crt", str(path))
    return context
