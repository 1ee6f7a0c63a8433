"""The verb `digest`: editions: made, looked at, edited, approved, published."""

from strandline.cli.digest import acts, edits, sending
from strandline.cli.digest.verbs import app

__all__ = ["acts", "app", "edits", "sending"]
