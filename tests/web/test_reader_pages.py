"""A reader's own edition in the browser: how it comes, what was shown, everything that is held."""

import itertools
import re
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from strandline.model.accounts import Role
from strandline.model.articles import IngestBatch
from strandline.model.digests import Digest, DigestItem, Section
from strandline.model.readers import Reader
from strandline.testing.account_builders import a_session, an_account
from strandline.testing.builders import NOW, a_history_entry, a_mention, an_article

NUMBERS = itertools.count(1)


class Own:
    """A reader with an account, two rows of history and an edition."""

    def __init__(self, desk: Any) -> None:
        self.store = desk.page.store
        number = next(NUMBERS)
        self.reader_id, login = f"own{number}", f"own-{number}"
        self.store.save_reader(Reader(self.reader_id, "Own"))
        account = an_account(login, role=Role.READER, reader_id=self.reader_id)
        self.store.save_account(account)
        self.store.add_session(a_session(account))
        article = an_article(f"https://own.example/{number}", article_title="The heron")
        self.store.ingest(IngestBatch(NOW, (article,), mentions=(a_mention(article),)))
        item = DigestItem(
            1, Section.ARTICLES, "news", article.article_uuid, article.article_url_final,
            "The heron", "Post", NOW,
        )  # fmt: skip
        self.edition = f"e{number}"
        self.store.save_digest(Digest(self.edition, self.reader_id, NOW, "Mine", "en", (item,)), ())
        self.rows = [
            a_history_entry(
                article.article_url_final, self.reader_id, article_uuid=article.article_uuid,
                digest_id=self.edition,
            ),
            a_history_entry("https://old.example/otter", self.reader_id),
        ]  # fmt: skip
        self.store.insert_urls(self.rows)
        self.client = httpx2.Client(
            base_url=desk.page.server.url, timeout=30, trust_env=False, follow_redirects=True
        )
        self.client.headers |= {"sec-fetch-site": "same-origin", "accept-language": "en"}
        self.client.cookies.set("session", f"secret-{login}-1")

    def form(self) -> dict[str, Any]:
        """The form of `/my` as it would be sent as it stands."""
        text = self.client.get("/my").text
        form: dict[str, Any] = {}
        for name, value in re.findall(
            r'<input[^>]* name="([^"_][^"]*)"[^>]* value="([^"]*)"', text
        ):
            form.setdefault(name, []).append(value)
        return form


@pytest.fixture
def own(desk: Any) -> Iterator[Own]:
    made = Own(desk)
    yield made
    made.client.close()


def test_a_reader_chooses_how_the_edition_comes(own: Own) -> None:
    """Days, hour, zone, sections and words; what is not allowed is told and changes nothing."""
    page = own.client.get("/my")
    assert "Article history (days)" in page.text
    assert "Historique des articles (jours)" in own.client.get("/my?lang=fr").text
    own.client.get("/my?lang=en")
    wanted = own.form() | {
        "days": ["mon", "thu"],
        "at": "07:15",
        "timezone": "Europe/Paris",
        "muted_words": "golf, 股市",
        "article_history_days": "30",
        "name posts": "Forum",
        "at posts": "1",
        "language": "fr",
        "has_sources": "1",
        "source": [],
    }
    assert "Saved." in own.client.post("/my", data=wanted).text
    kept = own.store.reader(own.reader_id).settings
    assert (kept.days, kept.at, kept.timezone) == ((0, 3), "07:15", "Europe/Paris")
    assert (kept.muted_words, kept.article_history_days) == (("golf", "股市"), 30)
    assert next(one for one in kept.sections if one.name).name == "Forum"
    wrongs: tuple[dict[str, Any], ...] = ({"timezone": "No/Land"}, {"at": "26:00"}, {"days": []})
    for wrong in wrongs:
        told = own.client.post("/my", data=wanted | wrong).text
        assert "Nothing was changed." in told
        assert own.store.reader(own.reader_id).settings == kept


def test_history_is_searched_forgotten_and_shown_again(own: Own) -> None:
    """By title or address; one row, or an article with its story; the audit names nothing read."""
    assert "The heron" in own.client.get("/my/history?q=HERON").text
    otters = own.client.get("/my/history?q=otter").text
    assert "old.example/otter" in otters
    assert "The heron" not in otters
    first, second = own.rows
    told = own.client.post("/my/history", data={"do": f"forget {second.url_hash}", "q": "otter"})
    assert "Forgotten" in told.text
    assert "Nothing is here" in told.text
    assert (
        "not in your history"
        in own.client.post("/my/history", data={"do": f"forget {second.url_hash}"}).text
    )
    again = own.client.post("/my/history", data={"do": f"show_again {first.url_hash}"})
    assert "It may come again" in again.text
    assert own.store.count_history(own.reader_id) == 0
    noted = [row for row in own.store.audit(subject=own.reader_id) if "forget" in row.what]
    assert "otter" not in repr(noted)


def test_a_readers_own_edition_has_a_page(own: Own, desk: Any) -> None:
    """For whom it is, and nobody else; its id tells nobody that it exists."""
    assert "The heron" in own.client.get(f"/digests/{own.edition}").text
    assert desk.page.get(f"/digests/{own.edition}").status_code == 404
    assert desk.client(Role.OWNER).get(f"/digests/{own.edition}").status_code == 404
    assert own.edition in own.client.get("/my").text


def test_everything_held_can_be_taken_and_deleted(own: Own) -> None:
    """As JSON; deleting asks for the id, and leaves the account."""
    held = own.client.get("/my/export.json").json()
    assert {row["url"] for row in held["history"]} == {row.url for row in own.rows}
    assert held["editions"][0]["items"][0]["title"] == "The heron"
    assert "type" in own.client.post("/my/remove", data={"reader": "me"}).text
    assert own.store.reader(own.reader_id) is not None
    assert "Deleted." in own.client.post("/my/remove", data={"reader": own.reader_id}).text
    assert own.store.reader(own.reader_id) is None
    assert own.store.count_history(own.reader_id) == 0
    assert own.client.get("/my/history").status_code == 404


def test_the_edition_of_everybody_is_nobodys_own(desk: Any) -> None:
    """An account that stands for it reads no history here and deletes nothing."""
    client = desk.client(Role.PUBLISHER)
    assert client.get("/my/history").status_code == 404
    assert client.get("/my/export.json").status_code == 404
    assert "edition of everybody" in client.get("/my").text
    assert client.post("/my/remove", data={"reader": "public"}).status_code == 404


def test_who_has_no_edition_begins_one(desk: Any) -> None:
    """An editor too, once."""
    account = an_account("beginner", role=Role.EDITOR, reader_id=None)
    store = desk.page.store
    store.save_account(account)
    store.add_session(a_session(account))
    client = desk.client(None)
    client.cookies.set("session", "secret-beginner-1")
    assert "Begin one" in client.get("/my").text
    told = client.post("/my", follow_redirects=True)
    assert "Your edition begins" in told.text
    assert store.account(account.account_id).reader_id is not None
