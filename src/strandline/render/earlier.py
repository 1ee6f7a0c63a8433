"""That an item is later news of a story, and where its reader was shown that story before."""

from datetime import datetime, tzinfo

from markupsafe import Markup, escape

from strandline.model.digests import DigestItem, EarlierEdition
from strandline.render import html
from strandline.render.also import FIRST, SECOND, filled
from strandline.render.i18n import translate
from strandline.render.times import told_time


def edition_path(earlier: EarlierEdition) -> str:
    """Address of the earlier edition on our page."""
    return f"/digests/{earlier.digest_id}"


def earlier_html(
    earlier: EarlierEdition,
    language: str,
    *,
    base_url: str | None,
    now: datetime | tzinfo | None = None,
) -> Markup:
    """`Shown earlier: the title (1d ago)`, the title a link to that edition.

    Args:
        base_url: What stands before the path of the edition; None for no link.
        now: The time is relative to it, with the exact one on hover; a zone or None writes the
            exact one.
    """
    title = Markup("<bdi>{}</bdi>").format(html.title_or(earlier.title, language))
    if base_url is not None:
        href = base_url.rstrip("/") + edition_path(earlier)
        title = Markup('<a href="{}">{}</a>').format(href, title)
    when = earlier.created_at
    time = (
        html.published_element(when, now, language)
        if isinstance(now, datetime)
        else escape(told_time(when, now, language))
    )
    message = translate(language, "digest.earlier", title=FIRST, time=SECOND)
    return filled(message, title, time)


def earlier_text(earlier: EarlierEdition, language: str, *, now: datetime | tzinfo | None) -> str:
    """The same as plain text."""
    title = html.title_or(earlier.title, language)
    time = told_time(earlier.created_at, now, language)
    return translate(language, "digest.earlier", title=title, time=time)


def marked_title(item: DigestItem, language: str) -> str:
    """The title with the word for an update before it, where there is no other way to mark it."""
    title = html.title_or(item.title, language)
    return translate(language, "digest.updated", title=title) if item.is_update else title
