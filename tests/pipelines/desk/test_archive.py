"""What people do with the archive: each act changes one thing, says so, and leaves one row."""

import itertools
from datetime import timedelta
from typing import Any

import pytest

from strandline.model.accounts import Actor, Role, Via
from strandline.model.archive import CaptureName, CaptureOutcome, CaptureReport, JobStatus
from strandline.model.articles import IngestBatch
from strandline.pipelines.desk.archive import (
    MOST_ADDRESSES,
    addresses_in,
    cancel_jobs,
    keep_page,
    keep_pages,
    put_first,
    retry_failed,
    retry_jobs,
)
from strandline.ports import Ports, Store
from strandline.settings import ArchiveSettings, Settings
from strandline.testing.archive_builders import a_job, a_result, an_attempt
from strandline.testing.builders import NOW, an_article
from strandline.testing.fakes import FrozenClock

ADA = Actor("1", "ada", Role.EDITOR, Via.SESSION)
SETTINGS = Settings(archive=ArchiveSettings(demands_per_hour=3))


@pytest.fixture
def ports(sqlite_store: Store) -> Ports:
    numbers, unused = itertools.count(1), None
    clock: Any = FrozenClock(NOW)
    nothing: Any = unused
    return Ports(
        clock=clock,
        fetcher=nothing,
        parser=nothing,
        store=sqlite_store,
        classifier=nothing,
        progress=nothing,
        new_id=lambda: f"{next(numbers):032x}",
        jitter=lambda: 0.5,
        owner="desk",
    )


def rows(ports: Ports) -> list[tuple[str, str]]:
    """What the audit says, oldest first: who and what."""
    return [(entry.actor.name, entry.what) for entry in reversed(ports.store.audit())]


def failed(ports: Ports, number: int, outcome: CaptureOutcome = CaptureOutcome.BLOCKED) -> int:
    article = an_article(f"https://page.example/{number}")
    ports.store.ingest(IngestBatch(now=NOW, articles=(article,)))
    ports.store.enqueue([a_job(article)])
    (job,) = ports.store.claim_jobs(NOW, "w", timedelta(minutes=1), limit=1, per_domain=99)
    reports = (CaptureReport(CaptureName.FETCH, outcome, "no"),)
    attempt = an_attempt(job, reports=reports, ended_at=NOW)
    result = a_result(job, status=JobStatus.FAILED, attempt=attempt, is_archived=False)
    assert ports.store.finish_job(result, owner="w")
    return job.job_id


def test_every_address_in_a_text_is_found() -> None:
    """In lists, sentences and mails; each once; ids of articles too."""
    text = """Look: https://a.example/1, and (www.b.example/x?y=1).
    <https://a.example/2>  https://a.example/1 no.address mailto:x@y.example A_0123456789abcdef"""
    assert addresses_in(text) == (
        "https://a.example/1",
        "https://www.b.example/x?y=1",
        "https://a.example/2",
        "A_0123456789abcdef",
    )
    assert addresses_in("nothing here") == ()


def test_a_page_is_asked_for_once(ports: Ports) -> None:
    """It enters the ledger with its job; asked for again it waits; who asked is written down."""
    outcome = keep_page(ports, SETTINGS, ADA, "https://page.example/1")
    assert (outcome.is_done, outcome.message) == (True, "desk.archive.asked")
    (job,) = ports.store.jobs()
    assert job.article_uuid == outcome.subject
    again = keep_page(ports, SETTINGS, ADA, "https://page.example/1?utm_source=x")
    assert (again.is_done, again.message) == (False, "desk.archive.waits")
    assert rows(ports) == [("ada", "archive.keep")]


def test_limits_hold_for_who_pastes_a_list(ports: Ports) -> None:
    """As many an hour as the settings say; the rest is told with its reason."""
    text = "\n".join(f"https://page.example/{n}" for n in range(5))
    asked = keep_pages(ports, SETTINGS, ADA, text)
    assert asked.outcome.is_done
    assert asked.outcome.values["count"] == 3
    assert [(url[-1], why.message) for url, why in asked.left] == [
        ("3", "desk.archive.too_many"),
        ("4", "desk.archive.too_many"),
    ]
    assert len(rows(ports)) == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "desk.archive.no_addresses"),
        ("https://127.0.0.1:bad/", "desk.archive.none_asked"),
        (
            " ".join(f"https://a.example/{n}" for n in range(MOST_ADDRESSES + 1)),
            "desk.archive.too_long",
        ),
    ],
    ids=["nothing", "no address", "too many"],
)
def test_what_cannot_be_asked_for_changes_nothing(ports: Ports, text: str, message: str) -> None:
    """And a sentence says why."""
    assert keep_pages(ports, SETTINGS, ADA, text).outcome.message == message
    assert ports.store.jobs() == []
    assert rows(ports) == []


def test_what_failed_for_a_reason_is_tried_again(ports: Ports) -> None:
    """All of that reason and nothing else; not before the gap between two attempts is over."""
    blocked = [failed(ports, n) for n in range(2)]
    gone = failed(ports, 3, CaptureOutcome.GONE)
    outcome = retry_failed(ports, SETTINGS, ADA, "blocked")
    assert (outcome.message, outcome.values) == ("desk.archive.none_retried", {"left": 2})
    ports.clock.advance(timedelta(seconds=SETTINGS.archive.demand_gap_s))  # type: ignore[attr-defined]
    outcome = retry_failed(ports, SETTINGS, ADA, "blocked")
    assert (outcome.message, outcome.values) == ("desk.archive.retried", {"count": 2, "left": 0})
    queued = {job.job_id for job in ports.store.jobs(status=JobStatus.QUEUED)}
    assert queued == set(blocked)
    assert not retry_failed(ports, SETTINGS, ADA, "blocked").is_done
    assert retry_jobs(ports, SETTINGS, ADA, [gone, 999])[0].values == {"count": 1, "left": 1}
    assert rows(ports) == [("ada", "archive.retry")] * 2


def test_who_has_the_machine_need_not_wait(ports: Ports) -> None:
    """The command line knows no gap."""
    job_id = failed(ports, 1)
    outcome, told = retry_jobs(ports, SETTINGS, Actor.console(), [job_id])
    assert outcome.is_done
    assert told.queued == 1


def test_a_job_is_put_first_or_let_go(ports: Ports) -> None:
    """Until a worker has it; then nothing is changed, and nothing written down."""
    for number in (1, 2):
        keep_page(ports, SETTINGS, ADA, f"https://page.example/{number}")
    first, second = ports.store.job_queue(limit=9)
    assert put_first(ports, ADA, second.job_id).is_done
    assert ports.store.job_queue(limit=9)[0].job_id == second.job_id
    assert cancel_jobs(ports, ADA, [first.job_id]).values == {"count": 1}
    job = ports.store.job(first.job_id)
    assert job is not None
    assert (job.status, job.reason) == (JobStatus.SKIPPED_POLICY, "cancelled by ada")
    ports.store.claim_jobs(NOW, "w", timedelta(minutes=1), limit=9, per_domain=9)
    before = rows(ports)
    for outcome in (
        put_first(ports, ADA, second.job_id),
        cancel_jobs(ports, ADA, [second.job_id]),
        put_first(ports, ADA, 10**20),
    ):
        assert (outcome.is_done, outcome.message) == (False, "desk.archive.not_queued")
    assert rows(ports) == before
    assert [what for _, what in before[2:]] == ["archive.first", "archive.cancel"]
