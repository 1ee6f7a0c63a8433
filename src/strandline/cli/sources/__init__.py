"""The verb `sources`: the registry: add, list, edit, remove, import, export."""

from strandline.cli.sources.verbs import app

__all__ = ["app"]
