"""Makes an edition for a reader: the whole of documents 0 and 1 as one visible list of steps.

    clean-up → phase 1 (own sources, one retry) → phase 2 (web search) → last look → save

An edition without an item is not saved. The edition, its items, its drops and the history rows
are saved in one transaction at the very end, so a run that is killed at any point has recorded
nothing that was not saved and lost nothing that was not shown: the next run finds the same
candidates again. A draft is saved without rows of the history: they come with its approval.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

import structlog

from strandline.core.digest.defaults import effective
from strandline.core.digest.drafts import Draft
from strandline.core.digest.fill import CATEGORY_FULL, fill_free
from strandline.core.digest.history import (
    drop_seen,
    drops_expiry,
    expiry,
    free_places_line,
    history_rows,
    pruned_line,
    recorded_line,
)
from strandline.core.digest.limits import check_settings
from strandline.core.digest.muting import drop_threads
from strandline.core.digest.plans import AT_ONCE, Plan, planned
from strandline.core.digest.sections import lay_out, section_names
from strandline.core.digest.stories import one_per_story
from strandline.core.digest.timetable import local_day, rhythm_of
from strandline.core.digest.worth import (
    NOTHING_NEW,
    SMALLER_EDITION,
    fuller_than,
    has_news,
    is_of_this_day,
)
from strandline.model.digests import Digest, DigestDrop
from strandline.model.editions import IN_HISTORY, EditionState
from strandline.model.errors import AlreadyShown
from strandline.model.funnel import Drop, Funnel
from strandline.model.readers import Reader
from strandline.pipelines.calendar import day_for_removing
from strandline.pipelines.digest.search import PHASE_2
from strandline.pipelines.digest.shared import DigestResult, DigestRun, DigestStep
from strandline.pipelines.digest.sources import PHASE_1
from strandline.pipelines.digest.stories import in_stories
from strandline.pipelines.digest.updates import earlier_editions
from strandline.pipelines.digest.versions import with_versions
from strandline.pipelines.runner import StepResult, run_steps
from strandline.pipelines.stories import Matcher
from strandline.ports import Ports
from strandline.render.i18n import translate
from strandline.render.times import long_date
from strandline.settings import Settings

log = structlog.get_logger()

#: Runs of one reader at the same time: each is made anew when another one was saved before it.
MOST_TRIES = 10
#: Editions of one day that are compared with a new one.
MOST_OF_A_DAY = 20


def clean_up(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Forget what was shown too long ago; before each generation, so that it may come again.

    What editions did not take that long ago is forgotten too: there is far more of it.
    """
    today, odd = day_for_removing(run.ports.store, run.ports.clock, run.now)
    run.ports.store.forget_drops(run.reader.reader_id, drops_expiry(run.reader, today))
    before = expiry(run.reader, today)
    if before is None:
        return StepResult(drafts)
    pruned = run.ports.store.cleanup_old(run.reader.reader_id, before)
    notes = [note for note in (pruned_line(pruned, run.reader.history_days), odd) if note]
    return StepResult(drafts, notes=notes)


def free_places(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Give places that stayed free to the best of what found its category full."""
    more = fill_free(run.overflow, run.choices, taken=run.chosen)
    if not more:
        return StepResult(drafts)
    run.chosen += more
    return StepResult([*drafts, *more], notes=[free_places_line(len(more))], brought=len(more))


def last_look(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """The history, the stories and muted threads once more: another run of this reader may have
    ended while pages were read, and articles may have been brought into one story, or one thread.
    """
    drafts, silent = drop_threads(in_stories(run, drafts), run.muted_threads())
    unseen, drops = drop_seen(drafts, run.seen(drafts), by_story=run.choices.history_by_story)
    run.chosen, doubles = one_per_story(unseen)
    return StepResult(run.chosen, [*silent, *drops, *doubles])


def enough(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Let all wait where there is nothing new, or less than an edition of this day holds."""
    store = run.ports.store
    rhythm = rhythm_of(run.choices, run.settings.digest.daily_at_utc)
    reader_id = run.reader.reader_id
    heads = store.digests(reader_id=reader_id, limit=MOST_OF_A_DAY, states=IN_HISTORY)
    last = store.digest(heads[0].digest_id) if heads else None
    if not drafts or last is None:
        return StepResult(drafts)
    if not has_news(drafts, run.reader, {item.article_uuid for item in last.items}):
        return StepResult([], [draft.drop(NOTHING_NEW, last.digest_id) for draft in drafts])
    ids = [one.digest_id for one in heads if is_of_this_day(one.created_at, rhythm, run.now)]
    editions = [edition for one in ids if (edition := store.digest(one))]
    fuller = None if run.is_extra else fuller_than(drafts, editions)
    if fuller is None:
        return StepResult(drafts)
    return StepResult([], [draft.drop(SMALLER_EDITION, fuller.digest_id) for draft in drafts])


def lay_out_items(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Give every choice its section and position, and say what the history will hold."""
    run.items = lay_out(drafts, run.reader, earlier_editions(run, drafts))
    recorded = len(history_rows(run.items, run.reader, "", run.now))
    notes = [recorded_line(recorded)] if run.reader.history_days else ()
    return StepResult(drafts, notes=notes)


CLEAN_UP: tuple[DigestStep, ...] = (DigestStep("clean_up", clean_up),)
FINISH: tuple[DigestStep, ...] = (
    DigestStep("free_places", free_places),
    DigestStep("last_look", last_look),
    DigestStep("enough", enough),
    DigestStep("lay_out", lay_out_items),
)

#: Every step of a digest, in order; each phase starts with no candidates, the last with all that
#: found a place.
DIGEST: tuple[tuple[str, tuple[DigestStep, ...]], ...] = (
    ("clean-up", CLEAN_UP),
    ("phase 1", PHASE_1),
    ("phase 2", PHASE_2),
    ("finish", FINISH),
)


def run_digest(
    ports: Ports,
    settings: Settings,
    reader: Reader,
    *,
    now: datetime,
    matcher: Matcher | None = None,
    before_step: Callable[[str], None] | None = None,
    is_extra: bool = False,
    plan: Plan = AT_ONCE,
) -> Digest:
    """Make one edition, and save it where there is anything in it.

    Args:
        now: Time of the edition, aware UTC; the same ledger and time give the same edition (but
            for its id).
        matcher: For what nobody has matched yet; a new one where not given.
        before_step: Called with each step's name before it runs.
        is_extra: Save it even where an edition of this day holds more.
        plan: What becomes of it: published, or left as a draft.

    Returns:
        The edition; without an id where it is empty and so was not saved.

    Raises:
        UsageError: A setting of the reader is out of its range.
        StoreError: The database refused; nothing was saved.
        AlreadyShown: Other runs of this reader were faster each time.
    """
    reader = effective(reader, settings.digest)
    check_settings(reader.settings)
    matcher = matcher or Matcher(ports, settings.stories)
    run = DigestRun(
        ports, settings, reader, now, sources_of(ports, reader), matcher=matcher, is_extra=is_extra
    )
    for _ in range(MOST_TRIES - 1):
        try:
            return _make(run.anew(), plan, before_step)
        except AlreadyShown as error:
            log.info("edition made anew", reader=reader.reader_id, because=str(error.message))
    return _make(run.anew(), plan, before_step)


def _make(run: DigestRun, plan: Plan, before_step: Callable[[str], None] | None) -> Digest:
    """One edition from the first step to the last."""
    ports, reader, now = run.ports, run.reader, run.now
    funnel, drops = _run_phases(run, before_step)
    digest = Digest(
        digest_id=ports.new_id(),
        reader_id=reader.reader_id,
        created_at=now,
        title=_title(reader, now),
        language=reader.settings.language,
        items=run.items,
        funnel=funnel,
        drops=_kept_drops(run, drops),
        section_names=section_names(reader.settings),
    )
    is_mailed = ports.mail is not None
    digest = planned(digest, plan, reader.settings.least_items, is_mailed=is_mailed)
    digest = with_versions(ports.store, digest, run.settings.web)
    if not plan.keeps(digest):
        log.info("nothing new: no edition", reader=reader.reader_id)
        return replace(digest, digest_id="")
    rows = history_rows(run.items, reader, digest.digest_id, now)
    ports.store.save_digest(digest, rows if digest.state in IN_HISTORY else ())
    if digest.state is EditionState.SKIPPED:
        log.info("edition skipped", reader=reader.reader_id, reason=digest.reason)
    return digest


def _run_phases(
    run: DigestRun, before_step: Callable[[str], None] | None
) -> tuple[Funnel, list[tuple[str, Drop]]]:
    """All phases; the funnel is kept without the seconds, which no two runs share (the log has
    them).
    """
    reports, drops = [], []
    for name, steps in DIGEST:
        start = run.chosen if steps is FINISH else []
        result = run_steps(f"digest {name}", steps, run, list(start), before_step=before_step)
        reports += [replace(report, seconds=0.0) for report in result.funnel.steps]
        drops += list(result.drops)
    return Funnel(tuple(reports)), drops


def sources_of(ports: Ports, reader: Reader) -> tuple[str, ...]:
    """The reader's own sources; all active ones where they chose none; none that is muted."""
    own, muted = set(reader.source_uuids), set(reader.settings.muted_sources)
    found = [source.source_uuid for source in ports.store.sources(active_only=not own)]
    return tuple(uuid for uuid in found if (not own or uuid in own) and uuid not in muted)


def _title(reader: Reader, now: datetime) -> str:
    language = reader.settings.language
    day = long_date(local_day(now, reader.settings.timezone), language)
    own = reader.settings.subject
    return own.replace("{date}", day) if own else translate(language, "digest.title", date=day)


def _kept_drops(run: DigestRun, drops: Sequence[tuple[str, Drop]]) -> tuple[DigestDrop, ...]:
    """All but those that found their category full and got a free place after that."""
    shown = {item.article_uuid for item in run.items}
    return tuple(
        DigestDrop(
            *(drop.article_uuid, drop.subject, step, drop.reason, drop.detail),
            title=drop.title,
            source_name=drop.source_name,
        )
        for step, drop in drops
        if not (drop.reason == CATEGORY_FULL and drop.article_uuid in shown)
    )
