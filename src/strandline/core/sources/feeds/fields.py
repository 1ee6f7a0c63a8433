"""The elements of an item, one small reader each."""

from collections.abc import Callable, Mapping
from urllib.parse import urljoin

from strandline.core.sources.feeds.constructs import markup, title_of
from strandline.core.sources.feeds.hrefs import absolute
from strandline.core.sources.feeds.inner import attribute, markup_of, text_of
from strandline.core.sources.feeds.links import RawLink
from strandline.core.sources.feeds.names import Namer
from strandline.core.sources.feeds.people import MOST_PEOPLE, joined, person_of
from strandline.core.sources.feeds.pictures import MOST_PICTURES, media_picture
from strandline.core.sources.feeds.raw import RawItem
from strandline.core.sources.feeds.texts import fold, text_to_title
from strandline.core.sources.feeds.trees import Element
from strandline.model.entries import Enclosure

_XML_BASE = "{http://www.w3.org/XML/1998/namespace}base"
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"

#: Element → kind of date, best first; `date` says neither published nor updated.
_DATES = {
    "pubdate": "published",
    "published": "published",
    "issued": "published",
    "dcterms:issued": "published",
    "prism:publicationdate": "published",
    "publicationdate": "published",
    "publisheddate": "published",
    "datepublished": "published",
    "updated": "updated",
    "modified": "updated",
    "dcterms:modified": "updated",
    "lastbuilddate": "updated",
    "dc:date": "date",
    "date": "date",
    "created": "date",
    "dcterms:created": "date",
}
#: More media files of one item are not looked at.
MOST_FILES = 100
#: Fallbacks of a field, best first.
_SUMMARIES = ("itunes:summary", "media:description", "itunes:subtitle")
_TITLES = ("dc:title", "itunes:title", "media:title")
_AUTHORS = ("author", "dc:creator", "dc:author", "itunes:author", "googleplay:author", "source")


class Walk:
    """One item while its elements are read."""

    def __init__(self, base: str, name_of: Namer, *, is_atom: bool) -> None:
        self.item = RawItem(base=base)
        self.name_of = name_of
        self.is_atom = is_atom
        self.texts: dict[str, str] = {}
        self.dates: dict[str, str] = {}
        self.people: dict[str, list[str]] = {}
        self.media: list[Element] = []


Reader = Callable[[Walk, Element, str], None]


def read_item(element: Element, base: str, name_of: Namer, *, is_atom: bool) -> RawItem:
    """All that one item says."""
    walk = Walk(base, name_of, is_atom=is_atom)
    item = walk.item
    _attributes(walk, element)
    for child in element:
        if isinstance(child.tag, str):
            name = name_of(child.tag)
            reader = READERS.get(name)
            if reader:
                reader(walk, child, name)
            elif name.startswith("itunes:"):
                item.has_itunes = True
    for name, kind in _DATES.items():
        if name in walk.dates:
            item.dates.setdefault(kind, walk.dates[name])
    _add_media(walk)
    item.summary = item.summary or _first(walk.texts, _SUMMARIES)
    item.title = item.title or text_to_title(_first(walk.texts, _TITLES))
    item.author = joined(walk.people.get(kind, []) for kind in _AUTHORS)
    return item


def _attributes(walk: Walk, element: Element) -> None:
    """What stands on the item itself: `rdf:about`, the language, CDF's address and date."""
    if not element.attrib:
        return
    item = walk.item
    item.language = element.get(_XML_LANG)
    about = element.get(_RDF + "about")
    if about:
        item.guid = about.strip()
    href, changed = attribute(element, "href"), attribute(element, "lastmod")
    if href:
        item.links.append(RawLink(href))
    if changed:
        item.dates["updated"] = changed


def _title(walk: Walk, element: Element, _: str) -> None:
    if not walk.item.title:
        walk.item.title = title_of(element, is_atom=walk.is_atom)


def _link(walk: Walk, element: Element, _: str) -> None:
    """A link by text (RSS) or by `href` (Atom, also inside RSS).

    Software that takes RSS for HTML writes `<link/>`, and the address behind it.
    """
    item = walk.item
    if not element.attrib:
        text = text_of(element) or element.tail
        if text and not text.isspace():
            item.links.append(RawLink(text))
        return
    href = attribute(element, "href") or element.get(_RDF + "resource") or text_of(element)
    if not href.strip():
        return
    base = _based(element, item.base)
    rel = (element.get("rel") or "alternate").strip().lower().removeprefix(_IANA)
    kind = (element.get("type") or "").strip().lower()
    if rel == "enclosure":
        _add_enclosure(item, href, base, kind, element.get("length"))
    elif rel == "replies" and not item.comments and kind in {"", "text/html"}:
        item.comments = absolute(href, base) or ""
    else:
        item.links.append(RawLink(href if base == item.base else _joined(base, href), rel, kind))


#: Long form of registered link relations.
_IANA = "http://www.iana.org/assignments/relation/"


#: What publishers write for `false`.
_NO = frozenset({"false", "0", "no", "f", "n"})


def _identifier(walk: Walk, element: Element, _: str) -> None:
    """An address in a library's vocabulary, where it is one."""
    text = text_of(element).strip()
    if ":" in text and absolute(text):
        walk.item.links.append(RawLink(text, "permalink"))


def _original(walk: Walk, element: Element, _: str) -> None:
    """The address of the article, where the link leads through somebody who counts readers."""
    walk.item.original = text_of(element)


def _guid(walk: Walk, element: Element, _: str) -> None:
    """`guid` and `id`; the first one counts, but a real one replaces `rdf:about`."""
    item = walk.item
    text = text_of(element).strip()
    if text and "guid" not in walk.texts:
        walk.texts["guid"] = item.guid = text
        says = (attribute(element, "ispermalink") or "").strip().lower()
        item.guid_is_link = says not in _NO
        if says == "true" and text.startswith("/"):  # by the standard it were absolute
            item.links.append(RawLink(text, "permalink"))


def _date(walk: Walk, element: Element, name: str) -> None:
    # Some wrap a date in an element, which then says it better than its words do.
    text = (markup_of(element) if len(element) else text_of(element)).strip()
    if text:
        walk.dates[name] = text  # of two, the later one was put there to replace the other


def _author(walk: Walk, element: Element, name: str) -> None:
    text = person_of(element)
    people = walk.people.setdefault(name, [])
    if text and text not in people and len(people) < MOST_PEOPLE:
        people.append(text)


def _source(walk: Walk, element: Element, name: str) -> None:
    """The feed that an entry was taken from; its author wrote it (RFC 4287 §4.1.2)."""
    for child in element:
        if isinstance(child.tag, str) and walk.name_of(child.tag) == "author":
            _author(walk, child, name)


def _summary(walk: Walk, element: Element, _: str) -> None:
    """`summary`, or `description`: the longer of two texts is the content."""
    item = walk.item
    text = markup(element, is_atom=walk.is_atom)
    if not item.summary:
        item.summary = text
    elif not item.content and text != item.summary:
        item.content = text


def _content(walk: Walk, element: Element, _: str) -> None:
    item = walk.item
    src = element.get("src")
    if src:
        _add_enclosure(item, src, _based(element, item.base), element.get("type") or "", None)
    text = markup(element, is_atom=walk.is_atom)
    if text and not item.content:
        item.content = text


def _spare(walk: Walk, element: Element, name: str) -> None:
    walk.texts.setdefault(name, text_of(element).strip())
    walk.item.has_itunes = walk.item.has_itunes or name.startswith("itunes:")


def _video(walk: Walk, _: Element, __: str) -> None:
    walk.item.is_video = True


def _media(walk: Walk, element: Element, _: str) -> None:
    """Media RSS wraps its title, description, player and files, once or twice."""
    for child in element.iter():
        if isinstance(child.tag, str):
            name = walk.name_of(child.tag)
            if name in {"media:title", "media:description"}:
                _spare(walk, child, name)
            elif name == "media:thumbnail":
                _picture(walk, child, name)
            elif name == "media:content" and len(walk.media) < MOST_FILES:
                walk.media.append(child)
                _picture(walk, child, name)
            elif name == "media:player" and child.get("url"):
                walk.item.links.append(RawLink(child.get("url"), "player"))


def _picture(walk: Walk, element: Element, name: str) -> None:
    walk.item.has_itunes = walk.item.has_itunes or name.startswith("itunes:")
    found = media_picture(element, walk.name_of)
    if found is not None and len(walk.item.pictures) < MOST_PICTURES:
        walk.item.pictures.append(found)


def _add_media(walk: Walk) -> None:
    """Films and sounds of Media RSS, where the item has no enclosure; pictures are none."""
    for element in () if walk.item.enclosures else walk.media:
        kind = (element.get("type") or element.get("medium") or "").strip().lower()
        if kind.startswith(("audio", "video")):
            base = _based(element, walk.item.base)
            kind = kind if "/" in kind else ""
            _add_enclosure(walk.item, element.get("url") or "", base, kind, element.get("filesize"))


def _enclosure(walk: Walk, element: Element, _: str) -> None:
    url = attribute(element, "url") or attribute(element, "href") or element.text or ""
    kind = (attribute(element, "type") or "").strip().lower()
    size = attribute(element, "length")
    _add_enclosure(walk.item, url, _based(element, walk.item.base), kind, size)


def _comments(walk: Walk, element: Element, _: str) -> None:
    """The thread's address; some write how many comments there are."""
    text = text_of(element).strip()
    if not text.isdigit():
        walk.item.comments = absolute(text, walk.item.base) or walk.item.comments


def _language(walk: Walk, element: Element, _: str) -> None:
    walk.item.language = fold(text_of(element)) or walk.item.language


def _cdf_link(walk: Walk, element: Element, _: str) -> None:
    if element.get("href"):
        walk.item.links.append(RawLink(element.get("href")))


def _add_enclosure(item: RawItem, href: str, base: str, kind: str, size: str | None) -> None:
    """Keep a media file with a usable address, each address once."""
    url = absolute(href, base)
    if url and len(item.enclosures) < 100 and all(url != known.url for known in item.enclosures):
        digits = (size or "").strip()
        whole = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 19 else None
        item.enclosures.append(Enclosure(url, kind or None, whole))


def _based(element: Element, base: str) -> str:
    own = element.get(_XML_BASE)
    return _joined(base, own.strip()) if own else base


def _joined(base: str, href: str) -> str:
    try:
        return urljoin(base, href)
    except ValueError:
        return href


def _first(texts: dict[str, str], names: tuple[str, ...]) -> str:
    return next((texts[name] for name in names if texts.get(name)), "")


#: Every element that is read, by its short name.
READERS: Mapping[str, Reader] = {
    "title": _title,
    "link": _link,
    "a": _cdf_link,
    "guid": _guid,
    "id": _guid,
    "author": _author,
    "dc:creator": _author,
    "dc:author": _author,
    "itunes:author": _author,
    "googleplay:author": _author,
    "summary": _summary,
    "description": _summary,
    "abstract": _summary,
    "dc:description": _summary,
    "content": _content,
    "content:encoded": _content,
    "fullitem": _content,
    "body": _content,
    "xhtml:body": _content,
    "xhtml:div": _content,
    "enclosure": _enclosure,
    "comments": _comments,
    "dc:language": _language,
    "source": _source,
    "media:group": _media,
    "media:content": _media,
    "media:player": _media,
    "media:thumbnail": _picture,
    "itunes:image": _picture,
    "dc:identifier": _identifier,
    "prism:url": _identifier,
    "feedburner:origlink": _original,
    "pheedo:origlink": _original,
    "media:description": _spare,
    "media:title": _spare,
    "yt:videoid": _video,
    "dc:title": _spare,
    "itunes:title": _spare,
    "itunes:summary": _spare,
    "itunes:subtitle": _spare,
} | dict.fromkeys(_DATES, _date)
