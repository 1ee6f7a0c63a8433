"""A day in figures, on every database."""

from datetime import date, timedelta
from typing import Any

from strandline.core.dedup.grouping import group
from strandline.model.archive import ArtifactKind, CaptureName, CaptureOutcome, CaptureReport
from strandline.model.articles import IngestBatch
from strandline.model.digests import Digest
from strandline.model.editions import EditionState
from strandline.model.readers import DigestScope
from strandline.model.sources import ContentType
from strandline.ports import Store
from strandline.testing.archive_builders import a_job, a_result, an_artifact, an_attempt
from strandline.testing.builders import NOW, a_reader, an_article
from strandline.testing.story_builders import a_match, a_verdict

DAY = timedelta(days=1)


def test_a_day_is_counted_by_itself(store: Store) -> None:
    """Articles without links of posts, verdicts by layer, captures by outcome, editions that
    everybody may read; what happened the day before, or to single readers, is not in it.
    """
    times = {"a": NOW, "b": NOW, "c": NOW, "before": NOW - DAY, "link": NOW}
    articles = {
        name: an_article(
            f"https://paper.example/{name}",
            article_detected_utc_iso=when,
            content_type=ContentType.LINK if name == "link" else ContentType.ARTICLE,
        )
        for name, when in times.items()
    }
    store.ingest(IngestBatch(now=NOW, articles=tuple(articles.values())))
    pair = articles["a"], articles["b"]
    store.save_match(a_match(pair, [a_verdict(*pair)]), group)
    for name, scope in (("ada", DigestScope.PERSONAL), ("all", DigestScope.SHARED)):
        store.save_reader(a_reader(name, scope=scope))
    for name, reader, when, state in (
        ("1", "all", NOW, EditionState.SENT),
        ("2", "all", NOW - DAY, EditionState.SENT),
        ("3", "ada", NOW, EditionState.SENT),
        ("4", "all", NOW, EditionState.DRAFT),
    ):
        store.save_digest(Digest(name, reader, when, name, "en", state=state), ())
    store.enqueue([a_job(articles["c"])])
    (job,) = store.claim_jobs(NOW, "w", DAY, limit=1, per_domain=9)
    reports = tuple(
        CaptureReport(CaptureName.FETCH, outcome)
        for outcome in (CaptureOutcome.GOOD, CaptureOutcome.BLOCKED, CaptureOutcome.NO_MEDIA)
    )
    shot = an_artifact(job, ArtifactKind.SCREENSHOT, size_bytes=700)
    attempt = an_attempt(job, reports=reports, ended_at=NOW)
    assert store.finish_job(a_result(job, attempt=attempt, artifacts=(shot,)), owner="w")
    start = NOW.replace(hour=0, minute=0, second=0, microsecond=0)
    assert store.count_day(start, start + DAY) == {
        "articles": 3,
        "editions": 1,
        "lost": 0,
        "duplicates.same_title": 1,
        "captures.good": 1,
        "captures.blocked": 1,
    }
    assert store.count_day(start - DAY, start) == {"articles": 1, "editions": 1, "lost": 0}
    totals = store.totals()
    assert totals.pop("storage.database") > 0
    assert totals == {"storage.artifacts": 700, "storage.pictures": 0}


def test_figures_are_kept_by_day(store: Store) -> None:
    """A day that is counted again loses what it does not have any more."""
    first, second = date(2026, 3, 1), date(2026, 3, 2)
    store.save_figures(second, {"articles": 3, "captures.good": 2**40})
    store.save_figures(first, {"articles": 1, "editions": 9})
    store.save_figures(first, {"articles": 2})
    found: Any = store.figures(first)
    assert found == {first: {"articles": 2}, second: {"articles": 3, "captures.good": 2**40}}
    assert list(found) == [first, second]
    assert list(store.figures(second)) == [second]
