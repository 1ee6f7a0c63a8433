"""Small documents in any state of repair, made from a seed."""

from random import Random

_TAGS = (
    *("a", "img", "style", "svg", "math", "table", "td", "tr", "select", "option"),
    *("template", "script", "noscript", "iframe", "frameset", "frame", "body", "html"),
    *("head", "base", "meta", "link", "title", "textarea", "embed", "set", "animate"),
    *("foreignObject", "p", "div", "b", "i", "use", "video", "source", "form", "input"),
    *("xmp", "plaintext", "noembed", "viewport"),
)
_ATTRIBUTES = (
    *("class", "id", "href", "src", "srcset", "style", "title", "alt", "media", "name"),
    *("content", "rel", "data-x", "xlink:href", "x:y", "xmlns:x", "onclick", "aria-l"),
    *("background", "poster", "width", "é", "fill", "d", "http-equiv", "charset"),
)
_PIECES = (
    *("<", "</", ">", "/>", " ", "=", '"', "'", "\n", "\t", "\0", "\x01", "\x0b", "\x7f", "\x85"),
    *("\ud800", "\ufffe", "&#1;", "&#x1F;", "&#0;", "&#xD800;", "&#xFFFE;", "&#11;", "&#x110000;"),
    *("&#00000000000000000000001;", "&#8", "&amp;", "&amp;#1;", "&#", "&bogus;", "\u202e", "é"),
    *("中", "!--", "-->", "![CDATA[", "]]>", "!DOCTYPE html", "?xml", "url(", "@import"),
    *("data:image/", "javascript:", "http://a.example/", "//", "../", "#x", ":", "x:y", "xmlns"),
    *("rel=stylesheet", "viewport", "media", "stylesheet"),
)


def document(seed: int) -> str:
    """One document of up to fourteen tags, ends of tags and other pieces."""
    random = Random(seed)  # noqa: S311 - nothing secret
    return "".join(_part(random) for _ in range(random.randint(1, 14)))


def _part(random: Random) -> str:
    kind = random.random()
    if kind < 0.55:
        attributes = "".join(_attribute(random) for _ in range(random.randint(0, 3)))
        return f"<{random.choice(_TAGS)}{attributes}>"
    if kind < 0.75:
        return f"</{random.choice(_TAGS)}>"
    return _pieces(random, 1, 4)


def _attribute(random: Random) -> str:
    quotes = "\"' "
    start, end = random.choice(quotes), random.choice(quotes)
    return f" {random.choice(_ATTRIBUTES)}={start}{_pieces(random, 0, 3)}{end}"


def _pieces(random: Random, least: int, most: int) -> str:
    return "".join(random.choice(_PIECES) for _ in range(random.randint(least, most)))
