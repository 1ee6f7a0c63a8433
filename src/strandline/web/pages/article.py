"""`/articles/{id}`: the whole way of a link, as `strandline explain` tells it."""

from dataclasses import replace

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.core.archive.demand import Answer
from strandline.model.articles import Article
from strandline.model.errors import UrlError
from strandline.model.pictures import NO_PICTURES
from strandline.ops.explain import Explanation, explain_in_public
from strandline.ports import Store
from strandline.render.pages import article_page
from strandline.render.story_views import StoryOfArticle
from strandline.render.views import ArticleView
from strandline.web.access import PUBLIC
from strandline.web.editions import shared_readers
from strandline.web.kept import gather_kept
from strandline.web.queries import ArticleId, Asked
from strandline.web.site import READ, Site
from strandline.web.told_stories import list_stories, pictured
from strandline.web.told_verdicts import newest_verdicts, told_rulings, told_verdicts

#: Verdicts that are told.
COMPARED = 12


def routes(site: Site) -> APIRouter:
    """One article."""
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route("/articles/{article_uuid}", methods=READ)
    def article(request: Request, article_uuid: ArticleId, asked: Asked = "") -> Response:
        view = gather(site.store, article_uuid)
        if view is None:
            raise HTTPException(410 if site.store.struck([article_uuid]) else 404)
        told = asked if asked in set(Answer) else ""
        kept = gather_kept(
            site.store, site.ports.blobs, article_uuid, has_replay=bool(site.replay), asked=told
        )
        pictures = site.pictures(pictured([view.story.story])) if view.story else NO_PICTURES
        return site.page(request, article_page, replace(view, kept=kept, pictures=pictures))

    return router


def gather(store: Store, article_uuid: str) -> ArticleView | None:
    """All that everybody may know of an article; None where there is none.

    What single readers were shown is theirs: only editions for everybody are told.
    """
    try:
        told = explain_in_public(store, article_uuid)
    except UrlError:  # unknown, or entered by older rules and refused by those of today
        there = store.articles([article_uuid]).get(article_uuid)
        return ArticleView(there) if there else None
    article = told.article
    if article is None:
        return None
    shared = shared_readers(store) if told.shown or told.dropped else frozenset()
    return ArticleView(
        article=article,
        aliases=told.aliases,
        mentions=told.mentions,
        posts=told.posts,
        text=told.text,
        shown=tuple((d, at) for d, at in told.shown if d.is_published and d.reader_id in shared),
        drops=tuple((d, o) for d, o in told.dropped if d.is_published and d.reader_id in shared),
        story=_story(store, article, told),
    )


def _story(store: Store, article: Article, told: Explanation) -> StoryOfArticle | None:
    """The story, and what the article was compared with; notes of rulings are not public."""
    if told.story is None:
        return None
    (listed,) = list_stories(store, [told.story]) or (None,)
    if listed is None:
        return None
    articles = {article.article_uuid: article, **told.others}
    return StoryOfArticle(
        listed,
        told_verdicts(newest_verdicts(told.verdicts)[:COMPARED], articles),
        told_rulings(told.rulings, articles),
    )
