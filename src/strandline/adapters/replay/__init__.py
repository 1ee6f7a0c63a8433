"""Stored WARCs, read answer by answer."""

from strandline.adapters.replay.warc import WarcReplayer

__all__ = ["WarcReplayer"]
