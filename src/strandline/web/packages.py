"""Records as packages (WACZ), made when somebody asks for one."""

import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from strandline.model.archive import Artifact
from strandline.ports import Replayer
from strandline.web.artifacts import POLICY
from strandline.web.site import matches

#: Packages that are made at once: each is a pass over the whole record.
_AT_ONCE = 2
_AGAIN_S = 5
_PIECE = 1 << 16


class PackageServer:
    """Answers with packages.

    Args:
        replayer: Makes them.
        version: Of this program: another one may pack otherwise.
        folder: For packages on their way out; None for the system's.
    """

    def __init__(self, replayer: Replayer, version: str, folder: Path | None) -> None:
        self._replayer = replayer
        self._version = version
        self._folder = folder
        self._free = threading.BoundedSemaphore(_AT_ONCE)

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
        if matches(request.headers.get("if-none-match", ""), headers["etag"]):
            return Response(status_code=304, headers=headers)
        if request.method == "HEAD":
            return Response(headers=headers)
        return self._packed([artifact.key], headers)

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
        return self._packed([artifact.key for artifact in artifacts], headers)

    def _packed(self, keys: Sequence[str], headers: dict[str, str]) -> Response:
        if not self._free.acquire(blocking=False):
            return Response(status_code=503, headers={"retry-after": str(_AGAIN_S)})
        package = tempfile.TemporaryFile(dir=self._folder)  # noqa: SIM115 - closed when it is sent
        try:
            self._replayer.pack(keys, package)
        except BaseException:
            package.close()
            raise
        finally:
            self._free.release()
        headers["content-length"] = str(package.seek(0, 2))
        package.seek(0)
        return StreamingResponse(_pieces(package), headers=headers)


def _pieces(package: BinaryIO) -> Iterator[bytes]:
    with package:
        while piece := package.read(_PIECE):
            yield piece
