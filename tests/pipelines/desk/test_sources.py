"""What people do to sources: each act once, with its audit, and its refusals in words."""

import threading
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from strandline.core.sources.opml import write_opml
from strandline.model.accounts import Actor, Role
from strandline.model.acts import Outcome
from strandline.model.fetching import FetchOutcome, FetchRequest, FetchResult, Resolution
from strandline.model.sources import SourceKind, SourceNeed, SourceQuery, SourceState
from strandline.pipelines.desk import sources
from strandline.pipelines.desk.looking import Looker
from strandline.pipelines.desk.subscriptions import import_list, plan_import
from strandline.render.i18n import translate

TITLES = ("The mill grinds", "The bridge is closed")
BODY = (
    '<rss version="2.0"><channel><title>Valley Courier</title>'
    + "".join(
        f"<item><title>{t}</title><link>https://valley.example/{n}</link></item>"
        for n, t in enumerate(TITLES)
    )
    + "</channel></rss>"
).encode()

ANNE = Actor("a1", "anne", Role.EDITOR)
FEED = "https://valley.example/feed.xml"


def add(rig: Any, url: str = FEED, **fields: Any) -> str:
    outcome, source = sources.add(
        rig.ports, ANNE, url, kind=fields.pop("kind", SourceKind.FEED), **fields
    )
    assert (outcome.is_done, source is not None) == (True, True)
    return outcome.subject


def source_of(rig: Any, uuid: str) -> Any:
    return rig.ports.store.some_sources([uuid])[uuid]


def trail(rig: Any) -> list[tuple[str, str, str]]:
    """What the audit holds, the oldest first."""
    entries = rig.ports.store.audit()
    return [(one.actor.name, one.what, one.subject) for one in reversed(entries)]


def words(outcome: Outcome) -> str:
    """Its words in a language that needs every placeholder."""
    return translate("fr", outcome.message, **outcome.values)


def test_a_source_lives_and_all_of_it_is_in_the_audit(rig: Any) -> None:
    """Added, edited, tagged, moved, paused, resumed, retired and removed: one row for each."""
    uuid = add(rig, name="Valley", categories=("local",))
    edited = sources.edit(rig.ports, ANNE, uuid, {"name": "Vale", "reputation": 0.9})
    assert edited.is_done
    for deed, word in (
        ("tag", "Morning"),
        ("tag", "morning"),
        ("move", "Region"),
        ("pause", ""),
        ("resume", ""),
        ("untag", "MORNING"),
        ("retire", ""),
    ):
        outcome = sources.do(rig.ports, ANNE, deed, [uuid], word)
        assert outcome.is_done is (word != "morning"), deed
    source = source_of(rig, uuid)
    assert (source.name, source.reputation, source.categories) == ("Vale", 0.9, ("Region",))
    assert (source.tags, source.active, source.retired_at) == ((), False, rig.clock.now())
    assert sources.remove(rig.ports, ANNE, [uuid]).is_done
    assert rig.ports.store.sources() == []
    done = ["add", "edit", "tag", "move", "pause", "resume", "untag", "retire", "remove"]
    assert trail(rig) == [("anne", f"sources.{verb}", uuid) for verb in done]
    entry = rig.ports.store.audit(what="sources.edit")[0]
    assert (entry.before, entry.after) == (
        {"name": "Valley", "reputation": 0.5},
        {"name": "Vale", "reputation": 0.9},
    )


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"url": "javascript:alert(1)"}, "address"),
        ({"url": "https://a.example/" + "x" * 100_000}, "address"),
        ({"name": "x" * 1_000_000}, "name"),
        ({"language": "klingon?"}, "language"),
        ({"timezone": "Mars/Olympus"}, "timezone"),
        ({"timezone": "../../etc/passwd"}, "timezone"),
        ({"reputation": 7.0}, "reputation"),
        ({"poll_interval": timedelta(seconds=1)}, "interval"),
        ({"tags": tuple(map(str, range(99)))}, "words"),
        ({"kind": SourceKind.LIST}, "items"),
    ],
)
def test_what_a_source_cannot_be(rig: Any, changes: dict[str, Any], reason: str) -> None:
    """Refused in words of the catalogue; nothing is changed and nothing is in the audit."""
    uuid = add(rig)
    before = source_of(rig, uuid)
    outcome = sources.edit(rig.ports, ANNE, uuid, changes)
    assert (outcome.is_done, outcome.message) == (False, f"sources.bad.{reason}")
    assert len(words(outcome)) < 400
    assert source_of(rig, uuid) == before
    assert len(trail(rig)) == 1


def test_the_same_address_twice(rig: Any) -> None:
    """Whatever its spelling, when it is added and when another source is edited."""
    uuid = add(rig)
    other = add(rig, "https://hill.example/feed.xml")
    again, found = sources.add(
        rig.ports, ANNE, "http://www.valley.example/feed.xml/", kind=SourceKind.FEED
    )
    assert (again.is_done, again.subject, found) == (False, uuid, source_of(rig, uuid))
    edited = sources.edit(rig.ports, ANNE, other, {"url": FEED})
    assert (edited.is_done, edited.message) == (False, "sources.refused.known")
    assert uuid in words(edited)


def test_two_people_at_one_source(rig: Any) -> None:
    """The second, who saw an older one, is told; who saw none changes what they name alone."""
    uuid = add(rig)
    seen = sources.mark_of(source_of(rig, uuid))
    assert sources.edit(rig.ports, ANNE, uuid, {"name": "First"}, seen=seen).is_done
    late = sources.edit(rig.ports, ANNE, uuid, {"name": "Second"}, seen=seen)
    assert late.message == "sources.refused.changed_meanwhile"
    assert sources.edit(rig.ports, ANNE, uuid, {"language": "fr"}).is_done
    assert (source_of(rig, uuid).name, source_of(rig, uuid).language) == ("First", "fr")


def test_many_at_once_of_which_some_are_gone(rig: Any) -> None:
    """What somebody removed meanwhile is counted and does not come back."""
    uuids = [add(rig, f"https://paper{number}.example/feed.xml") for number in range(5)]
    sources.remove(rig.ports, ANNE, uuids[:2])
    outcome = sources.do(rig.ports, ANNE, "tag", [*uuids, *uuids], "seen")
    assert outcome.values == {"count": 3, "gone": 2}
    assert [one.tags for one in rig.ports.store.sources()] == [("seen",)] * 3
    assert sources.do(rig.ports, ANNE, "pause", []).message == "sources.refused.none_chosen"
    assert sources.do(rig.ports, ANNE, "tag", uuids, " ").message == "sources.refused.no_word"
    assert sources.do(rig.ports, ANNE, "pause", uuids[:2]).message == "sources.refused.gone"
    assert sources.remove(rig.ports, ANNE, uuids).values == {"count": 3, "gone": 2}


def test_poll_now(rig: Any, answer: Any) -> None:
    """A source that is not due for long is polled by whoever polls, and its outcome is there."""
    rig.web.answers[FEED] = answer(BODY)
    uuid = add(rig)
    rig.poll()
    assert rig.poll().outcomes == ()
    assert sources.poll_now(rig.ports, ANNE, [uuid]).is_done
    (outcome,) = rig.poll().outcomes
    assert outcome.source_uuid == uuid
    sources.do(rig.ports, ANNE, "pause", [uuid])
    assert sources.poll_now(rig.ports, ANNE, [uuid]).message == "sources.refused.paused"


def test_a_server_that_asked_us_to_wait(rig: Any, answer: Any) -> None:
    """A person cannot hurry it either, and is told until when."""
    rig.web.answers[FEED] = answer(b"slow down", 429, {"retry-after": "3600"})
    uuid = add(rig)
    rig.poll()
    outcome = sources.poll_now(rig.ports, ANNE, [uuid])
    assert (outcome.is_done, outcome.message) == (False, "sources.refused.wait")
    assert f"{rig.clock.now() + timedelta(hours=1):%H:%M}" in words(outcome)


def test_taking_the_address_that_a_source_proposes(rig: Any, answer: Any) -> None:
    """It is read at once, as a feed; without a proposal nothing is done."""
    page = "https://valley.example/"
    head = f'<html><head><link rel="alternate" type="application/rss+xml" href="{FEED}"></head>'
    rig.web.answers[page] = answer(head.encode() + b"<body>", headers={"content-type": "text/html"})
    rig.web.answers[FEED] = answer(BODY)
    uuid = add(rig, page, kind=SourceKind.DIRECT)
    assert not sources.adopt(rig.ports, ANNE, uuid).is_done
    rig.poll()
    assert sources.adopt(rig.ports, ANNE, uuid).is_done
    assert (source_of(rig, uuid).url, source_of(rig, uuid).kind) == (FEED, SourceKind.FEED)
    (outcome,) = rig.poll().outcomes
    assert outcome.state is SourceState.OK


def test_what_a_person_changes_during_a_poll_stays(rig: Any, answer: Any) -> None:
    """The poll that gives a source its own title, or follows its move, writes nothing else."""
    uuid = add(rig)

    def renamed(_: Any) -> Any:
        sources.edit(rig.ports, ANNE, uuid, {"name": "Mine", "language": "fr"})
        return answer(BODY)

    rig.web.answers[FEED] = renamed
    rig.poll()
    assert (source_of(rig, uuid).name, source_of(rig, uuid).language) == ("Mine", "fr")

    def removed(_: Any) -> Any:
        sources.remove(rig.ports, ANNE, [uuid])
        return answer(BODY)

    rig.web.answers[FEED] = removed
    sources.poll_now(rig.ports, ANNE, [uuid])
    rig.poll()
    assert rig.ports.store.sources() == []


def test_a_list_is_looked_at_and_taken(rig: Any) -> None:
    """The preview changes nothing; lists, searches, tags and what is retired come along."""
    add(rig)
    others: tuple[dict[str, Any], ...] = (
        {"url": "https://hill.example/feed.xml", "tags": ("a", "b"), "categories": ("Hills",)},
        {"url": "tide tables", "kind": SourceKind.SEARCH},
        {"url": "skills", "kind": SourceKind.LIST, "items": ("https://a.example/1",)},
    )
    for changes in others:
        add(rig, changes.pop("url"), **changes)
    sources.do(rig.ports, ANNE, "retire", ["W_RSS_2"])
    before = rig.ports.store.sources()
    body = write_opml(before, title="Ours")
    sources.remove(rig.ports, ANNE, [one.source_uuid for one in before if one.url != FEED])
    plan = plan_import(rig.ports, body)
    assert {one.name for one in plan.added} == {"hill.example", "tide tables", "skills"}
    assert plan.known == (FEED,)
    assert len(rig.ports.store.sources()) == 1
    outcome, _ = import_list(rig.ports, ANNE, body, only={"https://hill.example/feed.xml"})
    assert outcome.values == {"count": 1, "known": 1}
    outcome, _ = import_list(rig.ports, ANNE, body)
    assert outcome.values == {"count": 2, "known": 2}
    after = [replace(one, source_uuid="") for one in rig.ports.store.sources()]
    assert sorted(after, key=repr) == sorted(
        (replace(one, source_uuid="") for one in before), key=repr
    )
    assert [r.source.name for r in rig.ports.store.source_page(SourceQuery(tag="b"))] == []
    retired = SourceQuery(tag="b", need=SourceNeed.RETIRED)
    assert [r.source.name for r in rig.ports.store.source_page(retired)] == ["hill.example"]


BOMB = b"""<?xml version="1.0"?><!DOCTYPE opml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">
<!ENTITY c SYSTEM "file:///etc/passwd">]><opml><body><outline text="&b;&c;"
xmlUrl="https://a.example/f"/></body></opml>"""


@pytest.mark.parametrize("body", [b"", b"PK\x03\x04", b"<html>", b"<opml><body><outline", BOMB])
def test_a_file_that_is_no_list(rig: Any, body: bytes) -> None:
    """It ends in a sentence, or adds what it names; what it points at is never read."""
    outcome, plan = import_list(rig.ports, ANNE, body)
    assert words(outcome)
    assert not outcome.is_done or plan.added
    assert not any("root:" in one.name for one in rig.ports.store.sources())


def test_hostile_values_in_a_list_cost_nobody_the_others(rig: Any) -> None:
    """A name of a megabyte is cut, a zone that is none leaves its line out."""
    body = (
        '<opml xmlns:s="https://strandline.example/opml"><body>'
        f'<outline text="{"n" * 1_000_000}" xmlUrl="https://a.example/f"/>'
        f'<outline text="long" xmlUrl="https://b.example/{"p" * 100_000}"/>'
        '<outline text="zone" xmlUrl="https://c.example/f" s:timezone="Nowhere"/>'
        '<outline text="well" xmlUrl="https://d.example/f" category="/x/y"/>'
        "</body></opml>"
    )
    _, plan = import_list(rig.ports, ANNE, body.encode())
    assert [one.url for one in plan.added] == ["https://a.example/f", "https://d.example/f"]
    assert len(plan.added[0].name) == 300
    assert len(plan.problems) == 2
    assert all(len(line) < 500 for line in plan.problems)


class Silent:
    """A fetcher whose sites answer only once the test is over."""

    def __init__(self) -> None:
        self.over = threading.Event()

    def fetch(self, request: FetchRequest) -> FetchResult:
        self.over.wait(60)
        return FetchResult(request.url, FetchOutcome.TIMEOUT, request.url)

    def resolve(self, url: str, *, want_body: bool = False) -> Resolution:
        raise AssertionError("nothing is followed here")


def test_a_site_that_does_not_answer_holds_up_nobody(rig: Any, answer: Any) -> None:
    """The look ends in time; what had been found by then is there, the rest is late."""
    silent = Silent()
    looker = Looker(replace(rig.ports, fetcher=silent), rig.settings)
    (looked,) = looker.look(["https://slow.example/"], longest_s=0.05)
    assert (looked.is_late, looked.candidates) == (True, ())
    silent.over.set()
    rig.web.answers[FEED] = answer(BODY)
    quick, wrong = Looker(rig.ports, rig.settings).look([FEED, "mailto:me@valley.example"])
    assert [one.url for one in quick.candidates] == [FEED]
    assert quick.candidates[0].preview is not None
    assert quick.candidates[0].preview.titles == TITLES
    assert not wrong.is_address
