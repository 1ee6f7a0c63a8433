"""Artifacts as answers: types, names, policies, parts, and what fails."""

import itertools
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from strandline.model.archive import Artifact, ArtifactKind
from strandline.testing.documents import pdf, png, wav
from strandline.web.artifacts import MEDIA_POLICY, POLICY
from strandline.web.ranges import Unsatisfiable, read_range

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
MHTML = b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x"
OCTETS = "application/octet-stream"
NUMBERS = itertools.count(1)
#: Name, bytes, type that it was stored under (as a careless capture might have), type as sent,
#: shown in place.
FILES = (
    ("page", b"<!doctype html><script>alert(1)</script>", "text/html", OCTETS, False),
    ("page_as_picture", b"<html><script>alert(1)</script>", "image/png", OCTETS, False),
    ("svg", SVG, "image/svg+xml", OCTETS, False),
    ("svg_as_picture", SVG, "image/jpeg", OCTETS, False),
    ("mhtml", MHTML, "multipart/related", OCTETS, False),
    ("mhtml_as_text", MHTML, "text/plain", OCTETS, False),
    ("script", b"alert(1)", "text/javascript", "text/plain", True),
    ("pdf_as_page", pdf(), "text/html", "application/pdf", True),
    ("png", png(), "image/png", "image/png", True),
    ("wav", wav(), "audio/wav", "audio/wav", True),
    ("zip", b"PK\x03\x04rest", "application/wacz", "application/zip", False),
    ("unknown", b"\x00\x01\x02", "text/html", OCTETS, False),
    ("json", b'{"a": 1}', "application/json", "application/json; charset=utf-8", True),
)


@pytest.fixture
def vault(one_vault: Any) -> Any:
    return one_vault


@pytest.fixture
def page(one_page: Any) -> Any:
    return one_page


@pytest.fixture
def stored(vault: Any) -> Callable[..., Artifact]:
    """Keep one file and say what the database calls it."""

    def make(
        body: bytes, content_type: str, kind: ArtifactKind = ArtifactKind.RAW, **more: Any
    ) -> Artifact:
        article = vault.link(f"https://evil.example/file/{next(NUMBERS)}")
        found: Artifact = vault.keep(article, (kind, "fetch/raw.bin", body, content_type), **more)[
            kind
        ]
        return found

    return make


@pytest.mark.parametrize(
    ("body", "stored_as", "sent_as", "is_inline"),
    [row[1:] for row in FILES],
    ids=[row[0] for row in FILES],
)
def test_every_artifact_is_fenced_in_and_named_by_us(
    page: Any,
    stored: Callable[..., Artifact],
    body: bytes,
    stored_as: str,
    sent_as: str,
    is_inline: bool,
) -> None:
    """Sandbox, nosniff, a type by the bytes, a name of ours, whatever the file is."""
    artifact = stored(body, stored_as)
    answer = page.get(f"/artifacts/{artifact.artifact_id}")
    assert answer.status_code == 200
    assert answer.content == body
    assert answer.headers["content-type"] == sent_as
    policy = answer.headers["content-security-policy"]
    assert policy == (MEDIA_POLICY if sent_as.startswith("audio") else POLICY)
    assert policy.startswith("sandbox")
    assert "default-src 'none'" in policy
    assert "script" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert answer.headers["x-frame-options"] == "DENY"
    how, _, name = answer.headers["content-disposition"].partition("; ")
    assert how == ("inline" if is_inline else "attachment")
    assert name == f'filename="{artifact.article_uuid}-raw.bin"'


def test_a_download_is_a_download_of_anything(page: Any, stored: Callable[..., Artifact]) -> None:
    """`?download=1` saves what could be shown; the policy stays."""
    artifact = stored(pdf(), "application/pdf", ArtifactKind.PDF)
    answer = page.get(f"/artifacts/{artifact.artifact_id}?download=1")
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["content-security-policy"] == POLICY


@pytest.mark.parametrize(
    ("asked", "status", "told", "part"),
    [
        ("bytes=0-9", 206, "bytes 0-9/1000", slice(0, 10)),
        ("bytes=990-", 206, "bytes 990-999/1000", slice(990, 1000)),
        ("bytes=-5", 206, "bytes 995-999/1000", slice(995, 1000)),
        ("bytes=-5000", 206, "bytes 0-999/1000", slice(0, 1000)),
        ("bytes=900-5000", 206, "bytes 900-999/1000", slice(900, 1000)),
        ("bytes=0-1,5-6", 200, None, slice(0, 1000)),
        ("bytes=9-3", 200, None, slice(0, 1000)),
        ("pages=1-2", 200, None, slice(0, 1000)),
        ("bytes=1000-", 416, "bytes */1000", slice(0, 0)),
        ("bytes=-0", 416, "bytes */1000", slice(0, 0)),
    ],
)
def test_a_player_asks_for_parts(
    page: Any,
    stored: Callable[..., Artifact],
    asked: str,
    status: int,
    told: str | None,
    part: slice,
) -> None:
    """One range is answered as such, several or nonsense with all of it, none with 416."""
    body = b"\0\0\0\x18ftypmp42" + bytes(range(256)) * 4
    artifact = stored(body[:1000], "video/mp4", ArtifactKind.VIDEO)
    answer = page.get(f"/artifacts/{artifact.artifact_id}", range=asked)
    assert answer.status_code == status
    assert answer.headers.get("content-range") == told
    assert answer.content == body[:1000][part]
    assert answer.headers["content-security-policy"] == MEDIA_POLICY


def test_a_part_of_another_version_is_all_of_this_one(
    page: Any, stored: Callable[..., Artifact]
) -> None:
    """`If-Range` with another validator gets the whole file; the same one the part."""
    artifact = stored(wav(), "audio/wav", ArtifactKind.VIDEO)
    path = f"/artifacts/{artifact.artifact_id}"
    tag = page.get(path).headers["etag"]
    assert page.get(path, range="bytes=0-1", if_range='"other"').status_code == 200
    assert page.get(path, range="bytes=0-1", if_range=tag).status_code == 206


@pytest.mark.parametrize("size", [0, 1, 1000])
def test_ranges_stay_within_the_file(size: int) -> None:
    """Whatever is asked for, the part lies within the file and is not empty."""
    for header in (f"bytes={a}-{b}" for a in ("", 0, 1, 999, 10**18) for b in ("", 0, 1, 10**18)):
        try:
            span = read_range(header, size)
        except Unsatisfiable:
            continue
        assert span is None or 0 <= span.start < span.end <= size


def test_what_a_browser_holds_is_not_sent_again(page: Any, stored: Callable[..., Artifact]) -> None:
    """304 under the same validator, without a body."""
    artifact = stored(png(), "image/png", ArtifactKind.SCREENSHOT)
    path = f"/artifacts/{artifact.artifact_id}"
    again = page.get(path, if_none_match=page.get(path).headers["etag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["content-security-policy"] == POLICY


def test_head_tells_the_size_without_the_bytes(page: Any, stored: Callable[..., Artifact]) -> None:
    """Link checkers and players ask first."""
    artifact = stored(png(), "image/png", ArtifactKind.SCREENSHOT)
    answer = page.client.head(f"/artifacts/{artifact.artifact_id}")
    assert answer.status_code == 200
    assert answer.headers["content-length"] == str(len(png()))
    assert answer.content == b""


def test_an_object_that_is_gone_is_a_404(
    page: Any, vault: Any, stored: Callable[..., Artifact]
) -> None:
    """What the folder lost is not there; the page says so instead of breaking off."""
    artifact = stored(png(), "image/png", ArtifactKind.SCREENSHOT)
    vault.lose()
    answer = page.get(f"/artifacts/{artifact.artifact_id}")
    assert answer.status_code == 404
    assert "There is nothing at this address" in answer.text


def test_an_object_store_that_fails_is_a_503_of_its_own(
    page: Any, vault: Any, stored: Callable[..., Artifact]
) -> None:
    """It is the files that cannot be reached, not the database; no path is told."""
    artifact = stored(png(), "image/png", ArtifactKind.SCREENSHOT)
    folder = vault.folder / "objects" / artifact.key
    folder.unlink()
    folder.mkdir()  # a folder in the file's place: reading it fails, and it is not absent
    answer = page.get(f"/artifacts/{artifact.artifact_id}")
    assert answer.status_code == 503
    assert "The page cannot reach its files" in answer.text
    assert str(vault.folder) not in answer.text


@pytest.mark.parametrize(
    "path",
    ["/artifacts/0", "/artifacts/-1", "/artifacts/999", "/artifacts/x", f"/artifacts/{2**70}"],
)
def test_no_artifact_is_a_404(page: Any, path: str) -> None:
    """Ids that are none of ours look like addresses with nothing at them."""
    assert page.get(path).status_code == 404


def test_downloads_may_come_from_the_bucket(
    serve: Callable[..., Any], vault: Any, stored: Callable[..., Artifact]
) -> None:
    """With pre-signed URLs a download is a redirect; what is shown in place stays behind us."""
    artifact = stored(png(), "image/png", ArtifactKind.SCREENSHOT)
    asked: list[tuple[str, timedelta, str]] = []

    class Signing:
        """The folder with URLs, as a bucket would give them."""

        def __getattr__(self, name: str) -> Any:
            return getattr(vault.blobs, name)

        def presign(self, key: str, *, expires: timedelta, download_name: str) -> str:
            asked.append((key, expires, download_name))
            return "https://bucket.example/signed"

    page = serve(vault.store, Signing(), artifact_links="presigned")
    path = f"/artifacts/{artifact.artifact_id}"
    answer = page.get(f"{path}?download=1")
    assert (answer.status_code, answer.headers["location"]) == (
        302,
        "https://bucket.example/signed",
    )
    assert asked == [(artifact.key, timedelta(minutes=10), f"{artifact.article_uuid}-raw.bin")]
    assert page.get(path).content == png()


def test_where_the_store_signs_nothing_downloads_come_through_the_page(
    serve: Callable[..., Any], vault: Any, stored: Callable[..., Artifact]
) -> None:
    """A folder has no URLs."""
    artifact = stored(png(), "image/png", ArtifactKind.SCREENSHOT)
    page = serve(vault.store, vault.blobs, artifact_links="presigned")
    assert page.get(f"/artifacts/{artifact.artifact_id}?download=1").content == png()
