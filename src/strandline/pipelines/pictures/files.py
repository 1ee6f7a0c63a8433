"""A picture that was made becomes an object under its checksum, once."""

import hashlib
import tempfile
from datetime import datetime
from pathlib import Path

from strandline.core.pictures import picture_key
from strandline.model.pictures import MadePicture, PictureFile
from strandline.ports import BlobStore


def keep_file(blobs: BlobStore, made: MadePicture, now: datetime) -> PictureFile:
    """Put a picture into the object store, where the same bytes are not there yet.

    Raises:
        StoreError: It could not be stored.
    """
    file = PictureFile(
        checksum=hashlib.sha256(made.body).hexdigest(),
        media_type=made.media_type,
        width=made.width,
        height=made.height,
        size_bytes=len(made.body),
        created_at=now,
    )
    key = picture_key(file.name)
    if blobs.size(key) != file.size_bytes:
        with tempfile.NamedTemporaryFile(prefix="strandline-picture-") as scratch:
            scratch.write(made.body)
            scratch.flush()
            blobs.put(key, Path(scratch.name), file.media_type)
    return file
