"""The verbs of the edition desk, on the command line."""

from typing import Any

import pytest

from strandline.adapters.store import open_store
from strandline.model.digests import Digest, DigestDrop, DigestItem, Section
from strandline.model.editions import EditionState
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW


def an_item(n: int) -> DigestItem:
    url = f"https://a.example/{n}"
    return DigestItem(n, Section.ARTICLES, "news", f"A_{n}", url, f"Title {n}", "Paper", NOW)


@pytest.fixture
def desk(shell: Any) -> Any:
    """A ledger with one draft."""
    store = open_store(DatabaseSettings(path=shell.folder / "s.sqlite3"))
    drop = DigestDrop("A_9", "https://a.example/9", "fill", "source_cap", "", "Left", "Paper")
    items = tuple(map(an_item, (1, 2, 3)))
    draft = EditionState.DRAFT
    store.save_digest(Digest("d1", "public", NOW, "T", "en", items, drops=(drop,), state=draft), ())
    store.close()
    return shell


def test_a_draft_is_edited_and_published(desk: Any) -> None:
    """Each act says what was done; places are those of the edition as it stands."""
    for words, said in (
        (["drop", "d1", "2"], "Dropped: Title 2"),
        (["words", "d1", "2", "--title", "Own"], "Title changed: Own"),
        (["move", "d1", "2", "up"], "Moved: Own"),
        (["undo", "d1", "1"], "Taken back."),
        (["approve", "d1", "--publish"], "Approved."),
    ):
        assert said in desk.ok("digest", *words)
    shown = desk.ok("digest", "show", "d1")
    assert shown.index("Own") < shown.index("Title 2")
    listed = desk.ok("digest", "acts", "d1").splitlines()
    assert len(listed) == 3
    assert "taken back by console" in listed[0]
    assert "(sent)" in desk.ok("digest", "list")


def test_what_cannot_be_done_fails_with_a_sentence(desk: Any) -> None:
    """Status 1, and why; a wrong word is status 2."""
    refused = desk("digest", "publish", "d1")
    assert (refused.returncode, "an edition that is draft" in refused.stderr) == (1, True)
    assert desk("digest", "drop", "d1", "7").returncode == 2
    assert desk("digest", "list", "--state", "lost").returncode == 2
    beside = desk("digest", "run")
    assert (beside.returncode, "A draft waits: d1" in beside.stderr) == (2, True)


def test_what_was_left_out_is_listed_by_title(desk: Any) -> None:
    """With the reason as a sentence."""
    told = desk.ok("digest", "left-out", "d1")
    assert "Left  (Paper)" in told
    assert "Enough items of its source were better placed (step: Fill the places)." in told


def test_a_reader_is_set_and_what_is_held_told(desk: Any) -> None:
    """Any setting by its name; history is searched and forgotten by URL."""
    desk.ok("readers", "add", "ada")
    desk.ok("readers", "set", "ada", "days=mon, thu", "at=07:30", "timezone=Europe/Paris")
    wrong = desk("readers", "set", "ada", "timezone=Nowhere")
    assert (wrong.returncode, "Europe/Paris" in wrong.stderr) == (2, True)
    desk(
        "history", "import", "-", "--reader", "ada", given=b'{"https://a.example/x": "2026-03-01"}'
    )
    held = desk.ok("readers", "export", "ada")
    assert '"timezone": "Europe/Paris"' in held
    assert "https://a.example/x" in held
    assert "https://a.example/x" in desk.ok("history", "search", "EXAMPLE", "--reader", "ada")
    desk.ok("history", "remove", "https://a.example/x", "--reader", "ada")
    assert desk.ok("history", "list", "--reader", "ada") == ""
    assert desk("history", "remove", "https://a.example/x", "--reader", "ada").returncode == 2
