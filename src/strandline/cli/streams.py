"""What a verb writes to: whatever comes from outside is read on a terminal and never obeyed."""

import io
import os
import sys

from strandline.core.text.visible import drawn, visible


class VisibleText(io.TextIOWrapper):
    """A text stream that writes out what would act (`core.text.visible`).

    Every table, line and message goes through it, so that none of them has to think of it. A
    terminal is sent the colours and bars of our own; a file or a pipe nothing of the kind.
    """

    def write(self, text: str) -> int:
        """Write a text; returns how many characters it has."""
        super().write(drawn(text) if self.isatty() else visible(text))
        return len(text)


def have_streams() -> None:
    """Streams that take whatever is written to them.

    A stream that was closed (`>&-`) leaves its number to the next file that is opened, which would
    be the database. What an encoding lacks, or none has, is written as an escape.
    """
    spare = os.open(os.devnull, os.O_RDWR)
    while spare <= 2:
        os.set_inheritable(spare, True)  # worker processes need it as much
        spare = os.dup(spare)
    os.close(spare)
    sys.stdin = sys.stdin or open(0, encoding="utf-8")  # noqa: SIM115 - for the process's life
    sys.stdout = _visible(sys.stdout or open(1, "w", encoding="utf-8"))  # noqa: SIM115 - the same
    sys.stderr = _visible(sys.stderr or open(2, "w", encoding="utf-8"))  # noqa: SIM115 - the same


def _visible(stream: object) -> VisibleText:
    """The stream of the process; one that somebody else put in its place stays as it is."""
    if type(stream) is not io.TextIOWrapper:
        return stream  # type: ignore[return-value]
    encoding, line_buffering = stream.encoding, stream.line_buffering
    is_at_once = stream.write_through
    return VisibleText(
        stream.detach(),
        encoding=encoding,
        errors="backslashreplace",
        line_buffering=line_buffering,
        write_through=is_at_once,
    )
