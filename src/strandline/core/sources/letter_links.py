"""The links of a mail, with the words on them and around them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from strandline.core.links.bare import bare_urls
from strandline.core.sources.feeds.texts import fold
from strandline.core.text.markup import read_markup
from strandline.core.urls.weblink import read_web_address
from strandline.model.errors import UrlError

#: Elements that hold a sentence or more; mails are tables within tables.
_BLOCKS = frozenset(
    ("p", "li", "td", "th", "div", "center", "h1", "h2", "h3", "h4", "h5", "h6", "section", "body")
)
_UNSEEN = frozenset(("script", "style", "head", "title", "template", "noscript"))
#: Characters of the words around a link, and of those on it.
_LONGEST_AROUND, _LONGEST_WORDS = 400, 300
#: Links that are looked at, before any is left out.
_MOST = 2_000
#: Fewer words, or signs of scripts without blanks, are no title ("Read more", "here").
_TITLE_WORDS, _TITLE_SIGNS = 3, 6
_WIDE = 0x2E80


@dataclass(frozen=True, slots=True)
class LetterLink:
    """A link.

    Attributes:
        url: Absolute http(s) URL, as written.
        words: On the link; of a picture its description.
        around: The paragraph or cell that it stands in.
        near: Of that, what lies between the links before and behind it.
    """

    url: str
    words: str = ""
    around: str = ""
    near: str = ""

    @property
    def title(self) -> str:
        """The words on it where they can be a title; otherwise the page has to tell."""
        wide = sum(ord(sign) >= _WIDE for sign in self.words)
        is_title = len(self.words.split()) >= _TITLE_WORDS or wide >= _TITLE_SIGNS
        return self.words if is_title and "://" not in self.words else ""


def links_of_html(markup: str) -> tuple[str, tuple[LetterLink, ...]]:
    """The plain text of a mail in HTML, and its links in order."""
    root = read_markup(markup)
    if root is None:
        return "", ()
    for element in list(root.iter(*_UNSEEN)):
        element.drop_tree()
    return _text(root), tuple(_anchors(root))


def _anchors(root: Any) -> Iterator[LetterLink]:
    around: dict[Any, str] = {}
    for anchor, near in _walked(root)[:_MOST]:
        url = web_url(anchor.get("href"))
        if url is None:
            continue
        block = _block_of(anchor)
        if block is not None and block not in around:
            around[block] = _words_of(block, _LONGEST_AROUND)
        words = _words_of(anchor, _LONGEST_WORDS) or _alt(anchor)
        yield LetterLink(url, words, around.get(block, ""), fold("".join(near))[:_LONGEST_AROUND])


def _walked(root: Any) -> list[tuple[Any, list[str]]]:
    """Each anchor, and the text from the end of the one before to the beginning of the next one,
    within its block.
    """
    from lxml import etree

    found: list[tuple[Any, list[str]]] = []
    waiting: list[str] = []
    takers = [waiting]
    for event, element in etree.iterwalk(root, events=("start", "end")):
        is_start = event == "start"
        if element.tag in _BLOCKS:
            waiting = []
            takers = [waiting]
        elif element.tag == "a" and is_start:
            found.append((element, waiting))
            takers = [waiting]
        elif element.tag == "a":
            waiting = []
            takers = [found[-1][1], waiting]
        for taker in takers:
            taker.append((element.text if is_start else element.tail) or "")
    return found


def _block_of(anchor: Any) -> Any | None:
    for up, parent in enumerate(anchor.iterancestors()):
        if parent.tag in _BLOCKS:
            return parent
        if up > 20:
            break
    return None


def _words_of(element: Any, most: int) -> str:
    pieces: list[str] = []
    size = 0
    for piece in element.itertext():
        pieces.append(piece)
        size += len(piece)
        if size > most * 4:
            break
    return fold("".join(pieces))[:most]


def _alt(anchor: Any) -> str:
    picture = next(anchor.iter("img"), None)
    return fold(picture.get("alt") or "")[:_LONGEST_WORDS] if picture is not None else ""


def _text(root: Any) -> str:
    lines = []
    for element in root.iter():
        if element.tag in _BLOCKS and element is not root:
            lines.append("\n")
        lines.append(element.text or "")
        lines.append(element.tail or "")
    return "\n".join(filter(None, (fold(line) for line in "".join(lines).split("\n"))))


def links_of_text(text: str) -> tuple[LetterLink, ...]:
    """The addresses written out in a mail of plain text, each with its line and the one before."""
    found: list[LetterLink] = []
    lines = text.splitlines()[:50_000]
    for place, line in enumerate(lines):
        if "http" not in line.lower():
            continue
        before = next(
            (one for one in reversed(lines[max(0, place - 2) : place]) if one.strip()), ""
        )
        around = fold(f"{before} {line}")[:_LONGEST_AROUND]
        for one in bare_urls(line[: _LONGEST_AROUND * 10]):
            url = web_url(one.url)
            if url is not None and len(found) < _MOST:
                found.append(LetterLink(url, "", around, around))
    return tuple(found)


def web_url(written: str | None) -> str | None:
    """An absolute http(s) URL; None for anything else, such as `mailto:`."""
    text = fold(written or "").replace(" ", "")
    if not text.lower().startswith(("http://", "https://")):
        return None
    try:
        read_web_address(text, None)
    except UrlError:
        return None
    return text
