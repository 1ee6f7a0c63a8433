"""Steps of a digest that see to it that nothing is shown whose story nobody has looked for.

What a poll brings is matched long before. Pages that this run found or read are not: they are
matched here, before the history is asked about them.
"""

from collections.abc import Sequence
from dataclasses import replace

from strandline.core.digest.drafts import Draft
from strandline.core.digest.history import drop_seen, matched_line
from strandline.core.digest.stories import not_told, one_per_story, stories_told
from strandline.pipelines.digest.shared import DigestResult, DigestRun, filtered
from strandline.pipelines.runner import StepResult
from strandline.pipelines.stories import run_match


def match(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Bring what nobody has matched into its story: new finds, and texts that were read just now.

    A pair that waits for a language model waits as always: it is two stories until then.
    """
    uuids = [draft.candidate.article_uuid for draft in drafts if not draft.is_exempt]
    if not uuids:
        return StepResult(drafts)
    report = run_match(
        run.ports, run.settings.stories, now=run.now, matcher=run.matcher, among=uuids
    )
    if not report.matched:
        return StepResult(drafts)
    run.chosen = in_stories(run, run.chosen)
    return StepResult(in_stories(run, drafts), notes=[matched_line(report.matched, report.joined)])


def stories(_run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Keep one article of each story; the others are named as its sources."""
    return filtered(drafts, one_per_story)


def found_stories_seen(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """The hard block once more, now that it is known what the finds tell."""
    drafts, run.chosen = in_stories(run, drafts), in_stories(run, run.chosen)
    seen = run.seen(drafts)
    return filtered(
        drafts, lambda some: drop_seen(some, seen, by_story=run.choices.history_by_story)
    )


def found_stories(run: DigestRun, drafts: Sequence[Draft]) -> DigestResult:
    """Of each story one article: none where one has its place already."""
    rest, drops = not_told(drafts, stories_told(run.chosen))
    kept, others = one_per_story(rest)
    return StepResult(kept, [*drops, *others])


def in_stories(run: DigestRun, drafts: Sequence[Draft]) -> list[Draft]:
    """Drafts with what their stories bring at this moment; in order, categories stay."""
    found = run.ports.store.with_stories([draft.candidate for draft in drafts], until=run.now)
    return [
        replace(run.draft(candidate, draft.original), category=draft.category)
        for candidate, draft in zip(found, drafts, strict=True)
    ]
