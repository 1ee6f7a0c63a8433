"""The document as the server sent it, its headers, and what was asked: no capture is without it."""

import json
from typing import Any

from strandline.adapters.capture import browsing
from strandline.adapters.capture.context import CaptureContext, CaptureKind, CaptureYield, captured
from strandline.adapters.fetch.recording import Exchanged
from strandline.core.archive.layout import name_of, raw_name, shown_name
from strandline.model.archive import ArtifactKind, CapturedFile, CaptureName, CaptureOutcome


def run(context: CaptureContext) -> CaptureYield:
    """Write down what came; an answer that is no page is kept as evidence, under its outcome."""
    page = context.page
    files: list[CapturedFile] = []
    answered = [exchanged for exchanged in page.exchanges if exchanged.status]
    if answered:
        files.append(_json(context, ArtifactKind.HEADERS, [_told(one) for one in answered]))
        files.append(_json(context, ArtifactKind.FETCH_JSON, _facts(context)))
    if page.body is not None:
        files.append(
            captured(
                ArtifactKind.RAW,
                page.body,
                raw_name(page.sniffed),
                page.sniffed.content_type,
                shown_name(page.result.headers.get("content-disposition", "")),
            )
        )
    outcome, message = _worth(context)
    return CaptureYield(outcome, message, tuple(files), page.result.retry_after)


def _worth(context: CaptureContext) -> tuple[CaptureOutcome, str]:
    """Of a page without a word the browser tells whether it is one: a wall that a script puts up
    looks like any page that a script makes.
    """
    page = context.page
    is_shell = page.is_kept and page.sniffed.is_page and not page.text
    if not is_shell or browsing.applies(context) or context.tools.missing(browsing.NEEDS):
        return page.outcome, page.message
    browsing.load(context)
    rendered = context.browsing.rendered
    if rendered is None or rendered.is_kept:
        return page.outcome, page.message
    return rendered.outcome, rendered.message


def _json(context: CaptureContext, kind: ArtifactKind, value: object) -> CapturedFile:
    name = name_of(kind)
    path = context.path(name)
    text = json.dumps(value, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", encoding="utf-8", errors="replace")
    return captured(kind, path, name, "application/json")


def _facts(context: CaptureContext) -> dict[str, Any]:
    page = context.page
    return {
        "url": context.job.url,
        "final_url": page.result.final_url,
        "status": page.result.status,
        "outcome": page.outcome.value,
        "message": page.message,
        "declared_type": page.result.headers.get("content-type", ""),
        "original_name": shown_name(page.result.headers.get("content-disposition", "")),
        "content_type": page.sniffed.content_type if page.body else "",
        "size_bytes": page.body.stat().st_size if page.body else 0,
        "fetched_at": page.exchanges[0].started_at.isoformat() if page.exchanges else None,
        "hops": [
            {"status": hop.status, "from": hop.from_url, "to": hop.to_url, "kind": hop.kind.value}
            for hop in page.result.hops
        ],
    }


def _told(exchanged: Exchanged) -> dict[str, Any]:
    """One request and its answer; bytes of headers as Latin-1, which loses none."""
    return {
        "request": {
            "method": exchanged.method,
            "url": exchanged.url,
            "sent_at": exchanged.started_at.isoformat(),
            "headers": [list(pair) for pair in exchanged.request_headers],
        },
        "response": {
            "version": exchanged.version,
            "status": exchanged.status,
            "reason": exchanged.reason,
            "address": exchanged.address,
            "is_whole": exchanged.is_whole,
            "headers": [
                [name.decode("latin-1"), value.decode("latin-1")]
                for name, value in exchanged.headers
            ],
        },
    }


#: As long as a page may take in the browser.
KIND = CaptureKind(CaptureName.FETCH, (), lambda _: "", run, share_s=180.0)
