"""Numbers for Prometheus: what the ledger holds, how each source does, what was answered.

A registry of its own for each `Metrics`: no process-wide state, so that two pages in one process
(tests, the demo beside the real thing) never mix. Counts are read from the store when asked for;
only what the store does not keep (outcomes of readings, answers of the page) is counted here.
Nothing private is told: no readers, no history.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import TypeAlias

from prometheus_client import CollectorRegistry, Counter, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from strandline.core.text.languages import language_tag
from strandline.model.archive import JobStatus
from strandline.model.errors import StrandlineError
from strandline.model.sources import Source, SourceHealth, SourceState
from strandline.model.stories import StoryCounts
from strandline.model.wayback import CopyState
from strandline.ops.health import StatusKeeper
from strandline.ops.status import Status
from strandline.ports import Store

#: What `generate_latest` writes (Prometheus text format 0.0.4).
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


#: Languages that have series of their own, and what all others are called.
_MOST_LANGUAGES, _OTHER = 20, "other"
#: Values of a series' labels, in the order of their names.
Labels: TypeAlias = tuple[str, ...]


class Metrics:
    """All numbers of one running Strandline. Safe for many threads.

    Args:
        store: Read at every scrape; a broken one gives `strandline_database_up 0`.
        keeper: Counts, kept for some seconds.
        version: Version of the program.
    """

    def __init__(self, store: Store, keeper: StatusKeeper, version: str) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(_LedgerCollector(store, keeper, version))
        self._polls = Counter(
            "strandline_poll_outcomes",
            "Readings of sources by outcome, since start.",
            ["outcome"],
            registry=self._registry,
        )
        self._jobs = Counter(
            "strandline_archive_job_ends",
            "Archive jobs that ended in this process by what became of them, since start.",
            ["outcome"],
            registry=self._registry,
        )
        self._faults = Counter(
            "strandline_loop_faults",
            "Turns of background loops that failed, since start.",
            ["loop"],
            registry=self._registry,
        )
        self._answers = Counter(
            "strandline_http_answers",
            "Answers of the page by status, since start.",
            ["method", "status"],
            registry=self._registry,
        )

    def count_polls(self, outcomes: Mapping[str, int]) -> None:
        """Add the outcomes of a poll run."""
        for outcome, number in outcomes.items():
            self._polls.labels(outcome).inc(number)

    def count_job(self, outcome: str) -> None:
        """Add an archive job that ended."""
        self._jobs.labels(outcome).inc()

    def count_fault(self, loop: str) -> None:
        """Add a turn of a background loop that failed."""
        self._faults.labels(loop).inc()

    def count_answer(self, method: str, status: int) -> None:
        """Add one answer; methods that nobody should use are counted together."""
        known = method if method in {"GET", "HEAD"} else "other"
        self._answers.labels(known, str(status)).inc()

    def exposition(self) -> bytes:
        """The page that Prometheus reads."""
        return generate_latest(self._registry)


class _LedgerCollector(Collector):
    """Reads the store once a scrape."""

    def __init__(self, store: Store, keeper: StatusKeeper, version: str) -> None:
        self._store, self._keeper, self._version = store, keeper, version

    def describe(self) -> list[Metric]:
        """Nothing: registering must not read the database."""
        return []

    def collect(self) -> Iterator[Metric]:
        """All gauges; only `up` and the version when the database does not answer."""
        yield _gauge("build_info", "The running version.", {(self._version,): 1}, ["version"])
        try:
            status = self._keeper.status()
            sources, healths = self._store.sources(), self._store.healths()
        except StrandlineError:
            yield _gauge("database_up", "1 when the database answers.", {(): 0})
            return
        yield _gauge("database_up", "1 when the database answers.", {(): 1})
        yield from _of_ledger(status)
        yield from _of_stories(status.stories)
        yield from _of_sources(sources, healths)


def _of_ledger(status: Status) -> Iterator[Metric]:
    counts = status.counts
    whole = {
        "articles": ("Articles in the ledger.", counts.articles),
        "mentions": ("Articles seen at sources.", counts.mentions),
        "aliases": ("Other URLs that lead to articles.", counts.aliases),
        "posts": ("Items of sources.", counts.posts),
        "digests": ("Editions for everybody.", counts.public_digests),
        "pictures": ("Pictures that are kept.", counts.pictures),
        "picture_bytes": ("Size of these.", counts.picture_bytes),
        "database_size_bytes": ("Size of the database.", counts.size_bytes),
    }
    for name, (what, value) in whole.items():
        yield _gauge(name, what, {(): value})
    yield _gauge("texts", "Scraped texts.", _by(counts.texts_by_status), ["status"])
    yield _gauge("sources", "Sources by state.", _by(counts.sources_by_state), ["state"])
    yield _gauge("backlog", "Work that waits.", _by(status.backlog), ["kind"])
    yield from _of_backups(status)
    yield _gauge("sources_overdue", "Sources due for over an hour.", {(): status.overdue})
    jobs: dict[Labels, float] = {(job.value,): status.jobs.get(job, 0) for job in JobStatus}
    yield _gauge("archive_jobs", "Archive jobs by status.", jobs, ["status"])
    copies: dict[Labels, float] = {(one.value,): status.copies.get(one, 0) for one in CopyState}
    yield _gauge("public_copies", "Public copies of links by state.", copies, ["state"])
    is_shut = bool(status.copy_fault)
    yield _gauge("public_copies_shut", "1 while it does not let us ask.", {(): is_shut})
    moments = {
        "last_poll_timestamp_seconds": ("Last reading of any source.", status.last_poll_at),
        "last_digest_timestamp_seconds": ("Newest published edition.", status.last_digest_at),
    }
    for name, (what, when) in moments.items():
        yield _gauge(name, what, {(): when.timestamp()} if when else {})


def _of_backups(status: Status) -> Iterator[Metric]:
    """When there was a good one last, and whether the last try was; none where none was made."""
    backup = status.backup
    times = {
        "backup_last_success_timestamp_seconds": ("State of the last backup.", backup.made_at),
        "backup_rehearsal_timestamp_seconds": ("Last one brought back.", backup.tried_at),
    }
    for name, (what, when) in times.items():
        yield _gauge(name, what, {(): when.timestamp()} if when else {})
    yield _gauge("backup_failed", "1 when the last try failed.", {(): bool(backup.fault)})
    failed = bool(backup.trial_fault)
    yield _gauge("backup_rehearsal_failed", "1 when the last rehearsal failed.", {(): failed})


def _of_stories(counts: StoryCounts) -> Iterator[Metric]:
    """Verdicts by layer, what language models were asked, and what waits."""
    verdicts = _by_known_language(counts.verdicts)
    yield _gauge("verdicts", "Verdicts in force.", verdicts, ["layer", "language", "answer"])
    whole = {
        "stories": ("Stories.", counts.stories),
        "story_duplicates": (
            "Articles that are not the main one of their story.",
            counts.duplicates,
        ),
        "story_duplicate_share": ("Their share of all articles.", counts.duplicate_share),
        "story_pending": ("Pairs that wait for a language model.", counts.pending),
        "story_review_queue": ("Pairs that wait for a person.", counts.review),
        "story_rulings": ("Rulings of people in force.", counts.rulings),
        "judge_calls": ("Questions to language models.", counts.judge.calls),
        "judge_failures": ("Questions without an answer.", counts.judge.failures),
        "judge_cost": ("What they cost, in the currency of the settings.", counts.judge.cost),
        "judge_seconds": ("What the answers took, seconds.", counts.judge.latency_s),
    }
    for name, (what, value) in whole.items():
        yield _gauge(name, what, {(): value})
    tokens: dict[Labels, float] = {
        ("asked",): counts.judge.prompt_tokens,
        ("answered",): counts.judge.completion_tokens,
    }
    yield _gauge("judge_tokens", "Tokens of language models.", tokens, ["direction"])


def _of_sources(sources: list[Source], healths: Mapping[str, SourceHealth]) -> Iterator[Metric]:
    """Per source: its state as one series, and what alarms are made of."""
    active = [source.source_uuid for source in sources if source.active]
    known = {uuid: healths[uuid] for uuid in active if uuid in healths}
    states: dict[Labels, float] = {
        (uuid, str(known[uuid].state if uuid in known else SourceState.NEW)): 1 for uuid in active
    }
    yield _gauge("source_state", "1 for the state of a source.", states, ["source", "state"])
    failures: dict[Labels, float] = {(uuid,): health.failures for uuid, health in known.items()}
    yield _gauge("source_failures", "Failed readings in a row.", failures, ["source"])
    times = {
        "source_last_success_timestamp_seconds": ("Last good reading.", "last_success_at"),
        "source_next_poll_timestamp_seconds": ("Next reading.", "next_poll_at"),
    }
    for name, (what, field) in times.items():
        moments: dict[str, datetime | None] = {
            uuid: getattr(health, field) for uuid, health in known.items()
        }
        values: dict[Labels, float] = {
            (uuid,): when.timestamp() for uuid, when in moments.items() if when
        }
        yield _gauge(name, what, values, ["source"])


def _by_known_language(verdicts: Mapping[tuple[str, str, str], int]) -> dict[Labels, float]:
    """Of the languages with the most verdicts each, of all the others together.

    A label's values stay for ever where they are read; what feeds call their language is theirs.
    """
    by_language: dict[str, int] = {}
    for (_, language, _), count in verdicts.items():
        if language_tag(language):
            by_language[language] = by_language.get(language, 0) + count
    named = sorted(by_language, key=lambda language: -by_language[language])[:_MOST_LANGUAGES]
    found: dict[Labels, float] = {}
    for (layer, language, answer), count in verdicts.items():
        key = (layer, language if language in named else _OTHER, answer)
        found[key] = found.get(key, 0) + count
    return found


def _by(counts: Mapping[str, int]) -> dict[Labels, float]:
    return {(name,): value for name, value in counts.items()}


def _gauge(
    name: str,
    what: str,
    values: Mapping[Labels, float],
    labels: list[str] | None = None,
) -> GaugeMetricFamily:
    family = GaugeMetricFamily(f"strandline_{name}", what, labels=labels or [])
    for label_values, value in values.items():
        family.add_metric(list(label_values), value)
    return family
