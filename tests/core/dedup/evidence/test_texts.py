"""What the texts under two titles say."""

from collections.abc import Callable

from strandline.core.dedup.telling import Telling

Says = Callable[..., str]
Tell = Callable[..., Telling]


def test_other_towns_under_one_title(tell: Tell, says: Says) -> None:
    """One headline over texts from two towns is two stories."""
    leeds = tell("Man charged with murder", summary="Police in Leeds charged a man of 34.")
    derby = tell("Man charged with murder", summary="Police in Derby charged a man of 61.")
    assert says("bare", leeds, derby) == "soft"


def test_other_towns_in_chinese(tell: Tell, says: Says) -> None:
    """The same in Chinese."""
    one = tell("市政府召开会议", language="zh", summary="南京市政府召开会议")
    other = tell("市政府召开会议", language="zh", summary="武汉市政府召开会议")
    assert says("bare", one, other) == "soft"


def test_named_title_over_datelines(tell: Tell, says: Says) -> None:
    """A title that names its subject is not parted by where its reporters sat."""
    london = tell("Ford recalls vans over brakes", summary="LONDON - Ford recalls vans.")
    paris = tell("Ford recalls vans over brakes", summary="PARIS - Ford recalls vans.")
    assert says("bare", london, paris) == ""


def test_one_text_under_a_bare_title(tell: Tell, says: Says) -> None:
    """A bare title over one text is one story."""
    text = "A man of 34 was charged on Monday after a fight at the harbour."
    first = tell("Man charged with murder", summary=text)
    second = tell("Man charged with murder", summary=text)
    assert says("bare", first, second) == ""


def test_one_page_behind_a_bare_title(tell: Tell, says: Says) -> None:
    """Two mentions of one page are one, whatever its title."""
    first = tell("Man charged with murder", url="https://herald.example/1")
    second = tell("Man charged with murder", url="https://herald.example/1")
    assert says("bare", first, second) == ""
