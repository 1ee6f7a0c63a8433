"""Records as packages (WACZ), made when somebody asks for one."""

import os
import tempfile
import threading
import weakref
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from strandline.model.archive import Artifact
from strandline.ports import Replayer
from strandline.web.artifacts import POLICY
from strandline.web.ranges import Unsatisfiable, read_range
from strandline.web.site import matches

#: Packages that are made at once: each is a pass over the whole record.
_AT_ONCE = 2
_AGAIN_S = 5
#: Packages that are kept for the next part that is asked for.
_KEPT = 4
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
        self._lock = threading.Lock()
        self._packages: OrderedDict[str, BinaryIO] = OrderedDict()
        weakref.finalize(self, _close_all, self._packages)

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
            # Players are pages elsewhere; there is nothing of a visitor in a package.
            "access-control-allow-origin": "*",
            "access-control-expose-headers": "Content-Length, Content-Range, Accept-Ranges, ETag",
        }
        if matches(request.headers.get("if-none-match", ""), headers["etag"]):
            return Response(status_code=304, headers=headers)
        package = self._kept(artifact.key, headers["etag"])
        if package is None:
            return _busy()
        size = os.fstat(package.fileno()).st_size
        headers["accept-ranges"] = "bytes"
        try:
            is_same = request.headers.get("if-range", headers["etag"]) == headers["etag"]
            span = read_range(request.headers.get("range", ""), size) if is_same else None
        except Unsatisfiable:
            package.close()
            told = {"content-range": f"bytes */{size}"}
            return Response(status_code=416, headers=headers | told)
        start, end = (span.start, span.end) if span else (0, size)
        if span is not None:
            headers["content-range"] = span.content_range
        headers["content-length"] = str(end - start)
        if request.method == "HEAD":
            package.close()
            return Response(status_code=206 if span else 200, headers=headers)
        return StreamingResponse(
            _part(package, start, end), status_code=206 if span else 200, headers=headers
        )

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

    def _kept(self, key: str, tag: str) -> BinaryIO | None:
        """A package, made or still there: players ask for many parts. None while others are made.

        Whoever is given one closes it; what is kept is closed when newer ones take its place.
        """
        with self._lock:
            there = self._packages.get(tag)
            if there is not None:
                self._packages.move_to_end(tag)
                return os.fdopen(os.dup(there.fileno()), "rb")
        made = self._made([key])
        if made is None:
            return None
        given = os.fdopen(os.dup(made.fileno()), "rb")
        with self._lock:
            earlier = self._packages.pop(tag, None)
            self._packages[tag] = made
            if earlier is not None:
                earlier.close()
            while len(self._packages) > _KEPT:
                self._packages.popitem(last=False)[1].close()
        return given

    def _made(self, keys: Sequence[str]) -> BinaryIO | None:
        if not self._free.acquire(blocking=False):
            return None
        package = tempfile.TemporaryFile(dir=self._folder)  # noqa: SIM115 - closed when it is sent
        try:
            self._replayer.pack(keys, package)
            package.flush()
        except BaseException:
            package.close()
            raise
        finally:
            self._free.release()
        return package

    def _packed(self, keys: Sequence[str], headers: dict[str, str]) -> Response:
        package = self._made(keys)
        if package is None:
            return _busy()
        size = os.fstat(package.fileno()).st_size
        headers["content-length"] = str(size)
        return StreamingResponse(_part(package, 0, size), headers=headers)


def _close_all(packages: OrderedDict[str, BinaryIO]) -> None:
    while packages:
        packages.popitem()[1].close()


def _busy() -> Response:
    return Response(status_code=503, headers={"retry-after": str(_AGAIN_S)})


def _part(package: BinaryIO, start: int, end: int) -> Iterator[bytes]:
    """Bytes [start, end), by place: several answers read one file at the same time."""
    with package:
        while start < end and (
            piece := os.pread(package.fileno(), min(_PIECE, end - start), start)
        ):
            start += len(piece)
            yield piece
