"""Public copies of links, on every database."""

from dataclasses import replace
from datetime import timedelta

from tests.contracts.test_store_rot import kept

from strandline.model.articles import IngestBatch
from strandline.model.editions import EditionState
from strandline.model.rot import LinkState
from strandline.model.takedowns import Takedown
from strandline.model.wayback import CopyLoad, CopyState, PublicCopy
from strandline.ports import Store
from strandline.testing.builders import NOW, a_reader, an_article
from strandline.testing.mail_house import an_edition, an_item

DAY, LEASE = timedelta(days=1), timedelta(minutes=15)


def planned(*uuids: str) -> list[PublicCopy]:
    return [PublicCopy(uuid, CopyState.PLANNED, NOW, NOW, NOW) for uuid in uuids]


def linked(store: Store, *urls: str) -> list[str]:
    """Articles in the ledger."""
    articles = [an_article(url) for url in urls]
    store.ingest(IngestBatch(now=NOW, articles=tuple(articles)))
    return [article.article_uuid for article in articles]


def test_what_is_kept_and_has_no_row_is_wanted(store: Store) -> None:
    """Since a time, the oldest first, then what is gone since; nothing twice."""
    one, two, gone, old = kept(store, *(f"https://a.example/{n}" for n in range(4)))
    for uuid, since in ((gone, NOW), (old, NOW - 9 * DAY)):
        lost = replace(store.link_health([uuid])[uuid], state=LinkState.GONE, since=since)
        store.save_visit(lost)
    wanted = store.uncopied(NOW - DAY, kept=True, shown=True, limit=9)
    assert sorted(wanted[:2]) == sorted([one, two])
    assert wanted[2:] == [gone]
    assert store.uncopied(NOW + DAY, kept=True, shown=True, limit=9) == []
    assert store.uncopied(NOW - DAY, kept=False, shown=True, limit=9) == []
    assert len(store.uncopied(NOW - DAY, kept=True, shown=False, limit=1)) == 1
    assert store.plan_copies(planned(one, one)) == 1
    assert store.uncopied(NOW - DAY, kept=True, shown=False, limit=9) == [two, gone]


def test_only_published_editions_for_everybody_name_links(store: Store) -> None:
    """Neither a draft nor the edition of a single reader."""
    uuids = linked(store, *(f"https://a.example/{n}" for n in range(3)))
    store.save_reader(a_reader("ann"))
    cases = (
        ("public", EditionState.SENT),
        ("public", EditionState.DRAFT),
        ("ann", EditionState.SENT),
    )
    for number, (reader, state) in enumerate(cases):
        edition = an_edition(
            f"{number:032x}",
            reader_id=reader,
            state=state,
            published_at=NOW,
            items=(an_item(1, article_uuid=uuids[number]),),
        )
        store.save_digest(edition, ())
    assert store.uncopied(NOW - DAY, kept=True, shown=True, limit=9) == [uuids[0]]
    assert store.uncopied(NOW - DAY, kept=True, shown=False, limit=9) == []


def test_a_row_is_written_as_asked_before_it_is_given_out(store: Store) -> None:
    """With its attempt; nobody else gets it within the lease, and what has a job is looked at."""
    (uuid,) = linked(store, "https://a.example/1")
    store.plan_copies(planned(uuid))
    assert store.claim_copy(NOW, LEASE, may_ask=False) is None
    assert store.claim_copy(NOW, LEASE, may_ask=True, by_hand=True) is None
    assert store.claim_copy(NOW, LEASE, may_ask=True, only=["A_none"]) is None
    row = store.claim_copy(NOW, LEASE, may_ask=True)
    assert row is not None
    assert (row.state, row.attempts, row.asked_at) == (CopyState.ASKED, 1, NOW)
    assert store.public_copies([uuid, "A_none"]) == {uuid: row}
    assert store.claim_copy(NOW, LEASE, may_ask=True) is None
    assert store.copy_load(NOW) == CopyLoad(0, 1, 1, 1)
    assert store.copy_load(NOW + LEASE) == CopyLoad(1, 0, 0, 1)
    again = store.claim_copy(NOW + LEASE, LEASE, may_ask=True)
    assert again is not None
    assert again.attempts == 2
    assert store.save_copy(replace(again, job_id="spn2-1", next_at=NOW + LEASE), again)
    looked = store.claim_copy(NOW + LEASE, LEASE, may_ask=False)
    assert looked is not None
    assert (looked.attempts, looked.job_id) == (2, "spn2-1")


def test_who_comes_late_overwrites_nothing(store: Store) -> None:
    """Neither what another was given after the lease, nor a copy, nor the end of a struck one."""
    one, two = linked(store, "https://a.example/1", "https://a.example/2")
    store.plan_copies(planned(one))
    late = store.claim_copy(NOW, LEASE, may_ask=True)
    other = store.claim_copy(NOW + LEASE, LEASE, may_ask=True)
    assert late is not None
    assert other is not None
    failed = replace(late, state=CopyState.FAILED, next_at=None)
    assert not store.save_copy(failed, late)
    saved = replace(other, state=CopyState.SAVED, next_at=None, memento_url="https://w.example/1")
    assert store.save_copy(saved, other)
    assert not store.save_copy(failed, other)
    assert store.public_copies([one]) == {one: saved}
    anew = replace(saved, state=CopyState.PLANNED, attempts=0, next_at=NOW + DAY)
    assert store.save_copy(anew, saved)
    third = store.claim_copy(NOW + DAY, LEASE, may_ask=True)
    assert third is not None
    assert (third.attempts, third.state) == (late.attempts, late.state)
    assert not store.save_copy(failed, late)
    store.plan_copies(planned(two))
    asked = store.claim_copy(NOW, LEASE, may_ask=True)
    assert asked is not None
    store.strike(Takedown(two, "https://a.example/2", "asked for", "Ann", NOW))
    assert not store.save_copy(replace(asked, job_id="spn2-2"), asked)


def test_rows_are_listed_by_state(store: Store) -> None:
    """Newest change first, page by page; what is at rest stays as it is."""
    uuids = linked(store, *(f"https://a.example/{n}" for n in range(4)))
    store.plan_copies(planned(*uuids))
    for number, uuid in enumerate(uuids[:3]):
        row = store.public_copies([uuid])[uuid]
        done = replace(row, state=CopyState.FAILED, next_at=None, said="not \0 found")
        assert store.save_copy(replace(done, changed_at=NOW + number * DAY), row)
    first = store.list_copies(CopyState.FAILED, limit=2)
    assert [one.article_uuid for one in first] == [uuids[2], uuids[1]]
    last = (first[-1].changed_at, first[-1].article_uuid)
    (rest,) = store.list_copies(CopyState.FAILED, limit=2, before=last)
    assert (rest.article_uuid, rest.said) == (uuids[0], "not  found")
    assert store.claim_copy(NOW, LEASE, may_ask=True) is not None
    assert store.public_copies([uuids[0]])[uuids[0]].next_at is None
    assert store.copy_counts() == {CopyState.ASKED: 1, CopyState.FAILED: 3}
    nobody = replace(first[0], article_uuid="A_none")
    assert not store.save_copy(nobody, nobody)
    assert store.public_copies(["A_none"]) == {}


def test_a_struck_page_has_no_public_copy_to_tell(store: Store) -> None:
    """What was open ends and holds no place; once it is lifted a person may ask anew."""
    uuid, asked = kept(store, "https://a.example/1", "https://a.example/2")
    store.plan_copies(planned(asked))
    row = store.claim_copy(NOW, LEASE, may_ask=True)
    assert row is not None
    assert store.save_copy(replace(row, job_id="spn2-1", next_at=NOW + LEASE), row)
    assert store.copy_load(NOW).at_work == 1
    store.strike(Takedown(asked, "https://a.example/2", "asked for", "Ann", NOW))
    assert store.copy_load(NOW).at_work == 0
    assert store.claim_copy(NOW + DAY, LEASE, may_ask=False) is None
    (late,) = kept(store, "https://a.example/3")
    store.strike(Takedown(late, "https://a.example/3", "asked for", "Ann", NOW))
    store.plan_copies([replace(row, article_uuid=late, job_id="spn2-3", next_at=NOW + LEASE)])
    assert store.copy_load(NOW).at_work == 0
    store.plan_copies(planned(uuid))
    store.strike(Takedown(uuid, "https://a.example/1", "asked for", "Ann", NOW))
    assert store.claim_copy(NOW, LEASE, may_ask=True) is None
    assert store.copy_load(NOW).due == 0
    assert store.public_copies([uuid]) == {}
    assert store.list_copies(CopyState.PLANNED, limit=9) == []
    store.lift(uuid)
    assert store.claim_copy(NOW, LEASE, may_ask=True) is None
    ended = store.public_copies([uuid])[uuid]
    assert (ended.state, ended.next_at, ended.job_id) == (CopyState.FAILED, None, "")
    assert ended.said == "it was taken down"


def test_the_copy_that_is_saved_stays_when_two_pages_are_one(store: Store) -> None:
    """That of the page that goes, where the other has none that is saved."""
    one, two, three = linked(store, *(f"https://{n}.example/1" for n in "abc"))
    store.plan_copies(planned(one, two))
    row = store.public_copies([one])[one]
    saved = replace(row, state=CopyState.SAVED, next_at=None, memento_url="https://w.example/1")
    assert store.save_copy(saved, row)
    store.merge_into(one, two, ())
    assert store.public_copies([one, two]) == {two: replace(saved, article_uuid=two)}
    store.merge_into(two, three, ())
    assert list(store.public_copies([three])) == [three]


def test_a_clock_that_was_ahead_keeps_no_copy_waiting(store: Store) -> None:
    """What it put off is due, and what it asked for counts for today."""
    (uuid,) = linked(store, "https://a.example/1")
    far = NOW + 400 * DAY
    (row,) = planned(uuid)
    store.plan_copies([replace(row, next_at=far, asked_at=far)])
    store.mend_times(NOW)
    assert store.copy_load(NOW) == CopyLoad(1, 0, 1, 1)
    assert store.copy_load(NOW + 2 * DAY).last_day == 0
