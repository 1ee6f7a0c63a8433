"""The line of an item's other sources, as HTML and as text, for mail and feeds."""

from collections.abc import Sequence

from markupsafe import Markup, escape

from strandline.model.digests import OtherSource
from strandline.render import html
from strandline.render.i18n import translate
from strandline.render.links import public_href

#: How many are named; the page has them all.
SHOWN = 5
_NAME = 60
#: A longer address is no link here: a single one could fill a mail.
LONGEST_HREF = 1_000


def also_html(sources: Sequence[OtherSource], language: str) -> Markup:
    """`Also at: A, B`, with links where an address may be a link; empty where there are none."""
    if not sources:
        return Markup("")
    names = escape(_comma(language)).join(_link(source) for source in sources[:SHOWN])
    before, _, after = translate(language, "digest.also", sources="\0").partition("\0")
    return Markup("{}{}{}").format(before, names, after)


def also_text(sources: Sequence[OtherSource], language: str) -> str:
    """The same without links."""
    names = _comma(language).join(html.clean(source.name, _NAME) for source in sources[:SHOWN])
    return translate(language, "digest.also", sources=names) if names else ""


def _link(source: OtherSource) -> Markup:
    href, name = public_href(source.url), html.clean(source.name, _NAME)
    if href is None or len(href) > LONGEST_HREF:
        return Markup("<bdi>{}</bdi>").format(name)
    return Markup('<a href="{}"><bdi>{}</bdi></a>').format(href, name)


def _comma(language: str) -> str:
    return "、" if language == "zh" else ", "
