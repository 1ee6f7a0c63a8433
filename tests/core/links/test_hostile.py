"""Posts that are made to break a reader of posts."""

from hypothesis import given
from hypothesis import strategies as st

from strandline.core.links import extract_links
from strandline.core.links.context import LONGEST_CONTEXT
from strandline.core.links.extract import MOST_LINKS

POST = "https://forum.example/t/bread/12/3"
PIECES = (
    "<aside class='quote'>", "<aside class='quote' data-username='a'>", "</aside>", "<blockquote>",
    "</blockquote>", "<div class='onebox'>", "</div>", "<a href='https://a.example/x'>", "</a>",
    "<a href='/t/1'>", "<img src='//b.example/y'>", "<code>", "</code>", "[quote]", "[/quote]",
    "[quote=\"x, post:1\"]", "[code]", "```\n", "`", "> ", "\n", "https://c.example/(", ")",
    "[url=", "]", "&amp;", "&#0;", "<!--", "-->", "<script>", "</script>", "<svg>", "\x00",
    "\ud800", "<p>", "www.d.example", "<iframe src='https://[::1/'>", "<video>", "<source src='x'>",
    "<html>",
)  # fmt: skip


@given(st.text(max_size=400))
def test_any_text_is_read(text: str) -> None:
    """No text raises."""
    extract_links(text, base_url=POST)


@given(
    st.lists(st.sampled_from(PIECES), max_size=60).map("".join), st.sampled_from([POST, "", "?"])
)
def test_any_markup_is_read(markup: str, base: str) -> None:
    """No markup raises; URLs are of the web, each once as own and quoted; contexts are short."""
    links = extract_links(markup, base_url=base)
    assert len({(link.url, link.in_quote) for link in links}) == len(links)
    for link in links:
        assert link.url.lower().startswith(("http://", "https://"))
        assert len(link.context) <= LONGEST_CONTEXT


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_own_words_are_never_hidden(markup: str) -> None:
    """A paragraph before everything else is the author's own, whatever comes after it."""
    content = f'<p>I say <a href="https://own.example/">so</a></p>{markup}'
    own = {link.url: link.in_quote for link in extract_links(content, base_url=POST)}
    assert own.get("https://own.example/") is False


def test_more_links_than_a_post_has() -> None:
    """A post of a hundred thousand links yields its first ones."""
    text = "\n".join(f"https://a.example/{n}" for n in range(100_000))
    links = extract_links(text, base_url=POST)
    assert [link.url for link in links[:2]] == ["https://a.example/0", "https://a.example/1"]
    assert len(links) == MOST_LINKS


def test_deeply_nested_quotations() -> None:
    """A thousand quotations within each other are read without recursion."""
    markup = "<blockquote>" * 1000 + '<a href="https://a.example/">a</a>'
    extract_links(markup + "</blockquote>" * 1000, base_url=POST)
    text = "[quote]" * 5000 + "https://a.example/" + "[/quote]" * 5000 + " https://b.example/"
    assert [link.in_quote for link in extract_links(text, base_url=POST)] == [True, False]


def test_contexts_are_pieces_of_the_text() -> None:
    """Around a link in a long text stand the words beside it, cut between words."""
    before, after = "earlier words " * 200, "later words " * 200
    (link,) = extract_links(f"{before}https://a.example/x {after}", base_url=POST)
    assert len(link.context) <= LONGEST_CONTEXT
    assert "words https://a.example/x later" in link.context
    assert link.context.startswith("…")
    assert link.context.endswith("…")
