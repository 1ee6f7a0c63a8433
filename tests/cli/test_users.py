"""The verb users, as a person types it, and the first start."""

import json
import re
from typing import Any

import pytest

from strandline.cli.first_start import welcome
from strandline.model.errors import ConfigError
from strandline.settings import Settings, load_settings
from strandline.wiring import open_ports

OWNER = {"OWNER_LOGIN": "ada", "OWNER_PASSWORD": "five boats at dawn"}


def test_accounts_from_the_terminal(shell: Any) -> None:
    """Made with a link or a password, listed, changed, reset, removed; refusals say why."""
    made = shell.ok("users", "add", "Ada", "--role", "owner", "--name", "Ada L.")
    assert "The account ada was made." in made
    assert re.search(r"http://127\.0\.0\.1:8400/welcome/[\w-]{43}", made)
    typed = b"five boats at dawn\n"
    assert "/welcome/" not in shell.ok("users", "add", "bert", "--password-stdin", given=typed)
    listed = shell.ok("users", "list")
    assert "ada (Ada L.): owner, no password; seen" in listed
    told = [json.loads(line) for line in shell.ok("users", "list", "--json").splitlines()]
    assert [(one["login"], one["has_password"]) for one in told] == [("ada", False), ("bert", True)]
    assert "dawn" not in str(told)
    shell.ok("users", "role", "bert", "publisher")
    assert "bert: publisher" in shell.ok("users", "list")
    assert "/welcome/" in shell.ok("users", "reset", "bert")
    refused = shell("users", "remove", "ada")
    assert (refused.returncode, "only owner" in refused.stderr) == (2, True)
    shell.ok("users", "remove", "bert")
    assert shell("users", "reset", "bert").returncode == 2
    assert shell("users", "add", "аda").returncode == 2  # begins with a Cyrillic letter
    assert shell("users", "add", "carl", "--password-stdin").returncode == 2


def test_the_first_start_prints_one_address(shell: Any) -> None:
    """Of the page as readers know it; nothing once somebody has an account."""
    settings = load_settings(environ={"DATABASE_PATH": "s.sqlite3"} | OWNER)
    plain = settings.model_copy(update={"access": Settings().access})
    web = plain.web.model_copy(update={"base_url": "https://read.example/"})
    with open_ports(settings) as ports:
        shell.capture.readouterr()
        welcome(ports, plain.model_copy(update={"web": web}), "http://127.0.0.1:1")
        welcome(ports, plain, "http://127.0.0.1:1")
        printed = shell.capture.readouterr().out.decode()
        assert re.search(r"^https://read\.example/welcome/\S+$", printed, re.MULTILINE)
        assert re.search(r"^http://127\.0\.0\.1:1/welcome/\S+$", printed, re.MULTILINE)
        welcome(ports, settings, "http://127.0.0.1:1")
        welcome(ports, plain, "http://127.0.0.1:1")
        assert shell.capture.readouterr().out == b""
        assert [account.login for account in ports.store.accounts()] == ["ada"]


@pytest.mark.parametrize("password", ["", "short"])
def test_an_owner_without_a_good_password_is_refused(shell: Any, password: str) -> None:
    """With the setting's name; nothing is made."""
    environ = {"DATABASE_PATH": "s.sqlite3"} | OWNER | {"OWNER_PASSWORD": password}
    settings = load_settings(environ=environ)
    with open_ports(settings) as ports:
        with pytest.raises(ConfigError, match="OWNER_PASSWORD"):
            welcome(ports, settings, "")
        assert ports.store.accounts() == []
