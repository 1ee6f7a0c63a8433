"""One number in two spellings."""

import re

from hypothesis import given
from hypothesis import strategies as st

from strandline.core.urls import identify
from strandline.core.urls.spellings import bilibili_number, weibo_letters


def test_known_numbers_of_weibo_and_bilibili() -> None:
    """The spellings that the platforms themselves give one post and one video."""
    assert weibo_letters("3501756485200075") == "z0JH2lOMb"
    assert bilibili_number("BV17x411w7KC") == "av170001"
    assert bilibili_number("BV1L9Uoa9EUx") == "av111298867365120"


def test_links_of_both_spellings_are_one() -> None:
    """A post shared by number and by letters is one post; a part of a video is its own page."""
    assert (
        identify("https://m.weibo.cn/detail/3501756485200075").key
        == identify("https://weibo.com/1234567890/z0JH2lOMb?from=page").key
    )
    av, bv = "https://www.bilibili.com/video/av170001", "https://b23.tv/BV17x411w7KC"
    assert identify(av).key == identify(bv).key != identify(av + "?p=2").key


@given(st.text(max_size=20))
def test_anything_else_stays_as_it_is(text: str) -> None:
    """What is no such number is answered unchanged, whatever it is."""
    if re.fullmatch(r"[1-9]\d{13,17}", text, re.ASCII) is None:
        assert weibo_letters(text) == text
    if not text.startswith("BV1"):
        assert bilibili_number(text) == text


@given(st.integers(10**13, 10**18 - 1), st.integers(10**13, 10**18 - 1))
def test_two_numbers_keep_two_spellings(one: int, other: int) -> None:
    """Letters are another spelling, not a hash: two posts never get the same."""
    assert (weibo_letters(str(one)) == weibo_letters(str(other))) == (one == other)
