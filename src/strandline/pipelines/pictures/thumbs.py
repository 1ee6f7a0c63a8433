"""Small copies of screenshots, made once, by the process that decodes pictures."""

import threading

from strandline.model.archive import Artifact
from strandline.model.errors import BlobError
from strandline.model.pictures import MadePicture, PictureFile, PictureUse
from strandline.pipelines.pictures.files import keep_file
from strandline.ports import BlobStore, PictureMaker, Ports

#: Screenshots of one turn, and the largest that is read, bytes.
PER_TURN, LARGEST = 50, 30_000_000


def keep_thumbs(ports: Ports, stop: threading.Event | None = None) -> int:
    """Make the small copies that are missing, the newest first; returns how many were made.

    Raises:
        StoreError: The database or the object store is down.
        ParserFault: The process that decodes pictures cannot begin.
    """
    blobs, maker = ports.blobs, ports.pictures
    if blobs is None or maker is None:
        return 0
    made = 0
    for screenshot in ports.store.screenshots_without_thumb(limit=PER_TURN):
        if stop is not None and stop.is_set():
            break
        file = _thumb(ports, blobs, maker, screenshot)
        ports.store.save_thumb(screenshot.artifact_id, file)
        made += file is not None
    return made


def _thumb(
    ports: Ports, blobs: BlobStore, maker: PictureMaker, screenshot: Artifact
) -> PictureFile | None:
    if screenshot.size_bytes > LARGEST:
        return None
    try:
        body = b"".join(blobs.read(screenshot.key))
    except BlobError as error:
        if error.is_passing:
            raise
        return None  # the object is gone: `archive verify` tells
    made = maker.picture(body, PictureUse.THUMB, name=screenshot.key)
    return keep_file(blobs, made, ports.clock.now()) if isinstance(made, MadePicture) else None
