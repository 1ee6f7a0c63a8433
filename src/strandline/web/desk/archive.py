"""`/desk/archive`: addresses in, the queue, what failed and why, kept pages as one file."""

from collections.abc import Mapping, Sequence
from typing import Annotated
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Path, Query
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.model.acts import Outcome, refused
from strandline.model.archive import (
    Artifact,
    ArtifactKind,
    CaptureName,
    CaptureOutcome,
    JobStatus,
    SearchQuery,
)
from strandline.pipelines.desk import archive as acts
from strandline.pipelines.pictures import shown_thumbs
from strandline.render.archive_desk_views import (
    ArchiveDeskView,
    FailedView,
    FailureRow,
    KeptPagesView,
    QueueView,
)
from strandline.web.access import Desk, Form, Posted, actor_of
from strandline.web.packages import PackageServer
from strandline.web.queries import Before, article_cursor, write_cursor
from strandline.web.site import Site
from strandline.web.walking import cut

#: Jobs at a glance, on a page of their own, and pages to choose from.
GLANCE, PAGE_SIZE, CHOICE = 20, 50, 24
#: Failed jobs of a reason are counted up to here.
COUNTED = 1_000
#: What one package may hold: records, and their bytes as they are stored.
MOST_RECORDS, MOST_BYTES = 24, 2_000_000_000

JobId = Annotated[int, Path(ge=1, le=2**63 - 1)]
After = Annotated[int, Query(ge=0, le=2**63 - 1)]
Failure = Annotated[str, Path(pattern="^[a-z0-9_]{1,40}$")]
Shared = Annotated[str, Query(max_length=8_000)]
Chosen = Annotated[list[str], Query(max_length=500)]

_PLACE = "/desk/archive"


def routes(site: Site) -> APIRouter:
    """The rooms, and what is done in them."""
    desk = Desk()
    _pages(desk, site)
    _reasons(desk, site, "failed", kept=False)
    _reasons(desk, site, "without", kept=True)
    _forms(desk, site)
    _package(desk, site)
    return desk.router


def _pages(desk: Desk, site: Site) -> None:
    @desk.get(_PLACE, right=Right.ARCHIVE)
    def archive(request: Request, url: Shared = "", text: Shared = "") -> Response:
        """What a bookmark or a phone's menu shares stands in the box; nothing is asked for yet."""
        shared = " ".join(acts.addresses_in(f"{url} {text}"))
        return site.desk_page(request, "archive", _glance(site, shared), section="archive")

    @desk.get(f"{_PLACE}/queue", right=Right.ARCHIVE)
    def queue(request: Request, after: After = 0) -> Response:
        behind = site.store.job(after) if after else None
        jobs = site.store.job_queue(limit=PAGE_SIZE + 1, after=behind)
        shown, last = cut(jobs, PAGE_SIZE)
        more = f"{_PLACE}/queue?after={last.job_id}" if last else None
        view = QueueView(tuple(shown), more, is_first=behind is None)
        return site.desk_page(request, "archive_queue", view, section="archive")

    @desk.get(f"{_PLACE}/kept", right=Right.ARCHIVE)
    def kept(request: Request, before: Before = "") -> Response:
        query = SearchQuery(
            status=JobStatus.SUCCEEDED, before=article_cursor(before), limit=CHOICE + 1
        )
        links = site.store.search(query)
        shown, last = cut(links, CHOICE)
        more = None
        if last is not None:
            cursor = write_cursor(last.listed_at, last.article_uuid)
            more = f"{_PLACE}/kept?{urlencode({'before': cursor})}"
        thumbs = shown_thumbs(site.store, [link.article_uuid for link in shown])
        view = KeptPagesView(tuple(shown), thumbs, more, not before, MOST_RECORDS)
        return site.desk_page(request, "archive_kept", view, section="archive")


def _reasons(desk: Desk, site: Site, folder: str, *, kept: bool) -> None:
    """The jobs of one reason: failed ones, or those whose page is kept without that copy."""
    place = f"{_PLACE}/{folder}"

    @desk.get(f"{place}/{{failure}}", right=Right.ARCHIVE)
    def jobs_of(request: Request, failure: Failure, after: After = 0) -> Response:
        jobs = site.store.failed_jobs(
            failure, limit=PAGE_SIZE + 1, before_id=after or None, kept=kept
        )
        shown, last = cut(jobs, PAGE_SIZE)
        more = f"{place}/{failure}?after={last.job_id}" if last else None
        view = FailedView(failure, tuple(shown), more, is_first=not after, kept=kept)
        return site.desk_page(request, "archive_failed", view, section="archive")

    @desk.post(f"{place}/{{failure}}/retry", right=Right.ARCHIVE)
    def retry(request: Request, failure: Failure, form: Posted) -> Response:
        outcome = _retried(site, request, failure, form, kept=kept)
        return site.told(request, outcome, f"{place}/{failure}")


def _retried(site: Site, request: Request, failure: str, form: Form, *, kept: bool) -> Outcome:
    """Those that were ticked, or all of the reason."""
    actor, jobs = actor_of(request), _jobs_of(form)
    if form.flag("all"):
        return acts.retry_failed(site.ports, site.settings, actor, failure, kept=kept)
    if jobs:
        return acts.retry_jobs(site.ports, site.settings, actor, jobs)[0]
    return refused("desk.archive.none_chosen")


def _forms(desk: Desk, site: Site) -> None:
    @desk.post(_PLACE, right=Right.ARCHIVE)
    def keep(request: Request, form: Posted) -> Response:
        asked = acts.keep_pages(
            site.ports, site.settings, actor_of(request), form.text("addresses")
        )
        if asked.outcome.is_done and not asked.left:
            return site.told(request, asked.outcome, _PLACE)
        left = (("", asked.outcome), *asked.left)
        text = "\n".join(url for url, _ in asked.left) or form.text("addresses")
        view = _glance(site, text, left)
        return site.desk_page(request, "archive", view, section="archive", status=422)

    @desk.post(f"{_PLACE}/again", right=Right.ARCHIVE)
    def again(request: Request, form: Posted) -> Response:
        wanted = form.text("article")
        outcome = acts.keep_page(site.ports, site.settings, actor_of(request), wanted)
        return site.told(request, outcome, f"{_PLACE}/kept")

    @desk.post(f"{_PLACE}/jobs/{{job_id}}/first", right=Right.ARCHIVE)
    def first(request: Request, job_id: JobId) -> Response:
        outcome = acts.put_first(site.ports, actor_of(request), job_id)
        return site.told(request, outcome, f"{_PLACE}/queue")

    @desk.post(f"{_PLACE}/cancel", right=Right.ARCHIVE)
    def cancel(request: Request, form: Posted) -> Response:
        outcome = acts.cancel_jobs(site.ports, actor_of(request), _jobs_of(form))
        return site.told(request, outcome, f"{_PLACE}/queue")


def _package(desk: Desk, site: Site) -> None:
    replayer = site.ports.replayer
    server = (
        PackageServer(replayer, site.version, site.package_room, site.settings.web.base_url)
        if replayer is not None
        else None
    )

    @desk.get(f"{_PLACE}/wacz", right=Right.ARCHIVE)
    def package(request: Request, a: Chosen) -> Response:
        if server is None:
            raise HTTPException(404)
        records = _records(site, a[:MOST_RECORDS])
        if not records or len(set(a)) > MOST_RECORDS or _size(records) > MOST_BYTES:
            which = "desk.archive.too_much" if records else "desk.archive.no_records"
            return site.told(request, refused(which, most=MOST_RECORDS), f"{_PLACE}/kept")
        return server.several(records, f"strandline-{len(records)}-pages")


def _records(site: Site, article_uuids: list[str]) -> list[Artifact]:
    found = []
    for uuid in dict.fromkeys(article_uuids):
        artifacts = site.store.artifacts(uuid) if uuid.startswith("A_") else []
        found += [one for one in artifacts if one.kind is ArtifactKind.WARC][:1]
    return found


def _size(records: list[Artifact]) -> int:
    return sum(record.size_bytes for record in records)


def _jobs_of(form: Form) -> list[int]:
    return [int(text) for text in form.texts("job") if text.isascii() and text.isdigit()]


def _glance(site: Site, text: str, left: tuple[tuple[str, Outcome], ...] = ()) -> ArchiveDeskView:
    store = site.store
    queue = store.job_queue(limit=GLANCE + 1)
    counts = store.job_failures(most=COUNTED + 1)
    without = store.job_failures(most=COUNTED + 1, kept=True)
    return ArchiveDeskView(
        text=text,
        left=left,
        bookmarklet=_bookmarklet(site),
        running=tuple(store.jobs(status=JobStatus.RUNNING, limit=GLANCE)),
        queue=tuple(queue[:GLANCE]),
        has_more=len(queue) > GLANCE,
        failures=_counted(counts, [outcome.value for outcome in CaptureOutcome]),
        without=_counted(without, [name.value for name in CaptureName]),
    )


def _counted(counts: Mapping[str, int], order: Sequence[str]) -> tuple[FailureRow, ...]:
    """The most frequent first."""
    return tuple(
        FailureRow(failure, min(counts[failure], COUNTED), counts[failure] > COUNTED)
        for failure in sorted(
            counts, key=lambda one: (-counts[one], order.index(one) if one in order else 99)
        )
    )


def _bookmarklet(site: Site) -> str:
    """Opens our page with the address of the page one looks at; it writes nothing by itself."""
    if not site.base_url:
        return ""
    here = quote(f"{site.base_url}{_PLACE}?url=", safe=":/?=")
    return f"javascript:location.href='{here}'+encodeURIComponent(location.href)"
