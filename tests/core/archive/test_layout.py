"""Names of stored objects."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.archive.layout import (
    KeyParts,
    job_prefix,
    name_of,
    object_key,
    parse_key,
    shown_name,
)
from strandline.model.archive import ArtifactKind

UUID = "A_0123456789abcdef"
K = ArtifactKind


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (name_of(K.SCREENSHOT), "render/screenshot.png"),
        (name_of(K.SCREENSHOT_FULL), "render/screenshot-full.png"),
        (name_of(K.PDF), "render/page.pdf"),
        (name_of(K.DOM), "render/dom.html"),
        (name_of(K.HEADERS), "fetch/headers.json"),
        (name_of(K.TEXT), "text/extracted.txt"),
        (name_of(K.REDDIT_JSON), "reddit/thread.json"),
        (name_of(K.VIDEO, extension="mp4"), "media/video.mp4"),
        (name_of(K.VIDEO, extension=".WEBM", number=2), "media/video-2.webm"),
        (name_of(K.SUBTITLES, extension="vtt", language="zh-Hans"), "media/subtitles.zh-hans.vtt"),
        (name_of(K.SUBTITLES, extension="vtt", language="../x"), "media/subtitles.vtt"),
        (name_of(K.THUMB, extension="../../evil"), "media/thumb.bin"),
        (name_of(K.RAW, extension="html"), "fetch/raw.html"),
    ],
)
def test_name(name: str, expected: str) -> None:
    """Names are those of document 4; nothing of a server's gets into one."""
    assert name == expected


@pytest.mark.parametrize("kind", list(ArtifactKind))
def test_every_kind_has_a_name(kind: ArtifactKind) -> None:
    """No kind of file was forgotten, and every name makes a key that is read back."""
    name = name_of(kind, extension="bin")
    key = object_key("archives/", UUID, 7, name)
    assert parse_key("archives/", key) == KeyParts(UUID, 7, name)


@pytest.mark.parametrize(
    ("prefix", "expected"),
    [
        ("archives/", f"archives/{UUID}/7/meta.json"),
        ("archives", f"archives/{UUID}/7/meta.json"),
        ("/a/b/", f"a/b/{UUID}/7/meta.json"),
        ("", f"{UUID}/7/meta.json"),
    ],
)
def test_prefix(prefix: str, expected: str) -> None:
    """A prefix is written with or without slashes."""
    key = object_key(prefix, UUID, 7, "meta.json")
    assert key == expected
    assert key.startswith(job_prefix(prefix, UUID, 7))


@pytest.mark.parametrize(
    "name",
    ["../x", "a/../b", "/etc/passwd", "a//b", "", "a/", "A.html", "a b", "a\\b", "a\x00", "é",
     "a..b", ".hidden", "x" * 200],
)  # fmt: skip
def test_strange_names_are_refused(name: str) -> None:
    """What is no name of ours never becomes part of a key."""
    with pytest.raises(ValueError, match="not a name of ours"):
        object_key("archives/", UUID, 7, name)


@pytest.mark.parametrize(("uuid", "job"), [("A_../../etc/pass", 1), ("A_0", 1), (UUID, 0)])
def test_strange_owners_are_refused(uuid: str, job: int) -> None:
    """A key belongs to an article and a stored job."""
    with pytest.raises(ValueError, match="no article or job"):
        object_key("archives/", uuid, job, "meta.json")


@pytest.mark.parametrize(
    "key",
    ["", "archives/", "db-backups/2026-03-02/archive.sqlite3.gz", f"archives/{UUID}/x/meta.json",
     f"archives/{UUID}/7/", f"archives/{UUID}/7/../meta.json", f"other/{UUID}/7/meta.json",
     f"archives/{UUID}/07/meta.json", f"archives/{UUID}/٣/meta.json"],
)  # fmt: skip
def test_keys_of_others(key: str) -> None:
    """A sweep never takes for its own what it did not write."""
    assert parse_key("archives/", key) is None


@given(st.text(max_size=60))
def test_reading_any_key(key: str) -> None:
    """A key that is read is exactly the key that is written."""
    parts = parse_key("", key)
    assert parts is None or object_key("", parts.article_uuid, parts.job_id, parts.name) == key


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ('attachment; filename="plan.pdf"', "plan.pdf"),
        ("attachment; filename=plan.pdf", "plan.pdf"),
        ("inline; filename*=UTF-8''na%C3%AFve%20plan.pdf; filename=x.pdf", "naïve plan.pdf"),
        ('attachment; filename="../../evil.html"', "evil.html"),
        ('attachment; filename="..\\\\..\\\\evil.html"', "evil.html"),
        ("attachment; filename*=UTF-8''..%2F..%2Fevil.html", "evil.html"),
        ('attachment; filename="a\\"b.pdf"', 'a"b.pdf'),
        ("attachment; filename*=UTF-8''a%00%0Ab.pdf", "a b.pdf"),
        ('attachment; filename=".."', ""),
        ("inline", ""),
        ("", ""),
    ],
)
def test_name_for_showing(header: str, expected: str) -> None:
    """The server's name is shown without folders and control characters."""
    assert shown_name(header) == expected


@given(st.text(max_size=300))
def test_any_header_has_a_harmless_name(header: str) -> None:
    """No header raises or yields a path."""
    name = shown_name(header)
    assert "/" not in name
    assert "\\" not in name
    assert len(name) <= 200
