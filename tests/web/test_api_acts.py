"""Acts by the API: who may, what is answered, and that nothing is done twice."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx2
import pytest

import strandline
from strandline.adapters.store import open_store
from strandline.model.accounts import Right, Role
from strandline.model.editions import EditionState
from strandline.model.readers import HistoryEntry
from strandline.ports import Store
from strandline.settings import DatabaseSettings
from strandline.testing.account_builders import a_session, a_token, an_account
from strandline.testing.builders import NOW
from strandline.web.api.routing import ROOT

SOURCES = Path(strandline.__file__).parent
#: What signs in is not for tokens; what does the same to several things at once is one of them.
BY_A_PERSON_ALONE = {
    "add_passkey",
    "ask",
    "audited",
    "change_password",
    "connect",
    "make_token",
    "remove_passkey",
    "set_password",
    "add_chosen",
}
OWNER = an_account("olga", role=Role.OWNER)
HOW_TO = Path(__file__).parents[2] / "docs/how-to/api.md"
DESCRIPTION = Path(__file__).parents[2] / "docs/reference/openapi.json"


class Desk:
    """A page on a seeded ledger, and a program that asks with the owner's token."""

    def __init__(self, page: Any) -> None:
        self.page: Any = page
        self.store: Store = page.store
        self.store.save_account(OWNER)
        self.store.add_token(a_token(OWNER))

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> httpx2.Response:
        """One request below the root."""
        sent = {"authorization": "Bearer token-olga-1"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        more = {} if body is None else {"json": body}
        answer: httpx2.Response = self.page.client.request(
            method, ROOT + path, headers=sent, **more
        )
        return answer

    def audit(self) -> list[str]:
        """What was done, newest first."""
        return [entry.what for entry in self.store.audit(limit=200)]


@pytest.fixture(scope="module")
def desk(
    tmp_path_factory: pytest.TempPathFactory, seed_ledger: Any, start_page: Any
) -> Iterator[Desk]:
    """One for all tests of this file."""
    store = open_store(DatabaseSettings(path=tmp_path_factory.mktemp("acts") / "acts.sqlite3"))
    seed_ledger(store)
    with start_page(store, public_details=False) as page:
        yield Desk(page)
    store.close()


def guarded() -> Iterator[tuple[str, str, str]]:
    """Method, path and right of everything that not everybody may."""
    for path, item in json.loads(DESCRIPTION.read_bytes())["paths"].items():
        for method, operation in item.items():
            if "security" in operation:
                yield method.upper(), path, operation["security"][0]["token"][0]


@pytest.mark.parametrize(("method", "path", "right"), list(guarded()), ids=str)
def test_a_token_without_the_right_in_its_scope_does_nothing(
    desk: Desk, method: str, path: str, right: str
) -> None:
    """Its owner may everything, the token everything but this: 403, and no row of the audit."""
    token = a_token(OWNER, 2, scope=frozenset(Right) - {Right(right)})
    desk.store.add_token(token)
    before = desk.audit()
    try:
        answer = desk.ask(method, path.removeprefix(ROOT), authorization="Bearer token-olga-2")
    finally:
        desk.store.remove_token(OWNER.account_id, token.token_id)
    assert answer.status_code == 403
    assert answer.json()["title"] == "Forbidden"
    assert desk.audit() == before


def test_a_token_that_has_ended_is_nobodys(desk: Desk) -> None:
    """401 says so, for a made-up one too."""
    desk.store.add_token(a_token(OWNER, 3, ends_at=NOW))
    for secret in ("token-olga-3", "made-up", "'--", "x" * 5_000):
        assert desk.ask("GET", "/me", authorization=f"Bearer {secret}").status_code == 401
    assert desk.ask("GET", "/me").json()["name"] == "olga"


def test_a_browser_writes_from_our_own_pages_only(desk: Desk) -> None:
    """A session is sent by the browser unasked: another site's request is refused."""
    desk.store.add_session(a_session(OWNER))
    cookie = {"cookie": "session=secret-olga-1", "authorization": ""}
    body = {"deed": "poll", "sources": ["W_RSS_1"]}
    foreign = desk.ask("POST", "/sources/deeds", body, sec_fetch_site="cross-site", **cookie)
    assert foreign.status_code == 403
    own = desk.ask("POST", "/sources/deeds", body, sec_fetch_site="same-origin", **cookie)
    assert own.status_code == 200


def test_a_source_from_its_adding_to_its_end(desk: Desk) -> None:
    """Each act tells what it did; the audit has a row of each."""
    made = desk.ask("POST", "/sources", {"url": "https://new.example/feed", "name": "New"})
    assert (made.status_code, made.json()["code"]) == (200, "sources.done.add")
    uuid = made.json()["subject"]
    again = desk.ask("POST", "/sources", {"url": "https://new.example/feed/"})
    assert (again.status_code, again.json()["code"]) == (409, "sources.refused.known")
    whole = desk.ask("GET", f"/sources/{uuid}").json()
    assert whole["settings"]["interval_s"] is None
    mark = whole["settings"]["mark"]
    change = {"name": "Newer", "interval_s": 3600, "seen": mark}
    assert desk.ask("PATCH", f"/sources/{uuid}", change).status_code == 200
    stale = desk.ask("PATCH", f"/sources/{uuid}", {"name": "Old", "seen": mark})
    assert (stale.status_code, stale.json()["code"]) == (409, "sources.refused.changed_meanwhile")
    whole = desk.ask("GET", f"/sources/{uuid}").json()
    assert (whole["name"], whole["settings"]["interval_s"]) == ("Newer", 3600)
    for deed in ("pause", "resume", "remove"):
        body = {"deed": deed, "sources": [uuid]}
        assert desk.ask("POST", "/sources/deeds", body).status_code == 200, deed
    assert desk.ask("GET", f"/sources/{uuid}").status_code == 404
    gone = desk.ask("PATCH", f"/sources/{uuid}", {"name": "x"})
    assert (gone.status_code, gone.json()["code"]) == (404, "sources.refused.gone")
    assert desk.audit()[:5] == [
        "sources.remove",
        "sources.resume",
        "sources.pause",
        "sources.edit",
        "sources.add",
    ]


def test_who_may_not_see_the_desk_sees_neither_settings_nor_scores(desk: Desk) -> None:
    """Nor how a source does, unless the owner says so."""
    told = desk.page.get(f"{ROOT}/sources/W_RSS_1").json()
    assert (told["settings"], told["health"]) == (None, None)
    told = desk.ask("GET", "/sources/W_RSS_1").json()
    assert told["health"]["state"] == "ok"
    story = desk.page.get(f"{ROOT}/stories").json()["stories"][0]["story_id"]
    (verdict,) = desk.page.get(f"{ROOT}/stories/{story}").json()["verdicts"]
    assert verdict["score"] is None
    (verdict,) = desk.ask("GET", f"/stories/{story}").json()["verdicts"]
    assert verdict["score"] > 0


def test_an_account_from_its_making_to_its_end(desk: Desk) -> None:
    """Made without a password, it gets a link; the last owner stays."""
    made = desk.ask("POST", "/accounts", {"login": "carla", "role": "editor"})
    uuid = made.json()["subject"]
    assert "carla" in {one["login"] for one in desk.ask("GET", "/accounts").json()["accounts"]}
    link = desk.ask("POST", f"/accounts/{uuid}/link").json()
    assert link["path"].startswith("/welcome/")
    assert desk.ask("PUT", f"/accounts/{uuid}", {"role": "publisher"}).status_code == 200
    assert desk.ask("DELETE", f"/accounts/{uuid}").status_code == 200
    assert desk.ask("DELETE", f"/accounts/{uuid}").status_code == 404
    last = desk.ask("DELETE", f"/accounts/{OWNER.account_id}")
    assert (last.status_code, last.json()["code"]) == (409, "accounts.last_owner")
    entries = desk.ask("GET", "/audit?what=account&limit=2").json()
    assert [entry["what"] for entry in entries["entries"]] == ["account.remove", "account.change"]
    following = desk.page.get(entries["next"], authorization="Bearer token-olga-1").json()
    assert following["entries"][0]["what"] == "account.link"


@pytest.fixture
def draft(desk: Desk) -> Iterator[str]:
    """The only draft, with all items of the edition that is there, of its own each time."""
    edition = desk.store.digest("edition1")
    assert edition is not None
    name = f"draft{len(desk.store.digests(limit=200))}"
    items = tuple(  # news to its readers, whatever was published before
        replace(
            item,
            article_uuid=f"A_{name}{item.position}",
            url=f"https://{name}.example/{item.position}",
        )
        for item in edition.items
    )
    made = replace(edition, digest_id=name, state=EditionState.DRAFT, version=1, items=items)
    desk.store.save_digest(made, ())
    yield name
    desk.ask("POST", f"/editions/{name}/skip", {})


def test_an_edition_from_its_draft_to_its_readers(desk: Desk, draft: str) -> None:
    """Edited, approved, published; each step tells where it stands, and readers see the end."""
    assert desk.page.get(f"{ROOT}/digests/{draft}").status_code == 404
    whole = desk.ask("GET", f"/editions/{draft}").json()
    first, second = (item["article_uuid"] for item in whole["items"][:2])
    for kind, uuid, value in (
        ("title", first, "Boats again"),
        ("pin", second, "on"),
        ("introduction", "", "*Good morning.*"),
    ):
        body = {"kind": kind, "article_uuid": uuid, "value": value, "seen": whole["version"]}
        assert desk.ask("POST", f"/editions/{draft}/edits", body).status_code == 200, kind
    whole = desk.ask("GET", f"/editions/{draft}").json()
    assert "Boats again" in {item["title"] for item in whole["items"]}
    assert [edit["kind"] for edit in whole["edits"]] == ["title", "pin", "introduction"]
    assert desk.ask("DELETE", f"/editions/{draft}/edits/1").status_code == 200
    assert desk.ask("DELETE", f"/editions/{draft}/edits/1").status_code == 404
    assert desk.ask("POST", f"/editions/{draft}/publish").json()["code"] == "edition.not_now"
    assert desk.ask("POST", f"/editions/{draft}/approve", {}).status_code == 200
    assert desk.ask("POST", f"/editions/{draft}/publish").status_code == 200
    read = desk.page.get(f"{ROOT}/digests/{draft}").json()
    assert "Boats again" not in {item["title"] for item in read["items"]}
    states = desk.ask("GET", "/editions?state=sent").json()["editions"]
    assert draft in {edition["digest_id"] for edition in states}


def test_a_time_has_its_zone_and_lies_ahead(desk: Desk, draft: str) -> None:
    """Without a zone, beyond the calendar or as a number it is refused; one that is over too."""
    path = f"/editions/{draft}/schedule"
    for when in ("2026-03-05T07:00:00", "9999-12-31T23:59:59-12:00", 1_800_000_000, "soon"):
        refused = desk.ask("POST", path, {"send_at": when})
        assert (refused.status_code, refused.json()["errors"][0]["name"]) == (422, "send_at")
    over = desk.ask("POST", path, {"send_at": "2020-03-05T07:00:00Z"})
    assert (over.status_code, over.json()["code"]) == (409, "edition.time_is_past")
    ahead = desk.ask("POST", path, {"send_at": "2126-03-05T08:00:00+01:00"})
    assert ahead.json()["code"] == "edition.not_now"


def test_a_persons_own_edition_is_nobody_elses(desk: Desk) -> None:
    """Not even the owner reads or edits it by the API."""
    assert desk.ask("GET", "/editions/private1").status_code == 404
    assert desk.ask("POST", "/editions/private1/skip", {}).status_code == 404
    assert "private1" not in desk.ask("GET", "/editions").text


def test_a_story_is_ruled_and_the_ruling_taken_back(desk: Desk) -> None:
    """Neither the same news: two stories; taken back: one again."""

    def members(article: str) -> set[str]:
        sources = desk.ask("GET", f"/stories/{article}").json()["sources"]
        return {source["article_uuid"] for source in sources}

    (story, *_) = desk.ask("GET", "/stories").json()["stories"]
    one, other = sorted(members(story["story_id"]))
    body = {"one": one, "other": other, "level": "neither", "note": "two boats"}
    assert desk.ask("POST", "/rulings", body).status_code == 200
    assert members(one) == {one}
    assert desk.ask("POST", "/rulings/take-back", {"one": one, "other": other}).status_code == 200
    assert members(one) == {one, other}
    unknown = desk.ask("POST", "/rulings", body | {"other": "A_0"})
    assert (unknown.status_code, unknown.json()["code"]) == (404, "story.refused.unknown")


def test_pages_are_asked_for_once(desk: Desk) -> None:
    """What waits already is told; the queue shows the others, and lets go of them."""
    address = "https://kept.example/a"
    asked = desk.ask("POST", "/archive", {"addresses": [address, "no address"]})
    assert asked.status_code == 200, asked.text
    (job, *_) = desk.ask("GET", "/jobs").json()["jobs"]
    assert (job["url"], job["status"]) == (address, "queued")
    again = desk.ask("POST", f"/articles/{job['article_uuid']}/archive")
    assert again.status_code == 409
    assert desk.ask("POST", f"/jobs/{job['job_id']}/first").status_code == 200
    assert desk.ask("POST", "/jobs/cancel", {"jobs": [job["job_id"]]}).status_code == 200
    assert desk.ask("GET", f"/jobs/{job['job_id']}").json()["status"] == "skipped_policy"


def test_a_subscriber_is_added_paused_and_removed(desk: Desk) -> None:
    """With the reason why; an address that is suppressed stays out."""
    body = {"email": "ada@example.org", "basis": "asked at the fair"}
    uuid = desk.ask("POST", "/subscribers", body).json()["subject"]
    assert desk.ask("POST", f"/subscribers/{uuid}/pause").status_code == 200
    assert desk.ask("GET", f"/subscribers/{uuid}").json()["state"] == "paused"
    assert desk.ask("DELETE", f"/subscribers/{uuid}").status_code == 200
    assert desk.ask("GET", f"/subscribers/{uuid}").status_code == 404
    assert desk.ask("POST", "/suppressions", {"email": "ada@example.org"}).status_code == 200
    refused = desk.ask("POST", "/subscribers", body)
    assert (refused.status_code, refused.json()["code"]) == (409, "desk.people.suppressed")
    assert desk.ask("POST", "/suppressions/lift", {"email": "ada@example.org"}).status_code == 200


def test_a_write_that_is_sent_again_is_not_done_again(desk: Desk) -> None:
    """Under one key: the same answer, marked, and one source."""
    body = {"url": "https://once.example/feed"}
    first = desk.ask("POST", "/sources", body, idempotency_key="a")
    again = desk.ask("POST", "/sources", body, idempotency_key="a")
    assert first.status_code == again.status_code == 200
    assert first.content == again.content
    assert "idempotency-replayed" not in first.headers
    assert again.headers["idempotency-replayed"] == "true"
    assert again.headers["content-type"] == first.headers["content-type"]
    assert desk.ask("POST", "/sources", body, idempotency_key="b").status_code == 409


def test_a_refusal_is_answered_again_as_it_was(desk: Desk) -> None:
    """Also where what it refused would be possible by now."""
    body = {"deed": "pause", "sources": ["W_RSS_3"]}
    assert desk.ask("POST", "/sources/deeds", body).status_code == 200
    refused = desk.ask("POST", "/sources/deeds", body, idempotency_key="c")
    assert refused.status_code == 409
    desk.ask("POST", "/sources/deeds", {"deed": "resume", "sources": ["W_RSS_3"]})
    again = desk.ask("POST", "/sources/deeds", body, idempotency_key="c")
    assert (again.status_code, again.content) == (409, refused.content)
    assert again.headers["content-type"] == "application/problem+json"


def test_a_key_is_for_one_write_of_one_token(desk: Desk) -> None:
    """With another body, method or address it is refused; another token's key is another."""
    body = {"deed": "poll", "sources": ["W_RSS_1"]}
    assert desk.ask("POST", "/sources/deeds", body, idempotency_key="d").status_code == 200
    other = {"deed": "poll", "sources": ["W_RSS_2"]}
    for method, path, sent in (
        ("POST", "/sources/deeds", other),
        ("PATCH", "/sources/W_RSS_1", {"name": "x"}),
    ):
        refused = desk.ask(method, path, sent, idempotency_key="d")
        assert (refused.status_code, refused.json()["code"]) == (409, "idempotency.another")
    desk.store.add_token(a_token(OWNER, 4))
    fresh = desk.ask(
        "POST", "/sources/deeds", body, idempotency_key="d", authorization="Bearer token-olga-4"
    )
    assert "idempotency-replayed" not in fresh.headers
    desk.page.clock.advance(timedelta(days=1))
    later = desk.ask("POST", "/sources/deeds", other, idempotency_key="d")
    assert later.status_code == 200


def test_a_write_whose_end_is_not_known_is_not_done_again(desk: Desk) -> None:
    """While it is being done, or where it ended in a fault, the second is told to look."""
    body = {"deed": "poll", "sources": ["W_RSS_1"]}
    assert desk.ask("POST", "/sources/deeds", body, idempotency_key="e").status_code == 200
    key = sha256(b"account-olga\ntoken-olga-1\ne").hexdigest()
    desk.store.settle_write(key, 0, "", "")  # as a process that was killed leaves it
    refused = desk.ask("POST", "/sources/deeds", body, idempotency_key="e")
    assert (refused.status_code, refused.json()["code"]) == (409, "idempotency.under_way")


def test_a_secret_is_told_once(desk: Desk) -> None:
    """Sent again, the key says that it was done; nothing in the database tells the link."""
    path = f"/accounts/{OWNER.account_id}/link"
    link = desk.ask("POST", path, idempotency_key="f").json()["path"]
    again = desk.ask("POST", path, idempotency_key="f")
    assert (again.status_code, again.json()["code"]) == (409, "idempotency.told_once")
    assert link not in again.text


@pytest.mark.parametrize(
    ("body", "where", "name"),
    [
        (b"", "body", ""),
        (b"{", "body", "1"),
        (b"[]", "body", ""),
        (b'{"url": 1}', "body", "url"),
        (b'{"url": "https://a.example", "nmae": "x"}', "body", "nmae"),
        (b'{"url": "https://a.example/\\u0000"}', "body", "url"),
        (b'{"url": "https://a.example/", "name": "\\ud800"}', "body", "name"),
        (b'{"url": "https://a.example/", "name": "a\\r\\nb"}', "body", "name"),
        (b'{"url": "https://a.example/", "reputation": "1"}', "body", "reputation"),
        (b'{"url": "https://a.example/", "reputation": 1e400}', "body", "reputation"),
        (
            b'{"url": "https://a.example/", "interval_s": 99999999999999999999}',
            "body",
            "interval_s",
        ),
        (b'{"url": "https://a.example/", "interval_s": true}', "body", "interval_s"),
        (b'{"url": "https://a.example/", "kind": "nonsense"}', "body", "kind"),
    ],
)
def test_a_body_that_cannot_be_is_refused(desk: Desk, body: bytes, where: str, name: str) -> None:
    """With the way to what is wrong; nothing is done."""
    before = desk.audit()
    answer = desk.page.client.post(
        ROOT + "/sources",
        content=body,
        headers={"content-type": "application/json", "authorization": "Bearer token-olga-1"},
    )
    assert answer.status_code == 422, answer.text
    (error,) = answer.json()["errors"]
    assert (error["where"], error["name"]) == (where, name)
    assert desk.audit() == before


def test_a_body_as_deep_as_the_sea_is_refused(desk: Desk) -> None:
    """A hundred thousand brackets end in no fault."""
    answer = desk.page.client.post(
        ROOT + "/sources",
        content=b'{"url": ' + b"[" * 100_000,
        headers={"content-type": "application/json", "authorization": "Bearer token-olga-1"},
    )
    assert answer.status_code in {400, 422}
    assert answer.headers["content-type"] == "application/problem+json"


def test_a_body_that_does_not_say_how_long_it_is_is_counted(desk: Desk) -> None:
    """Two megabytes in pieces are refused once they are too many."""
    answer = desk.page.client.post(
        ROOT + "/sources",
        content=(b" " * 10_000 for _ in range(200)),
        headers={"content-type": "application/json", "authorization": "Bearer token-olga-1"},
    )
    assert answer.status_code == 413
    assert answer.json()["title"] == "Content Too Large"


def test_an_opening_is_counted_for_the_hour(desk: Desk) -> None:
    """As the way out of a page counts it."""
    (article, *_) = desk.ask("GET", "/articles").json()["articles"]
    assert desk.ask("POST", f"/articles/{article['article_uuid']}/clicks").status_code == 200
    assert desk.ask("POST", "/articles/A_0/clicks").status_code == 404


@pytest.mark.parametrize("key", ["", "a b", "é", "a" * 256, "a\tb"])
def test_a_key_that_cannot_be_is_refused(desk: Desk, key: str) -> None:
    """Visible ASCII, at most 255."""
    body = {"deed": "poll", "sources": ["W_RSS_1"]}
    sent = key.encode().decode("latin-1")
    answer = desk.page.client.post(
        ROOT + "/sources/deeds",
        json=body,
        headers=[
            (b"authorization", b"Bearer token-olga-1"),
            (b"idempotency-key", sent.encode("latin-1")),
        ],
    )
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["name"] == "idempotency-key"


def test_a_search_is_kept_renewed_and_forgotten(desk: Desk) -> None:
    """It finds articles by any word; kept, it has a feed that another address replaces."""
    while desk.store.index_waiting():
        pass
    (found,) = desk.ask("GET", "/search?q=criée").json()["links"]
    assert found["title"].startswith("La criée")
    body = {"name": "Boats", "q": "ferry", "language": "en", "since": "2026-03-01"}
    number = desk.ask("POST", "/searches", body).json()["subject"]
    (kept,) = desk.ask("GET", "/searches").json()["searches"]
    assert kept["params"] == {"q": "ferry", "language": "en", "since": "2026-03-01"}
    assert desk.page.get(kept["feed"]).status_code == 200
    assert desk.ask("POST", f"/searches/{number}/renew").status_code == 200
    assert desk.page.get(kept["feed"]).status_code == 404
    assert desk.ask("DELETE", f"/searches/{number}").status_code == 200
    assert desk.ask("DELETE", f"/searches/{number}").status_code == 404


def test_a_list_of_subscriptions_goes_in_and_out(desk: Desk) -> None:
    """What comes out goes in again and adds nothing; what is no list is refused in words."""
    opml = '<opml version="2.0"><body><outline type="rss" xmlUrl="https://in.example/f"/></body></opml>'
    added = desk.ask("POST", "/subscriptions", {"opml": opml})
    assert added.json()["added"] == 1
    out = desk.ask("GET", "/subscriptions").json()["opml"]
    assert "https://in.example/f" in out
    again = desk.ask("POST", "/subscriptions", {"opml": out})
    assert (again.status_code, again.json()["code"]) == (409, "sources.refused.nothing_to_add")
    bomb = '<!DOCTYPE o [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><opml><body>&b;</body></opml>'
    for text in ("no list", bomb, "<opml>" * 2_000):
        assert desk.ask("POST", "/subscriptions", {"opml": text}).status_code == 409, text[:20]


def test_what_is_behind_an_address_is_told(desk: Desk) -> None:
    """An address that nobody answers at says so; what is none is called none."""
    body = {"addresses": ["https://nobody.example/", "not an address"]}
    nobody, none = desk.ask("POST", "/subscriptions/look", body).json()["looked"]
    assert nobody["problem"]
    assert not none["is_address"]


def test_people_come_in_by_a_file_once(desk: Desk) -> None:
    """Lines that are wrong are told; the same file again adds nothing; no list, no import."""
    body = {"csv": "email,language\nbo@example.org,fr\nno address,en\n", "basis": "a fair"}
    first = desk.ask("POST", "/subscribers/import", body).json()
    assert (first["added"], first["wrong"], list(first["faults"])) == (1, 1, ["3"])
    again = desk.ask("POST", "/subscribers/import", body).json()
    assert (again["added"], again["there"]) == (0, 1)
    assert desk.ask("POST", "/subscribers/import", body | {"list": "x"}).status_code == 409


def test_an_edition_of_ones_own(desk: Desk) -> None:
    """Begun, chosen, told as a whole and deleted; the shared edition is nobody's own."""
    assert desk.ask("GET", "/me/edition").status_code == 404
    reader = desk.ask("POST", "/me/edition").json()["subject"]
    change = {"settings": {"language": "fr"}, "sources": ["W_RSS_1"]}
    assert desk.ask("PATCH", "/me/edition", change).status_code == 200
    own = desk.ask("GET", "/me/edition").json()
    assert (own["settings"]["language"], own["sources"]) == ("fr", ["W_RSS_1"])
    bad = desk.ask("PATCH", "/me/edition", {"settings": {"language": "xx"}})
    assert (bad.status_code, bad.json()["code"]) == (409, "reader.not_allowed")
    shown = HistoryEntry(reader, "https://a.example/1", "ab" * 32, NOW)
    desk.store.insert_urls([shown, replace(shown, url="https://a.example/2", url_hash="cd" * 32)])
    page = desk.ask("GET", "/me/history?limit=1").json()
    assert len(page["history"]) == 1
    assert "cursor=" in page["next"]
    for verb, url_hash in (("forget", "ab" * 32), ("show-again", "cd" * 32)):
        body = {"url_hash": url_hash}
        assert desk.ask("POST", f"/me/history/{verb}", body).status_code == 200
        assert desk.ask("POST", f"/me/history/{verb}", body).status_code == 409
    assert desk.ask("GET", "/me/held").json()["held"]["history"] == []
    article = desk.ask("GET", "/articles").json()["articles"][0]["article_uuid"]
    assert desk.ask("PUT", f"/me/muted/{article}").status_code == 200
    assert desk.ask("DELETE", f"/me/muted/{article}").status_code == 200
    assert desk.ask("POST", "/me/removal", {"reader_id": "x"}).status_code == 409
    assert desk.ask("POST", "/me/removal", {"reader_id": reader}).status_code == 200


def test_every_act_of_the_desk_is_an_act_of_the_api() -> None:
    """What takes ports and an actor under `pipelines/desk` is called by the API, or named here."""
    called = "".join(path.read_text("utf-8") for path in (SOURCES / "web/api").glob("*.py"))
    for path in sorted((SOURCES / "pipelines/desk").glob("*.py")):
        acts = re.findall(
            r"^def ([a-z]\w*)\(\s*ports: Ports,(?: settings: Settings,)?\s*actor: Actor",
            path.read_text("utf-8"),
            re.MULTILINE,
        )
        for act in set(acts) - BY_A_PERSON_ALONE:
            assert re.search(rf"\b{act}\b", called), f"{path.name}: {act}"


def test_the_examples_of_the_how_to_work(desk: Desk, draft: str, tmp_path: Path) -> None:
    """Its commands run as they stand, in order, and print what they promise."""
    text = HOW_TO.read_text("utf-8")
    commands = "\n".join(re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    told = subprocess.run(
        ["bash", "-eu", "-c", commands],
        cwd=tmp_path,
        env={
            "PATH": os.environ["PATH"],
            "STRANDLINE": desk.page.server.url,
            "TOKEN": "token-olga-1",
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    for promised in re.findall(r"# → (.+)$", commands, re.MULTILINE):
        assert promised in told.stdout.splitlines()
    assert desk.page.get(f"{ROOT}/digests/{draft}").status_code == 200
    for row in desk.page.get(f"{ROOT}/articles").json()["articles"]:
        assert row["url"] in told.stdout.splitlines()
    (refusal,) = re.findall(r"^```json\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert refusal in told.stdout
