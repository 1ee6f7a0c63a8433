"""Other ways out by command, with a receiver of webhooks at the other end."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from strandline.adapters.store import open_store
from strandline.settings import DatabaseSettings
from strandline.testing.mail_house import an_edition
from strandline.testing.services.server import FAULTS, ServiceServer
from strandline.testing.services.webhooks import KEY, NEXT_KEY, Receiver


@pytest.fixture(scope="module")
def server() -> Iterator[ServiceServer]:
    with ServiceServer(Receiver()) as running:
        yield running


@pytest.fixture
def house(shell: Any, server: ServiceServer, monkeypatch: pytest.MonkeyPatch) -> Any:
    open_store(DatabaseSettings(path=shell.folder / "s.sqlite3")).close()
    for name, value in {
        "WEBHOOKS": f"team={server.url}/hook",
        "WEBHOOK_SECRETS": f"team={NEXT_KEY} team={KEY}",
        "ALLOW_PRIVATE_NETWORKS": server.address,
    }.items():
        monkeypatch.setenv(name, value)
    return shell


def test_from_an_edition_to_a_webhook(house: Any, server: ServiceServer) -> None:
    """Listed, tried out, sent once, told in the log; held and let go on; by its short name too."""
    listed = json.loads(house.ok("outputs", "list", "--json"))
    assert (listed["name"], listed["repeats"]) == ("webhook:team", "key")
    assert "lets us in" in house.ok("outputs", "test", "team")
    assert "0 tried" in house.ok("outputs", "send")
    store = open_store(DatabaseSettings(path=house.folder / "s.sqlite3"))
    since = store.outputs()[0].since
    store.save_digest(an_edition("d1", published_at=since), [])
    store.close()
    assert "is held" in house.ok("outputs", "hold", "team", "--note", "the server moves")
    assert "the server moves" in house.ok("outputs", "list")
    assert "0 tried" in house.ok("outputs", "send")
    assert "goes on" in house.ok("outputs", "resume", "team")
    assert "webhook:team  d1  done" in house.ok("outputs", "send")
    assert "0 tried" in house.ok("outputs", "send")
    assert server.service.made == ["strandline-d1"]
    (row,) = [json.loads(line) for line in house.ok("outputs", "log", "--json").splitlines()]
    assert (row["state"], row["attempts"]) == ("done", 1)
    assert "already" in house("outputs", "retry", "team", "d1").stderr


def test_what_cannot_be_done_is_told(house: Any, server: ServiceServer) -> None:
    """Outputs and states that there are not; an answer that is no; no key in any of it."""
    server.faults = [FAULTS["503 before"]]
    for words, said in (
        (["test", "team"], "does not let us in"),
        (["test", "nobody"], "no such output"),
        (["log", "--state", "lost"], "There is no state"),
        (["settle", "team", "d9"], "no such edition"),
    ):
        told = house("outputs", *words)
        assert told.returncode == 2, told.stdout
        assert said in told.stderr
        assert KEY[6:] not in told.stdout + told.stderr


def test_a_wrong_setting_is_named_without_its_value(
    house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By every verb that needs it, and by the doctor, which goes on."""
    monkeypatch.setenv("WEBHOOK_SECRETS", "team=whsec_s3cr3t-canary!")
    for words in (["outputs", "list"], ["doctor"]):
        told = house(*words)
        assert "WEBHOOK_SECRETS" in told.stdout + told.stderr
        assert "s3cr3t" not in told.stdout + told.stderr
