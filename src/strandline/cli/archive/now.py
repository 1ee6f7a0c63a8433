"""What `strandline archive URL…` does: asks for captures, works on them, tells how they went."""

import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

import typer

from strandline.cli.output import iso, print_json, safe
from strandline.cli.stopping import stopping
from strandline.core.archive.demand import Answer
from strandline.core.urls import identify
from strandline.model.accounts import Actor
from strandline.model.archive import ArchiveJob, Artifact, Attempt, CaptureReport, JobStatus
from strandline.model.articles import Article
from strandline.model.errors import StrandlineError, UrlError, UsageError
from strandline.pipelines.archive import run_jobs
from strandline.pipelines.archive.demand import Demand, article_at
from strandline.pipelines.archive.job import JobEnd
from strandline.pipelines.desk.archive import ask
from strandline.ports import Ports, Store
from strandline.settings import Settings

#: Seconds between two looks at a job that another worker has, or that waits for its domain.
_LOOK_S = 1.0

_REFUSALS = {
    Answer.TOO_SOON: "captured a moment ago; --force captures it all the same. Again from {at}.",
    Answer.TOO_MANY: "too many captures were asked for within an hour. Again from {at}.",
    Answer.ASKED_TO_WAIT: "its server asks to be left alone until {at}.",
    Answer.REFUSED: "{why}: see EXCLUDE_DOMAINS and its neighbours in the settings.",
}


#: Before the last error of a job that waits for its next attempt and was not made now.
_LEFT = "tried a moment ago, and not again now (--force does). "
#: What is wrong with an address, by the reason code; anything else is no web address at all.
_WRONG = {"unsupported_scheme": "of a kind that cannot be captured", "too_long": "too long"}


@dataclass
class Told:
    """What became of one URL, as `--json` prints it."""

    url: str
    article_uuid: str = ""
    status: str = ""
    is_kept: bool = False
    message: str = ""
    job_id: int | None = None
    not_before: datetime | None = None
    captures: list[CaptureReport] = field(default_factory=list)
    artifacts: list[Artifact] = field(default_factory=list)
    saved_bytes: int = 0


def capture_now(settings: Settings, urls: Sequence[str], *, force: bool, as_json: bool) -> bool:
    """Capture pages; True where all of them are kept."""
    from strandline.wiring import open_ports

    all_kept = True
    with (
        stopping() as stop,
        open_ports(settings, archive=True) as ports,
    ):
        asked = [(url, _asked(ports, settings, url, force=force)) for url in urls]
        ends = _work(ports, settings, [a for _, a in asked], stop, as_json=as_json)
        for url, answer in asked:
            told = _told(ports, url, answer, ends)
            all_kept &= told.is_kept
            if as_json:
                print_json(told)
            else:
                _print(told)
    return all_kept


def article_of(store: Store, url: str) -> Article:
    """The article that a URL or an id stands for.

    Raises:
        UsageError: The ledger has none.
    """
    if url.startswith("A_"):
        article = store.articles([url], also_struck=True).get(url)
    else:
        found = article_at(store, identify(url))
        article = found[0] if found else None
    if article is None:
        raise UsageError(
            f"{safe(url, 200)} is not in the ledger.",
            subject=url,
            advice="Capture it: strandline archive URL",
        )
    return article


def _asked(ports: Ports, settings: Settings, url: str, *, force: bool) -> Demand | StrandlineError:
    try:
        return ask(ports, settings, Actor.console(), url, force=force)
    except StrandlineError as error:
        return error


def _work(
    ports: Ports,
    settings: Settings,
    asked: Sequence[Demand | StrandlineError],
    stop: threading.Event,
    *,
    as_json: bool,
) -> dict[int, JobEnd]:
    """Work on the jobs until none of them is due any more; how those ended that ran here."""
    mine = [a.job.job_id for a in asked if isinstance(a, Demand) and a.job is not None]
    show_url = len(mine) > 1
    ends: dict[int, JobEnd] = {}

    def tell(job: ArchiveJob, report: CaptureReport) -> None:
        if not as_json:
            typer.echo(_capture_line(job, report, show_url=show_url))

    is_waiting = False
    while not stop.is_set():
        for end in run_jobs(ports, settings, only=mine, stop=stop, tell=tell) if mine else ():
            ends[end.job.job_id] = end
        if not _are_due(ports, mine):
            break
        if not is_waiting:
            print("Waiting: another worker has it, or is at the same site.", file=sys.stderr)
            is_waiting = True
        stop.wait(_LOOK_S)
    return ends


def _are_due(ports: Ports, job_ids: Sequence[int]) -> bool:
    now = ports.clock.now()
    jobs = [job for job_id in job_ids if (job := ports.store.job(job_id)) is not None]
    return any(
        job.status is JobStatus.RUNNING
        or (job.status is JobStatus.QUEUED and (job.not_before is None or job.not_before <= now))
        for job in jobs
    )


def _told(ports: Ports, url: str, asked: Demand | StrandlineError, ends: dict[int, JobEnd]) -> Told:
    if isinstance(asked, StrandlineError):
        return _unasked(url, asked)
    if asked.job is None:
        return _not_granted(url, asked)
    job = ports.store.job(asked.job.job_id) or asked.job
    attempts = ports.store.attempts(job.job_id)
    end = ends.get(job.job_id)
    is_left = end is None and asked.verdict.answer is Answer.WAITS and bool(attempts)
    left = _why_left(attempts[-1], ports.clock.now()) if is_left else ""
    article = _now(ports, job.article_uuid)
    artifacts = ports.store.artifacts(job.article_uuid, current_only=False) if attempts else []
    return Told(
        url,
        job.article_uuid,
        job.status.value,
        is_kept=article is not None and article.last_archived_at is not None and bool(attempts),
        message=f"{left}{job.last_error}",
        job_id=job.job_id,
        not_before=job.not_before if job.status is JobStatus.QUEUED else None,
        captures=list(attempts[-1].reports) if attempts else [],
        artifacts=[artifact for artifact in artifacts if artifact.job_id == job.job_id],
        saved_bytes=end.saved_bytes if end else 0,
    )


def _why_left(last: Attempt, now: datetime) -> str:
    """Why a job that waits for its next attempt was not made now."""
    times = [report.retry_after for report in last.reports if report.retry_after is not None]
    if any(when > now for when in times):
        return f"its server asks to be left alone until {iso(max(times))}. "
    return _LEFT


def _unasked(url: str, error: StrandlineError) -> Told:
    """What nobody could ask for: no address, or a fault of ours."""
    if not isinstance(error, UrlError):
        return Told(url, status="failed", message=str(error))
    wrong = _WRONG.get(error.message, "no web address")
    return Told(url, status="refused", message=f"It is {wrong}. {error.advice}".strip())


def _not_granted(url: str, asked: Demand) -> Told:
    article, verdict = asked.article, asked.verdict
    is_kept = article is not None and article.last_archived_at is not None
    return Told(
        url,
        article.article_uuid if article else "",
        verdict.answer.value,
        is_kept=verdict.answer is Answer.TOO_SOON and is_kept,
        message=_REFUSALS[verdict.answer].format(at=iso(verdict.at), why=verdict.why),
        not_before=verdict.at,
    )


def _now(ports: Ports, article_uuid: str) -> Article | None:
    return ports.store.articles([article_uuid]).get(article_uuid)


def _capture_line(job: ArchiveJob, report: CaptureReport, *, show_url: bool) -> str:
    seconds = f"{report.seconds:6.2f} s"
    line = f"  {report.capture.value:<11}{report.outcome.value:<15}{seconds}"
    if report.message:
        line += f"  {safe(report.message, 200)}"
    return f"{line}  {safe(job.url, 200)}" if show_url else line


def _print(told: Told) -> None:
    typer.echo(f"{safe(told.url, 2000)}: {told.status or 'nothing'}")
    if told.message:
        typer.echo(f"  {safe(told.message)}")
    if told.not_before is not None and told.status == JobStatus.QUEUED:
        typer.echo(f"  tried again after {iso(told.not_before)}")
    for artifact in told.artifacts:
        typer.echo(f"  kept {artifact.kind.value:<16}{artifact.size_bytes:>12,} B  {artifact.key}")
    if told.saved_bytes:
        typer.echo(f"  {told.saved_bytes:,} bytes of it are equal to others and stored once")
    if told.artifacts:
        typer.echo(f"  all about it: strandline explain {told.article_uuid}")
