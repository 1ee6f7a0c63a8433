"""Which post ids of a forum were read, and reading older ones."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.sources.discourse import author_name, post_id
from strandline.core.sources.post_ids import (
    FURTHEST_BACK,
    LARGEST_HOLE,
    MOST_PIECES,
    Piece,
    PostIds,
    newest_run,
    read_flags,
)
from strandline.core.sources.posts_json import after_page, page_url, read_posts
from strandline.model.errors import ParseError

ROOT = "https://forum.example"


def row(number: int, **changes: Any) -> dict[str, Any]:
    """A post as `posts.json` tells it."""
    return {
        "id": number,
        "username": "rosa",
        "created_at": "2026-03-02T11:00:00.000Z",
        "updated_at": "2026-03-02T11:30:00.000Z",
        "cooked": f"<p>post {number}</p>",
        "post_number": number - 900,
        "post_url": f"/t/bread/12/{number - 900}",
        "topic_id": 12,
        "topic_slug": "bread",
        "topic_title": "Bread",
    } | changes


def answer(*rows: Any) -> bytes:
    return json.dumps({"latest_posts": list(rows)}).encode()


class TestPostIds:
    """Pieces of ids that were read."""

    def test_first_document_is_the_beginning(self) -> None:
        """What lies below it was never to be read, what it leaves out is not for us."""
        ids = PostIds().with_listing([905, 902, 903])
        assert (ids.seen, ids.missing, ids.excluded) == (3, 0, 1)
        assert ids.newest_gap is None

    def test_overlapping_documents(self) -> None:
        """A document that reaches back to the last one leaves no gap, and counts nothing twice."""
        ids = PostIds().with_listing([901, 902, 903]).with_listing([903, 904, 906])
        assert (ids.seen, ids.missing, ids.excluded) == (5, 0, 1)

    def test_next_id_is_no_gap(self) -> None:
        """Nothing lies between 903 and 904."""
        ids = PostIds().with_listing([903]).with_listing([904, 905])
        assert ids.missing == 0
        assert len(ids.pieces) == 1

    def test_gap(self) -> None:
        """Ids between two documents are missing until somebody has looked."""
        ids = PostIds().with_listing([901, 902]).with_listing([950, 951])
        assert ids.newest_gap == (903, 949)
        assert ids.missing == 47
        filled = ids.covering(903, 949, [910, 911])
        assert (filled.seen, filled.missing, filled.excluded) == (6, 0, 45)

    def test_newest_gap_goes_first(self) -> None:
        """Of two gaps the newer one is asked for: its posts are the fresher ones."""
        ids = PostIds((Piece(1, 5, 5), Piece(10, 12, 3), Piece(20, 22, 3)))
        assert ids.newest_gap == (13, 19)

    def test_gap_that_reaches_too_far_back(self) -> None:
        """A forum cannot make us ask for ever: only the newest missing ids are worth it."""
        top = 10_000_000
        ids = PostIds((Piece(1, 5, 5), Piece(top, top, 1)))
        assert ids.newest_gap == (top - FURTHEST_BACK, top - 1)
        filled = ids.covering(top - FURTHEST_BACK - 1, top - 1, [])
        assert filled.newest_gap is None
        assert filled.missing > 0

    def test_imported_post_with_an_old_id(self) -> None:
        """One low id among high ones proves nothing about what lies between."""
        assert newest_run([9000, 12, 9002, 9001]) == [9000, 9001, 9002]
        assert newest_run([1, 1 + LARGEST_HOLE]) == [1, 1 + LARGEST_HOLE]
        assert newest_run([0, -5, 1 << 60]) == []

    def test_pieces_are_bounded(self) -> None:
        """However often a forum jumps, its health stays small."""
        ids = PostIds()
        for jump in range(100):
            ids = ids.with_listing([jump * 10_000 + 1])
        assert len(ids.pieces) == MOST_PIECES

    @given(st.lists(st.lists(st.integers(1, 300), min_size=1, max_size=8), min_size=1, max_size=12))
    def test_counts_add_up(self, documents: list[list[int]]) -> None:
        """Seen, excluded and missing ids are all ids from the first to the last, and survive being
        written down; no two pieces touch.
        """
        ids = PostIds()
        for document in documents:
            ids = ids.with_listing(document)
        span = ids.pieces[-1].high - ids.pieces[0].low + 1
        assert ids.seen + ids.excluded + ids.missing == span
        assert read_flags(["x", ids.as_flag()]) == ids
        for before, after in zip(ids.pieces, ids.pieces[1:], strict=False):
            assert before.high + 1 < after.low

    @pytest.mark.parametrize(
        "flag", ["post_ids:", "post_ids:9-1=1", "post_ids:1-2=9", "post_ids:x"]
    )
    def test_damaged_flag(self, flag: str) -> None:
        """What cannot be read counts as nothing read yet."""
        assert read_flags([flag]) == PostIds()


class TestPages:
    """Answers of `posts.json`."""

    def test_post(self) -> None:
        """A post of a page is the post that the feed would list."""
        ((number, entry),) = read_posts(answer(row(903)), ROOT).entries
        assert number == 903
        assert entry.url == "https://forum.example/t/bread/12/3"
        assert entry.item_key == "post:forum.example/903"
        assert entry.topic_url == "https://forum.example/t/bread/12"
        assert (entry.title, entry.author, entry.content) == ("Bread", "rosa", "<p>post 903</p>")
        assert entry.published is not None
        assert entry.published.isoformat() == "2026-03-02T11:00:00+00:00"
        assert post_id(entry) == 903

    def test_forum_in_a_folder(self) -> None:
        """Addresses are made below the forum's own."""
        page = read_posts(answer(row(903)), "https://site.example/forum")
        assert page.entries[0][1].url == "https://site.example/forum/t/bread/12/3"

    @pytest.mark.parametrize("path", ["https://evil.example/x", "//evil.example/x", "", None, 7])
    def test_address_of_another_site(self, path: Any) -> None:
        """A post's address is on the forum, whatever the answer says."""
        page = read_posts(answer(row(903, post_url=path)), ROOT)
        assert page.entries[0][1].url == "https://forum.example/t/bread/12/3"

    @pytest.mark.parametrize(
        "odd", [None, 7, "x", [], {}, row(903, id="903"), row(903, id=-1), row(903, topic_id=None)]
    )
    def test_rows_that_are_no_posts(self, odd: Any) -> None:
        """They are left out; the others are read."""
        assert read_posts(answer(odd, row(902)), ROOT).ids == [902]

    @pytest.mark.parametrize(
        "body",
        [b"", b"<html>", b"[]", b'{"latest_posts": 3}', b"[" * 100_000],
    )
    def test_what_is_no_list_of_posts(self, body: bytes) -> None:
        """Another document is an error, not an empty list."""
        with pytest.raises(ParseError):
            read_posts(body, ROOT)

    @pytest.mark.parametrize(
        ("listed", "reached", "found"),
        [
            ([940, 941, 949], 940, 3),  # without the post asked for
            ([940, 949, 950], 940, 2),  # with it
            ([949, 940, 945], 940, 3),  # shuffled
            ([890, 903, 949], 903, 2),  # beyond the gap
            ([950], 903, 0),  # nothing but the post asked for
            ([], 903, 0),  # nothing public in the range of this answer
        ],
    )
    def test_filling(self, listed: list[int], reached: int, found: int) -> None:
        """Whatever `before` means to the forum, what was read is known, and no more than that."""
        ids = PostIds((Piece(900, 902, 3), Piece(950, 960, 11)))
        page = read_posts(answer(*(row(number) for number in listed)), ROOT)
        after, entries = after_page(ids, (903, 949), page)
        assert len(entries) == found
        gap = after.newest_gap
        assert (gap[1] + 1 if gap else 903) == reached

    def test_forum_that_does_not_go_back(self) -> None:
        """An answer with newer posts proves nothing about older ones."""
        ids = PostIds((Piece(900, 902, 3), Piece(950, 960, 11)))
        page = read_posts(answer(row(950), row(955)), ROOT)
        with pytest.raises(ParseError):
            after_page(ids, (903, 949), page)


@pytest.mark.parametrize(
    ("feed", "before", "expected"),
    [
        ("https://f.example/posts.rss", 7, "https://f.example/posts.json?before=7"),
        ("https://f.example/forum/posts.rss?x=1", None, "https://f.example/forum/posts.json"),
        ("https://f.example/latest.rss", 7, None),
        ("https://f.example/t/bread/12.rss", 7, None),
    ],
)
def test_address_of_older_posts(feed: str, before: int | None, expected: str | None) -> None:
    """Only the feed of all posts has older ones to ask for."""
    assert page_url(feed, before) == expected


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("@rosa Rosa L", "rosa"),
        ("@rosa", "rosa"),
        ("Rosa L", "Rosa L"),
        ("rosa", "rosa"),
        (None, None),
    ],
)
def test_forms_of_authors(written: str | None, name: str | None) -> None:
    """A user name is taken out of either form; a name alone stays."""
    assert author_name(written) == name
