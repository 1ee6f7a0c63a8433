"""`/desk/editions/{id}/preview`: the bytes as they will go out, in frames that run nothing."""

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from strandline.core.digest.timetable import zone_of
from strandline.model.accounts import Right
from strandline.model.digests import Digest
from strandline.model.pictures import NO_PICTURES
from strandline.pipelines.delivery.letters import subject_of
from strandline.render.digest_email import DigestEmail, as_message, render_email
from strandline.render.edition_views import PreviewView
from strandline.render.mail_looks import LOOKS, looked_at
from strandline.render.pages import digest_page
from strandline.render.views import DigestView
from strandline.web.access import Desk
from strandline.web.desk.editions import edition_of
from strandline.web.queries import DigestId
from strandline.web.shield import CONTENT_SECURITY_POLICY, DESK_POLICY
from strandline.web.site import Site

#: From here on Gmail cuts a message off (102 kB).
CLIP_BYTES = 102_400
PARTS = ("page", "phone", *LOOKS, "text")

Part = Annotated[str, Path(pattern=f"^({'|'.join(PARTS)})$")]

#: A mail has its styles within; nothing is loaded, nothing runs, nobody else frames it.
_MAIL_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; sandbox; "
    "frame-ancestors 'self'"
)
_PAGE_POLICY = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")


def routes(site: Site) -> APIRouter:
    """The page with its frames, and what stands in them."""
    desk = Desk()

    @desk.get("/desk/editions/{digest_id}/preview", right=Right.DESK)
    def first(request: Request, digest_id: DigestId) -> Response:
        return _preview(site, request, digest_id, PARTS[0])

    @desk.get("/desk/editions/{digest_id}/preview/{part}", right=Right.DESK)
    def preview(request: Request, digest_id: DigestId, part: Part) -> Response:
        return _preview(site, request, digest_id, part)

    @desk.get("/desk/editions/{digest_id}/bytes/{part}", right=Right.DESK)
    def framed(request: Request, digest_id: DigestId, part: Part) -> Response:
        edition = edition_of(site, digest_id)
        if part in ("page", "phone", "text"):
            return _page(site, request, edition)
        body = looked_at(_mail(site, edition).html, part).encode("utf-8", "replace")
        return Response(body, media_type="text/html; charset=utf-8", headers=_framed(_MAIL_POLICY))

    return desk.router


def _preview(site: Site, request: Request, digest_id: str, part: str) -> Response:
    edition = edition_of(site, digest_id)
    mail = _mail(site, edition)
    view = PreviewView(
        edition=edition,
        parts=PARTS,
        part=part,
        text=mail.text,
        size=len(as_message(mail, edition.digest_id).as_bytes()),
        limit=CLIP_BYTES,
        shown=mail.shown,
    )
    answer = site.desk_page(request, "preview", view, section="editions")
    answer.headers["content-security-policy"] = f"{DESK_POLICY}; frame-src 'self'"
    return answer


def _mail(site: Site, edition: Digest) -> DigestEmail:
    reader = site.store.reader(edition.reader_id)
    return render_email(
        edition,
        base_url=site.base_url,
        site_title=site.settings.web.title,
        zone=zone_of(reader.settings.timezone if reader else ""),
        subject=subject_of(edition, site.settings),
        pictures=NO_PICTURES
        if site.settings.mail.pictures == "none"
        else site.pictures(item.article_uuid for item in edition.items),
    )


def _page(site: Site, request: Request, edition: Digest) -> Response:
    """The public page, as it will be."""
    shown = [item.article_uuid for item in edition.items]
    view = DigestView(edition, frozenset(site.store.articles(shown)), site.pictures(shown))
    answer = site.page(request, digest_page, view, section="digests")
    for name, value in _framed(_PAGE_POLICY).items():
        answer.headers[name] = value
    return answer


def _framed(policy: str) -> dict[str, str]:
    return {
        "content-security-policy": policy,
        "x-frame-options": "SAMEORIGIN",
        "cache-control": "no-store",
    }
