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
from strandline.testing.services.server import Service, ServiceServer
from strandline.testing.services.webhooks import KEY, Receiver


@dataclass(frozen=True)
class Kind:
    """How an output is set, given the address of its service.

    Attributes:
        name: Of the output.
        is_asked: What is unknown is found out by itself.
    """

    name: str
    service: Callable[[], Service]
    settings: Callable[[str], dict[str, Any]]
    is_asked: bool = True


KINDS: tuple[Kind, ...] = (
    Kind(
        "webhook:team",
        Receiver,
        lambda url: {
            "webhooks": (f"team={url}/hook",),
            "webhook_secrets": f"team={KEY}",
        },
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
