"""No text from outside makes a loop of ours run more than in proportion to its length.

Lines that Python executes are counted, in our own files only, for a text and for one twice as long.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any

import pytest

from strandline.core.archive.replay_css import rewrite_css
from strandline.core.archive.replay_page import rewrite_page
from strandline.core.archive.search import wanted
from strandline.core.archive.snippet import snippet
from strandline.core.links.extract import extract_links
from strandline.core.sources.direct import read_page
from strandline.core.sources.feeds.reader import read_feed
from strandline.core.sources.opml import read_opml
from strandline.core.sources.sitemap import read_sitemap
from strandline.core.text.charset import decode_page
from strandline.core.text.hints import read_hints
from strandline.core.text.titles.reading import read_title
from strandline.core.text.words import extras, fold, tokens
from strandline.core.urls import identify
from strandline.core.urls.robots import read_robots
from strandline.model.errors import StrandlineError

_HERE = "https://paper.example/"
_READERS: dict[str, Callable[[str], object]] = {
    "words": lambda text: (tokens(text), extras(text)),
    "query": wanted,
    "snippet": lambda text: snippet(text, (("word", "or"), ("東京",))),
    "title": read_title,
    "url": lambda text: identify(_HERE + text),
    "robots": lambda text: read_robots(text.encode(), "strandline"),
    "charset": lambda text: decode_page(b"\xff" + text.encode(), f"text/html; {text}"),
    "hints": lambda text: read_hints(text.encode(), text),
    "sheet": lambda text: rewrite_css(text, lambda _, __: None),
    "page": lambda text: rewrite_page(text, lambda _: lambda *_: None, has_run=False),
    "post": lambda text: extract_links(text, base_url=_HERE, own_host=None),
    "source page": lambda text: read_page(text.encode(), content_type="", base_url=_HERE),
    "feed": lambda text: read_feed(text.encode(), base_url=_HERE),
    "item": lambda text: read_feed(f"<rss><channel><item><title>{text}".encode(), base_url=_HERE),
    "sitemap": lambda text: read_sitemap(f"<urlset><url><loc>{text}".encode(), base_url=_HERE),
    "outline": lambda text: read_opml(f"<opml><body>{text}".encode()),
}
_UNITS = (
    *("a", " ", "\t", "\n", "é", "\u0301\u0316", "中", "<", "&", "&amp;", "/", "%41", "?", "a=b&"),
    *("a ", "a. ", "1,", '"\\', "`", "```\n", "> a\n", "{", "[", "(", "<!--", "<![CDATA[", "]]>"),
    *("<td>\t\t\t\t", "<div>", "</b>", "<i><b></i>", "<b>x</b>", "<table>", "<svg>", "<br>"),
    *(
        "<a href=https://x.example/>x</a> ",
        "https://x.example/a ",
        "[quote]",
        "[/quote]",
        "[url=x]",
    ),
    *("<blockquote>", "<style>a{", "<p class=", "<meta name=x content=y>", "<item>", "<entry>"),
    *("<item><link>https://x.example/</link></item>", "<outline>", "<url><loc>https://x.example/"),
    *("<outline text='a' xmlUrl='https://x.example/f'/>", "Disallow: /a\n", "User-agent: a\n"),
    "<li><a href='/2026/01/02/a-b-c-d'>word word word</a></li>",
)
_SIZE = 1_500
#: A text twice as long may take so many times the lines, and a little more.
_MOST_GROWTH, _FEW = 2.5, 4_000


@pytest.mark.parametrize("name", _READERS)
def test_a_text_twice_as_long_takes_twice_the_lines(name: str) -> None:
    """What reads texts from outside goes through them a fixed number of times."""
    faults = []
    for unit in _UNITS:
        short, long = (unit * (size // len(unit)) for size in (_SIZE, 2 * _SIZE))
        first, second = (_lines(_READERS[name], text) for text in (short, long))
        if second > _MOST_GROWTH * first + _FEW:
            faults.append(f"{unit!r}: {first:,} lines, then {second:,}")
    assert not faults


def test_marks_are_sorted_in_short_runs() -> None:
    """Unicode sorts the marks on one letter, one by one: it is given thirty of them at most."""
    folded = fold("中" + "\u0591\u3099\u0f73" * 20_000)
    assert len(folded) < 100
    assert fold(folded) == folded


def _lines(read: Callable[[str], object], text: str) -> int:
    """Lines of the package that are executed to read a text."""
    count = 0

    def traced(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        if "strandline" not in frame.f_code.co_filename:
            return None
        count += event == "line"
        return traced

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        with suppress(StrandlineError):
            read(text)
    finally:
        sys.settrace(before)
    return count
