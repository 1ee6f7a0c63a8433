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


def test_titles_of_wikis_in_every_spelling() -> None:
    """Spaces, escapes and signs of a title make no difference; its case and its language do."""
    page = identify("https://de.wikipedia.org/wiki/Stra%C3%9Fe_100%25_(A/B)").key
    for title in ("Straße%20100%25%20(A%2FB)", "Stra%C3%9Fe+100%25+(A/B)", "Straße__100%25_(A/B)"):
        assert identify(f"https://de.wikipedia.org/w/index.php?title={title}").key == page
    assert identify("https://de.wikipedia.org/wiki/stra%C3%9Fe_100%25_(A/B)").key != page
    assert identify("https://fr.wikipedia.org/wiki/Stra%C3%9Fe_100%25_(A/B)").key != page
