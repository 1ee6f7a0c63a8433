"""Fair turns."""

from hypothesis import given
from hypothesis import strategies as st

from strandline.core.turns import in_turns


def test_one_of_each_then_the_next_of_each() -> None:
    """Whoever has little is done soon, whatever the others have."""
    assert in_turns(["a1", "a2", "a3", "b1", "c1", "c2"], lambda item: item[0]) == [
        *("a1", "b1", "c1"),
        *("a2", "c2", "a3"),
    ]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers())))
def test_nothing_is_lost_and_owners_keep_their_order(items: list[tuple[str, int]]) -> None:
    """The same items, and those of one owner in the order that they had."""
    turned = in_turns(items, lambda item: item[0])
    assert sorted(turned) == sorted(items)
    for owner in "abc":
        assert [i for i in turned if i[0] == owner] == [i for i in items if i[0] == owner]
