"""What people do with the archive: ask for pages, again, cancel, put first; the queue."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.pipelines.desk import archive as acts
from strandline.pipelines.desk import captures
from strandline.web.access import actor_of
from strandline.web.api.answers.archive import (
    CaptureAnswer,
    EveryCaptureAnswer,
    FailuresAnswer,
    JobAnswer,
    JobsAnswer,
    LeftAnswer,
)
from strandline.web.api.asked import AS_WHOLE, MOST_WHOLE, Asked, Line
from strandline.web.api.cursors import NUMBER, Cursor, read_cursor, write_cursor
from strandline.web.api.routing import answered, next_address, read_route
from strandline.web.api.writing import act_route, given, told, words_of
from strandline.web.queries import ArticleId, Limit
from strandline.web.site import Site

JobId = Annotated[int, Path(ge=1, le=MOST_WHOLE)]
_Job = Annotated[int, Field(strict=True, ge=1, le=MOST_WHOLE), AS_WHOLE]
_Jobs = Annotated[list[_Job], Field(min_length=1, max_length=acts.MOST_JOBS)]
Failure = Annotated[str, Path(pattern="^[a-z0-9_]{1,40}$")]


class KeepAsked(Asked):
    """Pages that are to be kept."""

    addresses: Annotated[list[Line], Field(min_length=1, max_length=acts.MOST_ADDRESSES)] = Field(
        description="Addresses, or ids of articles."
    )


class JobsAsked(Asked):
    """Jobs by number."""

    jobs: _Jobs


def routes(site: Site) -> APIRouter:
    """The archive's desk for other programs."""
    router = APIRouter(tags=["archive"])
    _reads(router, site)
    _acts(router, site)
    _acts_on_copies(router, site)
    return router


def _reads(router: APIRouter, site: Site) -> None:
    @read_route(router, "/jobs", JobsAnswer, Right.ARCHIVE)
    def list_queue(request: Request, cursor: Cursor = "", limit: Limit = 50) -> Response:
        """Queued captures in the order in which they are taken up."""
        behind = read_cursor(cursor, "jobs", {}, NUMBER)
        last = site.store.job(behind) if behind else None
        rows = site.store.job_queue(limit=limit + 1, after=last)
        older = write_cursor("jobs", {}, rows[limit - 1].job_id) if rows[limit:] else ""
        return answered(
            request,
            JobsAnswer(
                jobs=[JobAnswer.of(job) for job in rows[:limit]],
                next=next_address(site.base_url, "/jobs", {}, older, limit),
            ),
        )

    @read_route(router, "/articles/{article_uuid}/captures/every", EveryCaptureAnswer)
    def list_captures(request: Request, article_uuid: ArticleId) -> Response:
        """Every capture of an article, newest first, each with its files."""
        if not site.store.articles([article_uuid]):
            raise HTTPException(404)
        found = captures.all_captures(site.store, article_uuid)
        made = [CaptureAnswer.of(one, site.base_url) for one in found]
        return answered(request, EveryCaptureAnswer(captures=made))

    @read_route(router, "/jobs/failures", FailuresAnswer, Right.ARCHIVE)
    def count_failures(request: Request) -> Response:
        """Failed captures by what failed them, and those that kept a page without one of its
        copies; at most 1,000 of each are counted.
        """
        without = site.store.job_failures(kept=True)
        made = FailuresAnswer(failures=site.store.job_failures(), without=without)
        return answered(request, made)

    @read_route(router, "/jobs/failures/{failure}", JobsAnswer, Right.ARCHIVE)
    def list_failed(
        request: Request, failure: Failure, cursor: Cursor = "", limit: Limit = 50
    ) -> Response:
        """Captures that failed for one reason, newest first."""
        choice = {"failure": failure}
        before = read_cursor(cursor, "failed", choice, NUMBER)
        rows = site.store.failed_jobs(failure, limit=limit + 1, before_id=before)
        older = write_cursor("failed", choice, rows[limit - 1].job_id) if rows[limit:] else ""
        path = f"/jobs/failures/{failure}"
        return answered(
            request,
            JobsAnswer(
                jobs=[JobAnswer.of(job) for job in rows[:limit]],
                next=next_address(site.base_url, path, {}, older, limit),
            ),
        )

    @read_route(router, "/jobs/{job_id}", JobAnswer, Right.ARCHIVE)
    def get_job(request: Request, job_id: JobId) -> Response:
        """One capture."""
        job = site.store.job(job_id)
        if job is None:
            raise HTTPException(404)
        return answered(request, JobAnswer.of(job))


def _acts(router: APIRouter, site: Site) -> None:
    ports, settings = site.ports, site.settings

    @act_route(router, "POST", "/archive", Right.ARCHIVE, LeftAnswer)
    def keep_pages(request: Request, asked: KeepAsked) -> Response:
        """Ask for pages to be kept, each once in its gap; those that were not queued are told."""
        found = acts.keep_pages(ports, settings, actor_of(request), "\n".join(asked.addresses))
        if not found.outcome.is_done:
            return told(found.outcome)
        left = {url: words_of(outcome) for url, outcome in found.left}
        return given(LeftAnswer(detail=words_of(found.outcome), left=left))

    @act_route(router, "POST", "/articles/{article_uuid}/archive", Right.ARCHIVE)
    def keep_article(request: Request, article_uuid: ArticleId) -> Response:
        """Ask for an article to be kept again."""
        if not site.store.articles([article_uuid]):
            raise HTTPException(404)
        return told(acts.keep_page(ports, settings, actor_of(request), article_uuid))

    @act_route(router, "POST", "/jobs/retry", Right.ARCHIVE)
    def retry_jobs(request: Request, asked: JobsAsked) -> Response:
        """Queue failed captures again with a fresh count of attempts."""
        outcome, _ = acts.retry_jobs(ports, settings, actor_of(request), asked.jobs)
        return told(outcome)

    @act_route(router, "POST", "/jobs/failures/{failure}/retry", Right.ARCHIVE)
    def retry_failed(request: Request, failure: Failure) -> Response:
        """Queue again what failed for one reason, the newest 500 of it."""
        return told(acts.retry_failed(ports, settings, actor_of(request), failure))

    @act_route(router, "POST", "/jobs/cancel", Right.ARCHIVE)
    def cancel_jobs(request: Request, asked: JobsAsked) -> Response:
        """Let queued captures go; what runs already is finished."""
        return told(acts.cancel_jobs(ports, actor_of(request), asked.jobs))

    @act_route(router, "POST", "/jobs/{job_id}/first", Right.ARCHIVE)
    def put_first(request: Request, job_id: JobId) -> Response:
        """Let a capture be the next that is taken up."""
        return told(acts.put_first(ports, actor_of(request), job_id))


def _acts_on_copies(router: APIRouter, site: Site) -> None:
    ports, settings = site.ports, site.settings

    @act_route(router, "POST", "/articles/{article_uuid}/captures/{number}/shown", Right.ARCHIVE)
    def put_back(request: Request, article_uuid: ArticleId, number: JobId) -> Response:
        """Let an earlier capture be the one that is shown, with all of its kinds."""
        return told(captures.put_back(ports, actor_of(request), article_uuid, number))

    @act_route(router, "POST", "/jobs/without/{failure}/retry", Right.ARCHIVE)
    def retry_without(request: Request, failure: Failure) -> Response:
        """Queue again what is kept without one copy, the newest 500 of it."""
        actor = actor_of(request)
        return told(acts.retry_failed(ports, settings, actor, failure, kept=True))
