"""Documents built from their parts, so that a test shows only what it is about."""

from collections.abc import Callable

import pytest

from strandline.core.sources.feeds.reader import read_feed
from strandline.model.entries import Entry, Listing

BASE = "https://paper.example/feed.xml"


@pytest.fixture
def rss() -> Callable[..., bytes]:
    """An RSS 2.0 document around items."""

    def build(items: str, channel: str = "", root: str = "") -> bytes:
        return (
            f'<?xml version="1.0" encoding="utf-8"?><rss version="2.0" {root}><channel>'
            f"<title>Paper</title>{channel}{items}</channel></rss>"
        ).encode()

    return build


@pytest.fixture
def atom() -> Callable[..., bytes]:
    """An Atom document around entries."""

    def build(entries: str, root: str = "") -> bytes:
        return (
            f'<feed xmlns="http://www.w3.org/2005/Atom" {root}><title>Paper</title>{entries}</feed>'
        ).encode()

    return build


@pytest.fixture
def read() -> Callable[[bytes], Listing]:
    """`read_feed` as a poll of the paper calls it."""
    return lambda body: read_feed(body, base_url=BASE)


@pytest.fixture
def only(read: Callable[[bytes], Listing]) -> Callable[[bytes], Entry]:
    """The one entry of a document."""

    def first(body: bytes) -> Entry:
        (entry,) = read(body).entries
        return entry

    return first
