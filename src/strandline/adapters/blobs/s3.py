"""Objects on an S3-compatible server.

A put ends with the object read back: what counts is what the server gives out, not what it says of
it. Checksum headers are not sent, since servers that are only compatible refuse them, and the
checksum of a multipart object is one of its parts' checksums, not of its bytes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from strandline.adapters.blobs.checksums import PIECE, measure, pieces_of
from strandline.adapters.blobs.keys import check_key, check_prefix
from strandline.adapters.blobs.s3_faults import blob_error, code_of
from strandline.adapters.blobs.signing import Signer, sign_url
from strandline.adapters.blobs.uploads import sweep_uploads
from strandline.model.archive import StoredBlob
from strandline.model.errors import BlobError, ConfigError
from strandline.settings import StorageSettings

#: A part of a multipart upload, bytes, and how many are under way: what a put takes of memory.
_PART = 8 << 20
_PARTS_AT_ONCE = 2
#: S3 allows 10,000 parts.
_MOST_PARTS = 9_000
#: Keys removed with one request; S3 allows 1000.
_DELETES_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a server is waited for.

    Attributes:
        stall_s: Nothing moves for so long.
        retries: A request that failed in passing is made so often again.
        retry_s: No further retry after so many seconds.
    """

    stall_s: float = 60.0
    retries: int = 4
    retry_s: float = 120.0


@dataclass(frozen=True, slots=True)
class Credentials:
    """Of the environment; never written anywhere."""

    key_id: str
    secret: str = field(repr=False)
    token: str = field(default="", repr=False)


def read_credentials(environ: Mapping[str, str]) -> Credentials:
    """From the names that every S3 tool reads.

    Raises:
        ConfigError: One of them is missing.
    """
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        if not environ.get(name):
            raise ConfigError(
                f"S3_BUCKET is set, but {name} is not.",
                subject=name,
                advice="Set it in the environment; secrets are read from nowhere else.",
            )
    return Credentials(
        environ["AWS_ACCESS_KEY_ID"],
        environ["AWS_SECRET_ACCESS_KEY"],
        environ.get("AWS_SESSION_TOKEN", ""),
    )


def bucket_address(settings: StorageSettings) -> str:
    """The bucket's URL without a slash at its end: the bucket in the path, or in the host.

    Raises:
        ConfigError: The endpoint is no http or https address.
    """
    given = settings.s3_endpoint.rstrip("/") or f"https://s3.{settings.s3_region}.amazonaws.com"
    parts = urlsplit(given)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query:
        raise ConfigError(
            f"S3_ENDPOINT is {given!r}, which is no address.",
            subject="storage.s3_endpoint",
            advice="Give one such as https://s3.example.com.",
        )
    if settings.s3_force_path_style:
        return f"{given}/{settings.s3_bucket}"
    return f"{parts.scheme}://{settings.s3_bucket}.{parts.netloc}{parts.path}"


class S3Blobs:
    """Implements `BlobStore` in a bucket.

    Args:
        settings: Where.
        credentials: As whom.
        patience: How long to wait, and how often to try.
        now: Signed URLs count from it.
    """

    def __init__(
        self,
        settings: StorageSettings,
        credentials: Credentials,
        *,
        patience: Patience | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._bucket = settings.s3_bucket
        self._base = bucket_address(settings)
        self._now = now
        self._patience = patience or Patience()
        self._signer = Signer(
            credentials.key_id, credentials.secret, settings.s3_region, credentials.token
        )
        self._store = _open(settings, credentials, self._base, self._patience)

    def put(self, key: str, source: Path, content_type: str) -> StoredBlob:
        """Store a file in parts, and read it back.

        Raises:
            BlobError: It could not be stored, or what is there differs; nothing is left there.
        """
        check_key(key)
        try:
            size, checksum = measure(pieces_of(source))
        except OSError as error:
            raise BlobError(f"{source.name} cannot be read: {error}.", subject=key) from error
        try:
            self._upload(key, source, size, content_type)
            self._verify(StoredBlob(key, size, checksum))
        except BaseException:
            with suppress(BlobError):
                self.delete([key])
            raise
        return StoredBlob(key, size, checksum)

    def read(self, key: str, *, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """The bytes in chunks; [start, end) where given.

        Raises:
            BlobError: No such object, or the server is down.
        """
        import obstore

        check_key(key)
        if end is not None and end <= start:
            return iter(())
        options: Any = {}
        if end is not None:
            options = {"range": (start, end)}
        elif start:
            options = {"range": {"offset": start}}
        try:
            found = obstore.get(self._store, key, options=options)
        except _failures() as error:
            if code_of(error) == "InvalidRange":
                return iter(())
            raise blob_error(key, "cannot be read", error) from error
        return _pieces(key, found)

    def size(self, key: str) -> int | None:
        """Bytes under a key; None where there is no such object."""
        import obstore

        try:
            return int(obstore.head(self._store, check_key(key))["size"])
        except FileNotFoundError:
            return None
        except _failures() as error:
            raise blob_error(key, "cannot be looked at", error) from error

    def delete(self, keys: Sequence[str]) -> None:
        """Remove objects; absent ones are no fault."""
        import obstore

        for key in keys:
            check_key(key)
        for at in range(0, len(keys), _DELETES_AT_ONCE):
            some = list(keys[at : at + _DELETES_AT_ONCE])
            try:
                obstore.delete(self._store, some)
            except FileNotFoundError:
                continue
            except _failures() as error:
                raise blob_error(some[0], "cannot be removed", error) from error

    def keys(self, prefix: str) -> Iterator[tuple[str, datetime]]:
        """Keys below a folder of keys with the time of their last change."""
        import obstore

        folder = check_prefix(prefix)
        try:
            for rows in obstore.list(self._store, folder or None):
                for row in rows:
                    yield row["path"], row["last_modified"]
        except _failures() as error:
            raise blob_error(prefix or self._bucket, "cannot be listed", error) from error

    def presign(self, key: str, *, expires: timedelta, download_name: str) -> str | None:
        """A URL that serves the object as a download under a name of ours.

        The type is served as plain bytes: an archived page must not run in the store's origin.
        """
        query = {
            "response-content-disposition": _disposition(download_name),
            "response-content-type": "application/octet-stream",
        }
        return sign_url(
            self._signer, "GET", self._base, check_key(key), self._now(), expires, query
        )

    def sweep(self, before: datetime) -> int:
        """Give up multipart uploads that began before a time.

        Raises:
            BlobError: The server refused.
        """
        return sweep_uploads(
            lambda method, key, query: sign_url(
                self._signer, method, self._base, key, self._now(), timedelta(minutes=5), query
            ),
            before,
            self._patience.stall_s,
        )

    def ping(self) -> None:
        """List one key.

        Raises:
            BlobError: The bucket cannot be used.
        """
        import obstore

        try:
            next(iter(obstore.list(self._store, chunk_size=1)), None)
        except _failures() as error:
            raise blob_error(self._bucket, "cannot be used", error) from error

    def _verify(self, sent: StoredBlob) -> None:
        size, checksum = measure(self.read(sent.key))
        if (size, checksum) != (sent.size_bytes, sent.sha256):
            raise BlobError(
                f"{sent.key}: the server gives back {size} bytes that are not the "
                f"{sent.size_bytes} sent.",
                subject=sent.key,
                is_passing=True,
            )

    def _upload(self, key: str, source: Path, size: int, content_type: str) -> None:
        import obstore

        try:
            obstore.put(
                self._store,
                key,
                source,
                # Whoever opens the object by itself downloads it: it is somebody else's page.
                attributes={"Content-Type": content_type, "Content-Disposition": "attachment"},
                use_multipart=size > _PART,
                chunk_size=max(_PART, size // _MOST_PARTS),
                max_concurrency=_PARTS_AT_ONCE,
            )
        except _failures() as error:
            raise blob_error(key, "cannot be stored", error) from error


def _open(
    settings: StorageSettings, credentials: Credentials, base: str, patience: Patience
) -> Any:
    """The library's store.

    Raises:
        ConfigError: The library is not installed.
    """
    try:
        from obstore.store import S3Store
    except ImportError as error:
        raise ConfigError(
            "S3_BUCKET is set, but the library for it is not installed.",
            subject="obstore",
            advice="Install strandline[archive].",
        ) from error
    is_virtual = not settings.s3_force_path_style
    return S3Store(
        settings.s3_bucket,
        config={
            "endpoint": base if is_virtual else base.removesuffix(f"/{settings.s3_bucket}"),
            "region": settings.s3_region,
            "access_key_id": credentials.key_id,
            "secret_access_key": credentials.secret,
            **({"session_token": credentials.token} if credentials.token else {}),
            "virtual_hosted_style_request": is_virtual,
        },
        client_options={
            "allow_http": base.startswith("http://"),
            "timeout": timedelta(hours=1),  # of a whole body; a stall ends much earlier
            "connect_timeout": timedelta(seconds=min(10.0, patience.stall_s)),
            "read_timeout": timedelta(seconds=patience.stall_s),
        },
        retry_config={
            "max_retries": patience.retries,
            "retry_timeout": timedelta(seconds=patience.retry_s),
            "backoff": {
                "init_backoff": timedelta(milliseconds=100),
                "max_backoff": timedelta(seconds=10),
                "base": 2,
            },
        },
    )


def _pieces(key: str, found: Any) -> Iterator[bytes]:
    try:
        for piece in found.stream(min_chunk_size=PIECE):
            yield bytes(piece)
    except _failures() as error:
        raise blob_error(key, "cannot be read to its end", error) from error


def _failures() -> tuple[type[Exception], ...]:
    """All that the library raises for what a server does."""
    from obstore.exceptions import BaseError

    return (BaseError, OSError, ValueError)


def _disposition(name: str) -> str:
    """Attachment under a name, in the form that carries any text (RFC 6266, 4.3)."""
    return f"attachment; filename*=UTF-8''{quote(name, safe='')}" if name else "attachment"
