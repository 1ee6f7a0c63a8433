"""Multipart uploads that never ended: S3 keeps, and bills, their parts until they are given up.

The client library cannot list them; these two requests are small enough to be made here.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from strandline.model.errors import BlobError

#: Method, key and query → signed URL.
Sign = Callable[[str, str, Mapping[str, str]], str]

#: Pages of a listing that are read, each of up to 1000 uploads.
_MOST_PAGES = 100


def sweep_uploads(sign: Sign, before: datetime, timeout_s: float) -> int:
    """Give up uploads that began before a time; returns how many.

    Raises:
        BlobError: The server refused.
    """
    import httpx2

    count = 0
    # Proxy variables are left alone: the endpoint was configured, and is asked directly elsewhere.
    with httpx2.Client(timeout=timeout_s, trust_env=False) as client:
        for key, upload_id, began in list(_uploads(client, sign)):
            if began < before:
                _ask(client, sign("DELETE", key, {"uploadId": upload_id}), "DELETE", key)
                count += 1
    return count


def _uploads(client: Any, sign: Sign) -> Iterator[tuple[str, str, datetime]]:
    """Key, id and begin of every unfinished upload."""
    from lxml import etree

    query = {"uploads": ""}
    for _ in range(_MOST_PAGES):
        body = _ask(client, sign("GET", "", query), "GET", "unfinished uploads")
        try:
            parser = etree.XMLParser(resolve_entities=False, no_network=True)
            root = etree.fromstring(body, parser)
        except etree.XMLSyntaxError as error:
            raise BlobError("The list of unfinished uploads cannot be read.") from error
        for upload in root.iterfind("{*}Upload"):
            began = datetime.fromisoformat(_text(upload, "Initiated").replace("Z", "+00:00"))
            yield _text(upload, "Key"), _text(upload, "UploadId"), began.astimezone(UTC)
        if _text(root, "IsTruncated") != "true":
            return
        query = {
            "uploads": "",
            "key-marker": _text(root, "NextKeyMarker"),
            "upload-id-marker": _text(root, "NextUploadIdMarker"),
        }


def _ask(client: Any, url: str, method: str, subject: str) -> bytes:
    import httpx2

    try:
        answer = client.request(method, url)
    except httpx2.HTTPError as error:
        message = f"{subject}: no answer ({type(error).__name__})."
        raise BlobError(message, subject=subject, is_passing=True) from error
    if answer.status_code >= 400 and answer.status_code != 404:
        raise BlobError(
            f"{subject}: the server answered {answer.status_code}.",
            subject=subject,
            is_passing=answer.status_code >= 500,
        )
    body: bytes = answer.content
    return body


def _text(element: Any, name: str) -> str:
    return element.findtext(f"{{*}}{name}") or ""
