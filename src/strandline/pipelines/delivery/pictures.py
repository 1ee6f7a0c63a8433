"""Pictures of an edition's items as its mails show them: from our own address, or attached."""

from dataclasses import dataclass, field, replace

from strandline.core.pictures import picture_key
from strandline.model.digests import Digest
from strandline.model.errors import BlobError
from strandline.model.pictures import NO_PICTURES, MadePicture, Pictures, PictureUse, ShownPicture
from strandline.pipelines.pictures import shown_pictures
from strandline.ports import BlobStore, PictureMaker, Ports
from strandline.render.mail_message import Attached
from strandline.settings import Settings

#: Bytes of all pictures that go with one mail; further items have none.
MAX_ATTACHED = 400_000


@dataclass(frozen=True, slots=True)
class MailPictures:
    """Pictures by article, and what of them is attached."""

    shown: Pictures = field(default_factory=lambda: NO_PICTURES)
    attached: tuple[Attached, ...] = ()


def mail_pictures(ports: Ports, settings: Settings, digest: Digest) -> MailPictures:
    """As the settings say; nothing in an address of a picture tells who opened the mail."""
    way, base = settings.mail.pictures, settings.web.base_url.rstrip("/")
    if way == "none":
        return MailPictures()
    items = sorted(digest.items, key=lambda item: item.position)
    subjects = [item.article_uuid for item in items if item.article_uuid]
    shown = shown_pictures(ports.store, settings, subjects, base_url=base)
    if way == "attached" and ports.blobs is not None:
        return _attached(ports, ports.blobs, {one: shown[one] for one in subjects if one in shown})
    return MailPictures(shown if base else NO_PICTURES)


def _attached(ports: Ports, blobs: BlobStore, shown: dict[str, ShownPicture]) -> MailPictures:
    """In the order of the edition, as long as there is room."""
    kept: dict[str, ShownPicture] = {}
    parts: dict[str, Attached] = {}
    left = MAX_ATTACHED
    for subject, picture in shown.items():
        name = picture.href.rpartition("/")[2]
        if name not in parts:
            part = _part(ports.pictures, blobs, name)
            if part is None or len(part.body) > left:
                continue
            left -= len(part.body)
            parts[name] = part
        kept[subject] = replace(picture, href=f"cid:{parts[name].cid}")
    return MailPictures(kept, tuple(parts.values()))


def _part(maker: PictureMaker | None, blobs: BlobStore, name: str) -> Attached | None:
    """The file, as small as a mail shows it; None where it is gone."""
    try:
        body = b"".join(blobs.read(picture_key(name)))
    except BlobError:
        return None
    made = maker.picture(body, PictureUse.THUMB, name=name) if maker is not None else None
    if isinstance(made, MadePicture):
        return Attached(f"{name}@strandline", made.media_type, made.body)
    media_type = "image/png" if name.endswith(".png") else "image/jpeg"
    return Attached(f"{name}@strandline", media_type, body)
