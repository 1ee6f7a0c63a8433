"""The desk: pages for who is signed in, one file an area. `DESK` is the whole list."""

from collections.abc import Callable

from fastapi import APIRouter

from strandline.web.desk import (
    account,
    archive,
    audit,
    bringing,
    captures,
    edition_acts,
    edition_preview,
    editions,
    forums,
    home,
    muting,
    openid,
    outputs,
    passkeys,
    reading,
    review,
    rot,
    searches,
    signing,
    source,
    source_adding,
    source_lists,
    sources,
    subscribers,
    takedowns,
    users,
    wayback,
)
from strandline.web.site import Site

#: Each makes its routes with `web.access.Desk`.
DESK: tuple[Callable[[Site], APIRouter], ...] = (
    home.routes,
    signing.routes,
    openid.routes,
    passkeys.routes,
    account.routes,
    editions.routes,
    edition_acts.routes,
    edition_preview.routes,
    subscribers.routes,
    outputs.routes,
    reading.routes,
    users.routes,
    muting.routes,
    archive.routes,
    rot.routes,
    wayback.routes,
    captures.routes,
    forums.routes,
    takedowns.routes,
    review.routes,
    sources.routes,
    source_adding.routes,
    source_lists.routes,
    bringing.routes,
    source.routes,  # last of them: its address takes any id
    searches.routes,
    audit.routes,
)
