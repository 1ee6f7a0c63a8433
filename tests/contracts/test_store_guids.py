"""Items by guid and by address, on both databases."""

from dataclasses import replace
from datetime import timedelta

import pytest

from strandline.model.articles import IngestBatch
from strandline.ports import Store
from strandline.testing.builders import NOW, a_post, a_source


def test_items_are_found_by_a_guid_of_their_own(store: Store) -> None:
    """A guid finds its item at its source; one that two items share, or none has, finds nothing."""
    first, second = a_source(1), a_source(2)
    base = replace(a_post(source=first), article_uuid=None)
    posts = (
        replace(base, item_key="a", guid="g1"),
        replace(base, item_key="b", guid="twice"),
        replace(base, item_key="c", guid="twice"),
        replace(base, item_key="d", guid=None),
        replace(base, item_key="e", guid="nul\x00inside"),
        replace(base, item_key="a", guid="g2", source_uuid=second.source_uuid),
    )
    store.save_source(first)
    store.save_source(second)
    store.ingest(IngestBatch(now=NOW, posts=posts))
    asked = ["g1", "g2", "twice", "absent", "nul\x00inside"]
    found = store.posts_by_guid(first.source_uuid, asked)
    assert {guid: post.item_key for guid, post in found.items()} == {
        "g1": "a",
        "nul\x00inside": "e",
    }
    assert store.posts_by_guid(first.source_uuid, []) == {}


@pytest.mark.parametrize("length", [10, 5000])
def test_long_guids_are_told_apart(store: Store, length: int) -> None:
    """Guids are found whole, whatever their length."""
    source = a_source()
    store.save_source(source)
    guid = "g" * length
    post = replace(a_post(source=source), article_uuid=None, item_key="k", guid=guid)
    store.ingest(IngestBatch(now=NOW, posts=(post,)))
    assert set(store.posts_by_guid(source.source_uuid, [guid, guid + "x"])) == {guid}


def test_items_are_found_by_their_address(store: Store) -> None:
    """All items of a source at an address, oldest first; another source's are not among them."""
    first, second = a_source(1), a_source(2)
    long_key = "quay.example/" + "x" * 3000
    base = replace(a_post(source=first), article_uuid=None, url_key="quay.example/log")
    posts = (
        replace(base, item_key="new", first_seen_at=NOW),
        replace(base, item_key="old", first_seen_at=NOW - timedelta(hours=1)),
        replace(base, item_key="long", url_key=long_key),
        replace(base, item_key="none", url_key=""),
        replace(base, item_key="other", source_uuid=second.source_uuid),
    )
    store.save_source(first)
    store.save_source(second)
    store.ingest(IngestBatch(now=NOW, posts=posts))
    found = store.posts_at(first.source_uuid, ["quay.example/log", long_key, "absent", ""])
    assert {key: [post.item_key for post in at] for key, at in found.items()} == {
        "quay.example/log": ["old", "new"],
        long_key: ["long"],
    }
