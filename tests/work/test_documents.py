"""No document makes what shows it again fall over."""

from tests.work.documents import document

from strandline.core.archive.replay_page import rewrite_page
from strandline.core.text.markup import read_markup

#: Documents that are tried.
_MANY = 6_000


def test_any_document_is_shown_again() -> None:
    """A kept page of any state of repair gets an answer, whatever stands in its attributes."""
    for seed in range(_MANY):
        page = document(seed)
        shown = rewrite_page(page, lambda _: _led, has_run=seed % 2 == 0, is_xml=seed % 3 == 0)
        shown.encode("utf-8")


def test_a_tree_holds_what_xml_allows() -> None:
    """A control character, raw or as a number in any spelling, becomes a blank in the tree."""
    for written in (
        "\x01",
        "&#1;",
        "&#x01;",
        "&#1",
        "&#0000000001;",
        "&#xd800;",
        "&#0;",
        "&#99999999;",
    ):
        root = read_markup(f'<p title="a{written}.">c{written}.</p>')
        assert root is not None
        [found] = root.iter("p")
        assert (found.get("title"), found.text) == ("a .", "c .")
    kept = read_markup("<p>&#65;&#x42;&#9;&amp;#1;</p>")
    assert kept is not None
    assert kept.text_content() == "AB\t&#1;"


def _led(address: str, use: str) -> str | None:
    return address[:50] if len(address) % 2 and use != "frame" else None
