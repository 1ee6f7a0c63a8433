"""Numbers of titles, in one spelling each."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.dedup.features import FEATURES
from strandline.core.dedup.figures import figures
from strandline.core.dedup.telling import tell
from strandline.model.stories import StoryInput

ONE_NUMBER = [
    ("渔港招六千人", "渔港招6000人"),
    ("渔港客流9.6万人次", "Harbour counts 96,000 visitors"),
    ("渔港投资1200万元", "Harbour gets 12 million"),
    ("渔港队4比2胜", "渔港队4:2胜"),
    ("渔港队4-2胜", "渔港队4：2胜"),
    ("第十二届渔港书市", "第12届渔港书市"),
    ("渔港十月开市", "渔港10月开市"),
    ("三成渔船停航", "30%渔船停航"),
    ("利率下调50个基点", "利率下调0.5个百分点"),
]


def measured(a: str, b: str) -> tuple[float, float]:
    """Whether two titles share a number, and whether each has one that the other lacks."""
    first, second = (tell(StoryInput(title, language="zh")) for title in (a, b))
    return tuple(FEATURES[name](first, second) for name in ("numbers_shared", "numbers_apart"))  # type: ignore[return-value]


@pytest.mark.parametrize(("a", "b"), ONE_NUMBER)
def test_one_number_in_two_spellings(a: str, b: str) -> None:
    """Two titles share a number however each of them writes it."""
    assert measured(a, b) == measured(b, a) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("渔港招六千人", "渔港招9000人"),
        ("渔港投资5亿元", "渔港投资5万元"),
        ("渔港队2-0胜", "渔港队0-2负"),
        ("渔港8.12.1版", "渔港8.12.2版"),
    ],
)
def test_other_numbers(a: str, b: str) -> None:
    """Other values, and the same digits in another order or of another size, are none."""
    assert measured(a, b)[0] == 0.0


def test_numerals_of_names_and_articles() -> None:
    """三星 counts no stars, 四川 no rivers, and 一艘 is an article."""
    assert figures("三星在四川造一艘船").words == frozenset()


@given(st.text(alphabet="0123456789万亿千百十一二三.:/-比成届人 million", max_size=400))
def test_any_row_of_digits(text: str) -> None:
    """No row of digits, however long, is more than can be read."""
    assert figures(text) == figures(text)
