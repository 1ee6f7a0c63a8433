"""A person asks for a page."""

from datetime import timedelta
from typing import Any

import pytest

from strandline.core.archive.demand import Answer
from strandline.model.archive import CaptureOutcome, JobStatus
from strandline.model.errors import UrlError
from strandline.model.sources import ContentType
from strandline.pipelines.archive.demand import MANUAL_URL, demand, retry
from strandline.settings import ArchiveSettings
from strandline.testing.archive_fakes import bad_page, good_page

URL = "https://courier.example/town/bridge"


def ask(rig: Any, url: str = URL, **options: Any) -> Any:
    return demand(rig.ports, rig.settings, url, now=rig.clock.now(), **options)


def test_an_unknown_page_enters_the_ledger(archive_rig: Any) -> None:
    """It becomes an article of the built-in source, which no poll ever asks, and is queued."""
    rig = archive_rig
    asked = ask(rig, f"{URL}?utm_source=mail")
    assert asked.verdict.answer is Answer.CAPTURE
    assert (asked.job.status, asked.job.url) == (JobStatus.QUEUED, URL)
    assert asked.article.content_type is ContentType.LINK
    (source,) = rig.store.sources()
    assert (source.url, source.active) == (MANUAL_URL, False)
    ask(rig, "https://herald.example/other")
    assert len(rig.store.sources()) == 1


def test_a_known_page_keeps_its_article(archive_rig: Any) -> None:
    """Any spelling and the id stand for the article that is there."""
    article = archive_rig.add(URL)
    for spelling in (URL, f"{URL}#top", article.article_uuid):
        assert ask(archive_rig, spelling).article.article_uuid == article.article_uuid


def test_asking_twice_is_one_job(archive_rig: Any) -> None:
    """The second demand is told of the job of the first."""
    first, second = ask(archive_rig), ask(archive_rig)
    assert second.verdict.answer is Answer.WAITS
    assert second.job.job_id == first.job.job_id
    assert archive_rig.store.job_counts()["queued"] == 1


def test_a_page_is_not_captured_again_at_once(archive_rig: Any) -> None:
    """The gap is kept, unless the person insists."""
    rig = archive_rig
    rig.capturer.pages[URL] = good_page()
    ask(rig)
    rig.run()
    rig.advance(seconds=299)
    assert ask(rig).verdict.answer is Answer.TOO_SOON
    assert ask(rig, force=True).verdict.answer is Answer.CAPTURE
    rig.run()
    rig.advance(seconds=300)
    assert ask(rig).verdict.answer is Answer.CAPTURE


def test_a_job_that_waits_for_its_next_attempt_is_made_at_once(archive_rig: Any) -> None:
    """Whoever mended what was wrong does not sit out our pause; the job stays one job."""
    rig = archive_rig
    rig.capturer.pages[URL] = bad_page(CaptureOutcome.TIMEOUT, "no answer")
    first = ask(rig)
    rig.run()
    assert rig.store.job(first.job.job_id).not_before > rig.clock.now()
    assert ask(rig).verdict.answer is Answer.WAITS
    assert rig.run() == []
    rig.capturer.pages[URL] = good_page()
    again = ask(rig, force=True)
    assert (again.verdict.answer, again.job.job_id) == (Answer.CAPTURE, first.job.job_id)
    (end,) = rig.run()
    assert (end.status, len(rig.store.attempts(first.job.job_id))) == (JobStatus.SUCCEEDED, 2)


def test_a_pause_that_the_server_asked_for_is_sat_out(archive_rig: Any) -> None:
    """Also by who insists, while the job waits for its next attempt."""
    rig = archive_rig
    until = rig.clock.now() + timedelta(seconds=120)
    rig.capturer.pages[URL] = bad_page(CaptureOutcome.BLOCKED, "HTTP 429", until)
    ask(rig)
    rig.run()
    asked = len(rig.capturer.jobs)
    assert ask(rig, force=True).verdict.answer is Answer.WAITS
    assert rig.run() == []
    assert len(rig.capturer.jobs) == asked


def test_all_demands_have_a_cap_an_hour(archive_rig: Any) -> None:
    """A button on a public page cannot make us hammer the world."""
    rig = archive_rig
    settings = rig.settings.model_copy(update={"archive": ArchiveSettings(demands_per_hour=2)})
    answers = [
        demand(rig.ports, settings, f"{URL}/{n}", now=rig.clock.now()).verdict.answer
        for n in range(3)
    ]
    assert answers == [Answer.CAPTURE, Answer.CAPTURE, Answer.TOO_MANY]


def test_what_is_no_web_address_is_refused(archive_rig: Any) -> None:
    """Nothing enters the ledger."""
    for text in ("not a url at all", "ftp://files.example/x", "javascript:alert(1)"):
        with pytest.raises(UrlError):
            ask(archive_rig, text)
    assert archive_rig.ledger() == []


def test_what_is_excluded_stays_so(archive_rig: Any) -> None:
    """The policy's platforms do not bind a person, its exclusions do, and nothing is entered."""
    asked = ask(archive_rig, "https://web.archive.org/web/2020/x", force=True)
    assert (asked.verdict.answer, asked.job) == (Answer.REFUSED, None)
    assert "excluded" in asked.verdict.why
    assert archive_rig.ledger() == []


def test_failed_jobs_are_queued_again(archive_rig: Any) -> None:
    """With a fresh count of attempts; other jobs are named as not failed."""
    rig = archive_rig
    rig.capturer.pages[URL] = bad_page(CaptureOutcome.UNSUPPORTED)
    job = rig.queue(URL)
    rig.run()
    told = retry(rig.store, [job.job_id, 999], now=rig.clock.now())
    assert (told.queued, told.not_failed) == (1, (999,))
    again = rig.store.job(job.job_id)
    assert (again.status, again.attempts) == (JobStatus.QUEUED, 0)
    rig.capturer.pages[URL] = good_page()
    (end,) = rig.run()
    assert end.status is JobStatus.SUCCEEDED
    assert [a.number for a in rig.store.attempts(job.job_id)] == [1, 2]


def test_all_failed_jobs_can_be_queued_at_once(archive_rig: Any) -> None:
    """`--all` pages through every failed job."""
    rig = archive_rig
    for number in range(5):
        rig.queue(f"https://paper{number}.example/a")
        rig.capturer.pages[f"https://paper{number}.example/a"] = bad_page(
            CaptureOutcome.UNSUPPORTED
        )
    rig.run()
    assert retry(rig.store, None, now=rig.clock.now()).queued == 5


def test_a_servers_retry_after_holds_for_persons_too(archive_rig: Any) -> None:
    """Neither a demand nor a retry asks before the time that the server named."""
    rig = archive_rig
    rig.capturer.pages[URL] = bad_page(CaptureOutcome.REFUSED, "busy", rig.clock.now())
    job = rig.queue(URL)
    until = rig.clock.now() + timedelta(seconds=120)
    rig.capturer.pages[URL] = bad_page(CaptureOutcome.UNSUPPORTED, "HTTP 503", until)
    rig.run()
    assert ask(rig, force=True).verdict.answer is Answer.ASKED_TO_WAIT
    assert retry(rig.store, [job.job_id], now=rig.clock.now()).waiting == ((job.job_id, until),)
    rig.advance(seconds=120)
    assert retry(rig.store, [job.job_id], now=rig.clock.now()).queued == 1
