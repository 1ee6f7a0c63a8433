"""`/desk/archive/forum/{id}`: what a forum links to, by topic and post: kept, waiting, gone."""

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.model.sources import SourceKind
from strandline.pipelines.desk.forums import by_topic
from strandline.render.archive_desk_views import ForumView
from strandline.web.access import Desk
from strandline.web.queries import SourceId
from strandline.web.site import Site

#: Links of a page.
SHOWN = 60
_PLACE = "/desk/archive/forum"
Topic = Annotated[str, Query(max_length=2_000)]
After = Annotated[int, Query(ge=0, le=2**63 - 1)]


def routes(site: Site) -> APIRouter:
    """One list."""
    desk = Desk()

    @desk.get(f"{_PLACE}/{{source_uuid}}", right=Right.ARCHIVE)
    def forum(
        request: Request, source_uuid: SourceId, topic: Topic = "", after: After = 0
    ) -> Response:
        source = site.store.some_sources([source_uuid]).get(source_uuid)
        if source is None or source.kind is not SourceKind.DISCOURSE:
            raise HTTPException(404)
        found = site.store.forum_links(
            [source_uuid], limit=SHOWN + 1, before=after or None, topic_url=topic or None
        )
        shown = found[:SHOWN]
        more = None
        if len(found) > SHOWN:
            choice = {"topic": topic} if topic else {}
            query = urlencode(choice | {"after": shown[-1].mention_id})
            more = f"{_PLACE}/{source_uuid}?{query}"
        view = ForumView(source, topic, tuple(by_topic(shown)), more, is_first=not after)
        return site.desk_page(request, "archive_forum", view, section="archive")

    return desk.router
