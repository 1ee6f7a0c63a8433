"""Pictures as pages show them: from our own address, under a strict type, for ever."""

import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.blobs.local import LocalBlobs
from strandline.core.pictures import picture_key
from strandline.model.pictures import PictureFile, PictureOutcome, PictureTry
from strandline.ports import Store
from strandline.testing.builders import NOW
from strandline.testing.documents import png

BODY = png(64, 64)


@pytest.fixture
def pictured(seeded: Store, tmp_path: Path, serve: Callable[..., Any]) -> Any:
    """The page on a ledger whose first article and first source have the same picture."""
    blobs = LocalBlobs(tmp_path / "objects")
    file = PictureFile(hashlib.sha256(BODY).hexdigest(), "image/png", 64, 64, len(BODY), NOW)
    (tmp_path / "file").write_bytes(BODY)
    blobs.put(picture_key(file.name), tmp_path / "file", "image/png")
    item = seeded.digest("edition1").items[0].article_uuid  # type: ignore[union-attr]
    for subject, alt in ((item, 'Two <boats> "here"'), ("W_RSS_1", "")):
        tried = PictureTry(subject, "https://x.example/", PictureOutcome.KEPT, NOW, 1, alt, file)
        assert seeded.save_picture(tried)
    page = serve(seeded, blobs, base_url="https://news.example")
    page.href = f"/pictures/{file.name}"
    return page


@pytest.mark.parametrize("path", ["/", "/digests/edition1", "/stories", "/stories?all=1"])
def test_items_are_shown_with_their_picture(pictured: Any, path: str) -> None:
    """At half its size, with its publisher's words about it, loaded when it comes near."""
    text = pictured.get(path).text
    image = re.search(rf'<img class="shot" src="{pictured.href}"[^>]*>', text)
    assert image is not None
    assert 'alt="Two &lt;boats&gt; &#34;here&#34;"' in image[0]
    assert 'width="32" height="32" loading="lazy"' in image[0]


def test_sources_have_their_icon(pictured: Any) -> None:
    """It says nothing that the name beside it does not: it has an empty text."""
    icon = f'<img class="icon" src="{pictured.href}" alt=""'
    assert icon in pictured.get("/sources").text
    assert icon in pictured.get("/stories").text


def test_a_picture_is_given_out_for_ever_and_can_do_nothing(pictured: Any) -> None:
    """Under the type that we wrote it in; mails may show it in other origins."""
    answer = pictured.get(pictured.href)
    assert answer.content == BODY
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"].startswith("sandbox; default-src 'none'")
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "set-cookie" not in answer.headers
    again = pictured.get(pictured.href, if_none_match=answer.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("name", ["a" * 64 + ".jpg", "x.png", "..%2f..%2fetc%2fpasswd", "%00.png"])
def test_there_is_nothing_else(pictured: Any, name: str) -> None:
    """Neither unknown pictures, nor objects of other kinds, nor the same under another type."""
    assert pictured.get(f"/pictures/{name}").status_code == 404
    assert pictured.get(pictured.href.replace(".png", ".jpg")).status_code == 404


def test_feeds_name_pictures_by_their_whole_address(pictured: Any) -> None:
    """In each format, of editions and of stories."""
    whole = f"https://news.example{pictured.href}"
    thumbnail = f'<media:thumbnail url="{whole}" width="64" height="64" />'
    for path in ("/digests/edition1.rss", "/digests/edition1.atom", "/stories.xml"):
        assert thumbnail in pictured.get(path).text, path
    images = [item.get("image") for item in pictured.get("/stories.json").json()["items"]]
    assert whole in images
