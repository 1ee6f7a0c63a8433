"""The verb `dedup`: the same story once: backfill, review, merge, split."""

from strandline.cli.dedup.verbs import app

__all__ = ["app"]
