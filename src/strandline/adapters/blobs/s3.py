"""Objects on an S3-compatible server.

A put ends with the object read back: what counts is what the server gives out, not what it says of
it. Checksum headers are not sent, since servers that are only compatible refuse them, and the
checksum of a multipart object is one of its parts' checksums, not of its bytes.

The library goes to the bucket's host and to no other: redirects lead nowhere else, and the proxy
variables of the environment are not read (its only proxy is a closed door that the bucket's host
is excepted from).
"""

import ipaddress
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from strandline.adapters.blobs.checksums import PIECE, pieces_of
from strandline.adapters.blobs.keys import check_key, check_prefix
from strandline.adapters.blobs.s3_faults import blob_error, code_of
from strandline.adapters.blobs.signing import Signer, sign_url
from strandline.adapters.blobs.uploads import sweep_uploads
from strandline.core.archive.checksums import measure
from strandline.core.urls.weblink import read_web_address
from strandline.model.archive import StoredBlob
from strandline.model.errors import BlobError, ConfigError, UrlError
from strandline.settings import StorageSettings

#: A part of a multipart upload, bytes, and how many are under way: what a put takes of memory.
_PART = 8 << 20
_PARTS_AT_ONCE = 2
#: S3 allows 10,000 parts.
_MOST_PARTS = 9_000
#: Keys removed with one request; S3 allows 1000.
_DELETES_AT_ONCE = 500
#: Where the library is sent for every host but the bucket's: nothing listens on port 0.
_NOWHERE = "http://127.0.0.1:0"


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


def is_path_style(settings: StorageSettings) -> bool:
    """Whether the bucket stands in the path: as set, or where the host can have none before it.

    Addresses and names of one label (`localhost`, a service of a compose file) have no subdomains.
    """
    host = urlsplit(_endpoint(settings)).hostname or ""
    return settings.s3_force_path_style or "." not in host or _is_address(host)


def bucket_address(settings: StorageSettings) -> str:
    """The bucket's URL without a slash at its end: the bucket in the path, or in the host.

    Raises:
        ConfigError: The endpoint is no http or https address.
    """
    given = _endpoint(settings)
    try:
        read_web_address(given)
        parts = urlsplit(given)
    except (UrlError, ValueError) as error:
        raise _no_address(given) from error
    if not parts.hostname or parts.query or parts.username is not None:
        raise _no_address(given)
    if is_path_style(settings):
        return f"{given}/{settings.s3_bucket}"
    return f"{parts.scheme}://{settings.s3_bucket}.{parts.netloc}{parts.path}"


def _endpoint(settings: StorageSettings) -> str:
    return settings.s3_endpoint.rstrip("/") or f"https://s3.{settings.s3_region}.amazonaws.com"


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _no_address(given: str) -> ConfigError:
    return ConfigError(
        f"S3_ENDPOINT is {given!r}, which is no address.",
        subject="storage.s3_endpoint",
        advice="Give one such as https://s3.example.com.",
    )


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
            with _told(key, "cannot be read"):
                found = obstore.get(self._store, key, options=options)
        except BlobError as error:
            if (
                isinstance(error.__cause__, Exception)
                and code_of(error.__cause__) == "InvalidRange"
            ):
                return iter(())
            raise
        return _pieces(key, found)

    def size(self, key: str) -> int | None:
        """Bytes under a key; None where there is no such object."""
        import obstore

        with _told(check_key(key), "cannot be looked at"):
            try:
                return int(obstore.head(self._store, key)["size"])
            except FileNotFoundError:
                return None

    def delete(self, keys: Sequence[str]) -> None:
        """Remove objects; absent ones are no fault."""
        import obstore

        for key in keys:
            check_key(key)
        for at in range(0, len(keys), _DELETES_AT_ONCE):
            some = list(keys[at : at + _DELETES_AT_ONCE])
            with _told(some[0], "cannot be removed"), suppress(FileNotFoundError):
                obstore.delete(self._store, some)

    def keys(self, prefix: str) -> Iterator[tuple[str, datetime]]:
        """Keys below a folder of keys with the time of their last change."""
        import obstore

        folder = check_prefix(prefix)
        with _told(prefix or self._bucket, "cannot be listed"):
            for rows in obstore.list(self._store, folder or None):
                for row in rows:
                    yield row["path"], row["last_modified"]

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

        with _told(self._bucket, "cannot be used"):
            next(iter(obstore.list(self._store, chunk_size=1)), None)

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

        with _told(key, "cannot be stored"):
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
    is_virtual = not is_path_style(settings)
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
            "proxy_url": _NOWHERE,
            "proxy_excludes": urlsplit(base).hostname or "",
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
    with _told(key, "cannot be read to its end"):
        for piece in found.stream(min_chunk_size=PIECE):
            yield bytes(piece)


@contextmanager
def _told(key: str, what: str) -> Iterator[None]:
    """Whatever the library raises for what a server does, as `BlobError`; its panics too.

    A panic is no `Exception` and its class has no name that could be imported: uncaught, it would
    end a worker and leave its job running.
    """
    from obstore.exceptions import BaseError

    try:
        yield
    except (BaseError, OSError, ValueError) as error:
        raise blob_error(key, what, error) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise BlobError(
            f"{key} {what}: the library for object stores gave up.",
            subject=key,
            advice="Check S3_ENDPOINT, S3_BUCKET and S3_FORCE_PATH_STYLE.",
        ) from error


def _disposition(name: str) -> str:
    """Attachment under a name, in the form that carries any text (RFC 6266, 4.3)."""
    return f"attachment; filename*=UTF-8''{quote(name, safe='')}" if name else "attachment"
