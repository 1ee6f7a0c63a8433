"""The line of an item's other sources, each with its time, as HTML and as text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from markupsafe import Markup, escape

from strandline.model.digests import OtherSource
from strandline.render import html
from strandline.render.i18n import translate
from strandline.render.links import public_href
from strandline.render.times import told_time

#: How many are named in a mail or a feed, and on a page; another page has them all.
SHOWN, SHOWN_ON_PAGE = 5, 8
_NAME = 60
#: A longer address is no link here: a single one could fill a mail.
LONGEST_HREF = 1_000

#: Stand for what is filled in as markup; no cleaned text and no address holds them.
FIRST, SECOND = "\0", "\1"


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another source of the same news.

    Attributes:
        href: Where its report is; None where no link is possible.
        is_ours: True for an address of our own page.
    """

    name: str
    when: datetime | None = None
    href: str | None = None
    is_ours: bool = False


def elsewheres(sources: Iterable[OtherSource]) -> list[Elsewhere]:
    """The other sources of an item, oldest first; those without a time come last."""
    return sorted(
        map(_elsewhere, sources),
        key=lambda e: (e.when is None, e.when.timestamp() if e.when else 0),
    )


def _elsewhere(source: OtherSource) -> Elsewhere:
    """With a link where its address may be one."""
    href = public_href(source.url)
    is_short = href is not None and len(href) <= LONGEST_HREF
    return Elsewhere(source.name, source.published_at, href if is_short else None)


def also_html(
    others: Sequence[Elsewhere],
    language: str,
    *,
    now: datetime | tzinfo | None = None,
    on_page: bool = False,
    more_href: str = "",
) -> Markup:
    """`Also in: A (2h ago), B (1d ago), 3 more`; empty where there are none.

    Args:
        now: Times are relative to it, with the exact one on hover; a zone or None writes exact
            times, as what is read at any time needs.
        on_page: More are named, and links out say that they are.
        more_href: Address of ours that has them all; empty for none.
    """
    if not others:
        return Markup("")
    shown = SHOWN_ON_PAGE if on_page else SHOWN
    parts = [
        _at(_link(other, on_page=on_page), _time(other.when, now, language), language)
        for other in others[:shown]
    ]
    if len(others) > shown:
        more = translate(language, "digest.also_more", count=len(others) - shown)
        parts.append(
            Markup('<a href="{}">{}</a>').format(more_href, more) if more_href else escape(more)
        )
    names = escape(_comma(language)).join(parts)
    key = "page.also_in" if on_page else "digest.also"
    return filled(translate(language, key, sources=FIRST), names)


def also_text(
    others: Sequence[Elsewhere], language: str, *, now: datetime | tzinfo | None = None
) -> str:
    """The same without links and with relative times only."""
    if not others:
        return ""
    names = []
    for other in others[:SHOWN]:
        name = html.clean(other.name, _NAME)
        time = told_time(other.when, now, language)
        names.append(
            translate(language, "digest.also_at", source=name, time=time) if time else name
        )
    if len(others) > SHOWN:
        names.append(translate(language, "digest.also_more", count=len(others) - SHOWN))
    return translate(language, "digest.also", sources=_comma(language).join(names))


def filled(message: str, first: Markup, second: Markup | str = "") -> Markup:
    """A message with markup in the places of `FIRST` and `SECOND`."""
    return escape(message).replace(FIRST, first).replace(SECOND, second)


def _at(name: Markup, time: Markup, language: str) -> Markup:
    if not time:
        return name
    return filled(translate(language, "digest.also_at", source=FIRST, time=SECOND), name, time)


def _time(when: datetime | None, now: datetime | tzinfo | None, language: str) -> Markup:
    if when is None:
        return Markup("")
    if isinstance(now, datetime):
        return html.published_element(when, now, language)
    return escape(told_time(when, now, language))


def _link(other: Elsewhere, *, on_page: bool) -> Markup:
    name = Markup("<bdi>{}</bdi>").format(html.clean(other.name, _NAME))
    if not other.href:
        return name
    out = "nofollow" if other.is_ours else "noopener noreferrer nofollow external"
    relation = Markup(' rel="{}"').format(out) if on_page else ""
    return Markup('<a href="{}"{}>{}</a>').format(other.href, relation, name)


def _comma(language: str) -> str:
    return "、" if language == "zh" else ", "
