"""What a person does to a draft, from its making to its readers."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from strandline.core.digest.plans import TOO_FEW, Plan
from strandline.model.accounts import Actor, Role
from strandline.model.digests import Digest, ItemVersion, Section
from strandline.model.editions import Edit, EditionState, EditKind
from strandline.model.readers import Reader
from strandline.model.wayback import CopyState, PublicCopy
from strandline.pipelines.desk import editing, editions
from strandline.pipelines.desk.editions import Shown
from strandline.pipelines.digest import run_digest
from strandline.settings import WebSettings
from strandline.testing.builders import NOW

Press = Any
HOUR = timedelta(hours=1)
ANN, BOB = Actor(name="ann", role=Role.PUBLISHER), Actor(name="bob", role=Role.EDITOR)


@pytest.fixture
def source(press: Press) -> Any:
    found = press.source()
    for n in range(4):
        press.publish(f"https://a.example/{n}", found)
    return found


@pytest.fixture
def reader(press: Press, source: Any) -> Reader:
    made: Reader = press.reader(max_items_per_category=3)
    return made


@pytest.fixture
def make(press: Press, reader: Reader) -> Callable[..., Digest]:
    """A draft unless told otherwise."""

    def run(plan: Plan | None = None) -> Digest:
        plan = plan or Plan(is_draft=True)
        return run_digest(press.ports, press.settings, reader, now=NOW, is_extra=True, plan=plan)

    return run


def act(
    press: Press, edition: Digest, kind: str, item: int = 0, value: str = "", **more: Any
) -> Any:
    uuid = edition.items[item].article_uuid if kind not in {"introduction", "closing"} else ""
    who = more.pop("by", ANN)
    return editing.edit(
        press.ports, who, edition.digest_id, Edit(EditKind(kind), uuid, value), **more
    )


def now_of(press: Press, edition: Digest) -> Digest:
    found = press.store.digest(edition.digest_id)
    assert found is not None
    return found  # type: ignore[no-any-return]


def approve(press: Press, edition: Digest, **more: Any) -> Any:
    return editions.approve(press.ports, press.settings, ANN, edition.digest_id, **more)


def test_a_draft_uses_up_no_history(press: Press, make: Any) -> None:
    """Two drafts hold the same news; the approval of one writes its history, going back takes it
    away again."""
    first, second = make(), make()
    assert {i.url for i in first.items} == {i.url for i in second.items}
    assert (first.state, press.store.count_history("ada")) == (EditionState.DRAFT, 0)
    assert approve(press, first).is_done
    assert press.store.count_history("ada") == 3
    assert not {i.url for i in make(Plan()).items} & {i.url for i in first.items}
    assert editions.send_back(press.ports, ANN, first.digest_id, note="Too long").is_done
    assert press.store.count_history("ada") == 1
    assert now_of(press, first).note == "Too long"


def test_what_was_shown_meanwhile_is_told(press: Press, make: Any) -> None:
    """Approval waits for a word on it: taken out, or kept; whoever approves nothing is told."""
    taken, kept = make(), make()
    make(Plan())
    asked = approve(press, taken)
    assert (asked.is_done, asked.message) == (False, "edition.shown_meanwhile")
    assert asked.values["count"] == 3
    press.publish("https://a.example/new", press.source(2))
    editing.add(press.ports, press.settings, ANN, taken.digest_id, "https://a.example/new")
    done = approve(press, taken, shown=Shown.TAKE_OUT)
    assert (done.is_done, done.values["taken_out"]) == (True, 3)
    assert [i.url for i in now_of(press, taken).items] == ["https://a.example/new"]
    assert approve(press, kept, shown=Shown.KEEP).is_done
    assert len(now_of(press, kept).items) == 3
    assert press.store.count_history("ada") == 4


def test_an_approval_of_an_older_version_is_refused(press: Press, make: Any) -> None:
    """Whoever approves has seen what is approved; who did what since is named."""
    edition = make()
    assert act(press, edition, "drop", by=BOB).is_done
    outcome = approve(press, edition, seen=edition.version)
    assert (outcome.message, outcome.values["who"]) == ("edition.changed_meanwhile", "bob")
    assert approve(press, edition, seen=2).is_done


def test_two_people_edit_one_draft(press: Press, make: Any) -> None:
    """Different things go together, the same thing is refused with who did what; any act can be
    taken back by either."""
    edition = make()
    seen = edition.version
    assert act(press, edition, "title", 0, "Ann's words", seen=seen).is_done
    assert act(press, edition, "move", 2, "up", seen=seen, by=BOB).is_done
    met = act(press, edition, "title", 0, "Bob's words", seen=seen, by=BOB)
    assert (met.message, met.values["who"]) == ("edition.collided", "ann")
    assert act(press, edition, "title", 0, "Bob's words", seen=seen + 2, by=BOB).is_done
    assert now_of(press, edition).items[0].title == "Bob's words"
    assert editing.undo(press.ports, ANN, edition.digest_id, 3).is_done
    found = now_of(press, edition)
    assert found.items[0].title == "Ann's words"
    assert found.items[0].source_title == edition.items[0].title
    assert not editing.undo(press.ports, ANN, edition.digest_id, 3).is_done
    assert editing.redo(press.ports, ANN, edition.digest_id, 3).is_done
    assert now_of(press, edition).items[0].title == "Bob's words"


def test_every_act_leaves_its_row_in_the_audit(press: Press, make: Any) -> None:
    """Who, what, before and after, in one transaction with the change; a refusal leaves none."""
    edition = make()
    act(press, edition, "introduction", value="*Good morning*")
    act(press, edition, "title", 0, "Own", by=BOB)
    editing.undo(press.ports, ANN, edition.digest_id, 1)
    approve(press, edition)
    act(press, edition, "title", 0, "Late")
    told = press.store.audit(subject=edition.digest_id)
    assert [(row.actor.name, row.what) for row in reversed(told)] == [
        ("ann", "edition.introduction"),
        ("bob", "edition.title"),
        ("ann", "edition.undo"),
        ("ann", "edition.approve"),
    ]
    assert told[0].after["state"] == "approved"


def test_an_article_is_added_by_its_url(press: Press, make: Any) -> None:
    """A page nobody listed is read and matched; what was shown or is there is told; what cannot
    be read is not added."""
    edition = make()
    press.serve("https://b.example/found")
    press.serve("https://b.example/thin", "<html><body><p>Hi</p></body></html>")

    def add(url: str, **more: Any) -> Any:
        return editing.add(press.ports, press.settings, ANN, edition.digest_id, url, **more)

    assert add("https://b.example/found").is_done
    item = next(i for i in now_of(press, edition).items if i.url == "https://b.example/found")
    assert (item.section, item.is_recorded) == (Section.ARTICLES, True)
    assert item.title.startswith("Page ")
    assert add("https://b.example/found").message in {"edition.there_already", "edition.not_added"}
    assert add("no address").values["reason"] == "not_a_url"
    assert add("https://b.example/thin").values["reason"] == "empty"
    assert add("https://c.example/nowhere").values["reason"] == "unreachable"
    left = press.store.left_out(edition.digest_id, step="fill")
    assert [drop.title for _, drop in left] != [""]
    assert add(left[0][1].article_uuid).is_done
    assert press.store.left_out(edition.digest_id, step="fill") == []
    assert approve(press, edition).is_done
    assert press.store.count_history("ada") == 5


def test_what_was_shown_is_brought_back_only_with_a_word(press: Press, make: Any) -> None:
    """History blocks an added article as it blocks any; whoever insists is not asked again."""
    shown = make(Plan())
    edition = make()
    url = shown.items[0].url
    add = editing.add(press.ports, press.settings, ANN, edition.digest_id, url)
    assert (add.is_done, add.values["reason"]) == (False, "seen_before")
    again = editing.add(press.ports, press.settings, ANN, edition.digest_id, url, even_shown=True)
    assert again.is_done
    assert approve(press, edition).is_done


def test_scheduled_editions_go_out_when_they_are_due(press: Press, make: Any) -> None:
    """Not before; locked until then; stopped they stay."""
    edition, stopped = make(), make()
    approve(press, edition)
    assert not editions.schedule(press.ports, ANN, edition.digest_id, NOW).is_done
    assert editions.schedule(press.ports, ANN, edition.digest_id, NOW + HOUR).is_done
    assert act(press, edition, "title", 0, "x").message == "edition.locked"
    assert not editions.send_back(press.ports, ANN, edition.digest_id).is_done
    assert editions.publish_due(press.ports, press.settings) == []
    press.ports.clock.advance(HOUR)
    assert [o.is_done for o in editions.publish_due(press.ports, press.settings)] == [True]
    assert now_of(press, edition).state is EditionState.SENT
    assert now_of(press, edition).published_at == NOW + HOUR
    assert editions.publish_due(press.ports, press.settings) == []
    assert now_of(press, stopped).state is EditionState.DRAFT


def test_a_draft_publishes_itself_after_its_review(press: Press, make: Any) -> None:
    """Unless somebody stops it; without what was shown meanwhile; skipped where too little is
    left of it."""
    plan = Plan(is_draft=True, send_at=NOW + HOUR)
    first, second, held = make(plan), make(plan), make(plan)
    assert editions.stop(press.ports, ANN, held.digest_id).is_done
    press.ports.clock.advance(HOUR)
    editions.publish_due(press.ports, press.settings)
    states = [now_of(press, one).state for one in (first, second, held)]
    assert sorted(states[:2]) == [EditionState.SENT, EditionState.SKIPPED]
    assert states[2] is EditionState.DRAFT
    skipped = next(one for one in (first, second) if now_of(press, one).reason)
    assert now_of(press, skipped).reason == TOO_FEW
    assert editions.take_up(press.ports, ANN, skipped.digest_id).is_done


def test_what_was_sent_is_corrected_with_a_mark(press: Press, make: Any) -> None:
    """Its words, on the page; its order stays, and what was done before it went out too."""
    edition = make()
    act(press, edition, "title", 1, "Before")
    approve(press, edition)
    assert editions.publish(press.ports, press.settings, ANN, edition.digest_id).is_done
    assert act(press, edition, "move", 0, "down").message == "edition.only_corrections"
    press.ports.clock.advance(HOUR)
    assert act(press, edition, "title", 0, "Corrected").is_done
    found = now_of(press, edition)
    assert (found.items[0].title, found.corrected_at) == ("Corrected", NOW + HOUR)
    assert editing.undo(press.ports, ANN, edition.digest_id, 1).message == "edition.locked"
    assert editing.undo(press.ports, ANN, edition.digest_id, 2).is_done


@pytest.mark.parametrize(("web", "is_ours"), [("https", False), ("http", True)])
def test_what_nobody_can_be_shown_is_no_copy(
    press: Press, make: Any, web: str, is_ours: bool
) -> None:
    """Behind https without an address of the replay, kept pages are not told: public copies are."""
    settings = press.settings.model_copy(
        update={"web": WebSettings(base_url=f"{web}://news.example")}
    )
    kept = press.publish(
        "https://a.example/kept", press.source(2), hours_ago=0.1, last_archived_at=NOW
    )
    copy = PublicCopy(kept.article_uuid, CopyState.SAVED, NOW, NOW, memento_url="https://w.example")
    press.store.plan_copies([replace(copy, memento_at=NOW)])
    edition = make()
    approve(press, edition)
    assert editions.publish(press.ports, settings, ANN, edition.digest_id).is_done
    told = now_of(press, edition).versions
    assert told == {
        kept.article_uuid: ItemVersion(NOW if is_ours else None, "https://w.example", NOW)
    }


def test_copies_are_told_as_they_were_when_an_edition_went_out(press: Press, make: Any) -> None:
    """What is saved or kept later changes no mail that is still to be made, nor a correction."""
    edition = make()
    first, second = (item.article_uuid for item in edition.items[:2])
    copy = PublicCopy(first, CopyState.SAVED, NOW, NOW, memento_url="https://w.example/1")
    press.store.plan_copies([replace(copy, memento_at=NOW - HOUR)])
    approve(press, edition)
    assert now_of(press, edition).versions == {}
    assert editions.publish(press.ports, press.settings, ANN, edition.digest_id).is_done
    told = now_of(press, edition).versions
    assert told == {first: ItemVersion(None, "https://w.example/1", NOW - HOUR)}
    press.store.plan_copies([replace(copy, article_uuid=second, memento_at=NOW)])
    assert act(press, edition, "title", value="Another title").is_done
    assert now_of(press, edition).versions == told


def test_a_thin_edition_is_skipped_and_taken_up(press: Press, reader: Reader) -> None:
    """The schedule publishes nothing under the reader's least; it uses up no history."""
    strict = press.reader("bea", least_items=9)
    unasked = Plan(is_unasked=True)
    made = run_digest(press.ports, press.settings, strict, now=NOW, plan=unasked)
    assert (made.state, made.reason) == (EditionState.SKIPPED, TOO_FEW)
    assert press.store.count_history("bea") == 0
    assert editions.take_up(press.ports, ANN, made.digest_id).is_done
    assert approve(press, made).is_done
    assert reader.reader_id == "ada"


def test_muted_words_and_sources_are_left_out(press: Press, drops: Any) -> None:
    """By title, in any case; a muted source brings nothing."""
    loud, quiet = press.source(1), press.source(2)
    press.publish("https://a.example/1", loud, title="Cup FINAL tonight")
    press.publish("https://a.example/2", loud, title="Finals of the year")
    press.publish("https://b.example/1", quiet)
    reader = press.reader(muted_words=("final",), muted_sources=(quiet.source_uuid,))
    edition = run_digest(press.ports, press.settings, reader, now=NOW)
    assert [i.title for i in edition.items] == ["Finals of the year"]
    assert drops(edition)["https://a.example/1"] == "muted"


def test_a_draft_is_made_by_a_person(press: Press, source: Any) -> None:
    """Of the shared digest, one at a time; where there is nothing new it is said."""
    made = editions.make_draft(press.ports, press.settings, ANN)
    assert made.is_done
    again = editions.make_draft(press.ports, press.settings, ANN)
    assert (again.message, again.subject) == ("edition.draft_waits", made.subject)
    assert editions.approve(press.ports, press.settings, ANN, made.subject).is_done
    rest = editions.make_draft(press.ports, press.settings, ANN)  # beyond the cap of its source
    assert editions.approve(press.ports, press.settings, ANN, rest.subject).is_done
    assert editions.make_draft(press.ports, press.settings, ANN).message == "edition.nothing_new"
    assert source.active
