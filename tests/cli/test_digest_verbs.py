"""The verbs digest, history and readers, as a person types them."""

import json
from typing import Any

import pytest

from strandline.adapters.store import open_store
from strandline.model.articles import ArticleText, IngestBatch, TextStatus
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, a_mention, a_source, an_article

TODAY = ("--now", "2026-03-04T07:00:00Z")
TOMORROW = ("--now", "2026-03-05T07:00:00Z")


@pytest.fixture
def filled(shell: Any) -> Any:
    """Three articles of one source."""
    store = open_store(DatabaseSettings(path=shell.folder / "s.sqlite3"))
    source = a_source()
    store.save_source(source)
    for n in range(3):
        article = an_article(f"https://courier.example/town/{n}", article_title=f"Bridge {n}")
        mention = a_mention(article, source)
        store.ingest(IngestBatch(NOW, articles=(article,), mentions=(mention,)))
        store.save_text(
            ArticleText(article.article_uuid, TextStatus.OK, NOW, text="Words of the text. " * 50)
        )
    store.close()
    return shell


def test_a_digest_and_the_next_day(filled: Any) -> None:
    """The funnel is printed; nothing comes twice; the reason is on the line."""
    first = filled.ok("digest", "run", *TODAY)
    assert "3 items, 3 of them recorded" in first
    assert "no duplicates found (0 URLs in history)" in first
    second = filled.ok("digest", "run", *TOMORROW)
    assert "blocked 3 previously shown articles (3 URLs in history)" in second
    assert "3 left out: shown before (seen_before)" in second
    assert second.endswith("Nothing new to show: no edition was saved.\n")
    assert json.loads(filled.ok("digest", "run", *TOMORROW, "--json"))["items"] == []
    listed = [json.loads(line) for line in filled.ok("digest", "list", "--json").splitlines()]
    assert [row["created_at"][:10] for row in listed] == ["2026-03-04"]


def test_a_running_story_is_muted_and_unmuted(filled: Any) -> None:
    """By any of its articles; what it changes is said, and what it cannot change."""
    filled.ok("readers", "add", "ada")
    url = "https://courier.example/town/muted"
    enter(filled, "muted")
    assert filled.ok("readers", "mute", "ada", url).startswith("Muted:")
    assert "muted already" in filled("readers", "mute", "ada", url).stderr
    row = json.loads(filled.ok("readers", "list", "--json").splitlines()[0])
    assert len(row["reader"]["settings"]["muted_threads"]) == 1
    assert "may enter" in filled.ok("readers", "unmute", "ada", url)
    assert filled("readers", "unmute", "ada", url).returncode == 2
    filled.ok("readers", "edit", "ada", "--threads-together")


def enter(shell: Any, name: str) -> None:
    """One more article of the source."""
    store = open_store(DatabaseSettings(path=shell.folder / "s.sqlite3"))
    article = an_article(f"https://courier.example/town/{name}", article_title=f"Mill {name}")
    store.ingest(IngestBatch(NOW, articles=(article,), mentions=(a_mention(article, a_source()),)))
    text = " ".join(f"{name}{n}" for n in range(200))
    store.save_text(ArticleText(article.article_uuid, TextStatus.OK, NOW, text=text))
    store.close()


def test_late_news_is_kept_for_the_next_edition_or_asked_for(filled: Any) -> None:
    """A smaller edition of the day is not saved: it says what waits, and how to have it now."""
    filled.ok("digest", "run", *TODAY)
    enter(filled, "late")
    evening = ("--now", "2026-03-04T19:00:00Z")
    said = filled.ok("digest", "run", *evening)
    assert said.splitlines()[-1] == (
        "No edition was saved: today's holds more. Kept for the next one: 1 item. "
        "An edition of them now: strandline digest run --extra"
    )
    assert len(filled.ok("digest", "list").splitlines()) == 1
    assert "1 item, 1 of them recorded" in filled.ok("digest", "run", "--extra", *evening)
    assert len(filled.ok("digest", "list").splitlines()) == 2


def test_explain_shows_every_wording(filled: Any) -> None:
    """What a source calls an article, and what it called it before."""
    store = open_store(DatabaseSettings(path=filled.folder / "s.sqlite3"))
    article = an_article("https://courier.example/town/1", article_title="Bridge 1 is open again")
    store.ingest(IngestBatch(NOW, edits=(a_mention(article, a_source()),)))
    store.close()
    told = filled.ok("explain", article.article_url_final)
    assert 'mention by Paper 1: https://courier.example/town/1 "Bridge 1 is open again"' in told
    assert 'until 2026-03-04T07:00:00Z it said "Bridge 1"' in told
    assert f"Article {article.article_uuid}: Bridge 1 is open again" in told


def test_explain_names_the_row_that_blocks(filled: Any) -> None:
    """With the day, and the URL as it was shown or imported."""
    filled.ok("digest", "run", *TODAY)
    shown = "Not shown to public again: shown 2026-03-04: https://courier.example/town/1"
    assert shown in filled.ok("explain", "https://courier.example/town/1?utm_source=x")
    enter(filled, "early")
    rows = {"https://courier.example/town/early?ref=5": "2026-03-03"}
    filled.ok("history", "import", "-", *TODAY, given=json.dumps(rows).encode())
    told = filled.ok("explain", "https://courier.example/town/early")
    assert "in the history since 2026-03-03" in told
    assert "(its article is not known: by its key)" in told


@pytest.mark.parametrize(
    ("form", "beginning"),
    [
        ("text", "Digest of Mar 4, 2026\n"),
        ("html", "<!DOCTYPE html>"),
        ("json", '{\n  "digest_id"'),
        ("rss", '<?xml version="1.0" encoding="utf-8"?>\n<rss'),
        ("atom", '<?xml version="1.0" encoding="utf-8"?>\n<feed'),
        ("jsonfeed", '{\n  "version": "https://jsonfeed.org/version/1.1"'),
        ("email", "Subject: Digest of Mar 4, 2026\r\n"),
    ],
)
def test_show_in_every_format(filled: Any, form: str, beginning: str) -> None:
    """What is published can be had on standard output."""
    filled.ok("digest", "run", *TODAY)
    shown = filled.ok("digest", "show", "latest", "--format", form)
    assert shown.startswith(beginning)
    assert "Bridge 1" in shown


def test_show_what_is_not_there(shell: Any) -> None:
    """One line that says what to do; wrong usage."""
    done = shell("digest", "show", "nothing")
    assert done.returncode == 2
    assert done.stderr == "error: There is no edition nothing. List them: strandline digest list\n"
    assert shell("digest", "run", "--reader", "nobody").returncode == 2


def test_history_in_and_out(shell: Any) -> None:
    """What was imported is exported, in document 1's format."""
    body = b'{\n  "https://a.example/1": "2026-02-17",\n  "https://b.example/2": "2026-02-16"\n}\n'
    (shell.folder / "seen_urls.json").write_bytes(body)
    said = shell.ok("history", "import", "seen_urls.json", *TODAY)
    assert said == "2 new URLs, 0 known before, 0 left out; 2 in history.\n"
    again = shell.ok("history", "import", "-", *TODAY, given=body)
    assert again == "0 new URLs, 2 known before, 0 left out; 2 in history.\n"
    assert json.loads(shell.ok("history", "export")) == json.loads(body)
    shell.ok("history", "export", "out.json")
    assert json.loads((shell.folder / "out.json").read_bytes()) == json.loads(body)
    assert "2026-02-16  https://b.example/2" in shell.ok("history", "list")


@pytest.mark.parametrize("body", [None, b"", b'{"https://a.example/1": ', b"[]", b"\xff\x00"])
def test_a_missing_or_corrupt_file_is_reported_and_counts_as_empty(
    shell: Any, body: bytes | None
) -> None:
    """A warning and exit 0 (document 1, "Corrupted History")."""
    if body is not None:
        (shell.folder / "seen_urls.json").write_bytes(body)
    done = shell("history", "import", "seen_urls.json")
    assert done.returncode == 0
    assert done.stdout == "0 new URLs, 0 known before, 0 left out; 0 in history.\n"
    assert done.stderr.startswith("warning: seen_urls.json ")
    assert "as empty" in done.stderr
    assert "Traceback" not in done.stderr


def test_bad_rows_are_named_and_the_others_count(shell: Any) -> None:
    """Partly bad is partly good."""
    rows = {"https://a.example/1": "2026-02-17", "https://a.example/2": "soon", "x": "2026-02-17"}
    done = shell("history", "import", "-", given=json.dumps(rows).encode())
    assert done.returncode == 0
    assert "1 new URL, 0 known before, 2 left out" in done.stdout
    assert "warning: https://a.example/2: 'soon' is not a day (YYYY-MM-DD)" in done.stderr


def test_an_export_that_cannot_be_written_keeps_the_old_file(shell: Any) -> None:
    """Exit 1, and what to do."""
    done = shell("history", "export", "no/such/folder/seen.json")
    assert done.returncode == 1
    assert "cannot be written" in done.stderr


def test_prune(shell: Any) -> None:
    """By hand what every edition does first."""
    shell.ok("history", "import", "-", *TODAY, given=b'{"https://a.example/1": "2026-01-01"}')
    said = shell.ok("history", "prune", *TODAY)
    assert said == "pruned 1 entry older than 30 days; 0 left.\n"
    shell.ok("readers", "add", "ada", "--article-history-days", "0")
    assert "is off" in shell.ok("history", "prune", "--reader", "ada")


def test_readers_add_edit_list_remove(filled: Any) -> None:
    """A reader's whole life."""
    filled.ok(
        *("readers", "add", "ada", "--name", "Ada", "--email", "ada@example.org"),
        *("--category", "science", "--category", "sport", "--source", "W_RSS_1"),
        *("--language", "fr", "--weight", "recency=2.5"),
    )
    filled.ok("readers", "edit", "ada", "--article-history-days", "7", "--max-per-source", "0")
    rows = [json.loads(line) for line in filled.ok("readers", "list", "--json").splitlines()]
    [ada] = [row["reader"] for row in rows if row["reader"]["reader_id"] == "ada"]
    assert ada["source_uuids"] == ["W_RSS_1"]
    assert ada["email"] == "ada@example.org"
    settings = ada["settings"]
    assert settings["categories"] == ["science", "sport"]
    assert (settings["article_history_days"], settings["language"]) == (7, "fr")
    assert settings["weights"]["recency"] == 2.5
    assert "Synthèse du 4 mars 2026" in filled.ok("digest", "run", "--reader", "ada", *TODAY)
    assert "ada  Ada (personal, fr)" in filled.ok("readers", "list")
    assert filled.ok("readers", "remove", "ada", "--yes") == "Removed ada.\n"
    assert "ada" not in filled.ok("readers", "list")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("add", "ada", "--article-history-days", "366"), "from 0 to 365"),
        (("add", "ada", "--archive-days", "-1"), "from 0 to 365"),
        (("add", "ada", "--max-items-per-category", "0"), "from 1 to 100"),
        (("add", "ada", "--language", "xx"), "one of en, fr, zh"),
        (("add", "ada", "--weight", "luck=1"), "reputation, recency, clicks, sources"),
        (("add", "ada", "--weight", "recency=much"), "PART=NUMBER"),
        (("add", "ada", "--source", "W_RSS_9"), "There is no source W_RSS_9"),
        (("add", "ada", "--email", "no address"), "no e-mail address"),
        (("add", "../etc"), "no id of a reader"),
        (("add", "public"), "already"),
        (("edit", "nobody"), "There is no reader nobody"),
        (("remove", "public", "--yes"), "stands for everybody"),
    ],
)
def test_what_is_not_allowed_is_named(shell: Any, words: tuple[str, ...], said: str) -> None:
    """Exit 2, one line, nothing changed."""
    before = shell.ok("readers", "list")
    done = shell("readers", *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert shell.ok("readers", "list") == before


@pytest.mark.parametrize(
    "words", [("digest",), ("digest", "run"), ("history", "import"), ("readers", "add")]
)
def test_help_is_everywhere(shell: Any, words: tuple[str, ...]) -> None:
    """Each verb tells what it does."""
    assert "Usage" in shell.ok(*words, "--help")
