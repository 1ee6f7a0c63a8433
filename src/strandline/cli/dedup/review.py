"""What `strandline dedup review` shows and asks."""

import sys
import termios
from collections.abc import Collection, Sequence

import typer

from strandline.cli.acting import check
from strandline.cli.dedup.session import tell_session
from strandline.cli.output import MOST_WORDS, iso, print_json, safe
from strandline.cli.stopping import hung_up
from strandline.core.dedup.judging.prompt import asked_order
from strandline.model.accounts import Actor
from strandline.model.stories import Decision, StoredVerdict, StoryChange, StoryInput, Verdict
from strandline.pipelines.desk.stories import rule
from strandline.ports import Ports, Store

KEYS = {
    "s": Decision.SAME,
    "u": Decision.UPDATE,
    "d": Decision.DIFFERENT,
    "n": Decision.UNRELATED,
}
_PROMPT = "[s]ame  [u]pdate  [d]ifferent  [n]ot one thread  [k] skip  [q]uit: "


def list_pairs(store: Store, pairs: Sequence[StoredVerdict]) -> None:
    """One JSON line a pair."""
    articles = _articles(store, pairs)
    for pair in pairs:
        print_json(
            {
                "article_a": pair.article_a,
                "article_b": pair.article_b,
                "a": _line(articles[pair.article_a]),
                "b": _line(articles[pair.article_b]),
                "verdict": pair.verdict,
                "decided_at": pair.decided_at,
                "is_pending": pair.is_pending,
                "is_sampled": pair.is_sampled,
            }
        )


def ask(ports: Ports, pairs: Sequence[StoredVerdict]) -> None:
    """Show pair after pair and rule as the person says."""
    store, console = ports.store, Actor.console()
    articles = _articles(store, pairs)
    ruled: list[Decision] = []
    changes: list[StoryChange] = []
    for number, pair in enumerate(pairs, 1):
        _show(number, len(pairs), pair, articles)
        key = read_key(_PROMPT, {*KEYS, "k", "q"})
        if key == "q":
            break
        if key in KEYS:
            outcome = rule(ports, console, pair.article_a, pair.article_b, KEYS[key])
            check(outcome)
            changes += outcome.changes
            ruled.append(KEYS[key])
    tell_session(store, ruled, changes)


def read_key(prompt: str, keys: Collection[str]) -> str:
    """One of the keys; anything else is asked again. The end of the input is `q`."""
    while True:
        typer.echo(prompt, nl=False)
        key = _read()
        typer.echo(key)
        if key in keys:
            return key


def _read() -> str:
    """A key of the terminal, or the first of a line where the answers come from elsewhere."""
    try:
        if not sys.stdin.isatty():
            line = sys.stdin.readline()
            return line.strip()[:1].lower() if line else "q"
        key = typer.getchar().lower()
    except (EOFError, KeyboardInterrupt):
        return "q"
    except (OSError, termios.error):
        hung_up()
        return "q"
    if not key:  # a terminal that is there gives a key
        hung_up()
    return "q" if key in {"", "\x03", "\x04"} else safe(key)


def _show(number: int, total: int, pair: StoredVerdict, articles: dict[str, StoryInput]) -> None:
    verdict = pair.verdict
    typer.echo(f"\n{number} of {total}  {verdict.answer} by {verdict.layer}: {_score(verdict)}")
    typer.echo(f"  {safe(verdict.reason, MOST_WORDS)}")
    if verdict.vetoes:
        typer.echo(f"  evidence against: {', '.join(verdict.vetoes)}")
    for article in asked_order(articles[pair.article_a], articles[pair.article_b]):
        typer.echo(f"  {iso(article.published)}  {safe(article.source_name, 30)}")
        typer.echo(f"    {safe(article.title)}")
        typer.echo(f"    {safe(article.url)}")


def _score(verdict: Verdict) -> str:
    """How sure it is that the two are one story, with what it is held against."""
    same, different = (verdict.thresholds.get(name) for name in ("same", "different"))
    score = f"{verdict.score:.2f}"
    if same is None or different is None:
        return score
    return f"{score} (one story from {same:.2f}, two below {different:.2f})"


def _articles(store: Store, pairs: Sequence[StoredVerdict]) -> dict[str, StoryInput]:
    return store.story_inputs(list({u for p in pairs for u in (p.article_a, p.article_b)}))


def _line(article: StoryInput) -> dict[str, object]:
    return {
        "title": article.title,
        "url": article.url,
        "source": article.source_name,
        "published": article.published,
    }
