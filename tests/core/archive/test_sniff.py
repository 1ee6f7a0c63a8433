"""What a document is, by its bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.archive.layout import raw_name
from strandline.core.archive.sniff import sniff

HTML = b"<!doctype html><title>x</title><p>hello"
RIFF = b"RIFF\x10\x00\x00\x00"


@pytest.mark.parametrize(
    ("start", "declared", "content_type", "extension"),
    [
        (b"%PDF-1.7\n%\xe2\xe3", "application/pdf", "application/pdf", "pdf"),
        (b"%PDF-1.7\n", "text/html", "application/pdf", "pdf"),
        (b"\n\n%PDF-1.4", "", "application/pdf", "pdf"),
        (b"junk before %PDF-1.4", "application/pdf", "application/pdf", "pdf"),
        (b"<p>A file starts with %PDF-1.4", "text/html", "text/html", "html"),
        (b"A file starts with %PDF-1.4", "text/plain", "text/plain", "txt"),
        (HTML, "text/html; charset=utf-8", "text/html", "html"),
        (HTML, "image/png", "text/html", "html"),
        (HTML, "application/octet-stream", "text/html", "html"),
        (HTML, "", "text/html", "html"),
        (b"\xef\xbb\xbf" + HTML, "", "text/html", "html"),
        (b"\xff\xfe" + HTML.decode().encode("utf-16-le"), "", "text/html", "html"),
        (b"  \n<script>x()</script>", "image/gif", "text/html", "html"),
        (b"just words", "text/html", "text/html", "html"),
        (b"<b>bold</b> words", "text/plain", "text/plain", "txt"),
        (b"just words", "", "text/plain", "txt"),
        (b"a,b\n1,2", "text/csv", "text/csv", "csv"),
        (b'{"a": 1}', "application/json", "application/json", "json"),
        (b"[1]", "", "application/json", "json"),
        (b'<?xml version="1.0"?><svg xmlns="x"/>', "image/svg+xml", "image/svg+xml", "svg"),
        (b"<svg onload=x()>", "image/png", "image/svg+xml", "svg"),
        (b'<?xml version="1.0"?><html xmlns="x">', "text/xml", "application/xhtml+xml", "html"),
        (b'<?xml version="1.0"?><rss/>', "text/html", "application/xml", "xml"),
        (b"MIME-Version: 1.0\nContent-Type: multipart/related;", "", "multipart/related", "mhtml"),
        (b"\x89PNG\r\n\x1a\n\x00", "text/html", "image/png", "png"),
        (b"\xff\xd8\xff\xe0", "", "image/jpeg", "jpg"),
        (b"GIF89a\x01", "", "image/gif", "gif"),
        (RIFF + b"WEBPVP8 ", "", "image/webp", "webp"),
        (b"\x00\x00\x00\x1cftypisom", "", "video/mp4", "mp4"),
        (b"\x00\x00\x00\x1cftypavif", "", "image/avif", "avif"),
        (b"\x1aE\xdf\xa3\x01", "", "video/webm", "webm"),
        (b"ID3\x03\x00\x00", "", "audio/mpeg", "mp3"),
        (b"ID3 tags are the labels of a song", "text/plain", "text/plain", "txt"),
        (b"BMW builds engines", "text/plain", "text/plain", "txt"),
        (b"The ftyp box", "text/plain", "text/plain", "txt"),
        (b"PK\x03\x04\x14\x00", "text/html", "application/zip", "zip"),
        (b"WEBVTT\n\n00:01", "", "text/vtt", "vtt"),
        (b"\x00\x01\x02\x03", "text/html", "application/octet-stream", "bin"),
        (b"\x00\x01\x02\x03", "", "application/octet-stream", "bin"),
        (b"", "", "application/octet-stream", "bin"),
    ],
)  # fmt: skip
def test_type(start: bytes, declared: str, content_type: str, extension: str) -> None:
    """Bytes decide; a declared type only tells kinds of text apart."""
    found = sniff(start, declared)
    assert (found.content_type, found.extension) == (content_type, extension)
    assert found.is_page is (extension == "html")


@given(st.binary(max_size=200), st.sampled_from(["", "text/html", "image/png", "text/plain", "x"]))
def test_any_bytes_have_a_name(start: bytes, declared: str) -> None:
    """Whatever came, it is stored under a plain name of ours."""
    found = sniff(start, declared)
    assert raw_name(found) == f"fetch/raw.{found.extension}"
    assert found.extension.isalnum()


@given(st.binary(max_size=200))
def test_pictures_are_never_pages(start: bytes) -> None:
    """What begins as a picture is one, whatever follows."""
    assert sniff(b"\x89PNG\r\n\x1a\n" + start, "text/html").content_type == "image/png"
