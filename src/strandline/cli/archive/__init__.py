"""The verb `archive`: capture now, list, retry, verify, sweep."""

from strandline.cli.archive.verbs import app, read_status

__all__ = ["app", "read_status"]
