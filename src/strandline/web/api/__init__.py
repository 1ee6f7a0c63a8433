"""The JSON API: one file a part. `API` is the whole list; `/api/openapi.json` describes it."""

from collections.abc import Callable

from fastapi import APIRouter

from strandline.web.api import stories
from strandline.web.site import Site

#: Each makes its routes, all below `/api`.
API: tuple[Callable[[Site], APIRouter], ...] = (stories.routes,)

#: Where the description of all of it is.
OPENAPI = "/api/openapi.json"
