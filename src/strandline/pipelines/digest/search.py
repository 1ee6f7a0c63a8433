"""Phase 2 of a digest: web search for what is still missing (document 0, "Phase 2").

What was shown before is dropped *before* scraping, which saves the requests. Results enter the
ledger as articles of a search source, so that items of digests are always articles.
"""

from collections.abc import Sequence

from strandline.core.digest.content import needs_scraping
from strandline.core.digest.drafts import Draft
from strandline.core.digest.fill import filled_by_category
from strandline.core.digest.found import as_candidate, as_known, search_query, sight_hit
from strandline.core.digest.history import SEEN_BEFORE, blocked_lines, drop_seen
from strandline.core.digest.phases import HOME_PAGE, SEEN_IN_RUN, dedup_by_url, missing
from strandline.core.urls.pages import is_home_page
from strandline.model.digests import SearchHit
from strandline.model.errors import FetchError
from strandline.model.funnel import Drop
from strandline.pipelines.digest.found import main_article, read_found, search_source_of
from strandline.pipelines.digest.reading import at_once
from strandline.pipelines.digest.shared import DigestResult, DigestRun, DigestStep, filtered
from strandline.pipelines.digest.sources import (
    MAX_ATTEMPTS,
    classify,
    empty,
    muted,
    recent_domains,
    take_places,
)
from strandline.pipelines.digest.stories import (
    found_stories,
    found_stories_seen,
    in_stories,
    match,
)
from strandline.pipelines.runner import StepResult

#: Hits asked for per free place: many are home pages, known or unreadable.
_HITS_PER_PLACE = 3
_MOST_HITS = 50
_LABEL = "Reading pages found"


def search(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Search for each category with free places; a service that is down ends the phase alone."""
    free = missing(filled_by_category(run.chosen, run.choices), run.choices)
    if not free:
        return StepResult(drafts, notes=("every category is full: nothing to search for",))
    if run.ports.search is None:
        return StepResult(drafts, notes=("no web search is set up: nothing is searched for",))
    hits: list[tuple[SearchHit, str]] = []
    notes = [f"free places: {', '.join(f'{name} {places}' for name, places in free.items())}"]
    try:
        for category, places in free.items():
            query = search_query(category, run.choices.language)
            limit = min(places * _HITS_PER_PLACE, _MOST_HITS)
            found = run.ports.search.search(query, limit=limit)
            hits += [(hit, category) for hit in found]
    except FetchError as error:
        notes.append(f"the web search failed: {error}")
    kept, drops = _parsed(run, hits)
    return StepResult([*drafts, *kept], drops, notes, brought=len(hits))


def _parsed(
    run: DigestRun, hits: Sequence[tuple[SearchHit, str]]
) -> tuple[list[Draft], list[Drop]]:
    """Hits as drafts; those that the ledger knows stand for the articles that they are."""
    kept: list[Draft] = []
    drops: list[Drop] = []
    source_uuid = search_source_of(run).source_uuid if hits else ""
    for hit, category in hits:
        sighting = sight_hit(hit, run.now)
        if isinstance(sighting, Drop):
            drops.append(sighting)
            continue
        run.sightings.setdefault(hit.url, sighting)
        candidate = as_candidate(sighting, hit, category, source_uuid, run.now)
        kept.append(run.draft(candidate, hit.url))
    return _known_ones(run, kept), drops


def _known_ones(run: DigestRun, drafts: Sequence[Draft]) -> list[Draft]:
    """Where the ledger knows a URL, the draft becomes that article, or the main one of its story,
    text and all.

    Only what was never read is still to be read: a run may have ended between entering an article
    and keeping its text.
    """
    keys = {draft.original: run.sightings[draft.original].article.key for draft in drafts}
    ids = run.ports.store.find(list(dict.fromkeys(keys.values())))
    mains = main_article(run, list(ids.values()))
    known = []
    for hit in drafts:
        main, text = mains.get(ids.get(keys[hit.original], ""), (None, None))
        if main is None:
            known.append(hit)
            continue
        if text is not None:
            run.texts[main.article_uuid] = text
        draft = run.draft(as_known(hit.candidate, main, text), hit.original)
        if not needs_scraping(draft, text, max_attempts=MAX_ATTEMPTS):
            run.asked.add(main.article_uuid)
        known.append(draft)
    return in_stories(run, known)


def home_pages(_run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Drop home pages: a search for news finds the newspapers themselves."""
    kept = [draft for draft in drafts if not is_home_page(draft.candidate.url)]
    drops = [draft.drop(HOME_PAGE) for draft in drafts if is_home_page(draft.candidate.url)]
    return StepResult(kept, drops)


def dedup(_run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Each article once, over all searches."""
    return filtered(drafts, dedup_by_url)


def not_in_run(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """`seen_urls` across phases: what came up in phase 1 was decided there."""
    considered = frozenset(run.considered)
    result = filtered(drafts, lambda some: dedup_by_url(some, considered, reason=SEEN_IN_RUN))
    run.note_considered(drafts)
    return result


def seen(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """The hard block, before any page is asked for."""
    if run.reader.history_days == 0 or not drafts:
        return StepResult(drafts)
    kept, drops = drop_seen(drafts, run.seen(drafts), by_story=run.choices.history_by_story)
    in_history = run.ports.store.count_history(run.reader.reader_id)
    return StepResult(kept, drops, blocked_lines(drops, in_history))


def read(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Follow and read what the ledger does not know, and enter it there."""
    jobs = [draft for draft in drafts if draft.candidate.article_uuid not in run.asked]
    run.asked |= {draft.candidate.article_uuid for draft in jobs}
    results = at_once(
        run.ports, _LABEL, run.settings.fetch.threads, lambda job: read_found(run, job), jobs
    )
    outcome = {id(job): result for job, result in zip(jobs, results, strict=True)}
    kept: list[Draft] = []
    drops: list[Drop] = []
    for draft in drafts:
        result = outcome.get(id(draft), draft)
        if isinstance(result, Drop):
            drops.append(result)
        else:
            kept.append(result)
    return StepResult(
        kept, drops, [f"read {len(jobs)} page{'s' * (len(jobs) != 1)}"] if jobs else []
    )


def landed_elsewhere(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """A redirect may lead to a home page, or to what came up or was shown before: look again."""
    unseen, _ = drop_seen(drafts, run.seen(drafts), by_story=False)
    new = {draft.candidate.article_uuid for draft in unseen}
    kept: list[Draft] = []
    drops: list[Drop] = []
    for draft in drafts:
        reason = _landed_badly(run, draft, new)
        if reason:
            drops.append(draft.drop(reason, f"from {draft.original}"[:500]))
        else:
            kept.append(draft)
            run.note_considered([draft])
    return StepResult(kept, drops)


def _landed_badly(run: DigestRun, draft: Draft, unseen: set[str]) -> str:
    """Why a hit that was redirected is not taken; empty where it is."""
    if draft.original not in run.moved:
        return ""
    if is_home_page(draft.candidate.url):
        return HOME_PAGE
    if draft.candidate.article_uuid not in unseen:
        return SEEN_BEFORE
    return SEEN_IN_RUN if draft.candidate.article_uuid in run.considered else ""


PHASE_2: tuple[DigestStep, ...] = (
    DigestStep("search", search),
    DigestStep("search_home_pages", home_pages),
    DigestStep("search_muted", muted),
    DigestStep("search_dedup_by_url", dedup),
    DigestStep("search_seen_in_run", not_in_run),
    DigestStep("search_history", seen),
    DigestStep("search_read_pages", read),
    DigestStep("search_redirects", landed_elsewhere),
    DigestStep("search_drop_empty", empty),
    DigestStep("search_match", match),
    DigestStep("search_story_history", found_stories_seen),
    DigestStep("search_one_per_story", found_stories),
    DigestStep("search_recent_domains", recent_domains),
    DigestStep("search_classify", classify),
    DigestStep("search_fill", take_places),
)
