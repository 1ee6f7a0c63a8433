"""An article that an editor adds to a draft: read, matched and checked like any other."""

from dataclasses import replace

from strandline.core.digest.drafts import Draft
from strandline.core.digest.found import as_candidate, as_known, sight_hit
from strandline.core.digest.history import drop_seen
from strandline.core.digest.phases import categories_of
from strandline.core.digest.sections import added_item
from strandline.core.digest.stories import not_told, stories_told
from strandline.core.sources.sightings import Sighting
from strandline.model.articles import Article
from strandline.model.digests import Digest, DigestItem, SearchHit
from strandline.model.funnel import Drop
from strandline.model.readers import Reader
from strandline.pipelines.digest.approving import draft_of
from strandline.pipelines.digest.found import read_found, search_source_of
from strandline.pipelines.digest.shared import DigestRun
from strandline.pipelines.digest.sources import classify, empty, scrape
from strandline.pipelines.digest.stories import in_stories, match
from strandline.pipelines.digest.updates import earlier_editions

#: A page that an editor asks for may be this old, hours; search results may not.
_OLDEST_HOURS = 8_760


def find_item(
    run: DigestRun, edition: Digest, address: str, *, even_shown: bool
) -> DigestItem | Drop:
    """An item for an address, or why there is none.

    Args:
        address: A URL, or the id of an article of the ledger.
        even_shown: Take it although it, or its story, was shown or is in the edition.
    """
    draft = _by_id(run, address) if address.startswith("A_") else _by_url(run, address)
    if isinstance(draft, Drop):
        return draft
    for step in (scrape, empty, match):
        result = step(run, [draft])
        if result.drops:
            return result.drops[0]
        draft = result.kept[0]
    (draft,) = in_stories(run, [draft])
    blocked = [] if even_shown else _blocked(run, edition, draft)
    if blocked:
        return blocked[0]
    classed = classify(run, [draft]).kept or [
        replace(draft, category=categories_of(run.choices)[0])
    ]
    earlier = earlier_editions(run, classed).get(draft.candidate.article_uuid)
    return added_item(classed[0], run.reader, earlier)


def _blocked(run: DigestRun, edition: Digest, draft: Draft) -> list[Drop]:
    """What the history and the edition itself have against it."""
    by_story = run.choices.history_by_story
    _, seen = drop_seen([draft], run.seen([draft]), by_story=by_story)
    there = in_stories(run, [draft_of(item, edition) for item in edition.items])
    told = stories_told(there) if by_story else {}
    _, doubles = not_told([draft], told)
    return [*seen, *doubles]


def _by_id(run: DigestRun, article_uuid: str) -> Draft | Drop:
    article = run.ports.store.articles([article_uuid]).get(article_uuid)
    if article is None:
        return Drop(article_uuid, "not_a_url")
    sighting = sight_hit(SearchHit(article.article_url_final, article.article_title or ""), run.now)
    if isinstance(sighting, Drop):
        return sighting
    return _known(run, sighting, article)


def _by_url(run: DigestRun, url: str) -> Draft | Drop:
    sighting = sight_hit(SearchHit(url, ""), run.now)
    if isinstance(sighting, Drop):
        return sighting
    run.sightings[url] = sighting
    store = run.ports.store
    uuid = store.find([sighting.article.key]).get(sighting.article.key, "")
    article = store.articles([uuid]).get(uuid) if uuid else None
    if article is not None:
        return _known(run, sighting, article)
    source = search_source_of(run).source_uuid
    candidate = as_candidate(sighting, SearchHit(url, ""), "", source, run.now)
    patient = replace(run, reader=_patient(run))
    found = read_found(patient, run.draft(candidate, url))
    if isinstance(found, Draft):
        run.asked.add(found.candidate.article_uuid)
    return found


def _known(run: DigestRun, sighting: Sighting, article: Article) -> Draft:
    """The draft of an article of the ledger, with its text and its sources."""
    store = run.ports.store
    text = store.texts([article.article_uuid]).get(article.article_uuid)
    if text is not None:
        run.texts[article.article_uuid] = text
    hit = SearchHit(article.article_url_final, article.article_title or "")
    candidate = as_known(
        as_candidate(sighting, hit, "", article.source_uuid, run.now), article, text
    )
    mentions = store.mentions([article.article_uuid]).get(article.article_uuid, [])
    names = [one.source_name for one in mentions if one.source_uuid == article.source_uuid]
    first = next(iter(names), candidate.source_name)
    summary = candidate.summary or next((one.context_snippet for one in mentions), "")
    return run.draft(replace(candidate, source_name=first, summary=summary))


def _patient(run: DigestRun) -> Reader:
    """The reader, for whom a page of last year is not too old."""
    settings = replace(run.choices, max_age_hours=_OLDEST_HOURS)
    return replace(run.reader, settings=settings)
