"""The command line: one file per verb, loaded only when its verb is asked for.

`VERBS` is the whole list. To add a verb: write `cli/<verb>.py` with a `typer.Typer` named `app`,
and add its line here.
"""

import importlib
import sys

#: (verb, what it does). Shown in this order by `strandline --help`.
VERBS: tuple[tuple[str, str], ...] = (
    ("up", "Everything in one process: poll, digest, web page."),
    ("demo", "The same on a small bundled world; needs no internet."),
    ("init", "Write a configuration file."),
    ("status", "Every count a person needs."),
    ("doctor", "What is missing or wrong on this machine."),
    ("selftest", "Try the installation as it stands: what must work, what must not be reached."),
    ("sources", "The source registry: add, list, edit, remove, import, export."),
    ("import", "Links, subscriptions and what was read, from other programs."),
    ("poll", "Discover what sources list now."),
    ("url", "Canonical URL, key and id of URLs; no network."),
    ("feed", "Entries of feed files; no network."),
    ("links", "Links of posts, own and quoted told apart; no network."),
    ("digest", "Editions: run, edit, approve, schedule, publish, show."),
    ("subscribers", "Who is sent editions by mail: add, import, list, pause, suppress."),
    ("outputs", "Other ways out for editions: list, log, test, retry, hold."),
    ("mail", "The way out for mails: a test to oneself."),
    ("history", "What readers were shown: list, search, remove, import, export, prune."),
    ("readers", "Readers, their sources and settings."),
    ("users", "Who signs in: add, list, role, reset, remove."),
    ("explain", "The whole way of a URL."),
    ("dedup", "The same story once: backfill, review, merge, split."),
    ("compare", "Whether pairs of articles tell one story; no network."),
    ("evaluate", "Score labelled pairs: precision and recall by language and layer."),
    ("archive", "Keep pages: capture now, list, retry, verify, sweep."),
    ("worker", "A process that works on archive jobs."),
    ("search", "Find articles by word and by filter."),
    ("searches", "Searches that are kept, each with a private feed: list, renew, remove."),
    ("export", "What is kept, as files: json, csv, parquet, rss, wacz."),
    ("publish", "What everybody may have, as an SQLite file for Datasette and others."),
    ("serve", "The web page alone."),
    ("backup", "Back up the ledger, list backups, check that one can be brought back."),
    ("restore", "Bring a ledger back from a backup."),
    ("retention", "Let go of what is older than the settings keep it; count what would."),
    ("migrate", "Bring the database to this version's schema; re-key the ledger."),
)


#: Verbs that read their own arguments (`<verb>.run`), so that they start without typer: it costs
#: more processor time than all that they do.
QUICK_VERBS = frozenset({"url"})


def main() -> None:
    """Entry point of the `strandline` command.

    Exit 0 done, 1 failed, 2 wrong usage, 128 + n ended by signal n.
    """
    from strandline.cli.stopping import heeding_signals, leave
    from strandline.cli.streams import have_streams

    have_streams()
    with heeding_signals():
        leave(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run a command line and return the exit status."""
    if arguments and arguments[0] in QUICK_VERBS:
        from strandline.cli.faults import guarded

        verb = importlib.import_module(f"strandline.cli.{arguments[0]}")
        return guarded(lambda: verb.run(arguments[1:]))
    from strandline.cli.root import run as run_root

    return run_root(arguments)
