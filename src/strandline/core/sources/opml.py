"""OPML 2.0: subscription lists in and out. Folders become category hints.

What OPML has no word for is written in attributes of our own (`opml_own`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from strandline.core.sources.feeds.hrefs import absolute, web_address
from strandline.core.sources.feeds.texts import fold, without_cdata
from strandline.core.sources.kinds import guess_kind
from strandline.core.sources.opml_own import NAMESPACE, OwnFields, own_attributes, read_own
from strandline.core.sources.registry import ADDRESSLESS
from strandline.core.sources.xml_safety import local_name, parse_xml
from strandline.core.text.languages import language_tag
from strandline.core.urls.domains import host_of
from strandline.model.errors import ParseError
from strandline.model.sources import Source, SourceKind

#: Deeper folders than this are no order but an attack.
DEEPEST = 20
MOST_OUTLINES = 50_000


@dataclass(frozen=True, slots=True)
class Subscription:
    """One subscription of a list.

    Attributes:
        categories: Folders from the outermost in, then the outline's own `category`.
        own: What only our own lists tell.
        items: Of a list, its URLs.
    """

    url: str
    name: str
    kind: SourceKind
    categories: tuple[str, ...] = ()
    language: str | None = None
    own: OwnFields = field(default_factory=OwnFields)
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Subscriptions:
    """A list as read.

    Attributes:
        problems: Lines about outlines that could not be taken.
    """

    items: tuple[Subscription, ...]
    problems: tuple[str, ...] = ()


def read_opml(body: bytes) -> Subscriptions:
    """Read a subscription list; an address listed twice is taken once, with both categories.

    Raises:
        ParseError: It is not XML, or not OPML.
    """
    root = parse_xml(body, what="OPML file")
    if local_name(root) != "opml":
        raise ParseError(
            f"This is no OPML file: its root is <{local_name(root)}>.",
            advice="Export your subscriptions as OPML and import that file.",
        )
    found: dict[str, Subscription] = {}
    problems: list[str] = []
    for number, (outline, folders) in enumerate(_outlines(root)):
        if number == MOST_OUTLINES:
            problems.append(f"Only the first {MOST_OUTLINES} outlines were read.")
            break
        item = _subscription(outline, folders)
        if isinstance(item, str):
            problems.append(item)
        elif item is not None:
            found[item.url] = _merged(found.get(item.url), item)
    return Subscriptions(tuple(found.values()), tuple(problems))


def _outlines(root: Any) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """Every outline with the names of the folders around it; in the order of the document."""
    body = next((e for e in root if local_name(e) == "body"), root)
    stack: list[tuple[Any, tuple[str, ...]]] = [(child, ()) for child in reversed(list(body))]
    while stack:
        element, folders = stack.pop()
        if local_name(element) != "outline":
            stack += [(child, folders) for child in reversed(list(element))]
            continue
        if _attribute(element, "isComment").lower() == "true":  # with all that is in it
            continue
        yield element, folders
        if read_own(element.attrib).kind in ADDRESSLESS:  # its outlines are its items
            continue
        name = _name(element)
        is_folder = name and not _address(element) and len(folders) < DEEPEST
        inner = (*folders, name) if is_folder else folders
        stack += [(child, inner) for child in reversed(list(element))]


def _attribute(element: Any, *names: str) -> str:
    """The first attribute that has a value; lists in the wild write `xmlurl` and `XMLURL` too."""
    values = {key.lower(): value for key, value in element.attrib.items()}
    return next((fold(values[n.lower()]) for n in names if fold(values.get(n.lower(), ""))), "")


def _address(element: Any) -> str:
    return web_address(_attribute(element, "xmlUrl", "feedUrl"))


def _name(element: Any) -> str:
    return without_cdata(_attribute(element, "text", "title"))


def _subscription(outline: Any, folders: tuple[str, ...]) -> Subscription | str | None:
    """A subscription, None for a folder, a line for what cannot be taken."""
    own = read_own(outline.attrib)
    url = own.url if own.kind in ADDRESSLESS and own.url else _address(outline)
    name = _name(outline)
    if not url:
        if len(outline) or _attribute(outline, "type").lower() not in ("rss", "atom", "feed"):
            return None
        return f"{name or 'An outline'} names no feed address (xmlUrl)."
    if own.kind not in ADDRESSLESS and not (host_of(url) and absolute(url)):
        return f"{name or url}: {url[:200]} is no web address."
    named = [fold(part.strip("/")) for part in _attribute(outline, "category").split(",")]
    return Subscription(
        url=url,
        name=name or host_of(url) or url,
        kind=own.kind or _guessed(url),
        categories=tuple(dict.fromkeys(c[:100] for c in (*folders, *named) if c)),
        language=language_tag(_attribute(outline, "language").lower()),
        own=own,
        items=tuple(_items(outline)) if own.kind is SourceKind.LIST else (),
    )


def _items(outline: Any) -> Iterator[str]:
    """The URLs of a list of ours, as outlines of type `link`."""
    for inner in outline.iter():
        url = _attribute(inner, "url") if local_name(inner) == "outline" else ""
        if inner is not outline and url:
            yield url


def _guessed(url: str) -> SourceKind:
    """What an address in somebody else's list is: forums are told apart, the rest are feeds."""
    guess = guess_kind(url)
    return guess if guess is SourceKind.DISCOURSE else SourceKind.FEED


def _merged(known: Subscription | None, item: Subscription) -> Subscription:
    if known is None:
        return item
    both = tuple(dict.fromkeys(known.categories + item.categories))
    return replace(known, categories=both, language=known.language or item.language)


def write_opml(sources: Sequence[Source], *, title: str) -> bytes:
    """A subscription list, in folders by the first category of each source.

    What has no address (lists, searches) is an outline that other programs take for a folder.
    """
    from lxml import etree

    root = etree.Element("opml", version="2.0", nsmap={"strandline": NAMESPACE})
    etree.SubElement(etree.SubElement(root, "head"), "title").text = fold(title)
    body = etree.SubElement(root, "body")
    folders: dict[str, Any] = {}
    for source in sources:
        folder = fold(source.categories[0]) if source.categories else ""
        if folder and folder not in folders:
            folders[folder] = etree.SubElement(body, "outline", text=folder, title=folder)
        _write_outline(folders.get(folder, body), source)
    xml: str = etree.tostring(root, encoding="unicode", pretty_print=True)
    # What would turn the words of a terminal is written as a number: the same name for a reader.
    quiet = "".join(c if c == "\n" or c.isprintable() else f"&#{ord(c)};" for c in xml)
    return f"<?xml version='1.0' encoding='UTF-8'?>\n{quiet}".encode()


def _write_outline(parent: Any, source: Source) -> None:
    from lxml import etree

    name = fold(source.name) or source.url
    outline = etree.SubElement(parent, "outline", text=name, title=name)
    if source.kind not in ADDRESSLESS:
        outline.set("type", "rss")
        outline.set("xmlUrl", source.url)
    for item in source.items:
        etree.SubElement(outline, "outline", type="link", text=item, url=item)
    for local, value in own_attributes(source, _guessed(source.url)).items():
        outline.set(f"{{{NAMESPACE}}}{local}", value)
    if source.language:
        outline.set("language", source.language)
    others = ",".join(fold(c).replace(",", " ") for c in source.categories[1:])
    if others:
        outline.set("category", others)
