"""Phase 1 of a digest: the reader's own sources, with one retry (document 0, "Phase 1").

Candidates come from the ledger, which the poll fills; a page is only asked for where the poll did
not bring its text.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from strandline.core.digest.content import drop_empty, needs_scraping, with_text
from strandline.core.digest.drafts import Draft
from strandline.core.digest.fill import CATEGORY_FULL, fill
from strandline.core.digest.history import blocked_lines, drop_seen
from strandline.core.digest.muting import drop_muted, drop_threads
from strandline.core.digest.phases import (
    avoid_domains,
    categories_of,
    dedup_by_url,
    drop_pending,
    drop_post_links,
    first_look,
    is_under_filled,
    second_look,
    wanted,
)
from strandline.core.digest.scoring import best_first
from strandline.core.digest.shown import url_key_of
from strandline.model.articles import ArticleText
from strandline.model.editions import IN_HISTORY
from strandline.model.funnel import Drop
from strandline.pipelines.digest.reading import at_once, read_page
from strandline.pipelines.digest.shared import DigestResult, DigestRun, DigestStep, filtered
from strandline.pipelines.digest.stories import match, stories
from strandline.pipelines.runner import StepResult

NO_CATEGORY = "no_category"
NOT_READ_YET = "not_read_yet"

#: Failed fetches of a page are tried again until this many attempts.
MAX_ATTEMPTS = 3

#: Pages asked for in one look, at least; twice the places of the digest where that is more.
_LEAST_PAGES = 20
_LABEL = "Reading pages"


def gather(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Bring the candidates of the first look."""
    reader_id = run.reader.reader_id
    newest = run.ports.store.digests(reader_id=reader_id, limit=1, states=IN_HISTORY)
    last = newest[0].created_at if newest else None
    brought = _since(run, first_look(run.choices, last, run.now))
    return StepResult([*drafts, *brought], brought=len(brought))


def gather_more(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """The one retry: where the digest is under-filled, bring what the first look did not get to
    read and what is older; nothing whose page was asked for, and nothing that was blocked.
    """
    if not is_under_filled(drafts, run.choices):
        return StepResult(drafts)
    unread, run.reserve = run.reserve, []
    brought = [*unread, *_since(run, second_look(run.choices, run.now))]
    have = sum(draft.has_category for draft in drafts)
    note = f"under-filled ({have} of {wanted(run.choices)} articles): looked once more"
    return StepResult([*drafts, *brought], notes=[note], brought=len(brought))


def _since(run: DigestRun, since: datetime) -> list[Draft]:
    """Candidates of the window that have not come up in this run, best first."""
    found = run.ports.store.candidates(since=since, until=run.now, source_uuids=run.source_uuids)
    drafts = [
        run.draft(candidate) for candidate in found if candidate.article_uuid not in run.considered
    ]
    run.note_considered(drafts)
    return sorted(drafts, key=best_first)


def post_links(_run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Drop what is only kept for the archive."""
    return filtered(drafts, drop_post_links)


def pending(_run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Drop links that wait to be resolved."""
    return filtered(drafts, drop_pending)


def muted(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Leave out what the reader does not want to read of."""
    rest, drops = drop_muted(drafts, run.choices.muted_words)
    kept, more = drop_threads(rest, run.muted_threads())
    return StepResult(kept, [*drops, *more])


def dedup(_run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """`dedup_by_url` of document 0: each article once in this digest."""
    return filtered(drafts, dedup_by_url)


def scrape(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Read the pages that are missing, the most promising first; each at most once in a run.

    A digest of ten places does not read a thousand pages: the rest waits in the reserve.
    """
    bare = [draft.candidate.article_uuid for draft in drafts if not draft.candidate.has_text]
    run.texts |= run.ports.store.texts([uuid for uuid in bare if uuid not in run.asked])
    unread = [draft for draft in drafts if _is_unread(run, draft)]
    room = max(_LEAST_PAGES, 2 * wanted(run.choices))
    looked_at, waiting = unread[:room], unread[room:]
    run.sharing |= {draft.candidate.article_uuid for draft in looked_at if _shares_page(run, draft)}
    jobs = [draft for draft in looked_at if draft.candidate.article_uuid not in run.sharing]
    fresh = _read(run, jobs)
    run.reserve += waiting
    later = {draft.candidate.article_uuid for draft in waiting}
    kept = [
        _with_text(run, draft, fresh)
        for draft in drafts
        if draft.candidate.article_uuid not in later
    ]
    notes = [f"read {len(jobs)} page{'s' * (len(jobs) != 1)}"] if jobs else []
    return StepResult(kept, [draft.drop(NOT_READ_YET) for draft in waiting], notes)


def _is_unread(run: DigestRun, draft: Draft) -> bool:
    uuid = draft.candidate.article_uuid
    known = run.texts.get(uuid)
    return uuid not in (run.asked | run.sharing) and needs_scraping(
        draft, known, max_attempts=MAX_ATTEMPTS
    )


def _shares_page(run: DigestRun, draft: Draft) -> bool:
    """True where the page stands for several articles: its text is about none of them alone."""
    posts = run.ports.store.posts_with_key(url_key_of(draft.candidate.url))
    return len({post.article_uuid for post in posts if post.article_uuid}) > 1


def _read(run: DigestRun, jobs: Sequence[Draft]) -> dict[str, ArticleText]:
    """The pages' texts by article; how each ended is remembered for the run."""
    run.asked |= {draft.candidate.article_uuid for draft in jobs}

    def read(draft: Draft) -> ArticleText:
        candidate = draft.candidate
        known = run.texts.get(candidate.article_uuid)
        return read_page(run.ports, candidate.article_uuid, candidate.url, known, run.now)

    texts = at_once(run.ports, _LABEL, run.settings.fetch.threads, read, jobs)
    fresh = {text.article_uuid: text for text in texts}
    run.texts |= fresh
    return fresh


def _with_text(run: DigestRun, draft: Draft, texts: dict[str, ArticleText]) -> Draft:
    """The draft with what its page says; a date found there changes its score."""
    text = texts.get(draft.candidate.article_uuid)
    if text is None:
        return draft
    return run.draft(with_text(draft.candidate, text), draft.original)


def empty(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Drop what has nothing to read."""
    return filtered(drafts, lambda some: drop_empty(some, run.texts, run.sharing))


def seen(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """The hard block: what the reader was shown before does not come again."""
    if run.reader.history_days == 0:
        return StepResult(drafts, notes=("history is off: nothing is blocked or recorded",))
    kept, drops = drop_seen(drafts, run.seen(drafts), by_story=run.choices.history_by_story)
    in_history = run.ports.store.count_history(run.reader.reader_id)
    return StepResult(kept, drops, blocked_lines(drops, in_history))


def seen_again(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """The same for what the retry brought; silent where it blocks nothing."""
    result = seen(run, drafts)
    return result if result.drops else StepResult(result.kept)


def recent_domains(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """`source_diversity_window`: leave out domains of the last editions."""
    editions = run.choices.source_diversity_window
    if not editions:
        return StepResult(drafts)
    domains = run.ports.store.domains_of_last(run.reader.reader_id, editions)
    return filtered(drafts, lambda some: avoid_domains(some, domains))


def classify(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Put articles into the reader's categories; what fits none is dropped."""
    to_class = [draft for draft in drafts if draft.has_category]
    found = run.ports.classifier.classify(
        [draft.candidate for draft in to_class], categories_of(run.choices)
    )
    category = {d.candidate.article_uuid: c for d, c in zip(to_class, found, strict=True)}
    kept: list[Draft] = []
    drops: list[Drop] = []
    for draft in drafts:
        name = category.get(draft.candidate.article_uuid)
        if draft.has_category and name is None:
            drops.append(draft.drop(NO_CATEGORY))
        else:
            kept.append(replace(draft, category=name or ""))
    return StepResult(kept, drops)


def take_places(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Fill the free places, best first."""
    filled = fill(drafts, run.choices, taken=run.chosen)
    run.chosen += filled.chosen
    full = {drop.article_uuid for drop in filled.drops if drop.reason == CATEGORY_FULL}
    run.overflow += [draft for draft in drafts if draft.candidate.article_uuid in full]
    return StepResult(filled.chosen, filled.drops)


PHASE_1: tuple[DigestStep, ...] = (
    DigestStep("sources", gather),
    DigestStep("post_links", post_links),
    DigestStep("short_links", pending),
    DigestStep("muted", muted),
    DigestStep("dedup_by_url", dedup),
    DigestStep("read_pages", scrape),
    DigestStep("drop_empty", empty),
    DigestStep("match", match),
    DigestStep("history", seen),
    DigestStep("one_per_story", stories),
    DigestStep("retry_sources", gather_more),
    DigestStep("retry_post_links", post_links),
    DigestStep("retry_short_links", pending),
    DigestStep("retry_muted", muted),
    DigestStep("retry_dedup_by_url", dedup),
    DigestStep("retry_read_pages", scrape),
    DigestStep("retry_drop_empty", empty),
    DigestStep("retry_match", match),
    DigestStep("retry_history", seen_again),
    DigestStep("retry_one_per_story", stories),
    DigestStep("recent_domains", recent_domains),
    DigestStep("classify", classify),
    DigestStep("fill", take_places),
)
