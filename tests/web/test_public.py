"""What everybody sees: no scores, funnels and errors unless the owner says so; nothing private."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.store import open_store
from strandline.model.accounts import Role
from strandline.model.archive import JobStatus
from strandline.model.digests import Digest
from strandline.model.editions import EditionState
from strandline.ports import Store
from strandline.settings import DatabaseSettings
from strandline.testing.account_builders import a_session, an_account
from strandline.testing.builders import NOW, a_reader

#: Words that only who may see the desk reads → the page that has them.
DETAILS = {
    "/digests/edition1": ("Reputation of the source", "What was left out, and why"),
    "/sources": ('class="state warn"', 'class="message"'),
    "/": ("need a look",),
    "/stats": ('id="failures"',),
    "/articles/{failed}": ('id="attempts"',),
    "/api/v1/articles/{failed}/captures": ("last_error",),
}


@pytest.fixture(scope="module")
def discreet(tmp_path_factory: pytest.TempPathFactory, kit: Any) -> Iterator[Any]:
    """A page as it comes: the owner has said nothing of details. The archive has failures."""
    folder = tmp_path_factory.mktemp("public")
    store = open_store(DatabaseSettings(path=folder / "p.sqlite3"))
    kit.seed(store)
    kit.seed_archive(kit.Vault(store, LocalBlobs(folder / "objects"), folder))
    running = kit.start(store, public_details=False)
    yield running
    kit.end(running)
    store.close()


@pytest.mark.parametrize("asked", DETAILS)
def test_scores_funnels_and_errors_are_for_the_desk(discreet: Any, asked: str) -> None:
    """Everybody reads the page without them; an editor reads the same page with them."""
    account = an_account("ed", role=Role.EDITOR)
    discreet.store.save_account(account)
    session = a_session(account)
    if discreet.store.session(session.secret_hash, NOW) is None:
        discreet.store.add_session(session)
    failed = discreet.store.jobs(status=JobStatus.FAILED, limit=1)[0].article_uuid
    path = asked.format(failed=failed)
    plain = discreet.get(path).text
    whole = discreet.get(path, cookie="session=secret-ed-1").text
    for words in DETAILS[asked]:
        assert words in whole
        assert words not in plain


def test_a_reader_sees_what_everybody_sees(discreet: Any) -> None:
    """Signed in, and still without the right to the desk."""
    account = an_account("rea", role=Role.READER, reader_id="public")
    discreet.store.save_account(account)
    discreet.store.add_session(a_session(account))
    text = discreet.get("/digests/edition1", cookie="session=secret-rea-1").text
    assert "Reputation of the source" not in text


def test_an_edition_for_machines_has_them_for_the_desk_alone(discreet: Any) -> None:
    """And no shared cache keeps what an editor was given."""
    plain = discreet.get("/digests/edition1.json")
    assert "funnel" not in plain.json()
    assert "score" not in plain.json()["items"][0]
    assert plain.headers["cache-control"].startswith("public")
    account = an_account("machine", role=Role.EDITOR)
    discreet.store.save_account(account)
    discreet.store.add_session(a_session(account))
    whole = discreet.get("/digests/edition1.json", cookie="session=secret-machine-1")
    assert {"score", "score_parts"} <= whole.json()["items"][0].keys()
    assert whole.headers["cache-control"].startswith("private")


def test_private_editions_and_drafts_are_counted_nowhere(
    serve: Callable[..., Any], ledger: Store
) -> None:
    """Neither on /about nor in the numbers for machines."""
    ledger.save_reader(a_reader())
    private = a_reader().reader_id
    for number, (reader, state) in enumerate(
        [
            ("public", EditionState.SENT),
            ("public", EditionState.DRAFT),
            (private, EditionState.SENT),
            (private, EditionState.SENT),
        ]
    ):
        ledger.save_digest(Digest(f"d{number}", reader, NOW, "T", "en", (), state=state), ())
    page = serve(ledger)
    about = page.get("/about").text
    shown = re.search(r"<dt>Digests[^<]*</dt><dd>(\d+)</dd>", about)
    assert shown is not None
    assert shown[1] == "1"
    assert "strandline_digests 1.0" in page.get("/metrics").text
    assert ledger.counts().digests == 4


def test_featured_and_about_are_in_the_menu_everywhere(discreet: Any) -> None:
    """On a phone as well: no entry of the menu is hidden by the width."""
    menu = re.search(r'<nav class="menu".*?</nav>', discreet.get("/").text, re.DOTALL)
    assert menu is not None
    assert 'href="/featured"' in menu[0]
    assert 'href="/about"' in menu[0]
    style = discreet.get("/static/strandline.css").text
    assert not re.search(r"\.menu[^{}]*\{[^}]*display: none", style.partition("@media print")[0])
