"""From an answer to what a caller sees of it."""

from strandline.adapters.fetch.verdict import Verdict
from strandline.core.urls.redirects import Chain
from strandline.model.fetching import FetchKind, FetchResult
from strandline.settings import FetchSettings


def body_cap(kind: FetchKind, settings: FetchSettings, asked: int | None) -> int:
    """Cap on a body: what was asked for, or the setting of the kind."""
    if asked is not None:
        return asked
    if kind in (FetchKind.FEED, FetchKind.SITEMAP, FetchKind.API):
        return settings.max_feed_bytes
    return settings.max_page_bytes


def make_result(url: str, chain: Chain, verdict: Verdict) -> FetchResult:
    """What a caller sees of the answer at the end of a chain."""
    answer = verdict.answer
    return FetchResult(
        url=url,
        outcome=verdict.outcome,
        final_url=chain.url if chain.hops else url,
        status=answer.status,
        headers=answer.header_map(),
        body=b"" if 300 <= answer.status < 400 else answer.body,
        hops=chain.hops,
        retry_after=verdict.retry_after,
        message=verdict.message,
    )
