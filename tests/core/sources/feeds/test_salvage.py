"""Broken documents yield what can be had."""

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from strandline.core.sources.feeds.soup import DEEPEST, balance
from strandline.model.entries import Listing
from strandline.model.errors import ParseError

Build = Callable[..., bytes]
Read = Callable[[bytes], Listing]
ITEM = b"<item><title>%s</title><link>https://a.test/%d</link></item>"


def document(*items: bytes, before: bytes = b"", after: bytes = b"</channel></rss>") -> bytes:
    return before + b'<rss version="2.0"><channel><title>Paper</title>' + b"".join(items) + after


@pytest.mark.parametrize(
    ("title", "plain"),
    [
        (b"Salt & pepper", "Salt & pepper"),
        (b"Salt&pepper", "Salt&pepper"),
        (b"Caf&eacute;&nbsp;noir", "Café noir"),
        (b"Bell\x07 rings", "Bell rings"),
        (b"a &unknown; b", "a &unknown; b"),
        (b"<b>bold<i> both</b> rest", "bold both rest"),
        (b"line<br>break", "line break"),
        (b"1 < 2 > 0", "1 < 2 > 0"),
        (b"&#x41;&#66;", "AB"),
        (
            b"&#55357;&#56832; &#xD83D;&#xde00; &#55357;x",
            "\N{GRINNING FACE} \N{GRINNING FACE} x",
        ),
        (b"&#0;nul &amp; &#xD800;&#xFFFE;void", "nul & void"),
    ],
)
def test_titles(title: bytes, plain: str, read: Read) -> None:
    """Bare ampersands, HTML entities, control bytes and tags that do not nest are mended.

    References to the halves of a character are the character; a half alone is nothing.
    """
    listing = read(document(ITEM % (title, 1), ITEM % (b"Next & last", 2)))
    assert [entry.title for entry in listing.entries] == [plain, "Next & last"]
    assert [entry.url for entry in listing.entries] == ["https://a.test/1", "https://a.test/2"]
    assert "malformed" in listing.flags


@pytest.mark.parametrize(
    "before",
    [
        b"\n\n  <?xml version='1.0'?>",
        b"<br />\n<b>Warning</b>: something on line <b>3</b><br />\n<?xml version='1.0'?>",
        b"\xef\xbb\xbf\n<?xml version='1.0' encoding='utf-8'?>",
        b"<!-- made by hand -->\n",
    ],
)
def test_junk_before(before: bytes, read: Read) -> None:
    """Text in front of a feed does not hide it."""
    assert len(read(document(ITEM % (b"One", 1), before=before)).entries) == 1


def test_leading_space_is_no_fault(read: Read) -> None:
    """White space before the declaration is not worth a warning."""
    before = b"\n<?xml version='1.0'?>"
    assert "malformed" not in read(document(ITEM % (b"One", 1), before=before)).flags


@pytest.mark.parametrize("cut", [b"<item><title>Half", b"<item><link>https://a.te", b"<item"])
def test_cut_off(cut: bytes, read: Read) -> None:
    """An item that the document does not finish is left out: its address may be half of one."""
    listing = read(document(ITEM % (b"One", 1), cut, after=b""))
    assert [entry.url for entry in listing.entries] == ["https://a.test/1"]
    assert "malformed" in listing.flags


def test_missing_end_of_document(read: Read) -> None:
    """Items that are whole are kept where only the end of the document is missing."""
    listing = read(document(ITEM % (b"One", 1), ITEM % (b"Two", 2), after=b""))
    assert [entry.title for entry in listing.entries] == ["One", "Two"]
    assert "cut_off" not in listing.flags


def test_missing_end_of_item(read: Read) -> None:
    """A new item ends the one before it."""
    open_item = b"<item><title>One</title><link>https://a.test/1</link>"
    listing = read(document(open_item, ITEM % (b"Two", 2)))
    assert [entry.url for entry in listing.entries] == ["https://a.test/1", "https://a.test/2"]


def test_missing_end_of_a_field_of_the_feed(read: Read) -> None:
    """Items do not vanish into a title of the feed that never ends."""
    body = document(ITEM % (b"One", 1), ITEM % (b"Two", 2)).replace(b"Paper</title>", b"Paper")
    assert [entry.title for entry in read(body).entries] == ["One", "Two"]


@pytest.mark.parametrize(
    "item",
    [
        b"<item><title>One<link>https://a.test/1</link></item>",
        b"<item><title>One<guid>x</guid><link>https://a.test/1</link></item>",
        b"<item><Title>One</title><LINK>https://a.test/1</link></ITEM>",
        b'<item><title>One</title><media a="1 < 2 > 0" b=x /><link>https://a.test/1</link></item>',
    ],
)
def test_a_field_that_does_not_end_as_it_began(item: bytes, read: Read) -> None:
    """The next field ends a field; names that differ in case are one; values hold any sign."""
    listing = read(document(item, ITEM % (b"Two", 2)))
    found = [(entry.title, entry.url) for entry in listing.entries]
    assert found == [("One", "https://a.test/1"), ("Two", "https://a.test/2")]


RSS_ITEM = (
    b"<item><title>One</title><description>Text</description><guid>https://a.test/g</guid>"
    b"<pubDate>Thu, 05 Jun 2025 09:00:00 GMT</pubDate><link>https://a.test/1</link></item>"
)
ATOM_ENTRY = (
    b"<entry><id>urn:1</id><title>One</title><updated>2025-06-05T09:00:00Z</updated>"
    b'<author><name>Ada</name><uri>https://a.test/ada</uri></author><link href="https://a.test/1"/>'
    b"<content>Text</content></entry>"
)


def broken(item: bytes) -> list[bytes]:
    """The item with each of its end tags missing, each tag twice, and a `<br>` before each."""
    found = []
    for tag in list(re.finditer(rb"</?[a-zA-Z]+[^<>]*>", item))[1:-1]:
        before, after = item[: tag.start()], item[tag.end() :]
        if tag[0].startswith(b"</"):
            found.append(before + after)
        found += [before + tag[0] * 2 + after, before + b"<br>" + tag[0] + after]
    return found


@pytest.mark.parametrize("item", [*broken(RSS_ITEM), *broken(ATOM_ENTRY)])
def test_one_tag_too_few_or_too_many(item: bytes, read: Read) -> None:
    """Whatever end tag is missing, and whatever tag stands twice, title, address and time stand."""
    listing = read(document(item, ITEM % (b"Two", 2)))
    assert [(entry.title, entry.url) for entry in listing.entries] == [
        ("One", "https://a.test/1"),
        ("Two", "https://a.test/2"),
    ]
    assert listing.entries[0].published == datetime(2025, 6, 5, 9, tzinfo=UTC)


def test_undeclared_prefix(read: Read) -> None:
    """A prefix that nobody declared is understood where it is well known."""
    item = b"<item><link>https://a.test/1</link><dc:creator>Ada</dc:creator></item>"
    (entry,) = read(document(item)).entries
    assert entry.author == "Ada"


def test_wrapped_in_a_page(read: Read) -> None:
    """A feed inside another document's root is found."""
    wrapped = (
        b'<html><body><feed xmlns="http://www.w3.org/2005/Atom"><entry>'
        b'<link href="https://a.test/1"/></entry></feed></body></html>'
    )
    listing = read(wrapped)
    assert [entry.url for entry in listing.entries] == ["https://a.test/1"]
    assert "malformed" in listing.flags


@pytest.mark.parametrize("opener", [b"<!--", b"<![CDATA["])
def test_what_opens_and_never_closes(opener: bytes, read: Read) -> None:
    """A comment or CDATA without an end swallows no items; one with an end hides what is in it."""
    open_item = (
        b"<item><title>One</title><link>https://a.test/1</link><x>" + opener + b"</x></item>"
    )
    hidden = b"<!-- " + ITEM % (b"Hidden", 3) + b" -->"
    listing = read(document(open_item, ITEM % (b"<![CDATA[Two]]>", 2), hidden))
    assert [entry.title for entry in listing.entries] == ["One", "Two"]


def test_a_feed_within_itself(read: Read) -> None:
    """A root that stands twice is one root."""
    body = document(ITEM % (b"One", 1))
    assert len(read(b"<rss>" + body + b"</rss>").entries) == 1


@pytest.mark.parametrize("is_whole", [True, False])
def test_the_view_of_a_browser(is_whole: bool, read: Read) -> None:
    """A feed that a browser drew, or that stands unescaped in a page, is found in it."""
    feed = document(ITEM % (b"One", 1))
    page = b"<html><head></head><body><div><div id='source'>" + feed + b"</div></div></body></html>"
    listing = read(page if is_whole else b"<!DOCTYPE html><meta charset=utf-8>" + page)
    assert [entry.title for entry in listing.entries] == ["One"]


def test_a_picture_is_no_feed(read: Read) -> None:
    """RDF within a drawing describes the drawing; an empty feed of its own is a feed."""
    rdf = b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><a/></rdf:RDF>'
    with pytest.raises(ParseError) as refused:
        read(b"<svg><metadata>" + rdf + b"</metadata></svg>")
    assert refused.value.subject == "error:not_a_feed"
    about = b"<description>&lt;html&gt; <![CDATA[<body class='x'>]]></description>"
    assert read(document(about)).entries == ()


@pytest.mark.parametrize(
    "page",
    [
        b"<html><body><p>A &lt;rss version='2.0'&gt; element</p></body></html>",
        b"<html><body><br><rss version='2.0'> is how it starts</body></html>",
        b"<html><body><channel>One</channel></body></html>",
    ],
)
def test_a_page_about_feeds_is_a_page(page: bytes, read: Read) -> None:
    """A page that only names a feed's elements has nothing to show as one."""
    with pytest.raises(ParseError) as refused:
        read(page)
    assert refused.value.subject == "error:html_page"


def test_own_entities(read: Read) -> None:
    """Entities that the document declares are its own words."""
    before = b'<!DOCTYPE rss [<!ENTITY town "Ulm">]>'
    (entry,) = read(document(ITEM % (b"&town; wins", 1), before=before)).entries
    assert entry.title == "Ulm wins"


def test_entity_bomb(read: Read) -> None:
    """Entities that multiply are not expanded, and the items that use none stay."""
    levels = b"".join(b'<!ENTITY e%d "%s">' % (n, b"&e%d;" % (n - 1) * 10) for n in range(1, 12))
    before = b'<!DOCTYPE rss [<!ENTITY e0 "x">' + levels + b"]>"
    listing = read(document(ITEM % (b"Fine", 1), ITEM % (b"&e11;", 2), before=before))
    assert listing.entries[0].title == "Fine"
    assert all(len(entry.title) < 1000 for entry in listing.entries)


def test_no_file_is_read(read: Read) -> None:
    """An external entity names a file, and nothing of it comes in."""
    before = b'<!DOCTYPE rss [<!ENTITY pw SYSTEM "file:///etc/hostname">]>'
    listing = read(document(ITEM % (b"a&pw;b", 1), before=before))
    assert [entry.title for entry in listing.entries] == ["ab"]


def test_many_items(rss: Build, read: Read) -> None:
    """A document of too many items yields the first ones, and says so."""
    listing = read(document((ITEM % (b"x", 1)) * 50_001))
    assert len(listing.entries) == 50_000
    assert "too_many_items" in listing.flags


def test_balance() -> None:
    """Tags are closed where they belong, ends of nothing dropped, attributes quoted once."""
    assert balance(b"<a x=1 x='2' y>t</b><c>u</a>v") == b'<a x="1" y="">t<c>u</c></a>v'
    assert balance(b"a < b <![CDATA[x < y") == b"a &#60; b <![CDATA[x < y]]>"


def test_balance_is_bounded() -> None:
    """Tags below any sensible depth are dropped."""
    assert balance(b"<a>" * 5000).count(b"<a>") == DEEPEST
