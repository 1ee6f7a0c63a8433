"""Feeds: bytes of RSS, Atom or JSON Feed to a listing."""

from strandline.core.sources.feeds.reader import NotAFeed, read_feed

__all__ = ["NotAFeed", "read_feed"]
