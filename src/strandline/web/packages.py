"""Records as packages (WACZ), made when somebody asks for one."""

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from strandline.model.archive import Artifact
from strandline.ports import Replayer
from strandline.web.artifacts import POLICY
from strandline.web.hosts import may_open
from strandline.web.package_room import Package, PackageRoom
from strandline.web.ranges import answer_part
from strandline.web.site import matches

_AGAIN_S = 5
#: Players are pages elsewhere, which may read what the public may.
_OPEN = {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "Content-Length, Content-Range, Accept-Ranges, ETag",
}


class PackageServer:
    """Answers with packages.

    Args:
        replayer: Makes them.
        version: Of this program: another one may pack otherwise.
        room: Where they lie; one for the whole process.
        base_url: Address that readers use; empty where none is set.
    """

    def __init__(self, replayer: Replayer, version: str, room: PackageRoom, base_url: str) -> None:
        self._replayer, self._version = replayer, version
        self._room, self._base_url = room, base_url

    def answer(self, request: Request, artifact: Artifact) -> Response:
        """The package of a record, or word that the browser holds it.

        Raises:
            StoreError: The object store does not give the record out.
        """
        headers = {
            "content-type": "application/wacz",
            "content-disposition": f'attachment; filename="{artifact.article_uuid}.wacz"',
            "content-security-policy": POLICY,
            "etag": f'"{artifact.sha256[:24]}-{self._version}"',
            "cache-control": "private, max-age=86400",
            "x-robots-tag": "noindex",
        }
        if may_open(request, self._base_url):
            headers |= _OPEN
        if matches(request.headers.get("if-none-match", ""), headers["etag"]):
            return Response(status_code=304, headers=headers)
        package = self._kept(artifact, headers["etag"])
        if package is None:
            return _busy()
        headers["accept-ranges"] = "bytes"
        return answer_part(request, headers, package.size, package.part)

    def several(self, artifacts: Sequence[Artifact], name: str) -> Response:
        """One package of several records.

        Args:
            artifacts: At least one.
            name: Of the file.

        Raises:
            StoreError: The object store does not give one out.
        """
        headers = {
            "content-type": "application/wacz",
            "content-disposition": f'attachment; filename="{name}.wacz"',
            "content-security-policy": POLICY,
            "cache-control": "no-store",
        }
        package = self._made(artifacts)
        if package is None:
            return _busy()
        headers["content-length"] = str(package.size)
        return StreamingResponse(package.part(0, package.size), headers=headers)

    def _kept(self, artifact: Artifact, tag: str) -> Package | None:
        there = self._room.kept(tag)
        if there is not None:
            return there
        made = self._made([artifact])
        if made is not None:
            self._room.keep(tag, made)
        return made

    def _made(self, artifacts: Sequence[Artifact]) -> Package | None:
        keys = [artifact.key for artifact in artifacts]
        size = sum(artifact.size_bytes for artifact in artifacts)
        return self._room.make(size, lambda target: self._replayer.pack(keys, target))


def _busy() -> Response:
    return Response(status_code=503, headers={"retry-after": str(_AGAIN_S)})
