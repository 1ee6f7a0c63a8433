"""Which pictures are tried, and when again."""

from datetime import timedelta

import pytest

from strandline.core.pictures import (
    PAUSES,
    checksum_in,
    is_due,
    picture_key,
    wanted_of_articles,
)
from strandline.model.pictures import NamedPicture, PictureOutcome, PictureTry
from strandline.testing.builders import NOW

URL = "https://paper.example/a.jpg"


def a_try(outcome: PictureOutcome, attempts: int = 1) -> PictureTry:
    return PictureTry("A_1", URL, outcome, NOW, attempts)


def test_what_was_never_tried_is_due() -> None:
    """And so is another address than the one that was tried."""
    assert is_due(None, URL, NOW)
    assert is_due(a_try(PictureOutcome.KEPT), URL + "?2", NOW)


@pytest.mark.parametrize(
    "outcome", [one for one in PictureOutcome if one is not PictureOutcome.UNREACHABLE]
)
def test_what_is_decided_is_not_asked_for_again(outcome: PictureOutcome) -> None:
    """A picture that is kept, and bytes that are none, stay what they are; icons change."""
    later = NOW + timedelta(days=40)
    assert not is_due(a_try(outcome), URL, later)
    assert is_due(a_try(outcome), URL, later, is_icon=True)


def test_a_server_that_is_down_is_asked_again_after_longer_and_longer_pauses() -> None:
    """And given up in the end."""
    for number, pause in enumerate(PAUSES, start=1):
        tried = a_try(PictureOutcome.UNREACHABLE, number)
        assert not is_due(tried, URL, NOW + pause - timedelta(seconds=1))
        assert is_due(tried, URL, NOW + pause)
    last = a_try(PictureOutcome.UNREACHABLE, len(PAUSES) + 1)
    assert not is_due(last, URL, NOW + timedelta(days=400))


def test_articles_keep_their_order_and_addresses_theirs() -> None:
    """Articles without an address are left out; an address is tried once."""
    one, two = NamedPicture("https://a.example/1.jpg"), NamedPicture("https://a.example/2.jpg")
    named = {"A_2": [one, two, one], "A_1": [two]}
    wanted = wanted_of_articles(["A_3", "A_2", "A_1", "A_2"], named, {}, NOW)
    assert wanted == [("A_2", [one, two]), ("A_1", [two])]


def test_a_key_holds_its_checksum_and_nothing_else_does() -> None:
    """What others put beside ours is none of ours."""
    name = "ab" * 32 + ".jpg"
    assert checksum_in(picture_key(name)) == "ab" * 32
    for key in (f"pictures/xx/{name}", f"pictures/{name}", "pictures/ab/readme.txt"):
        assert checksum_in(key) is None
