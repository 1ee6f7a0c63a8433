"""Mails through the `sendmail` program that every mail system has."""

import os
import subprocess
from collections.abc import Callable

from strandline.model.delivery import Reply, Stage
from strandline.settings import MailSettings

#: A queue takes a mail at once; longer, and it hangs.
_LONGEST_S = 60.0
#: sysexits.h: what the program says with its status.
_TEMPORARY = {69, 70, 71, 73, 74, 75}
_NO_USER = {67, 68}


class SendmailWay:
    """The program named by `SENDMAIL`."""

    name = "sendmail"

    def __init__(self, settings: MailSettings) -> None:
        self._program = str(settings.sendmail)

    def connect(self) -> "SendmailConnection | Reply":
        """Nothing is opened: the program is started for each mail."""
        if not os.access(self._program, os.X_OK):
            return Reply(Stage.CONNECT, 554, f"{self._program} is no program that can be run")
        return SendmailConnection(self._program)


class SendmailConnection:
    """One mail, one process."""

    def __init__(self, program: str) -> None:
        self._program = program

    def send(
        self, sender: str, recipient: str, message: bytes, before_end: Callable[[], bool]
    ) -> Reply | None:
        """Hand over one message; None where `before_end` said no."""
        if not before_end():
            return None
        # `-i`: a line with one dot ends nothing; `--`: an address is no option.
        command = [self._program, "-i", "-f", sender, "--", recipient]
        lines = message.replace(b"\r\n", b"\n")
        try:
            done = subprocess.run(  # noqa: S603 - the owner's program, its arguments apart
                command, input=lines, capture_output=True, timeout=_LONGEST_S, check=False
            )
        except subprocess.TimeoutExpired:
            return Reply(Stage.END, 0, f"{self._program} did not end within {_LONGEST_S:.0f} s")
        except OSError as error:
            return Reply(Stage.DATA, 0, str(error)[:300])
        said = " ".join((done.stderr or done.stdout).decode("utf-8", "replace").split())[:300]
        return _reply(done.returncode, said)

    def close(self) -> None:
        """Nothing is open."""


def _reply(status: int, said: str) -> Reply:
    if status == 0:
        return Reply(Stage.END, 250, said or "queued")
    if status < 0:
        # Killed: it may have queued the mail before.
        return Reply(Stage.END, 0, f"ended by signal {-status}")
    if status in _NO_USER:
        return Reply(Stage.RECIPIENT, 550, said or f"status {status}")
    code = 451 if status in _TEMPORARY else 554
    return Reply(Stage.DATA, code, said or f"status {status}")
