"""The verbs `sources` and `poll`, as a person types them."""

import functools
import http.server
import json
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import structlog

from strandline.cli.registry import open_registry
from strandline.cli.root import run

Type = Callable[..., tuple[int, str, str]]

OPML = """<?xml version="1.0"?><opml version="2.0"><body><outline text="Hills">
<outline text="Valley" xmlUrl="https://valley.example/feed.xml"/>
<outline text="Forum" xmlUrl="https://forum.example/posts.rss"/></outline>
<outline text="Bad" xmlUrl="mailto:me@valley.example"/></body></opml>"""


@pytest.fixture
def typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Iterator[Type]:
    """Types a command in a folder of its own: exit status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "ledger.sqlite3"))
    monkeypatch.setenv("LOG_LEVEL", "error")
    monkeypatch.setenv("COLUMNS", "160")

    def type_it(*words: str) -> tuple[int, str, str]:
        status = run(list(words))
        out, err = capfd.readouterr()
        return status, out, err

    yield type_it
    structlog.reset_defaults()  # a verb configures the logs of its process


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A folder served on loopback, with one feed in it."""
    folder = tmp_path / "served"
    folder.mkdir()
    (folder / "feed.xml").write_text(
        '<?xml version="1.0"?><rss version="2.0"><channel><title>Valley</title>'
        "<item><title>The mill [red]grinds[/red]</title><link>https://valley.example/mill</link>"
        "<pubDate>Mon, 02 Mar 2026 08:00:00 GMT</pubDate></item>"
        "<item><title>Long ago</title><link>https://valley.example/old</link>"
        "<pubDate>Mon, 02 Mar 2020 08:00:00 GMT</pubDate></item></channel></rss>"
    )

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    handler = functools.partial(Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    monkeypatch.setenv("ALLOW_PRIVATE_NETWORKS", f"127.0.0.1:{server.server_port}")
    monkeypatch.setenv("HOST_DELAY_SECONDS", "0")
    monkeypatch.setenv("RESOLVE_REDIRECTS", "false")
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def listed(typed: Type) -> list[dict[str, Any]]:
    return [json.loads(line) for line in typed("sources", "list", "--json")[1].splitlines()]


def test_a_source_is_added_shown_edited_and_removed(typed: Type) -> None:
    """The life of a source, each step by its id, its address or its name."""
    status, out, _ = typed("sources", "add", "https://valley.example/feed.xml", "--name", "Valley")
    assert (status, out.split(":")[0]) == (0, "Added W_RSS_1")
    assert "not polled yet" in typed("sources", "list")[1]
    status, _, _ = typed("sources", "edit", "valley", "--language", "fr", "--interval", "600")
    assert status == 0
    (row,) = listed(typed)
    assert (row["source"]["language"], row["source"]["kind"]) == ("fr", "feed")
    assert typed("sources", "edit", "W_RSS_1", "--inactive")[0] == 0
    assert " off " in typed("sources", "list")[1]
    assert typed("sources", "remove", "https://valley.example/feed.xml")[0] == 0
    assert listed(typed) == []
    assert typed("sources", "add", "https://valley.example/feed.xml")[1].startswith("Added W_RSS_2")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("add", "nonsense"), "web address"),
        (("add", "ftp://a.example/feed.xml"), "web address"),
        (("add", "https://www.valley.example/feed.xml/"), "W_RSS_1"),
        (("add", "https://a.example/f.xml", "--timezone", "Mars"), "time zone"),
        (("edit", "nobody", "--name", "x"), "no source"),
        (("edit", "W_RSS_1"), "Nothing to change"),
        (("remove", "nobody"), "no source"),
        (("import", "absent.opml"), "cannot be read"),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(
    typed: Type, words: tuple[str, ...], said: str
) -> None:
    """What cannot be done is said in one line with what to do; nothing is changed."""
    typed("sources", "add", "https://valley.example/feed.xml")
    status, _, err = typed("sources", *words)
    assert status == 2
    assert said in err
    assert err.count("\n") == 1
    assert len(listed(typed)) == 1


def test_opml_comes_in_and_goes_out(typed: Type, tmp_path: Path) -> None:
    """Import adds, names what it left out, may be repeated; export writes what import reads."""
    (tmp_path / "in.opml").write_text(OPML)
    status, out, err = typed("sources", "import", "in.opml")
    assert status == 0
    assert "2 sources added, 0 already there, 1 left out" in out
    assert "mailto" in err
    assert "0 sources added, 2 already there" in typed("sources", "import", "in.opml")[1]
    kinds = {row["source"]["name"]: row["source"]["kind"] for row in listed(typed)}
    assert kinds == {"Valley": "feed", "Forum": "discourse"}
    changes = ("--reputation", "0.9", "--type", "podcast", "--timezone", "Europe/Paris")
    typed("sources", "edit", "Valley", *changes, "--interval", "7200", "--inactive")
    before = [row["source"] | {"source_uuid": ""} for row in listed(typed)]
    assert typed("sources", "export", "--output", "out.opml")[0] == 0
    for row in listed(typed):
        typed("sources", "remove", row["source"]["source_uuid"])
    assert "2 sources added" in typed("sources", "import", "out.opml")[1]
    assert [row["source"] | {"source_uuid": ""} for row in listed(typed)] == before


def test_opml_without_an_address(typed: Type, tmp_path: Path) -> None:
    """A file without an address says so on standard error; a list of ours needs none."""
    (tmp_path / "cut.opml").write_text("<opml><body><outline")
    status, _, err = typed("sources", "import", "cut.opml")
    assert (status, "names no feed address" in err) == (0, True)
    typed("sources", "add", "Skills", "--kind", "list", "--item", "https://valley.example/knots")
    typed("sources", "add", "tides & boats", "--kind", "search", "--interval", "7200")
    assert typed("sources", "export", "--output", "out.opml")[0] == 0
    before = [{**one["source"], "source_uuid": ""} for one in listed(typed)]
    for one in listed(typed):
        typed("sources", "remove", one["source"]["source_uuid"])
    assert typed("sources", "import", "out.opml")[0] == 0
    after = [{**one["source"], "source_uuid": ""} for one in listed(typed)]
    assert sorted(after, key=str) == sorted(before, key=str)


def test_an_opml_that_is_not_xml_is_one_line(typed: Type, tmp_path: Path) -> None:
    """A file of another kind adds nothing and says what it is not."""
    (tmp_path / "in.opml").write_text("PK\x03\x04 no XML")
    status, _, err = typed("sources", "import", "in.opml")
    assert status == 1
    assert "OPML" in err
    assert listed(typed) == []


def test_poll_tells_what_each_source_brought(typed: Type, served: str) -> None:
    """The table and the JSON lines hold the same counts; titles are never read as markup."""
    typed("sources", "add", f"{served}/feed.xml", "--name", "Valley [bold]")
    typed("sources", "add", f"{served}/absent.xml", "--name", "Absent")
    status, out, _ = typed("poll", "--once", "--now", "2026-03-02T09:00:00Z")
    assert status == 0
    assert "1 new article from 2 sources" in out
    assert "Valley [bold]" in out
    assert "failing" in out
    status, out, _ = typed("poll", "--json", "--force", "--now", "2026-03-02T10:00:00Z")
    valley = next(line for line in map(json.loads, out.splitlines()) if "Valley" in line["name"])
    assert (valley["state"], valley["unchanged"], valley["new"]) == ("ok", True, 0)
    assert "ok" in typed("sources", "list")[1]


def test_poll_names_one_source_and_polls_it_at_once(typed: Type, served: str) -> None:
    """A source that is named is polled, due or not, and no other."""
    typed("sources", "add", f"{served}/feed.xml", "--name", "Valley")
    typed("sources", "add", f"{served}/absent.xml", "--name", "Absent")
    for _ in range(2):
        status, out, _ = typed("poll", "valley", "--json", "--now", "2026-03-02T09:00:00Z")
        assert status == 0
        assert [json.loads(line)["name"] for line in out.splitlines()] == ["Valley"]


def test_poll_fails_where_nothing_could_be_read(typed: Type, served: str) -> None:
    """Exit status 1 where every source failed; 0 where nothing was due."""
    assert "no active sources" in typed("poll", "--once")[1]
    typed("sources", "add", f"{served}/absent.xml")
    assert typed("poll", "--once")[0] == 1
    status, out, _ = typed("poll", "--once")
    assert status == 0
    assert "is due" in out


def test_poll_says_who_has_the_sources(typed: Type, served: str) -> None:
    """Sources that another process holds are not called "not due": --force would not get them."""
    typed("sources", "add", f"{served}/feed.xml")
    with open_registry() as (store, _):
        store.claim_due(datetime.now(UTC), "killed", timedelta(seconds=90), limit=1)
    for wish in ("--once", "--force"):
        status, out, _ = typed("poll", wish)
        assert status == 0
        assert out.startswith("1 source to poll, held by another process")
        assert "within 90 seconds" in out


def test_the_table_of_sources_fits_a_terminal(
    typed: Type, served: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On 80 columns no time and no id is broken into two lines."""
    monkeypatch.setenv("COLUMNS", "80")
    typed("sources", "add", f"{served}/feed.xml", "--name", "The Valley and Upper Hills Courier")
    typed("poll", "--now", "2026-03-02T09:00:00Z")
    shown = typed("sources", "list")[1]
    assert "W_RSS_1" in shown
    assert "2026-03-02 09:00" in shown


def test_poll_refuses_a_time_that_is_none(typed: Type) -> None:
    """`--now` says how a time is written."""
    status, _, err = typed("poll", "--now", "yesterday")
    assert status == 2
    assert "2026-03-02T09:00:00Z" in err


def page(*links: str) -> str:
    tags = "".join(f'<link rel="alternate" type="application/rss+xml" {one}>' for one in links)
    return f"<html><head><title>Valley</title>{tags}</head><body><p>Hello</p></body></html>"


def test_the_feed_of_a_page_is_added(typed: Type, served: str, tmp_path: Path) -> None:
    """Of what a page names the main feed that can be read is taken, and all of it is shown."""
    (tmp_path / "served" / "index.html").write_text(
        page(
            'href="/comments.xml" title="Comments [on] Valley"',
            'href="javascript:alert(1)"',
            'href="/absent.xml"',
            'href="/feed.xml" title="Valley"',
        )
    )
    status, out, _ = typed("sources", "add", f"{served}/")
    assert status == 0
    assert f"* {served}/feed.xml  (Valley)" in out
    assert f"  {served}/comments.xml  (Comments [on] Valley, comments)" in out
    assert f"The page names a feed, which is added instead: {served}/feed.xml." in out
    assert "javascript" not in out
    (one,) = listed(typed)
    assert (one["source"]["kind"], one["source"]["url"]) == ("feed", f"{served}/feed.xml")
    status, _, err = typed("sources", "add", f"{served}/")
    assert (status, "W_RSS_1" in err, "already" in err) == (2, True, True)
    status, out, _ = typed("sources", "add", f"{served}/", "--kind", "direct", "--json")
    assert (status, json.loads(out)["kind"], json.loads(out)["discovery"]) == (0, "direct", None)


def test_a_feed_without_the_letters_of_one_is_a_feed(
    typed: Type, served: str, tmp_path: Path
) -> None:
    """What answers with a feed is one, whatever its address says."""
    (tmp_path / "served" / "news").write_bytes((tmp_path / "served" / "feed.xml").read_bytes())
    status, out, _ = typed("sources", "add", f"{served}/news", "--json")
    assert (status, json.loads(out)["kind"], json.loads(out)["url"]) == (
        0,
        "feed",
        f"{served}/news",
    )


def test_a_page_where_the_letters_say_feed(typed: Type, served: str, tmp_path: Path) -> None:
    """What has the letters of a feed and answers with a page is looked at like any page."""
    folder = tmp_path / "served"
    (folder / "old.xml").write_text(page('href="/feed.xml"'))
    _, out, _ = typed("sources", "add", f"{served}/old.xml", "--json")
    assert (json.loads(out)["kind"], json.loads(out)["url"]) == ("feed", f"{served}/feed.xml")
    typed("sources", "remove", "W_RSS_1")
    (folder / "feed.xml").unlink()
    status, out, err = typed("sources", "add", f"{served}/old.xml")
    assert (status, "Added W_RSS_2" in out, "is no feed and names none" in err) == (0, True, True)
    _, out, _ = typed("sources", "add", f"{served}/absent.xml", "--kind", "feed", "--json")
    assert json.loads(out)["discovery"] is None


def test_a_page_that_names_no_feed(typed: Type, served: str, tmp_path: Path) -> None:
    """The usual places are asked; where nothing is, the page stays one, and that is said."""
    (tmp_path / "served" / "index.html").write_text(page('href="/absent.xml"'))
    status, out, _ = typed("sources", "add", f"{served}/", "--json")
    said = json.loads(out)
    assert (status, said["kind"], said["url"]) == (0, "feed", f"{served}/feed.xml")
    assert said["discovery"]["guessed"] is True
    typed("sources", "remove", said["source_uuid"])
    (tmp_path / "served" / "feed.xml").unlink()
    status, out, _ = typed("sources", "add", f"{served}/")
    assert status == 0
    assert "No feed was found: the page itself is read" in out
    assert listed(typed)[0]["source"]["kind"] == "direct"


def test_a_page_that_cannot_be_looked_at(typed: Type) -> None:
    """Our guard refuses what it always refuses; the source is added as a page, with a warning."""
    status, out, err = typed("sources", "add", "http://127.0.0.1:9/")
    assert (status, "Added W_DIRECT_1" in out) == (0, True)
    assert "no look at it was of use" in err


def test_settings_reach_sources_without_an_interval(
    typed: Type, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later change of the settings counts for all sources but those with a value of their own."""
    typed("sources", "add", "https://valley.example/feed.xml")
    typed("sources", "add", "https://forum.example/posts.rss")
    typed("sources", "add", "https://hill.example/feed.xml", "--interval", "7200")
    monkeypatch.setenv("FEED_INTERVAL_SECONDS", "600")
    monkeypatch.setenv("POLL_INTERVAL_SECONDS", "90")
    assert [one["interval_s"] for one in listed(typed)] == [600.0, 90.0, 7200.0]
    assert [one["source"]["poll_interval"] for one in listed(typed)] == [
        None,
        None,
        "2:00:00",
    ]
    _, out, _ = typed("sources", "list")
    assert "10 min " in out
    assert "90 s " in out
    assert "2 h*" in out
    typed("sources", "edit", "hill.example", "--interval", "0")
    assert listed(typed)[2]["interval_s"] == 600.0


def test_sources_are_looked_after_by_command(typed: Type, tmp_path: Path) -> None:
    """Tagged, moved, paused, retired and brought back, several in one go; a list is only shown."""
    for name in ("hill", "valley"):
        typed("sources", "add", f"https://{name}.example/feed.xml", "--tag", "new")
    both = ("hill.example", "W_RSS_2")
    assert "2 sources have the tag “daily” now." in typed("sources", "tag", "daily", *both)[1]
    assert "1 source has lost the tag" in typed("sources", "untag", "new", "W_RSS_1")[1]
    assert (
        "2 sources are in the category “local” now." in typed("sources", "move", "local", *both)[1]
    )
    assert "1 source is retired." in typed("sources", "retire", "W_RSS_1")[1]
    assert "1 source is paused." in typed("sources", "pause", "W_RSS_2")[1]
    rows = [row["source"] for row in listed(typed)]
    assert [row["tags"] for row in rows] == [["daily"], ["new", "daily"]]
    assert [row["categories"] for row in rows] == [["local"], ["local"]]
    assert [row["active"] for row in rows] == [False, False]
    assert "2 sources are polled again." in typed("sources", "resume", *both)[1]
    status, _, err = typed("sources", "resume", *both)
    assert (status, "nothing to change" in err) == (2, True)
    assert typed("sources", "adopt", "W_RSS_1")[0] == 2
    (tmp_path / "in.opml").write_text(OPML)
    status, out, _ = typed("sources", "import", "in.opml", "--dry-run")
    assert (status, "1 source would be added, 1 already there" in out) == (0, True)
    assert len(listed(typed)) == 2


def test_articles_are_found_by_command_and_searches_kept(typed: Type, served: str) -> None:
    """What a poll brought is found at once; a search that is kept prints its feed's address."""
    typed("sources", "add", f"{served}/feed.xml", "--name", "Valley", "--language", "en")
    typed("poll", "--once", "--now", "2026-03-02T09:00:00Z")
    assert "The mill" in typed("search", "mill")[1]
    assert typed("search", "valley", "--source", "Valley", "--not-kept", "--language", "en")[0] == 0
    assert typed("search", "mill", "--kept")[0] == 1
    assert typed("search", "mill", "--category", "none")[0] == 1
    status, out, _ = typed("search", "mill", "--language", "en", "--save", "Mills")
    assert (status, "/feeds/" in out) == (0, True)
    (line,) = typed("searches", "list", "--json")[1].splitlines()
    kept = json.loads(line)
    assert (kept["name"], kept["asks"]) == ("Mills", {"q": "mill", "language": "en"})
    assert kept["feed"] in out
    status, out, _ = typed("searches", "renew", str(kept["id"]))
    assert (status, kept["feed"] in out) == (0, False)
    assert typed("searches", "remove", str(kept["id"]))[0] == 0
    assert typed("searches", "remove", str(kept["id"]))[0] == 2
    assert typed("search", "--save", "Nothing")[0] == 2
