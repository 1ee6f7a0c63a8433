"""Writes WARC files (ISO 28500:2017, WARC/1.1): each record gzipped on its own, nothing held whole.

A body is written as the server coded it, but with chunks joined, since that is how HTTP libraries
hand it out. So the header that announces chunks is renamed, as browser archivers do: a player that
believed it would look for chunks that are not there. A body that is stored already is referred to.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from io import SEEK_END, BytesIO
from pathlib import Path
from types import TracebackType
from typing import IO, Any
from urllib.parse import urlsplit

from strandline.adapters.fetch.recording import Exchanged
from strandline.core.archive.revisits import digest_of, reference_fields
from strandline.model.archive import StoredPayload

#: Headers that told of the transport and no longer hold.
_TRANSPORT = frozenset({"transfer-encoding", "trailer"})


class WarcFile:
    """A WARC that is being written.

    Args:
        path: Where; replaced if it is there.
        software: Name and version of the writer.
        now: Of the first record.
        known: Bodies that are stored, by digest.
    """

    def __init__(
        self,
        path: Path,
        software: str,
        now: datetime,
        known: Mapping[str, StoredPayload] | None = None,
    ) -> None:
        from warcio.warcwriter import WARCWriter

        self._known = {} if known is None else known  # an empty one may find what is shared
        self._file: IO[bytes] = path.open("wb")
        self._writer: Any = WARCWriter(self._file, gzip=True, warc_version="WARC/1.1")
        facts = {
            "software": software,
            "format": "WARC File Format 1.1",
            "conformsTo": "http://iipc.github.io/warc-specifications/specifications/"
            "warc-format/warc-1.1/",
        }
        info = self._writer.create_warcinfo_record(path.name, facts)
        info.rec_headers.replace_header("WARC-Date", _stamp(now))
        self._writer.write_record(info)

    def __enter__(self) -> "WarcFile":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def exchange(self, exchanged: Exchanged) -> None:
        """An answer and the request that asked for it."""
        answer = (exchanged.version, exchanged.status, exchanged.reason)
        headers = [
            (name.decode("latin-1"), value.decode("latin-1")) for name, value in exchanged.headers
        ]
        body = exchanged.sent.open("rb") if exchanged.sent else BytesIO()
        with body:
            self.answer(
                exchanged.url,
                exchanged.started_at,
                asked=(exchanged.method, list(exchanged.request_headers)),
                answer=answer,
                headers=headers,
                body=body,
                address=exchanged.address,
                is_whole=exchanged.is_whole,
            )

    def answer(
        self,
        url: str,
        when: datetime,
        *,
        asked: tuple[str, list[tuple[str, str]]],
        answer: tuple[str, int, str],
        headers: Iterable[tuple[str, str]],
        body: IO[bytes],
        address: str = "",
        is_whole: bool = True,
    ) -> None:
        """An answer and the request that asked for it.

        Args:
            url: Absolute.
            when: The request went out.
            asked: Method and headers.
            answer: HTTP version, status, reason.
            headers: Of the answer.
            body: As sent, from where it stands; can be read twice.
            address: That answered.
            is_whole: False where the answer ended before its end.

        Raises:
            ValueError: No record can be made of it; the file is as it was before.
        """
        version, status, reason = answer
        told = [(_renamed(_one_line(name)), _one_line(value)) for name, value in headers]
        # Players know HTTP/1.1 only; which one it was stands in a header of the record.
        head = _head(f"{status} {_one_line(reason)}".strip(), told, protocol="HTTP/1.1")
        extra = {"WARC-Date": _stamp(when)}
        if address:
            extra["WARC-IP-Address"] = address
        if version.startswith("HTTP/2"):
            extra["WARC-Protocol"] = "h2"
        if not is_whole:
            extra["WARC-Truncated"] = "disconnect"
        begins = self._file.tell()
        try:
            self._pair(url, when, asked, self._holder(url, "response", body, extra, head))
        except ValueError:  # UnicodeError too: nothing of it may stay
            self._file.seek(begins)
            self._file.truncate()
            raise

    def _pair(
        self, url: str, when: datetime, asked: tuple[str, list[tuple[str, str]]], record: Any
    ) -> None:
        method, sent = asked
        target = urlsplit(url)
        line = f"{method} {target.path or '/'}{'?' + target.query if target.query else ''}"
        lines = [(_one_line(name), _one_line(value)) for name, value in sent]
        request = self._writer.create_warc_record(
            url,
            "request",
            http_headers=_head(f"{line} HTTP/1.1", lines, is_http_request=True),
            warc_headers_dict={"WARC-Date": _stamp(when)},
        )
        self._writer.write_request_response_pair(request, record)

    def resource(self, url: str, when: datetime, path: Path, content_type: str) -> None:
        """A file of ours about a page: its picture, its print, its text."""
        with path.open("rb") as body:
            self.statement(url, when, body, content_type)

    def statement(self, url: str, when: datetime, body: IO[bytes], content_type: str) -> None:
        """What we say about a page."""
        fields = {"WARC-Date": _stamp(when), "Content-Type": content_type}
        self._writer.write_record(self._holder(url, "resource", body, fields, None))

    def _holder(
        self, url: str, kind: str, body: IO[bytes], fields: dict[str, str], head: Any
    ) -> Any:
        """A record that holds a body, or refers to the one that does."""
        digest = digest_of(body)
        there = self._known.get(digest) if "WARC-Truncated" not in fields else None
        if digest and there is not None:
            return self._writer.create_revisit_record(
                url,
                digest,
                there.url,
                there.date,
                http_headers=head,
                warc_headers_dict=fields | reference_fields(there),
            )
        return self._writer.create_warc_record(
            url,
            kind,
            payload=body,
            length=_left_in(body),
            http_headers=head,
            warc_headers_dict=fields | ({"WARC-Payload-Digest": digest} if digest else {}),
        )


def _head(line: str, headers: list[tuple[str, str]], **more: Any) -> Any:
    """A head whose bytes are written as they came; the library would make ASCII of them or fail."""
    from warcio.statusandheaders import StatusAndHeaders

    class Head(StatusAndHeaders):  # type: ignore[misc]  # the library has no types
        def to_ascii_bytes(self, filter_func: Any = None) -> bytes:
            """Bytes were read as Latin-1; what a browser made of them may be any text."""
            lines = self.to_str(filter_func).split("\r\n")
            return b"\r\n".join([*map(_as_sent, lines), b""])

    return Head(line, headers, **more)


def _as_sent(line: str) -> bytes:
    try:
        return line.encode("latin-1")
    except UnicodeEncodeError:
        return line.encode("utf-8", "replace")


def _left_in(body: IO[bytes]) -> int:
    """Bytes from where it stands: with the length known, the library makes no copy of its own."""
    here = body.tell()
    size = body.seek(0, SEEK_END) - here
    body.seek(here)
    return size


def _renamed(name: str) -> str:
    return f"x-orig-{name.lower()}" if name.lower() in _TRANSPORT else name


def _one_line(text: str) -> str:
    """A line break in a header would make another header of what follows it."""
    return " ".join(text.splitlines()) if any(mark in text for mark in "\r\n") else text


def _stamp(when: datetime) -> str:
    """UTC, with microseconds as WARC 1.1 allows: hops of a chain fall into the same second."""
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
