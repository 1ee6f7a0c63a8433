"""`import strandline`: what the verbs tell, as values; every case is asked of both."""

import ast
import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, is_dataclass
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strandline
from strandline.cli import run

PAGE = Path(__file__).parents[1] / "docs/reference/python.md"
POST = "https://forum.example/t/bread/12"

RSS = b"""<rss><channel><item><title>Tea &amp; time</title><link>/1</link><guid>g</guid>
<pubDate>Thu, 05 Jun 2025 09:00:00 GMT</pubDate></item>
<item><title>No address</title></item></channel></rss>"""

#: URL and options.
URLS: list[tuple[str, dict[str, Any]]] = [
    ("https://News.example/story/?utm_source=rss#top", {}),
    ("http://news.example/a?gclid=1", {"force_https": True}),
    ("../b", {"base": "https://news.example/x/y"}),
    ("news.example", {}),
    ("https://l.facebook.com/l.php?u=https%3A%2F%2Fnews.example%2Fa", {}),
    ("https://news.example/caf\udce9", {}),
    ("https://日报.example/新闻", {}),
    ("mailto:a@b.example", {}),
    ("", {}),
    ("https://news.example/\x00", {}),
    ("https://news.example/" + "x" * 9_000, {}),
]
#: A document and options.
FEEDS: list[tuple[bytes, dict[str, str]]] = [
    (
        RSS,
        {"base_url": "https://paper.example/"},
    ),
    (
        "<rss><channel><item><title>Žába</title></item></channel></rss>".encode("cp1250"),
        {"content_type": "text/xml; charset=windows-1250"},
    ),
    (b'{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1"}]}', {}),
    (b"<rss><channel><item><title>A & B</title>", {}),
    (b"<!doctype html><title>Hello</title>", {}),
    (b"", {}),
    (b"\x00\xff" * 40, {}),
]
#: A post and options.
POSTS: list[tuple[bytes, dict[str, str]]] = [
    (
        b'<blockquote><a href="/t/x/1">q</a></blockquote><p><a href="https://a.example/">a</a>',
        {"base_url": POST},
    ),
    (b"[quote]https://a.example/x[/quote] see https://b.example/y.", {}),
    ("<p>voilà <a href='/t/é/1'>là</a>".encode("latin-1"), {"base_url": POST}),
    (b'<a href="/t/x/1">q</a>', {"base_url": POST, "own_host": "other.example"}),
    (b"\x00<<<a href=", {}),
    (b"", {}),
]
#: Two articles as a line of `compare` has them.
PAIRS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (
        {"title": "Bridge over the Garonne closed in Lormont", "source": "The Paper"},
        {"title": "Bridge over the Garonne closed in Lormont!", "source": "The Herald"},
    ),
    ({"url": "https://p.example/a/?utm_source=rss"}, {"url": "https://www.p.example/a"}),
    (
        {"title": "Ferry line to the islands returns", "published": "2026-05-01T09:00:00Z"},
        {"title": "Ferry line to the islands returns", "published": "2026-07-01T09:00:00+02:00"},
    ),
    ({"title": "新渡轮时刻表公布", "lang": "zh"}, {"title": "A cup for the rowers", "lang": "en"}),
    ({"title": "\ud800"}, {"title": "\x00", "url": "mailto:a@b.example"}),
    ({}, {}),
]


@pytest.fixture
def verb(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., list[dict[str, Any]]]:
    """Run a verb on what it is given and read its lines."""

    def lines(*words: str, given: bytes = b"") -> list[dict[str, Any]]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        run([word for word in words if word])
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return lines


def answer(call: Callable[[], Any]) -> tuple[Any, strandline.StrandlineError | None]:
    """What a function gives, or the documented error that it raises."""
    try:
        return call(), None
    except (strandline.UrlError, strandline.ParseError) as error:
        return None, error


@pytest.mark.parametrize(("url", "options"), URLS)
def test_identify_says_what_the_verb_says(
    url: str, options: dict[str, Any], verb: Callable[..., list[dict[str, Any]]]
) -> None:
    """Canonical URL, key, notes, trail and id, or the same reason for there being none."""
    base = options.get("base")
    words = ["--https" if "force_https" in options else "", *(["--base", base] if base else [])]
    given = url.encode("utf-8", "surrogateescape") + b"\n"
    (told,) = verb("url", "--trail", *words, "-", given=given)
    found, error = answer(lambda: strandline.identify(url, **options))
    assert (error.message if error else None) == told.get("error")
    if not error:
        assert [found.original, found.canonical, found.key, found.url_notes] == [
            told[name] for name in ("original", "canonical", "key", "url_notes")
        ]
        assert strandline.article_uuid(found.canonical) == told["article_uuid"]
        assert [(s.rule, s.detail) for s in found.trail] == [
            (s["rule"], s["detail"]) for s in told["trail"]
        ]


@pytest.mark.parametrize(("body", "options"), FEEDS)
def test_read_feed_says_what_the_verb_says(
    body: bytes, options: dict[str, str], verb: Callable[..., list[dict[str, Any]]]
) -> None:
    """The same entries in the same order; none, and an error, where it is no feed."""
    words = [f"--{name.removesuffix('_url').replace('_', '-')}={options[name]}" for name in options]
    told = verb("feed", "-", *words, given=body)
    listing, error = answer(lambda: strandline.read_feed(body, **options))
    if error:
        assert not told
        assert error.subject.startswith(("error:", "blocked:"))
    else:
        assert [(e.title, e.url, e.guid, e.date_trust, e.author) for e in listing.entries] == [
            (r["title"], r["url"], r["guid"], r["date_trust"], r["author"]) for r in told
        ]
        assert [e.published and e.published.isoformat() for e in listing.entries] == [
            row["published"] for row in told
        ]


@pytest.mark.parametrize(("post", "options"), POSTS)
def test_find_links_says_what_the_verb_says(
    post: bytes, options: dict[str, str], verb: Callable[..., list[dict[str, Any]]]
) -> None:
    """The same links in the same order, from bytes."""
    words = [f"--{name.removesuffix('_url').replace('_', '-')}={options[name]}" for name in options]
    told = verb("links", "-", *words, given=post)
    found = strandline.find_links(post, **options)
    assert [(link.url, link.in_quote, link.kind, link.context) for link in found] == [
        (row["url"], row["in_quote"], row["kind"], row["context"]) for row in told
    ]


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_compare_says_what_the_verb_says(
    a: dict[str, Any], b: dict[str, Any], verb: Callable[..., list[dict[str, Any]]]
) -> None:
    """The same verdict with the same reason and evidence, whichever article comes first."""
    line = json.dumps({"id": 1, "a": a, "b": b}).encode()
    (told,) = verb("compare", "--no-vectors", "--explain", "-", given=line)
    for pair in ((a, b), (b, a)):
        found = strandline.compare(*map(_input, pair))
        assert [found.answer, found.relation, found.layer, found.reason] == [
            told[name] for name in ("verdict", "relation", "layer", "reason")
        ]
        assert list(found.vetoes) == told["vetoes"]
        assert round(found.score, 6) == told["score"]


def _input(row: dict[str, Any]) -> strandline.StoryInput:
    when = row.get("published")
    return strandline.StoryInput(
        title=row.get("title", ""),
        url=row.get("url", ""),
        source_name=row.get("source", ""),
        language=row.get("lang"),
        published=datetime.fromisoformat(when) if when else None,
    )


@pytest.mark.parametrize(
    "when",
    [
        datetime(2026, 5, 1, 9),  # noqa: DTZ001 - as people write them
        datetime(2026, 5, 1, 9, tzinfo=UTC),
        datetime(2026, 5, 1, 21, tzinfo=timezone(timedelta(hours=12))),
        datetime.max,  # noqa: DTZ901
        datetime.min.replace(tzinfo=timezone(timedelta(hours=14))),
    ],
)
def test_any_time_is_compared(when: datetime) -> None:
    """A time without a zone is taken for UTC, and none is too early or late."""
    other = strandline.StoryInput("B", published=datetime(2026, 5, 1, 9, tzinfo=UTC))
    verdict = strandline.compare(strandline.StoryInput("A", published=when), other)
    assert verdict.answer is not strandline.Answer.SAME


@given(st.text(), st.text())
def test_any_text_is_answered(one: str, other: str) -> None:
    """No text ends in anything but a value or the documented error."""
    strandline.find_links(one, base_url=other)
    strandline.compare(strandline.StoryInput(one, url=other), strandline.StoryInput(other))
    _, error = answer(lambda: strandline.identify(one, base=other))
    assert error is None or error.message in PAGE.read_text("utf-8")


@given(st.binary())
def test_any_bytes_are_answered(body: bytes) -> None:
    """A document of any bytes is a listing or the documented error."""
    strandline.find_links(body)
    _, error = answer(lambda: strandline.read_feed(body))
    assert error is None or error.subject in PAGE.read_text("utf-8")


@pytest.mark.parametrize(
    ("call", "names"),
    [
        (lambda: strandline.identify(b"https://a.example"), "text"),  # type: ignore[arg-type]
        (lambda: strandline.identify(None), "NoneType"),  # type: ignore[arg-type]
        (lambda: strandline.read_feed("<rss/>"), "bytes"),  # type: ignore[arg-type]
        (lambda: strandline.find_links(7), "int"),  # type: ignore[arg-type]
        (lambda: strandline.compare("a", "b"), "StoryInput"),  # type: ignore[arg-type]
        (
            lambda: strandline.compare(
                strandline.StoryInput(None),  # type: ignore[arg-type]
                strandline.StoryInput("b"),
            ),
            "title",
        ),
    ],
)
def test_the_wrong_kind_is_named(call: Callable[[], object], names: str) -> None:
    """What cannot be meant is a TypeError that says what is wanted."""
    with pytest.raises(TypeError, match=names):
        call()


def test_what_is_given_cannot_be_changed() -> None:
    """Values are frozen dataclasses."""
    found = strandline.identify("https://a.example/")
    with pytest.raises(FrozenInstanceError):
        found.key = "b"  # type: ignore[misc]
    assert is_dataclass(found)
    assert "canonical" in {field.name for field in fields(found)}


def test_everything_offered_is_there() -> None:
    """Each name of `__all__` is offered, shown by `dir`, and told by the page."""
    page = PAGE.read_text("utf-8")
    for name in strandline.__all__:
        assert getattr(strandline, name)
        assert name in dir(strandline)
        assert re.search(rf"\b{name}\b", page), name
    with pytest.raises(AttributeError, match="nonsense"):
        strandline.nonsense  # type: ignore[attr-defined] # noqa: B018


@pytest.mark.parametrize(
    ("used", "absent"),
    [
        ("", {"strandline.library", "strandline.core", "strandline.model", "lxml", "pydantic"}),
        ("strandline.identify('https://a.example/')", {"lxml", "pydantic", "strandline.ports"}),
        ("strandline.read_feed(b'<rss/>')", {"pydantic", "strandline.adapters"}),
        ("strandline.find_links('<p>a')", {"pydantic", "strandline.adapters"}),
        ("strandline.compare(*[strandline.StoryInput('a')] * 2)", {"strandline.adapters"}),
    ],
)
def test_nothing_is_loaded_before_it_is_needed(used: str, absent: set[str]) -> None:
    """The import costs nothing; no function loads a database, a web framework or a client."""
    program = f"import sys, strandline\n{used}\nprint(sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    loaded = set(ast.literal_eval(done.stdout))
    assert not loaded & {"sqlalchemy", "fastapi", "httpx2", "trafilatura", "rich", *absent}


def test_the_examples_of_the_page_are_true() -> None:
    """Its Python runs as it stands, and prints what the page says that it does."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(blocks) >= 4
    for block in blocks:
        out = io.StringIO()
        names: dict[str, Any] = {"print": lambda *what, out=out: print(*what, file=out)}
        exec(compile(block, str(PAGE), "exec"), names)  # noqa: S102 - our own page
        promised = [line.partition("# → ")[2] for line in block.splitlines() if "# → " in line]
        assert out.getvalue().splitlines() == promised
