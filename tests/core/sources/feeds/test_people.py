"""Who wrote an item, in the shapes in which feeds say so."""

from collections.abc import Callable

import pytest

from strandline.model.entries import Entry

Build = Callable[..., bytes]
Only = Callable[[bytes], Entry]
SPACES = 'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:a="http://www.w3.org/2005/Atom"'
ADA = "<author><name>Ada</name></author>"


@pytest.mark.parametrize(
    ("fields", "author"),
    [
        ("<author>ada@a.test (Ada L)</author>", "Ada L"),
        ("<author>Ada L &lt;ada@a.test&gt;</author>", "Ada L"),
        ("<author>ada@a.test</author>", "ada@a.test"),
        ("<author>ada@a.test</author><dc:creator>Ada L</dc:creator>", "Ada L"),
        ("<dc:creator>Ada</dc:creator><dc:creator>Bo</dc:creator>", "Ada, Bo"),
        ("<dc:creator>&lt;a href='/ada'&gt;Ada&lt;/a&gt;</dc:creator>", "Ada"),
        ("<author><![CDATA[J&ouml;rg &amp; Ada]]></author>", "Jörg & Ada"),
        ("<a:author><a:name>Ada</a:name></a:author>", "Ada"),
    ],
)
def test_rss(fields: str, author: str, rss: Build, only: Only) -> None:
    """A name before an address, plain text, all of those that are named."""
    item = f"<item><link>https://paper.example/1</link>{fields}</item>"
    assert only(rss(item, root=SPACES)).author == author


@pytest.mark.parametrize(
    ("entry", "author"),
    [
        ("", "Paper staff"),
        (ADA, "Ada"),
        (f"<source>{ADA}</source>", "Ada"),
        (f"<source>{ADA}</source><author><name>Bo</name></author>", "Bo"),
    ],
)
def test_atom(entry: str, author: str, atom: Build, only: Only) -> None:
    """The entry's author, else that of the feed it was taken from, else the feed's own."""
    link = '<link href="https://paper.example/1"/>'
    staff = "<author><name>Paper staff</name></author>"
    assert only(atom(f"{staff}<entry>{link}{entry}</entry>")).author == author
