"""What `strandline explain` says of stories: who was compared, which layer ruled, and on what."""

from typing import TYPE_CHECKING

from strandline.cli.output import MOST_WORDS, iso, safe

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from strandline.model.stories import Ruling, StoredVerdict, ThreadPlace
    from strandline.ops.explain import Explanation


def tell_story(console: "Console", told: "Explanation") -> None:
    """The story, a person's rulings, then every verdict with scores and thresholds."""
    if told.article is None:
        return
    uuid = told.article.article_uuid
    _tell_members(console, told, uuid)
    for sentence, titles in told.no_lead.items():
        console.print(
            f"Not read as its lead: {safe(sentence, MOST_WORDS)!r}, which its source has under "
            f"{titles} of its newest titles"
        )
    for ruling in told.rulings:
        _tell_ruling(console, told, uuid, ruling)
    for stored in told.verdicts:
        _tell_verdict(console, told, uuid, stored)
    if not told.verdicts:
        console.print("Not compared with other articles: none was near enough, or none yet.")


def _tell_members(console: "Console", told: "Explanation", uuid: str) -> None:
    story = told.story
    if story is None:
        return
    if len(story.article_uuids) > 1:
        console.print(f"Story of {len(story.article_uuids)} articles, main article {story.main_id}")
        for other in story.article_uuids:
            if other != uuid:
                console.print(f"  also in {_named(told, other)}")
    if story.update_of:
        console.print(f"  later news of {_named(told, story.update_of)}")
    for update in story.updates:
        console.print(f"  later news: {_named(told, update)}")
    if story.thread:
        _tell_thread(console, told, story.thread)


def _tell_thread(console: "Console", told: "Explanation", place: "ThreadPlace") -> None:
    console.print(f"In a thread of {place.stories:,} stories, {place.thread_id}")
    for word, uuid in (("earlier", place.earlier), ("later", place.later)):
        if uuid:
            console.print(f"  {word}: {_named(told, uuid)}")


def _tell_ruling(console: "Console", told: "Explanation", uuid: str, ruling: "Ruling") -> None:
    note = f" ({safe(ruling.note)})" if ruling.note else ""
    other = ruling.article_b if ruling.article_a == uuid else ruling.article_a
    console.print(
        f"A person ruled on {iso(ruling.ruled_at)}: {ruling.decision.value}, with "
        f"{_named(told, other)}{note}"
    )


def _tell_verdict(
    console: "Console", told: "Explanation", uuid: str, stored: "StoredVerdict"
) -> None:
    verdict = stored.verdict
    other = stored.article_b if stored.article_a == uuid else stored.article_a
    waits = ", waits for the language model" if stored.is_pending else ""
    console.print(
        f"{verdict.answer.value} by {verdict.layer}, {verdict.score:.3f}{waits}: "
        f"{_named(told, other)}"
    )
    console.print(f"  {iso(stored.decided_at)}  {safe(verdict.reason, MOST_WORDS)}")
    if verdict.vetoes:
        console.print(f"  evidence against: {', '.join(verdict.vetoes)}")
    if verdict.scores:
        console.print(f"  scores: {_numbers(verdict.scores)}", style="dim")
    if verdict.thresholds:
        fitted = f", fitted on {verdict.calibration}" if verdict.calibration else ""
        console.print(f"  thresholds: {_numbers(verdict.thresholds)}{fitted}", style="dim")
    if verdict.model:
        console.print(
            f"  asked {safe(verdict.model)} (prompt {verdict.prompt_hash[:12]}), "
            f"{stored.latency_s:.1f} s, cost {stored.cost:.6f}",
            style="dim",
        )


def _numbers(values: "Mapping[str, float]") -> str:
    return ", ".join(f"{name} {value:.3g}" for name, value in values.items())


def _named(told: "Explanation", uuid: str) -> str:
    article = told.others.get(uuid)
    if article is None:
        return uuid
    return f"{safe(article.article_title or '')} {safe(article.article_url_final, 2000)}".strip()
