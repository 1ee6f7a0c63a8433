"""Links on their way into the Wayback Machine, before a service that behaves as documented."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, cast

import pytest
from pydantic import SecretStr

from strandline.adapters.fetch import make_poster
from strandline.adapters.progress import SilentProgress
from strandline.adapters.wayback import WaybackMachine
from strandline.core.archive.public_copies import UPKEEP, fault_of
from strandline.model.accounts import Actor
from strandline.model.articles import IngestBatch
from strandline.model.errors import ConfigError
from strandline.model.rot import LinkState
from strandline.model.takedowns import Takedown
from strandline.model.wayback import CopyState, PublicCopy, SaveKind
from strandline.pipelines.desk.takedowns import strike
from strandline.pipelines.desk.wayback import save_link
from strandline.pipelines.wayback import plan, save_copies
from strandline.ports import Classifier, DocumentParser, Fetcher, Ports, Store
from strandline.settings import FetchSettings, Settings, WaybackSettings
from strandline.testing.archive_builders import a_job, a_result
from strandline.testing.builders import NOW, an_article
from strandline.testing.fakes import FrozenClock
from strandline.testing.services.server import FAULTS, Fault, ServiceServer
from strandline.testing.services.wayback import ACCESS_KEY, SECRET_KEY, SavePageNow

PAGE = "https://paper.example/mill"
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@dataclass
class Scene:
    """An installation before the service."""

    ports: Ports
    settings: Settings
    clock: FrozenClock
    service: SavePageNow
    server: ServiceServer

    def kept(self, *urls: str) -> list[str]:
        """Links of which something is kept just now."""
        store, now, uuids = self.ports.store, self.clock.now(), []
        for url in urls:
            article = an_article(url)
            store.ingest(IngestBatch(now=now, articles=(article,)))
            store.enqueue([a_job(article)])
            (job,) = store.claim_jobs(now, "me", DAY, limit=1, per_domain=1)
            assert store.finish_job(a_result(job), owner="me")
            uuids.append(article.article_uuid)
        return uuids

    def turns(self, count: int = 2, step: timedelta = MINUTE, **wayback: Any) -> None:
        """So many turns, with time between them."""
        chosen = self.settings.wayback.model_copy(update=wayback)
        settings = self.settings.model_copy(update={"wayback": chosen})
        for _ in range(count):
            save_copies(self.ports, settings)
            self.service.now = self.clock.advance(step)

    def row(self, uuid: str) -> PublicCopy:
        return self.ports.store.public_copies([uuid])[uuid]


@pytest.fixture
def scene(sqlite_store: Store) -> Iterator[Scene]:
    service, clock = SavePageNow(NOW), FrozenClock(NOW)
    with ServiceServer(service) as server:
        settings = Settings(
            fetch=FetchSettings(allow_private_networks=(server.address,)),
            wayback=WaybackSettings(
                save="kept",
                url=server.url,
                access_key=SecretStr(ACCESS_KEY),
                secret_key=SecretStr(SECRET_KEY),
                timeout_s=20.0,
            ),
        )
        poster = make_poster(settings.fetch, clock)
        with closing(WaybackMachine(settings.wayback, poster, clock)) as wayback:
            ports = Ports(
                clock=clock,
                fetcher=cast(Fetcher, None),
                parser=cast(DocumentParser, None),
                store=sqlite_store,
                classifier=cast(Classifier, None),
                progress=SilentProgress(),
                new_id=lambda: "0" * 32,
                jitter=lambda: 0.0,
                owner="one",
                wayback=wayback,
            )
            yield Scene(ports, settings, clock, service, server)


def test_a_kept_link_is_saved_and_its_copy_noted(scene: Scene) -> None:
    """Asked for once, looked at later; what is there already is not asked for again."""
    (uuid,) = scene.kept(PAGE)
    scene.turns(1)
    assert (scene.row(uuid).state, scene.row(uuid).attempts) == (CopyState.ASKED, 1)
    scene.turns(3)
    row = scene.row(uuid)
    assert (row.state, row.memento_at) == (CopyState.SAVED, NOW)
    assert row.memento_url == f"{scene.server.url}/web/{NOW:%Y%m%d%H%M%S}/{PAGE}"
    assert row.next_at is None
    (form,) = scene.service.forms
    assert form["if_not_archived_within"] == [str(30 * 86_400)]
    assert "capture_all" not in form
    assert scene.service.captures == {PAGE: 1}
    assert scene.ports.store.upkeep()[UPKEEP].ok_at is not None


def test_nothing_is_asked_where_no_policy_is_set(scene: Scene) -> None:
    """Off by default: not even the account is looked at; by hand it is asked for all the same."""
    assert WaybackSettings().save == "off"
    (uuid,) = scene.kept(PAGE)
    scene.turns(2, save="off")
    assert scene.server.asked == []
    assert save_link(scene.ports, scene.settings, Actor.console(), uuid).is_done
    scene.turns(3, save="off")
    assert scene.row(uuid).state is CopyState.SAVED
    again = save_link(scene.ports, scene.settings, Actor.console(), uuid)
    assert (again.is_done, again.message) == (False, "wayback.saved_today")


def test_what_is_not_for_everybody_is_never_handed_on(scene: Scene) -> None:
    """Neither by the policy, which says why, nor by hand."""
    uuids = scene.kept(
        "http://127.0.0.1:8080/page",
        "http://192.168.1.4/page",
        "http://[fd00::1]/page",
        "http://printer/page",
        "https://wiki.corp/page",
        "https://paper.example/login?next=/a",
        "https://paper.example/a?token=0123456789",
        "https://web.archive.org/web/2020/https://a.example/",
    )
    scene.turns()
    for uuid in uuids:
        assert scene.row(uuid).state is CopyState.FAILED
        assert scene.row(uuid).said
        assert not save_link(scene.ports, scene.settings, Actor.console(), uuid).is_done
    assert scene.service.forms == []


def test_who_takes_a_page_down_is_told_of_the_copy_that_stays(scene: Scene) -> None:
    """In words, and in the audit: it is not ours to take down."""
    (uuid,) = scene.kept(PAGE)
    scene.turns(3)
    memento = scene.row(uuid).memento_url
    struck = strike(scene.ports, scene.settings, Actor.console(), PAGE, "asked for")
    assert (struck.message, struck.values["copy"]) == ("takedown.done.strike_public", memento)
    (entry,) = scene.ports.store.audit(what="archive.strike", limit=1)
    assert entry.after["public"] == memento


def test_who_takes_a_page_down_is_told_of_a_copy_that_is_being_made(scene: Scene) -> None:
    """Whose place is free at once; of a page that was never asked for nothing is said."""
    urls = [f"https://paper.example/{number}" for number in range(5)]
    scene.kept(*urls)
    scene.service.is_stuck = True
    scene.turns(1, sessions=2)
    asked = [form["url"][0] for form in scene.service.forms]
    assert len(asked) == 2
    told = {url: strike(scene.ports, scene.settings, Actor.console(), url, "asked") for url in urls}
    known = {url for url, one in told.items() if one.message == "takedown.done.strike_asked"}
    assert known == set(asked)
    assert {told[url].message for url in set(urls) - known} == {"takedown.done.strike"}
    scene.kept(PAGE)
    scene.turns(1, sessions=2)
    assert scene.service.forms[-1]["url"] == [PAGE]


def test_a_struck_page_is_never_handed_on(scene: Scene) -> None:
    """Nor is one that was planned before it was struck."""
    uuids = scene.kept(PAGE, "https://paper.example/wall")
    scene.ports.store.plan_copies([PublicCopy(uuids[0], CopyState.PLANNED, NOW, NOW, NOW)])
    for uuid in uuids:
        scene.ports.store.strike(Takedown(uuid, PAGE, "asked for", "Ann", NOW))
    scene.turns()
    assert scene.service.forms == []
    assert not save_link(scene.ports, scene.settings, Actor.console(), uuids[0]).is_done


def test_what_may_not_be_public_any_more_is_not_handed_on(scene: Scene) -> None:
    """Though it might when it was planned: it is another address now, or excluded since."""
    short, other = scene.kept("https://short.example/x", PAGE)
    target = an_article("https://paper.example/a?token=0123456789").article_uuid
    plan(scene.ports, scene.settings)
    scene.kept("https://paper.example/a?token=0123456789")
    scene.ports.store.merge_into(short, target, ())
    policy = scene.settings.archive.model_copy(update={"exclude_domains": ("paper.example",)})
    scene.settings = scene.settings.model_copy(update={"archive": policy})
    scene.turns()
    for uuid, why in ((target, "a key"), (other, "excluded")):
        assert scene.row(uuid).state is CopyState.FAILED
        assert why in scene.row(uuid).said
    assert scene.service.forms == []


@pytest.mark.parametrize("name", [*FAULTS, "html"])
def test_no_fault_makes_two_copies(scene: Scene, name: str) -> None:
    """Whatever becomes of the first request, the link is saved once, within a day."""
    (uuid,) = scene.kept(PAGE)
    if name == "html":
        scene.service.says_html = True
    else:
        scene.server.faults.append(FAULTS[name])
    short = 0.5 if name == "answers too late" else 20.0
    chosen = scene.settings.wayback.model_copy(update={"timeout_s": short})
    poster = make_poster(scene.settings.fetch, scene.clock)
    with closing(WaybackMachine(chosen, poster, scene.clock)) as wayback:
        save_copies(replace(scene.ports, wayback=wayback), scene.settings)
    scene.service.says_html = False
    scene.turns(30, 10 * MINUTE)
    assert scene.row(uuid).state is CopyState.SAVED
    assert scene.service.captures == {PAGE: 1}


def test_a_process_that_was_killed_before_it_noted_the_answer_asks_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And is given the copy that it had asked for: the same day has no second one."""
    (uuid,) = scene.kept(PAGE)
    with monkeypatch.context() as patch:
        patch.setattr(scene.ports.store, "save_copy", killed)
        with pytest.raises(KeyboardInterrupt):
            scene.turns(1)
    assert (scene.row(uuid).state, scene.row(uuid).job_id) == (CopyState.ASKED, "")
    assert scene.service.captures == {PAGE: 1}
    scene.turns(1)
    assert len(scene.service.forms) == 1  # its lease holds
    scene.service.now = scene.clock.advance(20 * MINUTE)
    scene.turns(3)
    assert scene.row(uuid).state is CopyState.SAVED
    assert (len(scene.service.forms), scene.service.captures) == (2, {PAGE: 1})


def killed(_row: PublicCopy, _known: PublicCopy) -> None:
    raise KeyboardInterrupt


def test_too_many_requests_put_all_off_until_the_time_that_was_asked_for(scene: Scene) -> None:
    """Nothing is counted as an attempt, and nothing else is asked for meanwhile."""
    uuids = scene.kept(PAGE, "https://paper.example/wall")
    limited = Fault(is_done=False, status=429, headers={"Retry-After": "600"})
    scene.server.faults.append(limited)
    scene.turns(9)
    assert scene.service.forms == []
    assert len([one for one in scene.server.asked if one.method == "POST"]) == 1
    assert {scene.row(uuid).attempts for uuid in uuids} == {0}
    scene.turns(6)
    assert {scene.row(uuid).state for uuid in uuids} == {CopyState.SAVED}


@pytest.mark.parametrize("where", ["codes", "refusals"])
def test_codes_are_final_or_passing(scene: Scene, where: str) -> None:
    """Whether they come at once or with the job; one that is not known may pass."""
    final = ("not-found", "blocked-url")
    passing = ("bad-gateway", "no-captures", "never-heard-of")
    pages = {code: f"https://paper.example/{code}" for code in (*final, *passing)}
    uuids = dict(zip(pages, scene.kept(*pages.values()), strict=True))
    getattr(scene.service, where).update({url: f"error:{code}" for code, url in pages.items()})
    scene.turns(4, sessions=9)
    rows = {code: scene.row(uuid) for code, uuid in uuids.items()}
    assert {code for code, row in rows.items() if row.state is CopyState.FAILED} == set(final)
    assert {rows[code].state for code in passing} == {CopyState.PLANNED}
    assert all(code in row.said and row.attempts == 1 for code, row in rows.items())


def test_a_page_that_fails_again_and_again_is_given_up(scene: Scene) -> None:
    """After so many attempts; a person may have it tried again."""
    (uuid,) = scene.kept(PAGE)
    scene.service.codes[PAGE] = "error:read-timeout"
    scene.turns(60, 8 * HOUR, max_attempts=3)
    row = scene.row(uuid)
    assert (row.state, row.attempts, row.next_at) == (CopyState.GIVEN_UP, 3, None)
    assert len(scene.service.forms) == 3
    del scene.service.codes[PAGE]
    assert save_link(scene.ports, scene.settings, Actor.console(), uuid).is_done
    scene.turns(3)
    assert scene.row(uuid).state is CopyState.SAVED


@pytest.mark.parametrize("fault", ["is_stuck", "is_forgetful"])
def test_a_job_that_vanishes_is_asked_for_once_more(scene: Scene, fault: str) -> None:
    """One that stays pending after a day; the copy that it made is found, not made twice."""
    (uuid,) = scene.kept(PAGE)
    setattr(scene.service, fault, True)
    scene.turns(20, 10 * MINUTE)
    waiting = CopyState.ASKED if fault == "is_stuck" else CopyState.GIVEN_UP
    assert scene.row(uuid).state in {waiting, CopyState.PLANNED}
    scene.turns(20, 2 * HOUR)
    setattr(scene.service, fault, False)
    scene.turns(20, 4 * HOUR)
    assert scene.row(uuid).state is CopyState.SAVED
    assert scene.service.captures == {PAGE: 1}


def test_what_somebody_else_had_saved_is_taken_for_ours(scene: Scene) -> None:
    """Even where the answer names no job: the index of copies has it."""
    scene.service.copy_from_elsewhere(PAGE, NOW - DAY)
    scene.service.silent.add(PAGE)
    (uuid,) = scene.kept(PAGE)
    scene.turns()
    assert scene.row(uuid).memento_at == NOW - DAY
    assert scene.service.captures == {}


def test_of_a_page_that_is_gone_a_copy_is_looked_for(scene: Scene) -> None:
    """One that was made while it was there; nothing is saved of what stands there now."""
    urls = [f"https://paper.example/gone/{n}" for n in range(3)]
    uuids, store = scene.kept(*urls), scene.ports.store
    for uuid in uuids:
        link = store.link_health([uuid])[uuid]
        gone = replace(link, state=LinkState.GONE, since=NOW, failing_since=NOW - 9 * DAY)
        store.save_visit(gone)
    scene.service.copy_from_elsewhere(urls[0], NOW - 400 * DAY)
    scene.service.copy_from_elsewhere(urls[1], NOW - DAY)  # of what it says since it is gone
    scene.turns(4)
    rows = [scene.row(uuid) for uuid in uuids]
    assert [row.state for row in rows] == [CopyState.SAVED, CopyState.FAILED, CopyState.FAILED]
    assert rows[0].memento_at == NOW - 400 * DAY
    assert "no copy is known" in rows[1].said
    assert scene.service.forms == []


def test_a_site_that_is_left_out_keeps_no_other_waiting(scene: Scene) -> None:
    """Its pages are not there and never will be; what is there is found in the same turn."""
    urls = [f"https://{name}.example/gone" for name in ("left-out", "paper", "daily")]
    uuids, store = scene.kept(*urls), scene.ports.store
    for uuid in uuids:
        link = store.link_health([uuid])[uuid]
        store.save_visit(replace(link, state=LinkState.GONE, since=NOW, failing_since=NOW))
    scene.service.excluded.add("left-out.example")
    for url in urls:
        scene.service.copy_from_elsewhere(url, NOW - DAY)
    scene.turns(1, sessions=9)
    rows = [scene.row(uuid) for uuid in uuids]
    assert [row.state for row in rows] == [CopyState.FAILED, CopyState.SAVED, CopyState.SAVED]
    assert "excluded from the Wayback Machine" in rows[0].said
    assert not fault_of(store.upkeep()[UPKEEP], NOW)


@pytest.mark.parametrize("where", ["refusals", "codes"])
def test_a_page_that_shuts_the_door_does_not_keep_it_shut(scene: Scene, where: str) -> None:
    """Or its job: it waits behind the others, its attempts count, and it is given up."""
    urls = [f"https://paper.example/{number}" for number in range(4)]
    scene.kept(*urls)
    plan(scene.ports, scene.settings)
    first = min(an_article(url).article_uuid for url in urls)
    (bad,) = (url for url in urls if an_article(url).article_uuid == first)
    getattr(scene.service, where)[bad] = "error:blocked-client-ip"
    scene.turns(100, HOUR, max_attempts=2)
    assert scene.service.forms[0]["url"] == [bad]
    rows = scene.ports.store.public_copies([an_article(url).article_uuid for url in urls])
    assert rows.pop(first).state is CopyState.GIVEN_UP
    assert {row.state for row in rows.values()} == {CopyState.SAVED}
    assert max(row.changed_at for row in rows.values()) < NOW + 12 * HOUR


def test_while_the_service_is_left_alone_nothing_goes_out(scene: Scene) -> None:
    """Neither what is new, nor what a person asks for, nor a look at what it is at work on."""
    (working,) = scene.kept(PAGE)
    scene.turns(1)
    assert scene.row(working).job_id
    scene.kept("https://paper.example/busy")
    scene.server.faults.append(Fault(is_done=False, status=429, headers={"Retry-After": "7200"}))
    scene.clock.advance(HOUR)
    scene.turns(1)
    asked = len(scene.server.asked)
    (new,) = scene.kept("https://paper.example/new")
    assert save_link(scene.ports, scene.settings, Actor.console(), new).is_done
    scene.turns(11, 10 * MINUTE)
    assert len(scene.server.asked) == asked
    known = scene.ports.store.upkeep()[UPKEEP]
    assert fault_of(known, scene.clock.now()) == known.message != ""
    scene.turns(6, 10 * MINUTE)
    assert scene.row(new).state is CopyState.SAVED
    assert scene.row(working).state is CopyState.SAVED
    assert not fault_of(scene.ports.store.upkeep()[UPKEEP], scene.clock.now())


def test_an_address_that_had_enough_today_has_a_copy(scene: Scene) -> None:
    """Which is found; where it is not in the index, the link is tried again."""
    here, there = scene.kept(PAGE, "https://paper.example/wall")
    for url in (PAGE, "https://paper.example/wall"):
        scene.service.refusals[url] = "error:too-many-daily-captures"
    scene.service.copy_from_elsewhere(PAGE, NOW - HOUR)
    scene.turns()
    assert scene.row(here).state is CopyState.SAVED
    assert scene.row(there).state is CopyState.PLANNED


#: What no service should answer; each is the answer to everything.
ODD: tuple[Any, ...] = (
    *(None, [], 0, "words", b"\xff\xfe", b"[" * 100_000, [[]], [[1], []], {}),
    *({"job_id": 5}, {"job_id": "j" * 999}, {"job_id": ["a"]}, {"status": "success"}),
    {"status": "success", "timestamp": "２０２６０３０４０７００００", "original_url": PAGE},
    {"status": "success", "timestamp": "20261399000000", "original_url": PAGE},
    {"status": "success", "timestamp": "20260304070000", "original_url": "h" * 9_000},
    {"status": "success", "timestamp": 20260304070000, "original_url": {"a": 1}},
    {"status_ext": {"a": [1]}, "message": {"b": None}},
    {"status": "error", "message": ["\x1b[2J", SECRET_KEY]},
    {"status": "error", "status_ext": "error:\x1b[2J\n", "message": f"\x07 {SECRET_KEY}\u202e"},
    {"available": "many", "daily_captures_limit": None},
    {"available": True, "daily_captures": -(10**30)},
    [["timestamp", "original"], [None, None]],
    [["timestamp", "original"], "row"],
)


def test_no_answer_does_harm(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever comes back is no copy, acts on no terminal and repeats no key."""
    assert scene.ports.wayback is not None
    archive = scene.ports.wayback
    for odd in ODD:
        monkeypatch.setattr(scene.service, "answer", lambda _asked, odd=odd: (200, odd))
        answers = [archive.save(PAGE, DAY), archive.outcome("spn2-/../1"), archive.find(PAGE, NOW)]
        trouble = archive.allowance().trouble
        assert trouble is not None
        for answer in (*answers, trouble):
            assert answer.kind is not SaveKind.SAVED, odd
            assert answer.said.isprintable(), odd
            assert SECRET_KEY not in answer.said


def test_limits_of_ours_and_of_the_service_are_kept(scene: Scene) -> None:
    """So many at once, in a minute and in a day, whichever is less."""
    scene.kept(*(f"https://paper.example/{number}" for number in range(8)))
    scene.service.is_stuck = True
    scene.turns(3, sessions=2)
    assert len(scene.service.forms) == 2
    scene.service.is_stuck = False
    scene.turns(1, sessions=9, per_minute=3)
    assert len(scene.service.forms) == 5
    scene.turns(9, sessions=9, per_day=6)
    assert len(scene.service.forms) == 6
    scene.service.available = 1
    scene.turns(1, sessions=9)
    assert len(scene.service.forms) == 7
    scene.service.available, scene.service.used = 9, scene.service.limit
    scene.turns(3, sessions=9)
    assert len(scene.service.forms) == 7


@pytest.mark.parametrize("where", ["keys", "redirect"])
def test_a_service_that_does_not_let_us_in_is_left_alone(scene: Scene, where: str) -> None:
    """What is wrong is told where its state is; our keys go to nobody else and stand nowhere."""
    (uuid,) = scene.kept(PAGE)
    if where == "keys":
        chosen = scene.settings.wayback.model_copy(update={"secret_key": SecretStr("wrong-one")})
        poster = make_poster(scene.settings.fetch, scene.clock)
        ports = replace(scene.ports, wayback=WaybackMachine(chosen, poster, scene.clock))
        for _ in range(5):
            save_copies(ports, scene.settings)
            scene.clock.advance(MINUTE)
        poster.close()
        assert len(scene.server.asked) == 1
    else:
        away = {"Location": "http://10.0.0.1/private"}
        scene.server.faults.append(Fault(is_done=False, status=302, headers=away))
        scene.turns(5)
        assert len([one for one in scene.server.asked if one.method == "POST"]) == 1
    known = scene.ports.store.upkeep()[UPKEEP]
    assert known.message
    told = f"{known} {scene.row(uuid)}"
    assert all(key not in told for key in (ACCESS_KEY, SECRET_KEY, "wrong-one"))
    assert scene.row(uuid).state is CopyState.PLANNED


def test_keys_are_asked_for(scene: Scene) -> None:
    """A policy without keys is a wrong setting, told with where keys are given."""
    without = scene.settings.wayback.model_copy(update={"access_key": SecretStr("")})
    with pytest.raises(ConfigError, match="WAYBACK_ACCESS_KEY"):
        WaybackMachine(without, make_poster(scene.settings.fetch, scene.clock), scene.clock)
