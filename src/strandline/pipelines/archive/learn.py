"""What a capture taught about the article itself: URLs on the way to it, a title, a date."""

from collections.abc import Sequence
from datetime import datetime

from strandline.core.sources.entering import redirect_aliases
from strandline.core.urls import identify
from strandline.core.urls.pages import is_home_page
from strandline.model.archive import ArchiveJob, LinkMetadata
from strandline.model.articles import (
    Alias,
    AliasKind,
    Article,
    ArticleChange,
    IngestBatch,
    UrlStatus,
)
from strandline.model.entries import DateTrust
from strandline.model.errors import UrlError
from strandline.model.fetching import Resolution, ResolveOutcome
from strandline.model.sources import ContentType
from strandline.ports import Captured, Ports

_LONGEST_TITLE = 500


def learn(ports: Ports, job: ArchiveJob, captured: Captured, now: datetime) -> None:
    """Fill in what was missing. Doing it twice changes nothing more.

    Only for captures that were kept: the title of a challenge page is not the article's.
    """
    change = change_from(job.article_uuid, captured.metadata, now)
    article = ports.store.articles([job.article_uuid], also_struck=True).get(job.article_uuid)
    # What becomes another article takes the URLs of the way along, in `move_to_end`.
    stays = article is not None and not is_led_on(article, captured)
    aliases = unknown(ports, aliases_from(job, captured, now)) if stays else ()
    if change is not None or aliases:
        changes = () if change is None else (change,)
        ports.store.ingest(IngestBatch(now=now, changes=changes, aliases=aliases))


def has_no_name_yet(article: Article) -> bool:
    """True where nobody has followed the URL: an id is minted from its end, not from a spelling."""
    return article.content_type is ContentType.LINK or article.url_status is UrlStatus.PENDING


def is_led_on(article: Article, captured: Captured) -> bool:
    """True where a capture found the true name of such an article."""
    return bool(captured.hops and captured.metadata.final_url) and has_no_name_yet(article)


def unknown(ports: Ports, aliases: Sequence[Alias]) -> tuple[Alias, ...]:
    """Those that lead nowhere yet: a URL that leads somewhere keeps leading there."""
    known = ports.store.find([alias.url_key for alias in aliases]) if aliases else {}
    return tuple(alias for alias in aliases if alias.url_key not in known)


def change_from(article_uuid: str, metadata: LinkMetadata, now: datetime) -> ArticleChange | None:
    """Title, date and language as the page says them; None where it says none of them.

    A date later than now is no published time.
    """
    title = " ".join(metadata.title.split())[:_LONGEST_TITLE] or None
    published = metadata.published_at
    if published is not None and published > now:
        published = None
    if title is None and published is None and metadata.language is None:
        return None
    return ArticleChange(
        article_uuid=article_uuid,
        article_title=title,
        published_utc_iso=published,
        date_trust=DateTrust.EXACT if published else None,
        language=metadata.language,
    )


def aliases_from(job: ArchiveJob, captured: Captured, now: datetime) -> tuple[Alias, ...]:
    """Every URL on the way, and the one at the end."""
    final = captured.metadata.final_url
    if not captured.hops or not final or is_home_page(final):
        return ()
    resolution = Resolution(job.url, ResolveOutcome.RESOLVED, final, captured.hops)
    aliases = redirect_aliases(resolution, job.article_uuid, now)
    try:
        end = identify(final)
    except UrlError:
        return tuple(aliases)
    evidence = f"redirect from {job.url}"[:500]
    kind = AliasKind.REDIRECT
    own = Alias(end.canonical, end.key, job.article_uuid, kind, evidence, now)
    return (*aliases, own)
