"""A digest as JSON: for machines, the API and `strandline digest show --format json`."""

import json
from typing import Any

from strandline.model.digests import Digest, DigestItem, EarlierEdition
from strandline.model.funnel import StepReport
from strandline.render.robust import robust
from strandline.render.times import machine_time


def digest_json(digest: Digest, *, with_details: bool = True, base_url: str = "") -> str:
    """The edition as indented JSON text; ends with a line break.

    Non-ASCII text is written as it is; a lone surrogate, which no UTF-8 file can hold, is
    replaced.

    Args:
        digest: The edition.
        with_details: False leaves out scores and the funnel.
        base_url: Address of our pages; empty for none.
    """
    value = digest_value(digest, base_url)
    if not with_details:
        del value["funnel"]
        for item in value["items"]:
            del item["score"], item["score_parts"]
    text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    return text.encode("utf-8", "replace").decode("utf-8")


def digest_value(digest: Digest, base_url: str = "") -> dict[str, Any]:
    """The edition as plain values. Candidates that were dropped are left out: they may name what
    else a reader was shown; the funnel counts them.
    """
    return {
        "digest_id": digest.digest_id,
        "reader_id": digest.reader_id,
        "created_at": machine_time(digest.created_at),
        "title": digest.title,
        "language": digest.language,
        "published_at": machine_time(digest.published_at) or None,
        "corrected_at": machine_time(digest.corrected_at) or None,
        "introduction": digest.introduction,
        "closing": digest.closing,
        "items": [
            item_value(item) | version_value(digest, item, base_url) for item in digest.items
        ],
        "funnel": [step_value(step) for step in digest.funnel.steps],
    }


def item_value(item: DigestItem) -> dict[str, Any]:
    """One item; times are ISO 8601 UTC, or null."""
    return {
        "position": item.position,
        "section": item.section.value,
        "category": item.category or None,
        "article_uuid": item.article_uuid,
        "url": item.url,
        "title": item.title,
        "source_name": item.source_name,
        "published_at": machine_time(item.published_at) or None,
        "summary": item.summary,
        "content_type": item.content_type.value,
        "language": item.language,
        "score": item.score,
        "score_parts": dict(item.score_parts),
        "other_sources": [
            {
                "name": source.name,
                "url": source.url,
                "published_at": machine_time(source.published_at) or None,
            }
            for source in item.other_sources
        ],
        "is_recorded": item.is_recorded,
        "is_update": item.is_update,
        "earlier": earlier_value(item.earlier) if item.earlier else None,
        "thread_id": item.thread_id or None,
    }


def version_value(digest: Digest, item: DigestItem, base_url: str) -> dict[str, Any]:
    """Where a copy of it is, and of which day; that of the edition where none is known."""
    found = robust(digest, item, base_url)
    if found is None:
        return {"version_url": None, "version_date": None}
    return {
        "version_url": found.version_url or None,
        "version_date": found.version_date.isoformat(),
    }


def earlier_value(earlier: EarlierEdition) -> dict[str, Any]:
    """Where its reader was shown the story that an item has later news of."""
    return {
        "digest_id": earlier.digest_id,
        "created_at": machine_time(earlier.created_at),
        "title": earlier.title,
    }


def step_value(step: StepReport) -> dict[str, Any]:
    """One line of the funnel."""
    return {
        "step": step.step,
        "entered": step.entered,
        "left": step.left,
        "drops": dict(step.drops),
        "notes": list(step.notes),
    }
