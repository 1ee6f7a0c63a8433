"""`/desk/audit`: what people changed, newest first; for the owner."""

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.render.account_views import AuditView
from strandline.render.i18n import LANGUAGES, catalogue
from strandline.web.access import Desk
from strandline.web.site import Site

#: Entries of a page.
SHOWN = 50
_PAGE = "/desk/audit"

Wish = Annotated[str, Query(max_length=200)]
Before = Annotated[int, Query(ge=0, le=2**62)]


def routes(site: Site) -> APIRouter:
    """One page."""
    desk = Desk()

    @desk.get(_PAGE, right=Right.ACCOUNTS)
    def show(
        request: Request, who: Wish = "", what: Wish = "", subject: Wish = "", before: Before = 0
    ) -> Response:
        chosen = {"who": who.strip(), "what": what.strip(), "subject": subject.strip()}
        found = site.store.audit(**chosen, before=before, limit=SHOWN + 1)
        kept = {name: value for name, value in chosen.items() if value}
        older = {**kept, "before": found[SHOWN - 1].entry_id} if len(found) > SHOWN else None
        view = AuditView(
            entries=tuple(found[:SHOWN]),
            **chosen,
            names=("console", *(account.login for account in site.store.accounts())),
            areas=areas(),
            older_href=None if older is None else f"{_PAGE}?{urlencode(older)}",
            newest_href=f"{_PAGE}?{urlencode(kept)}" if kept else _PAGE,
            is_first=not before,
        )
        return site.desk_page(request, "audit", view, section="audit")

    return desk.router


def areas() -> tuple[str, ...]:
    """What acts are about, as far as there are words for them."""
    keys = (key.split(".") for key in catalogue(LANGUAGES[0]) if key.startswith("audit."))
    return tuple(dict.fromkeys(parts[1] for parts in keys if len(parts) == 3))
