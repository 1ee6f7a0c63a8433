"""Pictures of items in mails: from our own address or attached, and nothing about who looks."""

from collections.abc import Callable
from dataclasses import replace
from email import message_from_bytes
from email.policy import default
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from strandline.adapters.blobs.local import LocalBlobs
from strandline.core.pictures import picture_key
from strandline.model.articles import IngestBatch
from strandline.model.pictures import PictureFile, PictureOutcome, PictureTry
from strandline.pipelines.delivery.letters import letters_of
from strandline.pipelines.delivery.pictures import MAX_ATTACHED
from strandline.testing.builders import NOW, a_source, an_article
from strandline.testing.mail_house import House, an_edition, an_item, people


def a_jpeg(seed: int, side: int = 64) -> bytes:
    out = BytesIO()
    Image.new("RGB", (side, side), (seed, 90, 200)).save(out, "JPEG")
    return out.getvalue()


@pytest.fixture
def blobs(tmp_path: Path) -> LocalBlobs:
    return LocalBlobs(tmp_path / "objects")


def keep(house: House, blobs: LocalBlobs, tmp_path: Path, number: int, body: bytes) -> str:
    """An article whose picture is kept; its id."""
    article = an_article(f"https://paper.example/{number}")
    house.store.save_source(a_source())
    house.store.ingest(IngestBatch(now=NOW, articles=(article,)))
    file = PictureFile(f"{number:064x}", "image/jpeg", 640, 320, len(body), NOW)
    path = tmp_path / "picture"
    path.write_bytes(body)
    blobs.put(picture_key(file.name), path, file.media_type)
    house.store.save_picture(
        PictureTry(article.article_uuid, "u", PictureOutcome.KEPT, NOW, alt='A "wall"', file=file)
    )
    return article.article_uuid


def mail(house: House, blobs: LocalBlobs | None, *uuids: str) -> tuple[str, dict[str, bytes]]:
    """The HTML part, and what is attached by its Content-ID."""
    items = tuple(an_item(n, article_uuid=uuid) for n, uuid in enumerate(uuids, 1))
    digest = an_edition(items=items)
    house.store.save_digest(digest, [])
    house.store.save_subscribers(people(1))
    house.store.plan_sending(digest.digest_id, "public", "smtp", NOW)
    (row,) = house.store.deliveries(digest.digest_id)
    ports = replace(house.ports, blobs=blobs, pictures=None)
    letter = letters_of(ports, house.settings, digest, NOW).letter(row)
    assert letter is not None
    message = message_from_bytes(letter.message, policy=default)
    html = message.get_body(("html",))
    assert html is not None
    attached = {
        str(part["Content-ID"]).strip("<>"): part.get_content()
        for part in message.walk()
        if part["Content-ID"]
    }
    plain = message.get_body(("plain",))
    assert plain is not None
    assert "The harbour wall, part 1" in plain.get_content()
    return html.get_content(), attached


def test_from_our_own_address(
    make_house: Callable[..., House], blobs: LocalBlobs, tmp_path: Path
) -> None:
    """The same for everybody, sized, with the publisher's words for who sees none."""
    house = make_house(pictures="linked")
    html, attached = mail(house, None, keep(house, blobs, tmp_path, 1, a_jpeg(1)))
    assert f'src="https://river.example/pictures/{1:064x}.jpg" width="120" height="60"' in html
    assert 'alt="A &quot;wall&quot;"' in html
    assert attached == {}


def test_attached(make_house: Callable[..., House], blobs: LocalBlobs, tmp_path: Path) -> None:
    """Each once, as long as there is room; a file that is gone costs its picture alone."""
    house = make_house(pictures="attached")
    bodies = [a_jpeg(1), a_jpeg(2) + b"\0" * (MAX_ATTACHED - 100), a_jpeg(3)]
    uuids = [keep(house, blobs, tmp_path, n, body) for n, body in enumerate(bodies, 1)]
    blobs.delete([picture_key(f"{3:064x}.jpg")])
    html, attached = mail(house, blobs, *uuids)
    assert attached == {f"{1:064x}.jpg@strandline": bodies[0]}
    assert html.count("<img") == 1
    assert f'src="cid:{1:064x}.jpg@strandline"' in html
    assert "pictures/" not in html


def test_none(make_house: Callable[..., House], blobs: LocalBlobs, tmp_path: Path) -> None:
    """Unless it is asked for, nothing is loaded from anywhere."""
    house = make_house()
    html, attached = mail(house, blobs, keep(house, blobs, tmp_path, 1, a_jpeg(1)))
    assert "<img" not in html
    assert attached == {}
