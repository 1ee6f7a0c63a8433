"""`/pictures/{name}`: a picture of ours, under the checksum of its bytes.

What is given out was written by us from pixels alone; still it is sent under one of two types, and
under a policy that would run nothing. Mails show it too, in other people's origins.
"""

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.core.pictures import is_picture_name, picture_key
from strandline.model.errors import BlobError
from strandline.web.access import PUBLIC
from strandline.web.site import READ, Site, matches

_HEADERS = {
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "cross-origin",
}


def routes(site: Site) -> APIRouter:
    """One route; nothing is there where this process has no object store."""
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route("/pictures/{name}", methods=READ)
    def picture(request: Request, name: str) -> Response:
        blobs = site.ports.blobs
        if blobs is None or not is_picture_name(name):
            raise HTTPException(404)
        tag = f'"{name[:32]}"'
        headers = _HEADERS | {"etag": tag}
        if matches(request.headers.get("if-none-match", ""), tag):
            return Response(status_code=304, headers=headers)
        file = site.store.picture_file(name[:64])
        if file is None or file.name != name:
            raise HTTPException(404)
        try:
            body = b"".join(blobs.read(picture_key(name)))
        except BlobError as error:
            if error.is_passing:
                raise
            raise HTTPException(404) from error
        return Response(body, media_type=file.media_type, headers=headers)

    return router
