"""Pages and sheets made fit for replaying: they look as they did, and do nothing."""

import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.archive.replay_css import rewrite_css
from strandline.core.archive.replay_page import base_of, rewrite_page
from strandline.core.archive.replay_tokens import tokens
from strandline.core.archive.srcset import candidates


def lead(address: str, use: str) -> str | None:
    """Addresses with `known` in them are in the record."""
    return "7" if "known" in address else None


def replayed(markup: str, *, has_run: bool = False, is_xml: bool = False) -> str:
    return rewrite_page(markup, lambda base: lead, has_run=has_run, is_xml=is_xml)


@pytest.mark.parametrize(
    "markup",
    [
        "<p>x<script>alert(1)</script>",
        "<p onclick=alert(1) ONLOAD=alert(1)>x",
        "<p>x<svg><script>alert(1)</script></svg>",
        "<p>x<svg><animate onbegin=alert(1) attributeName=x></svg>",
        "<p>x<svg><foreignObject><iframe src=known></iframe></foreignObject></svg>",
        "<p>x<math><maction xlink:href=javascript:alert(1)>y</maction></math>",
        "<p>x<a href=javascript:alert(1)>y</a>",
        "<p>x<a href='java\nscript:alert(1)'>y</a>",
        "<p>x<form action=https://evil.example/><button formaction=javascript:alert(1)>y</form>",
        "<p>x<object data=https://evil.example/></object><embed src=https://evil.example/>",
        "<embed src=https://evil.example/><p>x",
        "<svg><set attributeName=href to=javascript:alert(1)><animate onbegin=y></svg><p>x",
        "<p>x<iframe srcdoc='<script>alert(1)</script><base target=_top><p onclick=a()>'></iframe>",
        "<p>x<iframe src=known srcdoc='<iframe src=//evil.example><a ping=/ href=//evil.example>'>",
        "<p>x<iframe src=javascript:alert(1)></iframe>",
        "<p>x<template><script>alert(1)</script></template>",
        "<p>x<noembed><script>alert(1)</script></noembed><noframes><script>y()</script></noframes>",
        "<meta http-equiv=refresh content='0;url=https://evil.example/'><p>x",
        '<meta http-equiv=content-security-policy content="script-src *"><p>x',
        "<base href=https://evil.example/ target=_top><p>x",
        "<link rel=preconnect href=//evil.example><link rel=dns-prefetch href=//evil.example><p>x",
        "<link rel='preload stylesheet' href=known.css><link rel=manifest href=known><p>x",
        "<img src=https://evil.example/a.png srcset='https://evil.example/b.png 2x'><p>x",
        "<a ping=https://evil.example/ attributionsrc=https://evil.example/ href=#y>z</a><p>x",
        "<body background=https://evil.example/><p>x",
        "<video src=https://evil.example/ poster=https://evil.example/ autoplay></video><p>x",
        "<style>@import 'https://evil.example/'; p{background:url(//evil.example/)}</style><p>x",
        "<p style='background:url(https://evil.example/)'>x",
        "<p>x<svg><use href='https://evil.example/#a'/><image href=https://evil.example/ /></svg>",
        "<p>x<svg><style></style><script>alert(1)</script></style></svg>",
        "<style><!--</style><script>alert(1)</script>--></style><p>x",
        '<p>x<script type=speculationrules>{"prefetch":[{"urls":["https://evil.example/"]}]}</script>',
    ],
)
def test_nothing_acts_and_nothing_leads_out(markup: str) -> None:
    """What runs, sends, connects or leads elsewhere is gone; what can be read is still there."""
    page = replayed(markup)
    assert "x" in _Text.of(page)
    assert not re.search(r"(?:<|&lt;)(script|base|embed|template|meta|noembed)\b", page)
    assert not re.search(
        r"\s(on\w+|(?:form)?action|ping|data|target|autoplay|attributionsrc)=", page
    )
    told = re.sub(r' title="[^"]*"', "", page)  # where a link led may be read, not followed
    assert "evil.example" not in told
    assert "script:" not in told


class _Text(HTMLParser):
    """The words of a document."""

    def __init__(self) -> None:
        super().__init__()
        self.words = ""

    def handle_data(self, data: str) -> None:
        self.words += data

    @classmethod
    def of(cls, page: str) -> str:
        parser = cls()
        parser.feed(page)
        parser.close()
        return parser.words


def test_what_the_record_holds_is_loaded_from_it() -> None:
    """Pictures, sheets, films and frames lead to the answers of the record."""
    page = replayed(
        "<!DOCTYPE html><link rel=stylesheet href=known.css media=print>"
        "<style>@import 'known.css'; p{background:url(known.png)}</style>"
        "<img src=known.png srcset='known.png 1x, other.png 2x' alt=A>"
        "<video poster=known.png><source src=known.mp4></video>"
        "<iframe src=known.html>old browsers</iframe><a href=known.html>on</a><a href=#in>in</a>"
        "<p style='background:url(known.png)'>x"
    )
    assert page.startswith("<!DOCTYPE html>")
    assert '<link rel="stylesheet" href="7" media="print">' in page
    assert '@import url("7"); p{background:url("7")}' in page
    assert '<img alt="A" src="7" srcset="7 1x">' in page
    assert '<video poster="7"><source src="7">' in page
    assert '<iframe src="7" sandbox="allow-same-origin"></iframe>' in page
    assert '<a href="7">on</a><a href="#in">in</a>' in page


def test_a_page_without_a_doctype_stays_without() -> None:
    """Browsers lay such pages out in another way."""
    assert "doctype" not in replayed("<p>x").lower()


@pytest.mark.parametrize(("has_run", "is_shown"), [(False, True), (True, False)])
def test_what_is_for_browsers_without_scripts_is_shown_where_none_ran(
    has_run: bool, is_shown: bool
) -> None:
    """After its scripts ran a page has both; people saw one of them."""
    page = replayed("<p>x<noscript><b>plain</b></noscript>", has_run=has_run)
    assert ("<b>plain</b>" in page) is is_shown


def test_drawings_keep_their_shapes() -> None:
    """Paths, gradients and what refers to them within the page stay."""
    page = replayed(
        '<svg viewBox="0 0 9 9"><g id="g"/><path d="M0 0L9 9" fill="url(#g)"/>'
        '<use href="#g"/></svg>'
    )
    assert 'd="M0 0L9 9"' in page
    assert 'fill="url(&quot;#g&quot;)"' in page
    assert '<use href="#g">' in page
    assert page.endswith("</svg>")


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        # Where a script would have put a picture late, and no script ran.
        ("<img src='data:image/gif;base64,R0lG' data-src=known.png>", 'src="7"'),
        ("<img data-lazy-original=known.png>", 'src="7"'),
        ("<img data-srcset='other.png 1x,known.png 2x'>", 'srcset="7 2x"'),
        ("<div data-bg=known.png>", "background-image:url(&quot;7&quot;)"),
        # What a script has left is what people saw.
        ("<img src=known.png data-src=other.png>", 'src="7"'),
    ],
)
def test_pictures_that_come_late_are_shown_without_scripts(markup: str, shown: str) -> None:
    """An address that is kept beside a picture is taken where the record holds the picture."""
    assert shown in replayed(markup)


def test_a_list_that_looks_like_an_address_is_none() -> None:
    """Settings of a script are no pictures."""
    assert "src=" not in replayed("<img data-settings='{\"known\": 1}'>").replace("data-", "")


def test_shadow_roots_are_declared() -> None:
    """Elements in the shade are shown; a paragraph in them ends none around them; other templates,
    which nobody sees, are gone.
    """
    page = replayed(
        "<p>a<x-y><template shadowrootmode=closed><style>p{background:url(known)}</style><p>b"
        "<slot></slot></template>c</x-y></p><template><p>no</template>",
        has_run=True,
    )
    assert page == (
        '<p>a<x-y><template shadowrootmode="open"><style>p{background:url("7")}</style><p>b'
        "<slot></slot></template>c</x-y></p>"
    )


def test_a_frame_that_carries_its_document_is_shown_with_it() -> None:
    """Its words and pictures, treated as the page is; a frame in it as well, up to a depth."""
    page = replayed("<iframe srcdoc='<p onclick=x()>in &amp;amp; <img src=known.png>'></iframe>")
    assert page == (
        '<iframe srcdoc="&lt;p&gt;in &amp;amp; &lt;img src=&quot;7&quot;&gt;" '
        'sandbox="allow-same-origin"></iframe>'
    )
    deep = "<p>bottom"
    for _ in range(8):
        inner = deep.replace("&", "&amp;").replace('"', "&quot;")
        deep = f'<iframe srcdoc="{inner}"></iframe>'
    assert "bottom" not in replayed(deep)


def test_frames_of_old_rules_are_documents_of_their_own() -> None:
    """A document without a doctype is laid out otherwise, but never where the page carries it."""
    frames: list[str] = []
    page = rewrite_page(
        "<iframe srcdoc='<p>old<iframe srcdoc=older></iframe>'></iframe>"
        "<iframe srcdoc='<!DOCTYPE html><p>new'></iframe>",
        lambda base: lead,
        has_run=True,
        frames=frames,
    )
    assert re.findall(r'src="([^"]*)"', page) == ["frame-2"]
    assert "&lt;p&gt;new" in page
    assert frames[0] == "older"
    assert frames[1].startswith('<p>old<iframe src="frame-1"')


def test_a_base_holds_for_its_document_alone() -> None:
    """One in a comment, a script or a text is none; a frame has its own."""
    bases: list[str | None] = []

    def leads(base: str | None) -> Callable[[str, str], str | None]:
        bases.append(base)
        return lambda address, use: f"{base}{address}"

    page = rewrite_page(
        "<!-- <base href=/no/> --><script>'<base href=/no/>'</script>"
        "<title><base href=/no/></title>"
        "<base href='/yes/'><img src=a><iframe srcdoc='<base href=/in/><img src=b>'></iframe>",
        leads,
        has_run=False,
    )
    assert set(bases) == {"/yes/", "/in/"}
    assert 'src="/yes/a"' in page
    assert "src=&quot;/in/b&quot;" in page


def test_xhtml_may_close_any_element_by_itself() -> None:
    """In HTML the same marks leave it open."""
    page = replayed("<div/><script/><p>x<![CDATA[ & < ]]></p>", is_xml=True)
    assert page == "<!DOCTYPE html><div></div><p>x &amp; &lt; </p>"
    assert replayed("<div/>x") == "<div>x"


def test_attributes_that_styles_ask_for_stay() -> None:
    """Names of any kind, but those that act; words of old elements are words."""
    page = replayed(
        "<ui-box theme=dark x-show=a part=b slot=c formaction=d>x</ui-box><xmp><b></xmp>"
    )
    assert page == ('<ui-box theme="dark" x-show="a" part="b" slot="c">x</ui-box><pre>&lt;b></pre>')


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("a.png 1x,b.png 2x", [("a.png", "1x"), ("b.png", "2x")]),
        ("a.png 1x, b.png 2x", [("a.png", "1x"), ("b.png", "2x")]),
        ("a,1.png 400w,\nb.png 800w", [("a,1.png", "400w"), ("b.png", "800w")]),
        ("a.png, b.png", [("a.png", ""), ("b.png", "")]),
        (" a.png ", [("a.png", "")]),
        (",,a.png  2x ,", [("a.png", "2x")]),
        ("data:image/png;base64,AA== 1x", [("data:image/png;base64,AA==", "1x")]),
        ("", []),
    ],
)
def test_sources_of_a_set_are_told_apart(value: str, expected: list[tuple[str, str]]) -> None:
    """By the standard's rules: an address may hold commas, and ends at a space."""
    assert candidates(value) == expected


@given(st.text(alphabet="<>/=\"' abimgsrcstylescriptonx#&;!-[]", max_size=200))
def test_any_markup_comes_out_without_what_acts(markup: str) -> None:
    """No combination of marks leaves a script, a handler or a way out behind."""
    page = replayed(markup)
    assert not re.search(r"<script\b", page, re.IGNORECASE)

    class Handlers(HTMLParser):
        found: list[str] = []  # noqa: RUF012 - of one parse

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.found += [name for name, _ in attrs if name.startswith("on")]

    parser = Handlers()
    parser.found = []
    parser.feed(page)
    assert parser.found == []


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        ("a{background:url(known.png)}", 'a{background:url("7")}'),
        ("a{background:url( 'known.png' )}", 'a{background:url("7")}'),
        ('@import "known.css" screen;', '@import url("7") screen;'),
        ("@import url(known.css);", '@import url("7");'),
        ("@import url('other.css');", '@import url("data:,");'),
        ("a{background:URL(other.png)}", 'a{background:url("data:,")}'),
        ("a{mask:url(#m)}", 'a{mask:url("#m")}'),
        ("/* url(other.png) */", "/* url(other.png) */"),
        ('a::before{content:"url(other.png)"}', 'a::before{content:"url(other.png)"}'),
        (
            "a{background:url(data:image/png;base64,AA==)}",
            'a{background:url("data:image/png;base64,AA==")}',
        ),
        ("a{background:url(data:text/html,x)}", 'a{background:url("data:,")}'),
        (r"a{background:u\72l(kno\77n.png)}", 'a{background:url("7")}'),
        (r"a{background:url('kno\77 n.png')}", 'a{background:url("7")}'),
        (
            "a{background:image-set('known' 1x, url(o) 2x)}",
            'a{background:image-set(url("7") 1x, url("data:,") 2x)}',
        ),
        (
            "@import 'known' layer(a) supports(display: grid);",
            '@import url("7") layer(a) supports(display: grid);',
        ),
        (
            "@namespace svg url(http://www.w3.org/2000/svg);",
            "@namespace svg url(http://www.w3.org/2000/svg);",
        ),
        ("x-y:not(:defined){display:none}", "x-y:not(:nth-child(n)){display:none}"),
    ],
)
def test_sheets_lead_into_the_record(sheet: str, expected: str) -> None:
    """Addresses are replaced; comments and texts that look like some are not."""
    assert rewrite_css(sheet, lead) == expected


@given(st.text(alphabet="url(@import)\"'/* \n\\;{}known", max_size=300))
def test_any_sheet_is_read_to_its_end(sheet: str) -> None:
    """Nonsense neither fails nor hangs, and what is led is led once."""
    once = rewrite_css(sheet, lambda address, use: None)
    assert rewrite_css(once, lambda address, use: None) == once


@pytest.mark.parametrize(
    ("markup", "base"),
    [
        ("<base href='/x/'>", "/x/"),
        ("<BASE target=a HREF=https://a.example/>", "https://a.example/"),
        ("<p>none", None),
    ],
)
def test_the_base_of_a_page_is_found(markup: str, base: str | None) -> None:
    """Relative addresses are relative to it."""
    assert base_of(tokens(markup)) == base
