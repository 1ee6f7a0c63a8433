"""One file a page. `PAGES` is the whole list: to add one, write its file and add its line."""

from collections.abc import Callable

from fastapi import APIRouter

from strandline.web.pages import (
    about,
    archive,
    archive_feeds,
    article,
    artifacts,
    click,
    demand,
    digest,
    digests,
    featured,
    feeds,
    mail,
    manifest,
    pictures,
    probes,
    recent,
    replay,
    saved_feeds,
    search,
    sources,
    static,
    stats,
    stories,
    story_feeds,
    threads,
)
from strandline.web.site import Site

#: Each makes its routes. `feeds` before `digest`: `/digests/7.json` is no digest named `7.json`.
PAGES: tuple[Callable[[Site], APIRouter], ...] = (
    recent.routes,
    feeds.routes,
    digests.routes,
    digest.routes,
    sources.routes,
    story_feeds.routes,
    stories.routes,
    threads.routes,
    featured.routes,
    article.routes,
    demand.routes,
    replay.routes,
    archive.routes,
    archive_feeds.routes,
    search.routes,
    saved_feeds.routes,
    stats.routes,
    artifacts.routes,
    pictures.routes,
    about.routes,
    click.routes,
    mail.routes,
    probes.routes,
    static.routes,
    manifest.routes,
)
