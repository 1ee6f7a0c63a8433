"""How stored files are given out: by their bytes, under names of ours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.archive.serving import OCTETS, download_name, serve_as
from strandline.core.archive.sniff import Sniffed, sniff
from strandline.model.archive import ArtifactKind
from strandline.testing.archive_builders import a_job, an_artifact
from strandline.testing.documents import pdf, png, wav

KINDS = list(ArtifactKind)
RUNNABLE = (
    b"<!doctype html><script>alert(1)</script>",
    b"<html><body onload=alert(1)>",
    b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script/></html>',
    b'<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><rss/>',
    b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x",
    b"From: <Saved by Blink>\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x",
)


@pytest.mark.parametrize("declared", ["image/png", "application/pdf", "text/html", "video/mp4", ""])
@pytest.mark.parametrize("body", RUNNABLE, ids=range(len(RUNNABLE)))
@pytest.mark.parametrize("kind", [ArtifactKind.RAW, ArtifactKind.SCREENSHOT, ArtifactKind.DOM])
def test_what_a_browser_would_run_is_a_download_of_plain_bytes(
    kind: ArtifactKind, body: bytes, declared: str
) -> None:
    """HTML, SVG, XML and MHTML are never shown in place, whatever they are called."""
    served = serve_as(kind, sniff(body, declared))
    assert not served.is_inline
    assert served.content_type == OCTETS


@pytest.mark.parametrize(
    ("body", "content_type", "is_media"),
    [
        (png(), "image/png", False),
        (pdf(), "application/pdf", False),
        (wav(), "audio/wav", True),
        (b"\x00\x00\x00\x18ftypmp42", "video/mp4", True),
        (b'{"a": 1}', "application/json; charset=utf-8", False),
    ],
)
def test_what_no_browser_runs_is_shown(body: bytes, content_type: str, is_media: bool) -> None:
    """Pictures, PDFs, sound, film and JSON open in place under their own type."""
    served = serve_as(ArtifactKind.RAW, sniff(body, "text/plain" if body[:1] != b"{" else ""))
    assert (served.content_type, served.is_inline, served.is_media) == (
        content_type,
        True,
        is_media,
    )


def test_only_texts_of_ours_are_called_utf_8() -> None:
    """What a server sent as text is in an encoding of its own."""
    text = Sniffed("text/plain", "txt")
    assert serve_as(ArtifactKind.TEXT, text).content_type == "text/plain; charset=utf-8"
    assert serve_as(ArtifactKind.RAW, text).content_type == "text/plain"


@given(st.binary(max_size=300), st.sampled_from(KINDS), st.text(max_size=30))
def test_nothing_is_shown_under_a_type_that_runs(
    body: bytes, kind: ArtifactKind, declared: str
) -> None:
    """No bytes and no claim lead to a type in which a browser would run something."""
    served = serve_as(kind, sniff(body, declared))
    assert not any(word in served.content_type for word in ("html", "xml", "script", "multipart"))


def test_a_download_is_named_after_the_article_and_our_key() -> None:
    """The name that a server gave is not used."""
    job = a_job(job_id=3)
    artifact = an_artifact(
        job, key=f"archives/{job.article_uuid}/3/fetch/raw.html", original_name="../../evil.exe"
    )
    assert download_name(artifact) == f"{job.article_uuid}-raw.html"
