"""Structured logs."""

import logging
import sys
from collections.abc import Mapping, MutableMapping
from typing import Any, TextIO

from strandline.core.text.visible import one_line
from strandline.settings import LogSettings


def configure_logs(settings: LogSettings, to: TextIO | None = None) -> None:
    """Structured logs: for people on a terminal, JSON lines elsewhere.

    Args:
        to: An open file; None for standard error.
    """
    import structlog

    is_terminal = (to or sys.stderr).isatty()
    as_json = settings.format == "json" or (settings.format == "auto" and not is_terminal)
    for_people = structlog.dev.ConsoleRenderer(colors=is_terminal)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            *([structlog.processors.JSONRenderer()] if as_json else [_readable, for_people]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            getattr(logging, settings.level.upper())
        ),
        # Asked for at each line: whoever redirects standard error gets what follows.
        logger_factory=lambda *_: structlog.PrintLogger(to or sys.stderr),
        cache_logger_on_first_use=False,
    )


def _readable(_: Any, __: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """No value from outside begins a line of its own or moves the cursor; a traceback has lines."""
    return {
        name: one_line(value) if isinstance(value, str) and name != "exception" else value
        for name, value in event.items()
    }
