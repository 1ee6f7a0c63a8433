"""The site's secret: it marks links and addresses as ours."""

import hashlib
import hmac
import os
from pathlib import Path

from strandline.model.errors import ConfigError
from strandline.settings import Settings

_BYTES = 32


def site_secret(settings: Settings) -> bytes:
    """The secret of `SECRET_KEY`, else of the file in the data folder, made where it is missing.

    Whoever loses it makes the links of mails that were sent invalid; it belongs into a backup.

    Raises:
        ConfigError: The file cannot be read or written, or is damaged.
    """
    given = settings.mail.secret_key.get_secret_value()
    if given:
        return given.encode()
    path = settings.database.secret_file
    try:
        return _read(path) if path.exists() else _make(path)
    except OSError as error:
        raise ConfigError(
            f"The secret of the site cannot be kept in {path}: {error.strerror}.",
            subject=str(path),
            advice="Make the folder writable, or set SECRET_KEY.",
        ) from error


def installation_id(settings: Settings, *, make: bool = False) -> str:
    """By what an installation knows its own backups: 16 hex digits that follow from its secret and
    tell nothing of it; empty where there is no secret (yet).

    Args:
        make: Make the secret where it is missing.

    Raises:
        ConfigError: It cannot be made.
    """
    path = settings.database.secret_file
    if not make and not settings.mail.secret_key.get_secret_value():
        try:
            secret = _read(path)
        except (OSError, ConfigError):  # a restore may be what brings it
            return ""
    else:
        secret = site_secret(settings)
    return hmac.new(secret, b"strandline installation", hashlib.sha256).hexdigest()[:16]


def _read(path: Path) -> bytes:
    secret = path.read_bytes().strip()
    if len(secret) < _BYTES:
        raise ConfigError(
            f"{path} holds no secret of {_BYTES} bytes.",
            subject=str(path),
            advice="Take it from a backup; a new one makes links in mails that were sent invalid.",
        )
    return secret


def _make(path: Path) -> bytes:
    """Whole or not at all; of two that make it at once, both use the first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(os.urandom(_BYTES).hex().encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(part, path)
    except FileExistsError:
        pass
    finally:
        part.unlink(missing_ok=True)
    return _read(path)
