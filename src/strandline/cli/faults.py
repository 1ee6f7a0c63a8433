"""The last word to a person: every fault becomes one line and an exit status."""

import os
import sys
from collections.abc import Callable

from strandline.model.errors import ConfigError, StrandlineError, UsageError

#: Exit statuses: failed, wrong usage (as the design says), ended by Ctrl-C (128 + SIGINT).
FAILED, WRONG_USAGE, INTERRUPTED = 1, 2, 130


def guarded(command: Callable[[], object]) -> int:
    """Run a command and return its exit status; no fault of the product ends in a traceback."""
    try:
        command()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else FAILED if end.code else 0
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # `strandline url - | head`: the reader has seen enough; keep Python from complaining again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except StrandlineError as error:
        print(f"error: {error}", file=sys.stderr)
        return WRONG_USAGE if isinstance(error, UsageError | ConfigError) else FAILED
    return 0
