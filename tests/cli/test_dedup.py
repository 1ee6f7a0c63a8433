"""The verb dedup, as a person types it."""

import fcntl
import gc
import json
import os
import signal
import subprocess
import sys
import termios
from typing import Any

import pytest

from strandline.adapters.store import open_store
from strandline.cli.dedup.session import net_moves
from strandline.model.articles import Article, IngestBatch
from strandline.model.stories import StoryChange
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, a_mention, a_source, an_article

ONE, TWO, THREE = (f"https://paper{n}.example/story" for n in (1, 2, 3))
BRIDGE = "Council closes the Harbour Bridge after cracks are found in two pillars"
STORM, STORM_LATER = "Storm kills 12 on the coast of Ruritania", "Storm kills 19 on the coast"


def enter(shell: Any, *articles: Article) -> None:
    store = open_store(DatabaseSettings(path=shell.folder / "s.sqlite3"))
    for number, article in enumerate(articles, 1):
        source = a_source(number)
        store.save_source(source)
        mention = a_mention(article, source)
        store.ingest(IngestBatch(NOW, articles=(article,), mentions=(mention,)))
    store.close()


@pytest.fixture
def matched(shell: Any) -> Any:
    """Three papers: two tell one story, the third another."""
    enter(
        shell,
        an_article(ONE, article_title=BRIDGE),
        an_article(TWO, article_title=BRIDGE),
        an_article(THREE, article_title="Ferry company orders twelve electric boats"),
    )
    shell.ok("dedup", "backfill")
    return shell


@pytest.fixture
def doubtful(shell: Any) -> Any:
    """Two reports that differ in a figure: nobody but a person can tell."""
    enter(
        shell,
        an_article(ONE, article_title=STORM),
        an_article(TWO, article_title=STORM.replace("12", "19")),
    )
    shell.ok("dedup", "backfill")
    return shell


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # pipes of Daft are left to the collector
def test_backfill_on_the_engine(shell: Any) -> None:
    """The stories are the same, and its folder is empty in the end."""
    pytest.importorskip("daft", reason="strandline[batch] is not installed")
    enter(
        shell,
        an_article(ONE, article_title=BRIDGE),
        an_article(TWO, article_title=BRIDGE),
        an_article(THREE, article_title="Ferry company orders twelve electric boats"),
    )
    near = shell.folder / "near"
    command = ("dedup", "backfill", "--engine", "daft", "--folder", str(near))
    said = shell.ok(*command)
    assert said.startswith("3 articles matched in ")
    assert story_of(shell, ONE) == [TWO]
    assert [path.name for path in near.iterdir()] == ["lock"]
    assert shell.ok(*command) == "Every article is matched.\n"
    gc.collect()


def test_backfill_on_an_engine_that_is_none(shell: Any) -> None:
    """Wrong usage, and the choices are named."""
    done = shell("dedup", "backfill", "--engine", "spark")
    assert done.returncode == 2
    assert "daft" in done.stderr


def story_of(shell: Any, url: str) -> list[str]:
    """URLs of the articles of a story, from `explain`."""
    told = json.loads(shell.ok("explain", url, "--json"))
    others = {uuid: article["article_url_final"] for uuid, article in told["others"].items()}
    own = told["article"]["article_uuid"]
    return sorted(others.get(uuid, url) for uuid in told["story"]["article_uuids"] if uuid != own)


def test_history_is_matched_once(shell: Any) -> None:
    """What was done is said, and done again nothing is left."""
    enter(
        shell,
        an_article(ONE, article_title=BRIDGE),
        an_article(TWO, article_title=BRIDGE),
    )
    told = json.loads(shell.ok("dedup", "backfill", "--since", "2026-01-01", "--json"))
    assert (told["matched"], told["joined"]) == (2, 1)
    assert told["verdicts"] == [{"layer": "same_title", "answer": "SAME", "count": 1}]
    assert "Every article is matched" in shell.ok("dedup", "backfill")


def test_splitting_and_taking_it_back(matched: Any) -> None:
    """A split acts at once, and the verdict holds again when it is withdrawn."""
    assert story_of(matched, ONE) == [TWO]
    matched.ok("dedup", "split", TWO, "--note", "another bridge")
    assert story_of(matched, ONE) == []
    assert "another bridge" in matched.ok("explain", TWO)
    matched.ok("dedup", "withdraw", TWO)
    assert story_of(matched, ONE) == [TWO]


def test_merging_what_no_layer_would(matched: Any) -> None:
    """The story is shown as it is now, its main article marked."""
    said = matched.ok("dedup", "merge", ONE, THREE)
    assert "* A_" in said
    assert story_of(matched, THREE) == [ONE, TWO]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("merge", ONE), "two articles or more"),
        (("merge", ONE, ONE), "same article"),
        (("split", THREE), "alone in its story"),
        (("split", "https://nobody.example/"), "not in the ledger"),
    ],
)
def test_what_cannot_be_ruled_is_said(matched: Any, words: tuple[str, ...], said: str) -> None:
    """Exit status 2 and a way out; nothing changes."""
    done = matched("dedup", *words)
    assert done.returncode == 2
    assert said in done.stderr


def test_nothing_to_change_is_said(matched: Any) -> None:
    """What is one story already, and what nobody has ruled on; an id that is none has advice."""
    assert "it was so already" in matched.ok("dedup", "merge", ONE, TWO)
    assert "nothing to take back" in matched.ok("dedup", "withdraw", THREE)
    assert "by their ids" in matched("dedup", "split", "A_0000000000000000").stderr


def test_the_undecided_are_asked_about(doubtful: Any) -> None:
    """Both titles and the reason are shown; one key rules, and acts at once."""
    said = doubtful.ok("dedup", "review", given=b"s\n")
    assert STORM in said
    assert "1 ruled: 1 same." in said
    assert "1 article moved" in said
    assert f"now in the story of {STORM}" in said
    assert "still to review" not in said
    assert story_of(doubtful, ONE) == [TWO]
    assert "Nothing waits for review" in doubtful.ok("dedup", "review")


def test_an_update_is_marked_by_one_key(doubtful: Any) -> None:
    """The two stay two stories, one of them later news of the other."""
    doubtful.ok("dedup", "review", given=b"u\n")
    assert story_of(doubtful, ONE) == []
    stories = [json.loads(doubtful.ok("explain", url, "--json"))["story"] for url in (ONE, TWO)]
    assert sorted(bool(story["update_of"]) for story in stories) == [False, True]


def test_a_thread_is_shown_and_ruled_on(matched: Any) -> None:
    """A person puts stories into one thread and takes them out; they stay stories apart, and
    `explain` tells what came before and after.
    """
    assert "in no thread" in matched.ok("dedup", "thread", ONE)
    said = matched.ok("dedup", "link", TWO, THREE, "--note", "one scandal")
    assert "Thread of 2 stories" in said
    assert "electric boats" in said
    told = matched.ok("explain", THREE)
    assert "In a thread of 2 stories" in told
    assert BRIDGE in told
    thread = json.loads(matched.ok("dedup", "thread", ONE, "--json"))["thread"]
    assert thread["stories"] == len(thread["story_ids"]) == 2
    matched.ok("dedup", "unlink", THREE)
    assert "in no thread" in matched.ok("dedup", "thread", THREE)
    matched.ok("dedup", "withdraw", THREE)
    assert "in no thread" in matched.ok("dedup", "thread", THREE)
    assert matched("dedup", "unlink", THREE).returncode == 2


def test_what_a_session_changed_in_the_end() -> None:
    """Moved twice is moved once; there and back again is not moved."""
    changes = [
        StoryChange("A_2", "A_2", "A_1"),
        StoryChange("A_3", "A_3", "A_1"),
        StoryChange("A_2", "A_1", "A_0"),
        StoryChange("A_3", "A_1", "A_3"),
    ]
    assert net_moves(changes) == {"A_2": ("A_2", "A_0")}


def test_a_ruling_that_moves_nothing_says_so(doubtful: Any) -> None:
    """Two stories that were two stay so."""
    said = doubtful.ok("dedup", "review", given=b"d\n")
    assert "1 ruled: 1 different." in said
    assert "No article has moved" in said


def test_what_still_waits_is_counted(doubtful: Any) -> None:
    """After a session that left a pair."""
    assert "1 pair still to review." in doubtful.ok("dedup", "review", given=b"k\n")


def test_skipping_and_quitting_rule_nothing(doubtful: Any) -> None:
    """Keys that mean nothing are asked again; the end of the input ends it."""
    for keys in (b"k\n", b"q\n", b"x\n?\nk\n", b""):
        assert "0 ruled" in doubtful.ok("dedup", "review", given=keys)
    (line,) = doubtful.ok("dedup", "review", "--json").splitlines()
    assert json.loads(line)["verdict"]["answer"] == "UNSURE"


@pytest.mark.parametrize("is_ignored", [False, True], ids=["hung up", "with nohup"])
def test_the_terminal_is_closed_while_it_asks(doubtful: Any, is_ignored: bool) -> None:
    """Nothing is ruled, and nothing is said to nobody; the pair waits on."""
    master, slave = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "strandline", "dedup", "review"],
        stdin=slave,
        stdout=slave,
        stderr=subprocess.PIPE,
        cwd=doubtful.folder,
        start_new_session=True,
        preexec_fn=lambda: _on_terminal(is_ignored=is_ignored),  # noqa: PLW1509 - no threads here
    )
    os.close(slave)
    shown = b""
    while b"[q]uit" not in shown:
        shown += os.read(master, 4096)
    os.close(master)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == (1 if is_ignored else 128 + signal.SIGHUP)
    assert b"Traceback" not in errors
    assert len(doubtful.ok("dedup", "review", "--json").splitlines()) == 1


def _on_terminal(*, is_ignored: bool) -> None:
    """The terminal on standard input controls this process."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    if is_ignored:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)


def test_another_main_article_is_chosen(matched: Any) -> None:
    """The story is shown under it from then on, and the audit says who chose it."""
    [before] = [
        line for line in matched.ok("dedup", "merge", ONE, TWO).splitlines() if "* " in line
    ]
    main = before.split()[1]
    other = next(url for url in (ONE, TWO) if an_article(url).article_uuid != main)
    said = matched.ok("dedup", "main", other)
    assert f"* {an_article(other).article_uuid}" in said
    assert "main article already" in matched.ok("dedup", "main", other)
