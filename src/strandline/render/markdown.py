"""An editor's Markdown as HTML that can do no harm: few tags, links, no pictures."""

from functools import lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from strandline.render import html

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_TAGS = {"p", "br", "em", "strong", "a", "ul", "ol", "li", "blockquote", "code", "hr", "h3", "h4"}
_SCHEMES = {"http", "https", "mailto"}
#: Longest text that is drawn, characters; whoever writes one is told before.
_LONGEST = 20_000


def markdown_html(text: str) -> Markup:
    """Sanitized HTML; headings of the first two levels become those that fit below a section."""
    import nh3

    drawn = _parser().render(html.printable(text[:_LONGEST]))
    for level in ("1", "2"):
        drawn = drawn.replace(f"<h{level}>", "<h3>").replace(f"</h{level}>", "</h3>")
    return Markup(  # noqa: S704 - sanitized
        nh3.clean(
            drawn,
            tags=_TAGS,
            attributes={"a": {"href", "title"}},
            url_schemes=_SCHEMES,
            link_rel="noopener noreferrer nofollow",
        ).strip()
    )


def markdown_text(text: str) -> str:
    """For plain text: Markdown is made to be read as it is."""
    return html.printable(text[:_LONGEST]).strip()


@lru_cache(maxsize=1)
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).disable("image")
