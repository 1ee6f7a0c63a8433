"""Where artifacts and backups go: a folder, or an S3-compatible server."""

from collections.abc import Mapping

from strandline.adapters.blobs.local import LocalBlobs
from strandline.ports import BlobStore
from strandline.settings import StorageSettings


def open_blobs(settings: StorageSettings, environ: Mapping[str, str]) -> BlobStore:
    """The store that the settings name; nothing is asked of it yet.

    Args:
        settings: A bucket, or else the folder.
        environ: Credentials of the bucket.

    Raises:
        ConfigError: The endpoint is no address, credentials or the library are missing.
    """
    if not settings.s3_bucket:
        return LocalBlobs(settings.path)
    from strandline.adapters.blobs.s3 import S3Blobs, read_credentials

    return S3Blobs(settings, read_credentials(environ))
