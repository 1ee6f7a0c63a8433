"""The blocking rules once more, when an edition is approved: what was shown since it was made."""

from datetime import datetime

from strandline.core.digest.drafts import Draft
from strandline.core.digest.history import drop_seen
from strandline.core.digest.stories import one_per_story
from strandline.core.urls.domains import registrable_domain
from strandline.model.digests import Candidate, Digest, DigestItem
from strandline.model.funnel import Drop
from strandline.model.readers import Reader
from strandline.pipelines.digest.shared import DigestRun
from strandline.pipelines.digest.stories import in_stories
from strandline.ports import Ports
from strandline.settings import Settings


def run_of(ports: Ports, settings: Settings, reader: Reader, now: datetime) -> DigestRun:
    """The context in which items of an edition are looked at again."""
    return DigestRun(ports, settings, reader, now, ())


def shown_meanwhile(run: DigestRun, edition: Digest) -> list[Drop]:
    """Items that other editions showed since, and all but one of those that now tell one story."""
    drafts = in_stories(run, [draft_of(item, edition) for item in edition.items])
    kept, seen = drop_seen(drafts, run.seen(drafts), by_story=run.choices.history_by_story)
    _, doubles = one_per_story([draft for draft in kept if not draft.is_exempt])
    return [*seen, *doubles]


def draft_of(item: DigestItem, edition: Digest) -> Draft:
    """An item as the candidate that it was."""
    candidate = Candidate(
        article_uuid=item.article_uuid,
        url=item.url,
        title=item.title,
        domain=registrable_domain(item.url),
        source_uuid="",
        source_name=item.source_name,
        published_at=item.published_at,
        detected_at=edition.created_at,
        content_type=item.content_type,
        language=item.language,
        summary=item.summary,
        other_sources=item.other_sources,
    )
    return Draft(candidate, item.category)
