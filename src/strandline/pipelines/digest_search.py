"""Phase 2 of a digest: web search for what is still missing (document 0, "Phase 2").

What was shown before is dropped *before* scraping, which saves the requests. Results enter the
ledger as articles of a search source, so that items of digests are always articles.
"""

from collections.abc import Sequence
from dataclasses import replace

from strandline.core.digest.content import with_text
from strandline.core.digest.drafts import Draft
from strandline.core.digest.fill import filled_by_category
from strandline.core.digest.found import (
    NOT_A_URL,
    as_candidate,
    landed,
    search_query,
    search_source,
    to_ledger,
)
from strandline.core.digest.history import SEEN_BEFORE, blocked_line, drop_seen
from strandline.core.digest.phases import (
    HOME_PAGE,
    SEEN_IN_RUN,
    dedup_by_url,
    missing,
)
from strandline.core.urls import article_uuid, identify
from strandline.core.urls.history import history_hash
from strandline.core.urls.pages import is_home_page
from strandline.model.articles import Article, ArticleText, TextStatus
from strandline.model.digests import Candidate, SearchHit
from strandline.model.errors import FetchError, UrlError
from strandline.model.funnel import Drop
from strandline.model.sources import SourceKind
from strandline.pipelines.digest_run import DigestResult, DigestRun, DigestStep, filtered
from strandline.pipelines.digest_sources import classify, empty, recent_domains, take_places
from strandline.pipelines.reading import at_once
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
        return StepResult(drafts, notes=("no web search is set up: free places stay free",))
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
    kept, drops = [], []
    source_uuid = _search_source(run) if hits else ""
    for hit, category in hits:
        try:
            candidate = as_candidate(hit, category, source_uuid, run.now)
        except UrlError as error:
            drops.append(Drop(hit.url[:2000], NOT_A_URL, str(error)))
            continue
        kept.append(run.draft(candidate, hit.url))
    return _known_ones(run, kept), drops


def _search_source(run: DigestRun) -> str:
    """Id of the one search source; made at the first use."""
    store = run.ports.store
    for source in store.sources():
        if source.kind is SourceKind.SEARCH:
            return source.source_uuid
    source = search_source(store.new_source_uuid(SourceKind.SEARCH))
    store.save_source(source)
    return source.source_uuid


def _known_ones(run: DigestRun, drafts: Sequence[Draft]) -> list[Draft]:
    """Where the ledger knows a URL, the draft becomes its story's main article, text and all."""
    keys = {draft.original: identify(draft.original).key for draft in drafts}
    by_key = run.ports.store.find(list(keys.values()))
    articles = run.ports.store.articles(list(by_key.values()))
    mains = run.ports.store.articles([a.canonical_article_id for a in articles.values()])
    texts = run.ports.store.texts(list(mains))
    known = []
    for draft in drafts:
        article = articles.get(by_key.get(keys[draft.original], ""))
        main = mains.get(article.canonical_article_id) if article else None
        if main is not None:
            run.asked.add(main.article_uuid)
            candidate = _of_article(draft.candidate, main, texts.get(main.article_uuid))
            run.texts |= {uuid: texts[uuid] for uuid in (main.article_uuid,) if uuid in texts}
            draft = run.draft(candidate, draft.original)  # noqa: PLW2901 - the same hit, better known
        known.append(draft)
    return known


def _of_article(candidate: Candidate, main: Article, text: ArticleText | None) -> Candidate:
    """A hit's candidate under the identity of an article that the ledger has."""
    known = replace(
        candidate,
        article_uuid=main.article_uuid,
        url=main.article_url_final,
        title=main.article_title or candidate.title,
        domain=main.domain,
        source_name=main.domain,
        published_at=main.published_utc_iso or candidate.published_at,
        detected_at=main.article_detected_utc_iso,
        content_type=main.content_type,
        language=main.language,
    )
    return with_text(known, text) if text else known


def home_pages(_run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Drop home pages: a search for news finds the newspapers themselves."""
    kept = [draft for draft in drafts if not is_home_page(draft.candidate.url)]
    drops = [draft.drop(HOME_PAGE) for draft in drafts if is_home_page(draft.candidate.url)]
    return StepResult(kept, drops)


def dedup(_run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Each URL once, over all searches."""
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
    kept, drops = drop_seen(drafts, run.seen(drafts))
    in_history = run.ports.store.count_history(run.reader.reader_id)
    return StepResult(kept, drops, (blocked_line(len(drops), in_history),))


def read(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Follow and read what the ledger does not know, and enter it there."""
    jobs = [draft for draft in drafts if draft.candidate.article_uuid not in run.asked]
    run.asked |= {draft.candidate.article_uuid for draft in jobs}
    results = at_once(
        run.ports, _LABEL, run.settings.fetch.threads, lambda job: _read_one(run, job), jobs
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
    return StepResult(kept, drops, [f"read {len(jobs)} pages"] if jobs else [])


def _read_one(run: DigestRun, draft: Draft) -> Draft | Drop:
    """One hit: where it leads, what is there, and its row in the ledger."""
    resolution = run.ports.fetcher.resolve(draft.candidate.url, want_body=True)
    try:
        identity = landed(draft.candidate, draft.original, resolution)
    except UrlError as error:
        return draft.drop(NOT_A_URL, str(error))
    if identity is None:
        return draft.drop(resolution.outcome.value, resolution.message)
    uuid = article_uuid(identity.canonical)
    page = resolution.page
    text = run.ports.parser.page(uuid, page, run.now) if page is not None else None
    batch = to_ledger(draft.candidate, draft.original, identity, resolution, text, run.now)
    renamed = dict(run.ports.store.ingest(batch).renamed)
    uuid = renamed.get(uuid, uuid)
    if identity.canonical != draft.candidate.url:
        run.moved.add(draft.original)
    candidate = replace(draft.candidate, article_uuid=uuid, url=identity.canonical)
    if text is not None:
        text = replace(text, article_uuid=uuid)
        run.ports.store.save_text(text)
        candidate = with_text(candidate, text)
        if text.status is not TextStatus.OK:
            run.texts[uuid] = text
    return run.draft(candidate, draft.original)


def landed_elsewhere(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """A redirect may lead to a home page, or to what came up or was shown before: look again."""
    shown = run.seen(drafts)
    kept: list[Draft] = []
    drops: list[Drop] = []
    for draft in drafts:
        reason = _landed_badly(run, draft, shown)
        if reason:
            drops.append(draft.drop(reason, f"from {draft.original}"[:500]))
        else:
            kept.append(draft)
            run.note_considered([draft])
    return StepResult(kept, drops)


def _landed_badly(run: DigestRun, draft: Draft, shown: set[str]) -> str:
    """Why a hit that was redirected is not taken; empty where it is."""
    if draft.original not in run.moved:
        return ""
    url = draft.candidate.url
    hashed = history_hash(url)
    if is_home_page(url):
        return HOME_PAGE
    if hashed in shown and not draft.is_exempt:
        return SEEN_BEFORE
    return SEEN_IN_RUN if hashed in run.considered else ""


PHASE_2: tuple[DigestStep, ...] = (
    DigestStep("search", search),
    DigestStep("search_home_pages", home_pages),
    DigestStep("search_dedup_by_url", dedup),
    DigestStep("search_seen_in_run", not_in_run),
    DigestStep("search_history", seen),
    DigestStep("search_read_pages", read),
    DigestStep("search_redirects", landed_elsewhere),
    DigestStep("search_drop_empty", empty),
    DigestStep("search_recent_domains", recent_domains),
    DigestStep("search_classify", classify),
    DigestStep("search_fill", take_places),
)
