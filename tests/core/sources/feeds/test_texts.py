"""Titles are plain text after one decode; contents stay HTML."""

import html
from collections.abc import Callable

import pytest

from strandline.core.sources.feeds.texts import LONGEST_TITLE, title_from, without_code
from strandline.model.entries import Entry

Build = Callable[..., bytes]
Only = Callable[[bytes], Entry]
LINK = '<link href="https://paper.example/1"/>'


@pytest.mark.parametrize(
    ("title", "plain"),
    [
        ('<title type="html">&lt;em&gt;Loud&lt;/em&gt; &amp;amp; clear</title>', "Loud & clear"),
        ('<title type="text">The &lt;main&gt; tag</title>', "The <main> tag"),
        ('<title type="text">AT&amp;amp;T</title>', "AT&amp;T"),
        ("<title>Caf&amp;#233; &lt;3</title>", "Café <3"),
        (
            (
                '<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">x<sup>2</sup> &lt; y'
                "</div></title>"
            ),
            "x2 < y",
        ),
        ('<title type="html">&amp;lt;b&amp;gt; is bold</title>', "<b> is bold"),
        ('<title type="html">&lt;script&gt;evil()&lt;/script&gt;Good</title>', "Good"),
        ('<title type="html">one&lt;br/&gt;two</title>', "one two"),
        ('<title mode="base64">VGVhIDxiPnRpbWU8L2I+</title>', "Tea time"),
    ],
)
def test_atom_title(title: str, plain: str, atom: Build, only: Only) -> None:
    """An Atom title loses markup where it is HTML and keeps its characters where it is text."""
    assert only(atom(f"<entry>{LINK}{title}</entry>")).title == plain


@pytest.mark.parametrize(
    ("title", "plain"),
    [
        ("A &amp; B", "A & B"),
        ("A &amp;amp; B", "A & B"),
        ("<![CDATA[<i>Ship</i> sails]]>", "Ship sails"),
        ("&lt;![CDATA[Boats &amp; nets]]&gt;", "Boats & nets"),
        ("&amp;lt;![CDATA[Boats &amp;amp; nets]]&amp;gt;", "Boats & nets"),
        ("<![CDATA[<![CDATA[Ship]]]]><![CDATA[>]]>", "Ship"),
        ("How to write &lt;![CDATA[ in XML", "How to write <![CDATA[ in XML"),
        ("5 &lt; 6", "5 < 6"),
        ("A List&lt;Item&gt; of &lt;b&gt;all&lt;/b&gt;", "A List<Item> of all"),
        ("git switch &lt;branch&gt;", "git switch <branch>"),
        ("Write to &lt;ann@a.test&gt; or &lt;https://a.test/?x=1&gt;", None),
        ("&lt;o:p&gt;Word&lt;/o:p&gt; &lt;x-card size=1&gt;cards", "Word cards"),
        ("  spread\n\t over&#160;lines ", "spread over lines"),
        ("turned \u202earound", "turned around"),
    ],
)
def test_rss_title(title: str, plain: str | None, rss: Build, only: Only) -> None:
    """An RSS title is HTML by habit: decoded once, tags dropped, white space folded.

    What HTML has no element for is no tag: a placeholder, a type, an address (None: all stays).
    """
    plain = plain or html.unescape(title)
    item = f"<item><title>{title}</title><link>https://paper.example/1</link></item>"
    assert only(rss(item)).title == plain


def test_long_title(rss: Build, only: Only) -> None:
    """A title of a megabyte is cut, with a mark."""
    item = f"<item><title>{'word ' * 200_000}</title><link>https://paper.example/1</link></item>"
    title = only(rss(item)).title
    assert len(title) == LONGEST_TITLE
    assert title.endswith("…")


@pytest.mark.parametrize(
    ("markup", "title"),
    [
        ("<p>Rain fell. Then more.</p>", "Rain fell."),
        ("<p>No stop here</p>", "No stop here"),
        ("今日は雨です。明日も雨。", "今日は雨です。"),
        ("", ""),
        ("<script>x()</script>", ""),
    ],
)
def test_title_from_text(markup: str, title: str) -> None:
    """A missing title is the first sentence of the text."""
    assert title_from(markup) == title


def test_title_from_long_text() -> None:
    """Where no sentence ends in time, a made title ends after a whole word."""
    made = title_from("lorem " * 100)
    assert made.endswith("lorem…")
    assert len(made) <= 121


def test_summary_and_content(rss: Build, only: Only) -> None:
    """A description is the summary, an encoded text the content, both as HTML."""
    item = (
        "<item><link>https://paper.example/1</link><description>&lt;p&gt;Short&lt;/p&gt;"
        "</description><content:encoded><![CDATA[<p>Long</p>]]></content:encoded></item>"
    )
    entry = only(rss(item, root='xmlns:content="http://purl.org/rss/1.0/modules/content/"'))
    assert (entry.summary, entry.content) == ("<p>Short</p>", "<p>Long</p>")


def test_text_becomes_html(atom: Build, only: Only) -> None:
    """A content that is text is escaped, so that it can be read as HTML like any other."""
    entry = only(atom(f'<entry>{LINK}<content type="text">a &lt; b</content></entry>'))
    assert entry.content == "a &lt; b"


def test_inline_xhtml(atom: Build, only: Only) -> None:
    """Inline XHTML is written as HTML, without its namespaces."""
    content = (
        '<content type="xhtml"><h:div xmlns:h="http://www.w3.org/1999/xhtml">'
        '<h:a href="/x?a=1&amp;b=2">here</h:a><h:br/>&lt;now&gt;</h:div></content>'
    )
    entry = only(atom(f"<entry>{LINK}{content}</entry>"))
    assert entry.content == '<div><a href="/x?a=1&amp;b=2">here</a><br>&lt;now&gt;</div>'


def test_code_is_left_out() -> None:
    """Scripts, styles and comments are left out, ended or not; the rest stays to the letter."""
    markup = "<p>a</p><script>1</script><!-- 2 --><style>3</style><b>c</b><script>4"
    assert without_code(markup) == "<p>a</p><b>c</b>"
