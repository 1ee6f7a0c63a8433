"""Reddit's own JSON of a thread, where the server gives it; the page itself is kept anyway."""

import json

from strandline.adapters.capture.context import (
    CaptureContext,
    CaptureKind,
    CaptureYield,
    captured,
)
from strandline.core.archive.layout import name_of
from strandline.core.urls.domains import host_of
from strandline.core.urls.weblink import read_web_address
from strandline.model.archive import ArtifactKind, CaptureName, CaptureOutcome
from strandline.model.errors import UrlError
from strandline.model.fetching import FetchKind, FetchOutcome, FetchRequest

#: Outcomes in which asking again may help; in all others the server does not give it.
_PASSING = frozenset({FetchOutcome.TIMEOUT, FetchOutcome.CONNECTION, FetchOutcome.TRUNCATED})


def applies(context: CaptureContext) -> str:
    """To a thread on Reddit, unless it asked us to wait."""
    if not _thread(context):
        return "not a thread on Reddit"
    return "the server asked to wait" if context.page.result.retry_after else ""


def run(context: CaptureContext) -> CaptureYield:
    """Ask for it once; a refusal is no failure of the job."""
    request = FetchRequest(
        _thread(context),
        FetchKind.API,
        max_bytes=min(context.limits.fetch, context.bytes_left(), 50_000_000),
        timeout_s=max(0.1, context.left_s()),
    )
    result = context.fetcher.fetch(request)
    if not result.is_ok:
        outcome = (
            CaptureOutcome.FAILED
            if result.outcome in _PASSING or result.status >= 500
            else CaptureOutcome.NOT_APPLICABLE
        )
        return CaptureYield(outcome, f"the server gives no JSON: {result.message}")
    if not _is_thread(result.body):
        return CaptureYield(CaptureOutcome.NOT_APPLICABLE, "what the server gives is no thread")
    name = name_of(ArtifactKind.REDDIT_JSON)
    path = context.path(name)
    path.write_bytes(result.body)
    file = captured(ArtifactKind.REDDIT_JSON, path, name, "application/json")
    return CaptureYield(CaptureOutcome.GOOD, "", (file,))


def _thread(context: CaptureContext) -> str:
    """Where the JSON is; empty for what is no thread."""
    try:
        address = read_web_address(context.page.result.final_url or context.job.url)
    except UrlError:
        return ""
    host = host_of(address.href)
    path = address.target.partition("?")[0]
    if (host != "reddit.com" and not host.endswith(".reddit.com")) or "/comments/" not in path:
        return ""
    base = f"{address.scheme}://{address.authority}"
    return f"{base}{path.rstrip('/')}/.json?raw_json=1&limit=500"


def _is_thread(body: bytes) -> bool:
    """A thread is a list of two listings: the post, and its comments."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


KIND = CaptureKind(CaptureName.REDDIT, (), applies, run, share_s=30.0)
