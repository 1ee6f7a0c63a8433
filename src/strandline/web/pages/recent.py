"""`/`: recent articles, newest found first, by source and language."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.articles import Article, Mention
from strandline.model.sources import Source
from strandline.ports import Store
from strandline.render.groups import needs_a_look
from strandline.render.i18n import LANGUAGES
from strandline.render.pages import recent_page
from strandline.render.views import Choice, ListedArticle, RecentView, SourceRow
from strandline.web.editions import shared_digests
from strandline.web.queries import (
    Before,
    LanguageChoice,
    SourceChoice,
    article_cursor,
    write_cursor,
)
from strandline.web.site import READ, Site

#: Articles on one page.
PAGE_SIZE = 40


def routes(site: Site) -> APIRouter:
    """The front page."""
    router = APIRouter()

    @router.api_route("/", methods=READ)
    def recent(
        request: Request,
        source: SourceChoice = "",
        language: LanguageChoice = "",
        before: Before = "",
    ) -> Response:
        view = gather(site.store, source, language, article_cursor(before))
        return site.page(request, recent_page, view, section="recent")

    return router


def gather(
    store: Store, source: str, language: str, before: tuple[datetime, str] | None
) -> RecentView:
    """Read one page, and one row more to know whether there is another."""
    rows = store.recent(
        limit=PAGE_SIZE + 1,
        before=before,
        source_uuid=source or None,
        language=language or None,
    )
    shown, more = rows[:PAGE_SIZE], rows[PAGE_SIZE:]
    sources = store.sources()
    healths = store.healths()
    digests = shared_digests(store, limit=1)
    return RecentView(
        articles=_listed(shown, store, {s.source_uuid: s.name for s in sources}),
        sources=tuple(Choice(s.source_uuid, s.name or s.source_uuid) for s in _by_name(sources)),
        languages=_languages(sources, language),
        source=source,
        language=language,
        older_href=_older(shown[-1], source, language) if more else None,
        newest_href=_href(source, language, ""),
        is_first=before is None,
        unwell=sum(needs_a_look(SourceRow(s, healths.get(s.source_uuid))) for s in sources),
        latest_digest=digests[0] if digests else None,
    )


def _listed(
    articles: Sequence[Article], store: Store, names: Mapping[str, str]
) -> tuple[ListedArticle, ...]:
    mentions = store.mentions([article.article_uuid for article in articles])
    return tuple(
        ListedArticle(article, _carriers(article, mentions.get(article.article_uuid, []), names))
        for article in articles
    )


def _carriers(
    article: Article, mentions: Sequence[Mention], names: Mapping[str, str]
) -> tuple[str, ...]:
    """Names of the sources that carry an article, the one that brought it first."""
    seen = {article.source_uuid: names.get(article.source_uuid, "")}
    for mention in mentions:
        if not seen.get(mention.source_uuid):
            seen[mention.source_uuid] = mention.source_name or mention.source_uuid
    return tuple(name or uuid for uuid, name in seen.items())


def _languages(sources: Sequence[Source], chosen: str) -> tuple[str, ...]:
    """Languages to choose from: ours, those of the sources, and the chosen one."""
    known = [*LANGUAGES, *sorted({s.language for s in sources if s.language}), chosen]
    return tuple(dict.fromkeys(tag for tag in known if tag))


def _by_name(sources: Sequence[Source]) -> list[Source]:
    return sorted(sources, key=lambda source: (source.name.casefold(), source.source_uuid))


def _older(last: Article, source: str, language: str) -> str:
    cursor = write_cursor(last.article_detected_utc_iso, last.article_uuid)
    return _href(source, language, cursor)


def _href(source: str, language: str, cursor: str) -> str:
    chosen = {"source": source, "language": language, "before": cursor}
    query = urlencode({name: value for name, value in chosen.items() if value})
    return f"/?{query}" if query else "/"
