"""The API: one file an area. `API` is the whole list; `description.describe` tells of it."""

from collections.abc import Callable

from fastapi import APIRouter

from strandline.web.api import (
    accounts,
    archive,
    archiving,
    articles,
    digests,
    editions,
    outputs,
    reading,
    reviewing,
    rotting,
    searching,
    sources,
    stories,
    subscribers,
    subscriptions,
    takedowns,
    threads,
)
from strandline.web.site import Site

#: Each makes its routes, all below `routing.ROOT`.
API: tuple[Callable[[Site], APIRouter], ...] = (
    articles.routes,
    stories.routes,
    threads.routes,
    digests.routes,
    editions.routes,
    sources.routes,
    subscriptions.routes,
    archive.routes,
    archiving.routes,
    rotting.routes,
    takedowns.routes,
    searching.routes,
    reviewing.routes,
    subscribers.routes,
    outputs.routes,
    accounts.routes,
    reading.routes,
)
