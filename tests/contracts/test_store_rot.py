"""Kept links by what became of them, on every database."""

from dataclasses import replace
from datetime import timedelta

from strandline.model.articles import IngestBatch
from strandline.model.rot import HostHealth, HostRot, LinkState, Sibling, Sign, Visit
from strandline.model.takedowns import Takedown
from strandline.ports import Store
from strandline.testing.archive_builders import a_job, a_result
from strandline.testing.builders import NOW, an_article

DAY = timedelta(days=1)


def kept(store: Store, *urls: str) -> list[str]:
    """Articles of which a capture was kept at `NOW`."""
    uuids = []
    for url in urls:
        article = an_article(url)
        store.ingest(IngestBatch(now=NOW, articles=(article,)))
        store.enqueue([a_job(article)])
        (job,) = store.claim_jobs(NOW, "me", DAY, limit=1, per_domain=1)
        assert store.finish_job(a_result(job), owner="me")
        uuids.append(article.article_uuid)
    return uuids


def test_what_is_captured_is_alive_and_due_in_a_week(store: Store) -> None:
    """A link is taken once within a lease, and again after it; on demand before its time."""
    (uuid,) = kept(store, "https://a.example/1")
    link = store.link_health([uuid, "A_none"])[uuid]
    assert (link.state, link.host, link.failures) == (LinkState.ALIVE, "a.example", 0)
    due = link.next_at
    assert due - link.kept_at == 7 * DAY
    assert store.claim_links(due - DAY, DAY, limit=5) == []
    assert [one.article_uuid for one in store.claim_links(due, DAY, limit=5)] == [uuid]
    assert store.claim_links(due, DAY, limit=5) == []
    assert store.claim_links(due + DAY, DAY, limit=5) != []
    assert store.claim_links(NOW, DAY, limit=5, only=[uuid]) != []


def test_visits_are_written_with_their_evidence_and_the_oldest_go(store: Store) -> None:
    """Forty of them stay; nothing is written of an article that is gone."""
    (uuid,) = kept(store, "https://a.example/1")
    link = store.link_health([uuid])[uuid]
    visit = Visit(
        *(uuid, NOW, Sign.CHANGED, LinkState.CHANGED, 200, "https://a.example/1"),
        *("half of it \0", 0.5, (("-", "old"), ("+", "new \ud800"))),
    )
    for number in range(43):
        seen = replace(visit, visited_at=NOW + number * DAY)
        store.save_visit(replace(link, state=LinkState.CHANGED, change=0.5), seen)
    visits = store.visits(uuid)
    assert len(visits) == 40
    assert visits[0].visited_at == NOW + 42 * DAY
    assert visits[0].difference[0] == ("-", "old")
    assert visits[0].evidence.startswith("half of it ")
    store.save_visit(replace(link, article_uuid="A_none"), replace(visit, article_uuid="A_none"))
    assert store.visits("A_none") == []


def test_a_host_is_remembered_with_what_it_says_elsewhere(store: Store) -> None:
    """As new at first; written with a visit or by itself."""
    assert store.host_health("a.example") == HostHealth("a.example")
    sibling = Sibling(NOW, 200, "https://a.example/x", "Oops", "nothing here")
    down = HostHealth("a.example", 2, NOW, NOW + DAY, sibling)
    store.save_host(down)
    assert store.host_health("a.example") == down
    store.save_host(HostHealth("a.example"))
    assert store.host_health("a.example") == HostHealth("a.example")


def test_rotten_links_are_listed_by_state_newest_first(store: Store) -> None:
    """Page by page; what a person dismissed is left out unless asked for."""
    uuids = kept(store, *(f"https://a.example/{n}" for n in range(4)))
    links = store.link_health(uuids)
    for number, uuid in enumerate(uuids):
        store.save_visit(
            replace(
                links[uuid],
                state=LinkState.GONE if number else LinkState.MOVED,
                since=NOW + number * DAY,
                target="https://a.example/all" if number > 1 else "",
                is_dismissed=number == 3,
            )
        )
    gone = store.rotten_links(LinkState.GONE, limit=5)
    assert [one.article_uuid for one in gone] == [uuids[2], uuids[1]]
    (last,) = store.rotten_links(LinkState.GONE, limit=5, before=(gone[0].since, uuids[2]))
    assert last.article_uuid == uuids[1]
    assert len(store.rotten_links(LinkState.GONE, limit=5, dismissed=True)) == 3
    assert store.rotten_links(LinkState.ALIVE, limit=5) == []
    assert store.led_to("a.example", "https://a.example/all", but=uuids[2]) == 1
    assert store.led_to("b.example", "https://a.example/all", but=uuids[2]) == 0
    assert store.rot_counts() == {LinkState.MOVED: 1, LinkState.GONE: 3}
    assert store.rot_by_host(5) == [HostRot("a.example", 4, 3)]
    assert store.rot_by_age(NOW + 400 * DAY) == [(1, 4, 3)]
    counted = [store.count_day(NOW + n * DAY, NOW + (n + 2) * DAY)["lost"] for n in (0, 1)]
    assert counted == [1, 2]
    store.wake_links("a.example", NOW)
    assert len(store.claim_links(NOW, DAY, limit=9)) == 3


def test_a_link_moves_with_its_article(store: Store) -> None:
    """Two articles that turn out to be one have one link, with the visits of both."""
    one, two = kept(store, "https://a.example/1", "https://b.example/1")
    for uuid in (one, two):
        link = store.link_health([uuid])[uuid]
        store.save_visit(link, Visit(uuid, NOW, Sign.ALIVE, LinkState.ALIVE))
    store.merge_into(one, two, ())
    assert list(store.link_health([one, two])) == [two]
    assert len(store.visits(two)) == 2


def test_a_struck_page_is_neither_visited_nor_told(store: Store) -> None:
    """Until the takedown is lifted; erased, nothing that was seen of it is left."""
    (uuid,) = kept(store, "https://a.example/1")
    link = store.link_health([uuid])[uuid]
    seen = Visit(uuid, NOW, Sign.CHANGED, LinkState.CHANGED, difference=(("-", "its words"),))
    store.save_visit(replace(link, state=LinkState.GONE))
    assert store.rot_by_host(5) == [HostRot("a.example", 1, 1)]
    store.strike(Takedown(uuid, "https://a.example/1", "asked", "owner", NOW, NOW))
    assert store.rot_by_host(5) == []
    store.lift(uuid)
    store.save_visit(replace(link, state=LinkState.CHANGED, next_at=NOW), seen)
    store.strike(Takedown(uuid, "https://a.example/1", "asked", "owner", NOW, NOW))
    assert store.link_health([uuid]) == {}
    assert store.visits(uuid) == []
    assert store.rotten_links(LinkState.CHANGED, limit=5) == []
    assert store.claim_links(NOW, DAY, limit=5) == []
    assert store.rot_counts() == {}
    assert store.rot_by_age(NOW) == []
    assert store.rot_by_host(5) == []
    store.erase(uuid, NOW)
    store.lift(uuid)
    assert store.link_health([uuid]) == {}
    assert store.visits(uuid) == []
