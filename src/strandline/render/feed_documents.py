"""What goes into our feeds: the items of one digest, the latest digests, recent articles."""

from collections.abc import Sequence
from datetime import datetime

from markupsafe import Markup

from strandline.model.articles import Article
from strandline.model.digests import Digest, DigestItem
from strandline.model.pictures import NO_PICTURES, Pictures, ShownPicture
from strandline.render import html
from strandline.render.also import also_html, elsewheres
from strandline.render.earlier import earlier_html, marked_title
from strandline.render.feeds import FeedDocument, FeedEntry, newest
from strandline.render.groups import sections_of
from strandline.render.i18n import known_language, translate
from strandline.render.links import host_of, safe_href
from strandline.render.markdown import markdown_html
from strandline.render.robust import robust_attributes
from strandline.render.times import exact_time


def feed_of_digest(
    digest: Digest, *, base_url: str = "", self_url: str = "", pictures: Pictures = NO_PICTURES
) -> FeedDocument:
    """The items of one edition, in its order.

    Args:
        pictures: Under absolute addresses.
    """
    language = known_language(digest.language)
    home = f"{base_url.rstrip('/')}/digests/{digest.digest_id}" if base_url else ""
    return FeedDocument(
        feed_id=self_url or f"urn:strandline:digest:{digest.digest_id}",
        title=html.clean(digest.title, html.MAX_TITLE),
        about=translate(language, "digest.items", count=len(digest.items)),
        language=language,
        updated=digest.corrected_at or digest.issued_at,
        home_url=home,
        self_url=self_url,
        entries=tuple(
            _item_entry(item, digest, language, base_url, _picture(item, pictures))
            for item in digest.items
        ),
    )


def feed_of_digests(
    digests: Sequence[Digest],
    *,
    site_title: str,
    language: str,
    now: datetime,
    base_url: str = "",
    self_url: str = "",
    hub_url: str = "",
) -> FeedDocument:
    """The latest editions, each one entry with all its items; `digests` come with their items.

    Args:
        now: Stands in for the time of the newest edition where there is none.
    """
    language = known_language(language)
    base = base_url.rstrip("/")
    return FeedDocument(
        feed_id=self_url or "urn:strandline:digests",
        title=translate(language, "digest.archive_title", site=site_title),
        about=translate(language, "digest.feed_about"),
        language=language,
        updated=newest([digest.corrected_at or digest.issued_at for digest in digests], now),
        home_url=f"{base}/digests" if base else "",
        self_url=self_url,
        hub_url=hub_url,
        entries=tuple(_edition_entry(digest, base) for digest in digests),
    )


def feed_of_articles(
    articles: Sequence[Article],
    *,
    site_title: str,
    language: str,
    now: datetime,
    base_url: str = "",
    self_url: str = "",
) -> FeedDocument:
    """Recent articles as they were found."""
    language = known_language(language)
    return FeedDocument(
        feed_id=self_url or "urn:strandline:articles",
        title=translate(language, "digest.recent_title", site=site_title),
        about=translate(language, "digest.recent_about"),
        language=language,
        updated=newest([article.article_detected_utc_iso for article in articles], now),
        home_url=base_url.rstrip("/"),
        self_url=self_url,
        entries=tuple(_article_entry(article, language) for article in articles),
    )


def _item_entry(
    item: DigestItem, digest: Digest, language: str, base: str, picture: ShownPicture | None
) -> FeedEntry:
    return FeedEntry(
        entry_id=f"urn:strandline:article:{item.article_uuid}",
        title=marked_title(item, language),
        url=item.url,
        updated=digest.corrected_at or digest.issued_at,
        published=item.published_at,
        summary=item.summary,
        content_html=str(_item_body(item, language, base, digest)),
        source_name=item.source_name,
        categories=_categories(item, language),
        language=item.language,
        picture=picture,
    )


def _picture(item: DigestItem, pictures: Pictures) -> ShownPicture | None:
    return pictures.get(item.article_uuid) if item.has_picture else None


def _categories(item: DigestItem, language: str) -> tuple[str, ...]:
    """Section, category where it has one, and whether it is an update, in words."""
    section = html.word(language, "digest.section", item.section.value)
    category = item.category and html.word(
        language, "digest.category", item.category, item.category
    )
    update = translate(language, "digest.update") if item.is_update else ""
    return tuple(name for name in (section, category, update) if name)


def _edition_entry(digest: Digest, base: str) -> FeedEntry:
    language = known_language(digest.language)
    return FeedEntry(
        entry_id=f"urn:strandline:digest:{digest.digest_id}",
        title=html.clean(digest.title, html.MAX_TITLE),
        url=f"{base}/digests/{digest.digest_id}" if base else "",
        updated=digest.corrected_at or digest.issued_at,
        published=digest.issued_at,
        summary=translate(language, "digest.items", count=len(digest.items)),
        content_html=str(edition_body(digest, language, base)),
        language=language,
    )


def _article_entry(article: Article, language: str) -> FeedEntry:
    return FeedEntry(
        entry_id=f"urn:strandline:article:{article.article_uuid}",
        title=html.title_or(article.article_title, language),
        url=article.article_url_final,
        updated=article.content_updated_at or article.article_detected_utc_iso,
        published=article.published_utc_iso,
        source_name=host_of(article.article_url_final),
        language=article.language,
    )


def edition_body(digest: Digest, language: str, base: str) -> Markup:
    """All sections of an edition as simple HTML.

    Args:
        language: One of ours.
        base: Address of our pages without a slash at its end; empty for none.
    """
    parts = [markdown_html(digest.introduction)]
    for section in sections_of(digest):
        parts.append(
            Markup("<h2>{}</h2>").format(
                section.own_name or html.word(language, "digest.section", section.name)
            )
        )
        for category, items in section.groups:
            if category and section.name == "articles":
                name = html.word(language, "digest.category", category, category)
                parts.append(Markup("<h3>{}</h3>").format(name))
            parts += [
                Markup("<p>{}</p>{}").format(
                    _title(item, digest, language, base), _item_body(item, language, base)
                )
                for item in items
            ]
    return Markup("").join([*parts, markdown_html(digest.closing)])


def _title(item: DigestItem, digest: Digest, language: str, base: str) -> Markup:
    href, title = safe_href(item.url), marked_title(item, language)
    if href is None:
        return Markup("{}").format(title)
    more = robust_attributes(digest, item, base)
    return Markup('<a href="{}"{}>{}</a>').format(href, more, title)


def _item_body(item: DigestItem, language: str, base: str, digest: Digest | None = None) -> Markup:
    """Summary, source, what it updates, and other sources, all with exact times: a feed is read
    at any time.

    Args:
        digest: Where the item stands alone: the source's name links to its page.
    """
    name = Markup("{}").format(html.clean(item.source_name, 80))
    href = safe_href(item.url) if digest is not None else None
    if name and href and digest is not None:
        more = robust_attributes(digest, item, base)
        name = Markup('<a href="{}"{}>{}</a>').format(href, more, name)
    where = [name, Markup("{}").format(exact_time(item.published_at, language))]
    body = Markup("<p>{}</p>").format(Markup(" · ").join(part for part in where if part))
    summary = html.clean(item.summary)
    if summary:
        body = Markup("<p>{}</p>{}").format(summary, body)
    if item.earlier:
        earlier = earlier_html(item.earlier, language, base_url=base or None)
        body += Markup("<p>{}</p>").format(earlier)
    also = also_html(elsewheres(item.other_sources), language)
    return body + (Markup("<p>{}</p>").format(also) if also else Markup(""))
