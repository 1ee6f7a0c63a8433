"""Whose words an article has: its publisher's before those of anybody else.

What is known of an article is told by the places where it was seen (mentions) and by its own page.
The order of authority is the publisher's own feed, list or page (on the registrable site of the
article's canonical URL, or of that site by its home link), then sources on other sites, then
forums; of equal ones the first to publish, then the smaller id. All is decided from the set of what
was said, so that the order in which sources are polled changes nothing; only what nobody says stays
as it was.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import IntEnum
from typing import Any, TypeVar

from strandline.core.urls.domains import registrable_domain
from strandline.model.articles import Article, ArticleText, Mention, TextStatus
from strandline.model.entries import DateTrust
from strandline.model.sources import ContentType

_NEVER = datetime.max.replace(tzinfo=UTC)


#: A feed that names no home page is of the site to which most of its links lead, of so many.
_LINKS_THAT_PROVE = 3


class Authority(IntEnum):
    """Who speaks about an article; the smaller, the better."""

    OWN = 0  # a source on the article's own site
    OTHER_SITE = 1  # a link blog, an aggregator, a search
    FORUM = 2  # people's posts


#: Where an article was seen: a mention, or its row.
Seen = TypeVar("Seen")


@dataclass(frozen=True, slots=True)
class PageSays:
    """What an article's own page says of it; empty or None where it says nothing."""

    title: str = ""
    description: str = ""
    published: datetime | None = None
    language: str | None = None


SILENT = PageSays()


def page_says(page: Any, *, is_doubtful: bool = False) -> PageSays:
    """What an article's page says of it; the name of the site is no title.

    Args:
        page: A text, what the archive learnt, or a row of either.
        is_doubtful: True where its date cannot be believed.
    """
    return PageSays(
        title=page.title if page.title != page.site_name else "",
        description=page.description,
        published=None if is_doubtful else page.published_at,
        language=page.language,
    )


def text_says(text: ArticleText | None) -> PageSays:
    """What a scraped page says; a wall or an error page says nothing of the article."""
    if text is None or text.status is not TextStatus.OK:
        return SILENT
    return page_says(text, is_doubtful=text.published_doubt)


def authority(domain: str, seen: Any) -> Authority:
    """Who speaks there.

    Args:
        domain: Registrable domain of the article's canonical URL.
        seen: A mention, or its row.
    """
    if seen.content_type == ContentType.LINK:
        return Authority.FORUM  # a link in a post, be it the forum of the paper itself
    if domain in (_site(seen), seen.home):
        return Authority.OWN
    return Authority.FORUM if seen.content_type == ContentType.FORUM else Authority.OTHER_SITE


def by_authority(domain: str, seen: Iterable[Seen]) -> list[Seen]:
    """The best first, in an order that does not depend on when each was seen.

    Where one source was seen at two of its addresses the newer sight goes first.
    """
    some = list(seen)
    if len(some) < 2:
        return some
    return sorted(some, key=lambda one: _rank(domain, one))


def home_of(source_url: str, home: str, links: Sequence[str]) -> str:
    """Registrable domain of the site that a feed is of; empty where nothing proves one.

    It is the home page that the feed names, on whatever host the feed lies; where it names none,
    the site to which most of its links lead.

    Args:
        home: As the feed names it; empty where it does not.
        links: Of all items.
    """
    if home:
        return registrable_domain(home)
    domain, count = next(iter(Counter(map(registrable_domain, links)).most_common(1)), ("", 0))
    is_proof = count >= _LINKS_THAT_PROVE and count * 2 > len(links)
    return domain if is_proof else registrable_domain(source_url)


def _site(seen: Any) -> str:
    return registrable_domain(seen.source_url) if seen.source_url.startswith("http") else ""


def _rank(domain: str, seen: Any) -> tuple[Authority, bool, datetime, str, float, str]:
    return (
        authority(domain, seen),
        _site(seen) != domain,  # a home that is said goes after an address
        seen.published_at or _NEVER,
        seen.source_uuid,
        -seen.inserted_at.timestamp(),
        seen.source_url,
    )


def facts_of(article: Article, mentions: Sequence[Mention], page: PageSays = SILENT) -> Article:
    """The article with its title, date, language, kind and source as the best place tells them.

    Its URLs, its id and its detection are nobody's word and stay; so does what nobody tells.
    """
    ordered = by_authority(article.domain, mentions)
    listed = [one for one in ordered if one.content_type is not ContentType.LINK]
    own = [one for one in listed if authority(article.domain, one) is Authority.OWN]
    others = listed[len(own) :]
    published, trust = _date(article, own, others, page)
    best = next(iter(listed or ordered), None)
    titles = (*(m.title for m in own), page.title, *(m.title for m in others))
    languages = (page.language, *(m.language for m in listed))
    kinds = [m.content_type for m in listed if m.content_type]
    return replace(
        article,
        article_title=next(filter(None, titles), None) or article.article_title,
        published_utc_iso=published,
        date_trust=trust,
        language=next(filter(None, languages), None) or article.language,
        content_type=_kind(kinds) or article.content_type,
        source_uuid=best.source_uuid if best is not None else article.source_uuid,
    )


def _kind(kinds: Sequence[ContentType]) -> ContentType | None:
    """What the best place lists it as; a skill is what the owner of this ledger calls one."""
    return ContentType.SKILL if ContentType.SKILL in kinds else next(iter(kinds), None)


def _date(
    article: Article, own: Sequence[Mention], others: Sequence[Mention], page: PageSays
) -> tuple[datetime | None, DateTrust]:
    """When it was published: by its own feed, by its page, else the earliest that is told.

    The time of a change (`lastmod`, a reply) is later than that of publishing: it counts as
    somebody else's word would.
    """
    first = next((m for m in own if m.published_at and not m.is_change_time), None)
    if first is None and page.published is not None:
        return page.published, DateTrust.EXACT
    if first is None:
        ranked = sorted(
            (m for m in (*own, *others) if m.published_at),
            key=lambda m: (m.content_type is ContentType.FORUM, m.published_at or _NEVER),
        )
        first = next(iter(ranked), None)
    if first is None:
        return article.published_utc_iso, article.date_trust
    has_trust = first.date_trust is not DateTrust.NONE
    return first.published_at, first.date_trust if has_trust else article.date_trust


def summary_of(domain: str, ordered: Sequence[Any], description: str = "") -> str:
    """What the best place says an article is about: its own feed, its page, then others.

    Args:
        ordered: Mentions or their rows, the best first.
        description: Of its own page.
    """
    own = [m.context_snippet for m in ordered if authority(domain, m) is Authority.OWN]
    others = [m.context_snippet for m in ordered[len(own) :]]
    return next(filter(None, (*own, description, *others)), "")
