"""The verb `sources`: the registry: add, list, edit, remove, import, export, backfill."""

from strandline.cli.sources import backfill as _backfill  # noqa: F401 - adds its verb
from strandline.cli.sources.verbs import app

__all__ = ["app"]
