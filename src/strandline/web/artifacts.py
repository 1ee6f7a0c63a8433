"""Stored files as answers: streamed from the object store, in parts where asked for.

Whatever a file is, its answer carries a policy under which nothing in it runs: `sandbox` gives it
an origin of its own, `default-src 'none'` lets it load nothing. That holds behind any proxy, since
it travels with the answer and not with an address.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from starlette.requests import Request
from starlette.responses import Response

from strandline.core.archive.serving import Served, download_name, serve_as
from strandline.core.archive.sniff import LOOK_BYTES, Sniffed, sniff
from strandline.model.archive import Artifact
from strandline.ports import BlobStore
from strandline.web.ranges import answer_part
from strandline.web.site import matches

_REST = (
    "default-src 'none'; {more}style-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
#: `style-src` is for the browser's own picture and text viewers, which style themselves.
POLICY = "sandbox; " + _REST.format(more="")
#: A browser's player asks for the file again, which it may only from the file's own origin. Still
#: no scripts: sound and film have none, and the sandbox would not run them.
MEDIA_POLICY = "sandbox allow-same-origin; " + _REST.format(more="media-src 'self'; ")

#: The bytes under an id never change; a day is how long a removed one may be seen on.
_CACHE = "private, max-age=86400"


class ArtifactServer:
    """Answers with artifacts.

    Args:
        blobs: Where the bytes are.
    """

    def __init__(self, blobs: BlobStore) -> None:
        self._blobs = blobs
        self._sniffed = lru_cache(maxsize=4_096)(self._sniff)

    def answer(self, request: Request, artifact: Artifact, *, download: bool) -> Response:
        """The whole file, a part of it, or word that the browser holds it.

        Args:
            download: Offer to save it, also where it could be shown.

        Raises:
            BlobError: The object store does not give it out.
        """
        served = serve_as(artifact.kind, self._sniffed(artifact.key, artifact.content_type))
        headers = _headers(artifact, served, download=download)
        if matches(request.headers.get("if-none-match", ""), headers["etag"]):
            return Response(status_code=304, headers=headers)

        def read(start: int, end: int) -> Iterator[bytes]:
            pieces = self._blobs.read(artifact.key, start=start, end=end)
            # The first piece before the head of the answer: a file that is not there is said so.
            return chain([next(pieces, b"")], pieces)

        return answer_part(request, headers, artifact.size_bytes, read)

    def _sniff(self, key: str, declared: str) -> Sniffed:
        start = b"".join(self._blobs.read(key, start=0, end=LOOK_BYTES))
        return sniff(start, declared)


def _headers(artifact: Artifact, served: Served, *, download: bool) -> dict[str, str]:
    how = "inline" if served.is_inline and not download else "attachment"
    return {
        "content-type": served.content_type,
        "content-disposition": f'{how}; filename="{download_name(artifact)}"',
        "content-security-policy": MEDIA_POLICY if served.is_media else POLICY,
        "accept-ranges": "bytes",
        "etag": f'"{artifact.sha256[:32]}"',
        "cache-control": _CACHE,
        "x-robots-tag": "noindex",
    }
