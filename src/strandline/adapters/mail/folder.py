"""Mails as `.eml` files in a folder: to look at, or for another program to send."""

import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from strandline.model.delivery import Reply, Stage
from strandline.settings import MailSettings


class FolderWay:
    """The folder named by `MAIL_FOLDER`; made where it is missing."""

    name = "folder"

    def __init__(self, settings: MailSettings) -> None:
        self._folder = settings.folder.expanduser()

    def connect(self) -> "FolderConnection | Reply":
        """The folder, or why it cannot be written to."""
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            return Reply(Stage.CONNECT, 554, f"{self._folder}: {error.strerror}")
        return FolderConnection(self._folder)


class FolderConnection:
    """A file appears whole or not at all."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def send(
        self, sender: str, recipient: str, message: bytes, before_end: Callable[[], bool]
    ) -> Reply | None:
        """Write one message; None where `before_end` said no."""
        if not before_end():
            return None
        # The same mail has the same name: one that is written again is there once.
        name = sha256(b"\0".join((sender.encode(), recipient.encode(), message))).hexdigest()[:32]
        envelope = f"X-Envelope-From: {sender}\r\nX-Envelope-To: {recipient}\r\n".encode()
        path = self._folder / f"{name}.eml"
        part = path.with_suffix(".part")
        try:
            descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(envelope + message)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        except OSError as error:
            part.unlink(missing_ok=True)
            return Reply(Stage.DATA, 451, f"{path}: {error.strerror}")
        return Reply(Stage.END, 250, path.name)

    def close(self) -> None:
        """Nothing is open."""
