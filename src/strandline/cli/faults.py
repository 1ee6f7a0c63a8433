"""The last word to a person: every fault becomes one line and an exit status."""

import contextlib
import os
import signal
import sys
import traceback
from collections.abc import Callable

from strandline.cli.stopping import Ended
from strandline.cli.streams import have_streams
from strandline.model.errors import ConfigError, StrandlineError, UrlError, UsageError

#: Exit statuses: failed, wrong usage (as the design says). Ended by a signal: 128 and its number.
FAILED, WRONG_USAGE = 1, 2

#: What is wrong with a URL, by reason code; every other reason is "no web address".
_WRONG_URL = {"unsupported_scheme": "of a kind that is not followed", "too_long": "too long"}


def guarded(command: Callable[[], object]) -> int:
    """Run a command and return its exit status; no fault of the product ends in a traceback."""
    have_streams()
    try:
        status = _status_of(command)
        sys.stdout.flush()  # a full disk or a closed pipe shows here, not after the last word
    except Ended as end:
        with contextlib.suppress(OSError, ValueError):  # the terminal may be gone
            print(f"Ended by {signal.Signals(end.signum).name}.", file=sys.stderr, flush=True)
        return 128 + end.signum
    except BrokenPipeError:
        # `strandline url - | head`: the reader has seen enough.
        _keep_quiet()
        return FAILED
    except UrlError as error:
        _say(_about_url(error))
        return FAILED
    except StrandlineError as error:
        _say(str(error))
        return WRONG_USAGE if isinstance(error, UsageError | ConfigError) else FAILED
    except Exception as error:  # the last resort: a line that can be reported
        _keep_quiet()
        _say(_unforeseen(error))
        if os.environ.get("LOG_LEVEL", "").lower() == "debug":
            traceback.print_exc()
        return FAILED
    return status


def _about_url(error: UrlError) -> str:
    """The URL and what is wrong with it, in words; the message of such a fault is a code."""
    wrong = _WRONG_URL.get(error.message, "no web address")
    return f"{error.subject!r} is {wrong}. {error.advice}".strip()


def _status_of(command: Callable[[], object]) -> int:
    try:
        command()
    except Ended:
        raise
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else FAILED if end.code else 0
    return 0


def _keep_quiet() -> None:
    """Python flushes once more at its end: what cannot be written is not complained of again."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(message: str) -> None:
    """One line, whatever the message holds: a title from outside may stand in it."""
    line = "".join(c if c.isprintable() else " " for c in message)
    print(f"error: {line}", file=sys.stderr)


def _unforeseen(error: Exception) -> str:
    """What to say of a fault that no part of the product has a word for."""
    if isinstance(error, OSError) and error.strerror:
        where = f" ({error.filename})" if error.filename else ""
        return f"{error.strerror}{where}. Put that right and start again: what was stored is kept."
    return (
        f"An internal fault: {type(error).__name__}: {error}. What was stored is kept. "
        "LOG_LEVEL=debug shows where it is; please report that."
    )
