"""`/artifacts/{id}`: a stored file, under a policy that lets nothing in it run; `…/wacz`: a stored
record as a package for other players.
"""

from datetime import timedelta

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.core.archive.serving import download_name
from strandline.model.archive import Artifact, ArtifactKind
from strandline.model.errors import BlobError
from strandline.ports import BlobStore
from strandline.web.access import PUBLIC
from strandline.web.artifacts import ArtifactServer
from strandline.web.packages import PackageServer
from strandline.web.queries import ArtifactId, Flag
from strandline.web.site import READ, Site

#: How long a pre-signed URL holds: long enough to begin a download.
SIGNED_FOR = timedelta(minutes=10)


def routes(site: Site) -> APIRouter:
    """One file; none where this process has no object store."""
    router = APIRouter(dependencies=PUBLIC)
    blobs = site.ports.blobs
    server = ArtifactServer(blobs) if blobs is not None else None

    @router.api_route("/artifacts/{artifact_id}", methods=READ)
    def artifact(request: Request, artifact_id: ArtifactId, download: Flag = "") -> Response:
        found = site.store.artifact(artifact_id)
        if found is None or blobs is None or server is None:
            raise HTTPException(404)
        if download and site.settings.web.artifact_links == "presigned":
            url = blobs.presign(found.key, expires=SIGNED_FOR, download_name=download_name(found))
            if url is not None:
                return Response(
                    status_code=302, headers={"location": url, "cache-control": "no-store"}
                )
        return _answer(server, blobs, request, found, download=bool(download))

    _add_package(router, site)
    return router


def _add_package(router: APIRouter, site: Site) -> None:
    blobs, replayer = site.ports.blobs, site.ports.replayer
    server = (
        PackageServer(replayer, site.version, site.package_room, site.settings.web.base_url)
        if replayer is not None
        else None
    )

    @router.api_route("/artifacts/{artifact_id}/wacz", methods=READ)
    def package(request: Request, artifact_id: ArtifactId) -> Response:
        found = site.store.artifact(artifact_id)
        if found is None or found.kind is not ArtifactKind.WARC or server is None or blobs is None:
            raise HTTPException(404)
        try:
            return server.answer(request, found)
        except BlobError as error:
            if not error.is_passing and blobs.size(found.key) is None:
                raise HTTPException(404) from error
            raise


def _answer(
    server: ArtifactServer, blobs: BlobStore, request: Request, found: Artifact, *, download: bool
) -> Response:
    try:
        return server.answer(request, found, download=download)
    except BlobError as error:
        if not error.is_passing and blobs.size(found.key) is None:
            raise HTTPException(404) from error
        raise
