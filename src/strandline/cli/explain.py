"""`strandline explain URL`: the whole way of a URL."""

from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.explain_story import tell_story
from strandline.cli.output import iso, print_json, safe
from strandline.cli.registry import open_registry
from strandline.core.digest.history import SEEN_STORY, row_line
from strandline.core.urls.items import mark_at

if TYPE_CHECKING:
    from rich.console import Console

    from strandline.ops.explain import Explanation

app = typer.Typer(add_completion=False)


@app.command()
def explain(
    urls: Annotated[list[str], typer.Argument(help="URLs in any spelling, or ids (A_…).")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a URL.")] = False,  # noqa: FBT002
) -> None:
    """Tell the whole way of a URL: what was changed in it, where it was seen, which digest showed
    it or why not, what the archive keeps of it.

    Example: strandline explain https://example.org/story?utm_source=rss
    """
    from rich.console import Console

    from strandline.ops.explain import explain as gather

    unknown = 0
    with open_registry() as (store, _):
        for url in urls:
            told = gather(store, url)
            unknown += not told.is_known
            if as_json:
                print_json(told)
            else:
                _tell(Console(highlight=False, markup=False, soft_wrap=True), told)
    if unknown:
        raise typer.Exit(1)


def _tell(console: "Console", told: "Explanation") -> None:
    """Paragraphs in the order of the URL's way."""
    _tell_identity(console, told)
    if not told.is_known:
        console.print("Never seen: no source has listed it and no article has it as an alias.")
        console.print("See what is watched with `strandline sources list`.")
        return
    _tell_sightings(console, told)
    _tell_article(console, told)
    _tell_neighbours(console, told)
    tell_story(console, told)
    _tell_archive(console, told)
    _tell_digests(console, told)


def _tell_identity(console: "Console", told: "Explanation") -> None:
    identity = told.identity
    console.print(safe(identity.original, 2000), style="bold")
    console.print(f"  canonical  {safe(identity.canonical, 2000)}")
    console.print(f"  key        {safe(identity.key, 2000)}")
    if identity.url_notes:
        console.print(f"  notes      {identity.url_notes}")
    for step in identity.trail:
        console.print(f"             {step.rule}: {safe(step.detail)}", style="dim")


def _tell_sightings(console: "Console", told: "Explanation") -> None:
    console.print("Seen at")
    for post in told.posts:
        what = (
            "entered the ledger" if post.decision == "entered" else f"not entered: {post.decision}"
        )
        console.print(
            f"  {iso(post.first_seen_at)}  {post.source_uuid}  {what}, published "
            f"{iso(post.published_at)} ({post.date_trust.value}), "
            f"last seen {iso(post.last_seen_at)}"
            + (f", {post.versions} versions" if post.versions > 1 else "")
        )
        if mark := mark_at(post.item_key, post.url_key):
            console.print(
                f"    “{safe(post.title)}”, one of several items under "
                f"{safe(post.post_url, 2000)}, told apart by its {_told_by(mark)}"
            )
    for mention in told.mentions:
        quoted = " (quoted)" if mention.in_quote else ""
        console.print(
            f"  {iso(mention.inserted_at)}  mention by {safe(mention.source_name)}{quoted}: "
            f"{safe(mention.url_original, 2000)}"
            + (f' "{safe(mention.title)}"' if mention.title else "")
        )
        for wording in mention.earlier:
            console.print(f'    until {iso(wording.until)} it said "{safe(wording.title)}"')


def _told_by(mark: str) -> str:
    """What tells an item from others of its address, in words."""
    kind, _, value = mark.partition(":")
    if mark.startswith("#"):
        return f"fragment {safe(mark)}"
    return "title and date" if kind == "title" else f"{kind} {safe(value, 2000)}"


def _tell_neighbours(console: "Console", told: "Explanation") -> None:
    for uuid, article in sorted(told.neighbours.items()):
        console.print(f"Also under this address: {uuid}  {safe(article.article_title or '')}")


def _tell_article(console: "Console", told: "Explanation") -> None:
    article = told.article
    if article is None and told.neighbours:
        console.print("This address is no article of its own; each item under it is one.")
        return
    if article is None:
        console.print("No article: every sighting was turned away for the reason above.")
        return
    console.print(f"Article {article.article_uuid}: {safe(article.article_title or '(no title)')}")
    console.print(f"  {safe(article.article_url_final, 2000)}  [{article.url_status.value}]")
    console.print(
        f"  detected {iso(article.article_detected_utc_iso)}, published "
        f"{iso(article.published_utc_iso)} ({article.date_trust.value}), "
        f"rules {article.rules_version}"
    )
    for alias in told.aliases:
        console.print(
            f"  alias {safe(alias.url, 2000)}  [{alias.kind.value}] {safe(alias.evidence)}"
        )
    if told.text is None:
        console.print("  text: not scraped yet")
    else:
        detail = f", {safe(told.text.message)}" if told.text.message else ""
        console.print(
            f"  text: {told.text.status.value}, {len(told.text.text)} characters, "
            f"{iso(told.text.fetched_at)}{detail}"
        )


def _tell_archive(console: "Console", told: "Explanation") -> None:
    """Jobs with what each capture came to, then what is kept."""
    for job, attempts in told.jobs:
        why = f" ({safe(job.reason)})" if job.reason else ""
        when = iso(job.finished_at or job.enqueued_at)
        console.print(f"Archive job {job.job_id}: {job.status.value}, {when}{why}")
        if job.not_before is not None and job.status == "queued":
            console.print(f"  not before {iso(job.not_before)}")
        for attempt in attempts:
            captures = ", ".join(
                f"{report.capture.value} {report.outcome.value}" for report in attempt.reports
            )
            console.print(f"  attempt {attempt.number}, {iso(attempt.started_at)}: {captures}")
            if attempt.error:
                console.print(f"    {safe(attempt.error)}")
    for artifact in told.artifacts:
        console.print(
            f"  kept {artifact.kind.value}  {artifact.size_bytes:,} bytes  {artifact.key}"
            f"  (id {artifact.artifact_id}, {iso(artifact.created_at)})"
        )
    if told.metadata is not None and told.metadata.title:
        console.print(f"  it calls itself: {safe(told.metadata.title)}")
    if told.link is not None and told.link.visited_at is not None:
        seen = f"{told.link.state.value} since {iso(told.link.since)}"
        console.print(f"  its link: {seen}, looked at {iso(told.link.visited_at)}")
    if told.copy is not None:
        where = safe(told.copy.memento_url or told.copy.said, 2_000)
        console.print(f"  public copy: {told.copy.state.value}{f', {where}' if where else ''}")


def _tell_digests(console: "Console", told: "Explanation") -> None:
    for digest, position in told.shown:
        how = "Shown to" if digest.is_published else f"In an edition ({digest.state}) for"
        console.print(
            f"{how} {digest.reader_id} on {iso(digest.created_at)} at place {position} "
            f"(digest {digest.digest_id})"
        )
    for digest, drop in told.dropped:
        detail = f", {safe(drop.detail)}" if drop.detail else ""
        console.print(
            f"Not shown to {digest.reader_id} on {iso(digest.created_at)}: {drop.reason} "
            f"at step {drop.step}{detail}"
        )
    if not told.shown and not told.dropped:
        console.print("No digest has looked at it yet.")
    for blocked in told.readers_blocked:
        what = "its story is " if blocked.reason == SEEN_STORY else ""
        console.print(
            f"Not shown to {blocked.reader_id} again: {what}{safe(row_line(blocked.row), 2000)}"
            f"{'' if blocked.row.article_uuid else ' (its article is not known: by its key)'}"
        )
