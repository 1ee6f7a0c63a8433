"""The loops of `strandline up`."""

import shutil
import threading
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from strandline.model.accounts import Actor
from strandline.model.acts import AuditEntry
from strandline.model.articles import IngestBatch
from strandline.model.database import RESTORE, Upkeep
from strandline.model.errors import StoreError
from strandline.ports import Ports
from strandline.settings import Settings, load_settings
from strandline.testing.builders import NOW, a_mention, a_post, a_source, a_text, an_article
from strandline.testing.fakes import FrozenClock
from strandline.testing.world import World
from strandline.wiring import open_ports
from strandline.worker import (
    Loop,
    Work,
    Worker,
    back_up_at_the_end,
    backup_turn,
    digest_turn,
    poll_turn,
    publish_turn,
    retention_turn,
)


@pytest.fixture
def settings(tmp_path: Path, empty_file: Path) -> Settings:
    shutil.copy(empty_file, tmp_path / "s.sqlite3")
    return load_settings(
        environ={
            "DATABASE_PATH": str(tmp_path / "s.sqlite3"),
            "HOST_DELAY_SECONDS": "0",
            "PARSE_WORKERS": "1",
        }
    )


def test_a_turn_that_fails_is_taken_again(capsys: pytest.CaptureFixture[str]) -> None:
    """A fault ends neither its loop nor another one, and is told in the log."""
    turns: list[str] = []
    enough = threading.Event()

    def failing(fault: Callable[[], Exception]) -> Callable[[Work], None]:
        def turn(_work: Work) -> None:
            turns.append("failing")
            if len(turns) > 4:
                enough.set()
            raise fault()

        return turn

    loops = (
        Loop("known", 0.0, failing(lambda: StoreError("The disk is full."))),
        Loop("unknown", 0.0, failing(lambda: ValueError("a fault of ours"))),
    )
    nothing: Ports = None  # type: ignore[assignment] # no turn asks for a port
    worker = Worker(Work(nothing, Settings()), loops)
    worker.start()
    assert enough.wait(120)
    worker.stop()
    said = capsys.readouterr()
    assert "The disk is full." in said.out + said.err


def test_from_poll_to_the_first_edition(settings: Settings) -> None:
    """One turn of each loop fills an empty ledger and makes the first edition; a second turn on
    the same day makes no other, and one on the next day does."""
    with World(NOW) as world:
        settings = settings.model_copy(
            update={
                "fetch": settings.fetch.model_copy(
                    update={"allow_private_networks": world.allow_list}
                )
            }
        )
        clock = FrozenClock(world.now)
        with open_ports(settings, clock=clock, log=False) as ports:
            outcomes: Counter[str] = Counter()
            work = Work(ports, settings, outcomes.update)
            digest_turn(work)
            assert ports.store.digests() == [], "nothing to read yet: no empty edition"
            for source in world.sources():
                ports.store.save_source(source)
            poll_turn(work)
            polled = outcomes["ok"]
            assert polled > 9
            digest_turn(work)
            digest_turn(work)
            assert len(ports.store.digests()) == 1
            clock.advance(timedelta(days=1))
            world.move_to(clock.now())
            poll_turn(work)
            ports.store.save_upkeep(Upkeep(RESTORE, clock.now()))
            digest_turn(work)
            assert len(ports.store.digests()) == 1, "after a restore it may be there already"
            ports.store.save_upkeep(Upkeep(RESTORE, clock.now() - timedelta(days=1)))
            digest_turn(work)
            assert len(ports.store.digests()) == 2
            assert outcomes["ok"] > polled + 9


def test_an_edition_with_nothing_in_it_is_not_tried_at_every_turn(settings: Settings) -> None:
    """A ledger of old articles alone: the loop looks once an hour, and says once that there is
    nothing new."""
    clock = FrozenClock(NOW)
    with open_ports(settings, clock=clock, log=False) as ports:
        ports.store.save_source(a_source())
        old = NOW - timedelta(days=60)
        article = an_article(article_detected_utc_iso=old, published_utc_iso=old)
        ports.store.ingest(IngestBatch(NOW, articles=(article,), mentions=(a_mention(article),)))
        work = Work(ports, settings)
        turns = []
        for _ in range(4):
            digest_turn(work)
            turns.append(work.found_empty["public"])
            clock.advance(timedelta(minutes=25))
        assert turns == [NOW, NOW, NOW, NOW + timedelta(minutes=75)]
        (told,) = ports.store.digests()
        assert (told.state, told.reason) == ("skipped", "nothing_new")


def test_an_edition_of_a_clock_that_was_ahead(settings: Settings) -> None:
    """A clock that ran a year ahead for a while does not stop the editions of a year."""
    clock = FrozenClock(NOW + timedelta(days=365))
    with open_ports(settings, clock=clock, log=False) as ports:
        ports.store.save_source(a_source())
        work = Work(ports, settings)

        def news(number: int) -> None:
            now = clock.now()
            url = f"https://a.example/{number}"
            article = an_article(url, article_detected_utc_iso=now, published_utc_iso=now)
            mention = a_mention(article, inserted_at=now)
            ports.store.ingest(IngestBatch(now, articles=(article,), mentions=(mention,)))
            ports.store.save_text(a_text(article, fetched_at=now))

        news(1)
        digest_turn(work)
        assert len(ports.store.digests()) == 1
        clock.set(NOW)
        news(2)
        digest_turn(work)
        digest_turn(work)
        assert len(ports.store.digests()) == 2


def test_old_posts_are_let_go_where_that_is_wanted(settings: Settings) -> None:
    """As it comes everything is kept; with a number of days, what is older goes."""
    article = an_article()
    batch = IngestBatch(NOW, (article,), mentions=(a_mention(article),), posts=(a_post(article),))
    clock = FrozenClock(NOW + timedelta(days=9))
    with open_ports(settings, clock=clock, log=False) as ports:
        ports.store.ingest(batch)
        retention_turn(Work(ports, settings))
        assert ports.store.articles([article.article_uuid])
        for days, left in ((10, 1), (8, 0)):
            database = settings.database.model_copy(update={"keep_days": days})
            retention_turn(Work(ports, settings.model_copy(update={"database": database})))
            assert len(ports.store.articles([article.article_uuid])) == left


def test_old_rows_of_the_audit_are_let_go(settings: Settings) -> None:
    """After the days of the setting, not before; with 0 all of it stays."""
    clock = FrozenClock(NOW + timedelta(days=9))
    with open_ports(settings, clock=clock, log=False) as ports:
        ports.store.record(AuditEntry(NOW, Actor.console(), "source.add", "W_RSS_1"))
        for days, left in ((0, 1), (10, 1), (8, 0)):
            access = settings.access.model_copy(update={"audit_days": days})
            retention_turn(Work(ports, settings.model_copy(update={"access": access})))
            assert len(ports.store.audit()) == left


def test_a_schedule_that_waits_for_a_person(settings: Settings) -> None:
    """One draft each time it is due, without any history, until somebody approves it."""
    waits = settings.digest.model_copy(update={"publish": "by_person"})
    settings = settings.model_copy(update={"digest": waits})
    clock = FrozenClock(NOW)
    with open_ports(settings, clock=clock, log=False) as ports:
        ports.store.save_source(a_source())
        article = an_article()
        ports.store.ingest(IngestBatch(NOW, articles=(article,), mentions=(a_mention(article),)))
        ports.store.save_text(a_text(article))
        work = Work(ports, settings)
        for _ in range(3):
            digest_turn(work)
            publish_turn(work)
            clock.advance(timedelta(minutes=30))
        (draft,) = ports.store.digests()
        assert (draft.state, draft.send_at) == ("draft", None)
        assert ports.store.count_history("public") == 0
        clock.advance(timedelta(days=1))
        digest_turn(work)
        assert [edition.state for edition in ports.store.digests()] == ["draft", "draft"]


def test_a_backup_a_day_and_one_at_the_end(settings: Settings, tmp_path: Path) -> None:
    """The first turn makes one, the next ones a day later; a rehearsal comes by itself."""
    storage = settings.storage.model_copy(update={"path": tmp_path / "objects"})
    settings = settings.model_copy(update={"storage": storage})
    clock = FrozenClock(NOW)
    backups = tmp_path / "objects" / "db-backups"
    with open_ports(settings, clock=clock, log=False, archive=True) as ports:
        work = Work(ports, settings)
        for _ in range(3):
            backup_turn(work)
        assert len(list(backups.iterdir())) == 1
        known = ports.store.upkeep()
        assert (known["backup"].ok_at, known["rehearsal"].ok_at) == (NOW, NOW)
        clock.advance(timedelta(hours=25))
        backup_turn(work)
        clock.advance(timedelta(minutes=5))
        back_up_at_the_end(work)
        names = sorted(path.name for path in backups.iterdir())
    later = NOW + timedelta(hours=25)
    end = later + timedelta(minutes=5)
    assert names == [f"{NOW:%Y-%m-%d}", f"{later:%Y-%m-%d}", f"{end:%Y-%m-%dT%H%M%S}"]
