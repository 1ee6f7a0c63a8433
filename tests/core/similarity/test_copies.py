"""What stands for many copies, where copies come and go."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from strandline.core.similarity.copies import Copies
from strandline.testing.builders import NOW

#: (title, minute of the day) of each copy.
COPIES = st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 9)), max_size=20)


def filled(copies: dict[str, tuple[str, int]]) -> tuple[Copies, set[str]]:
    """All of them put in, and which are found."""
    held, hidden = Copies(), set[str]()
    for uuid, (title, minute) in copies.items():
        hidden.update(held.add(title, NOW + timedelta(minutes=minute), uuid))
    return held, set(copies) - hidden


@given(COPIES, st.data())
def test_one_that_is_taken_out_was_never_there(
    listed: list[tuple[str, int]], data: st.DataObject
) -> None:
    """Those that stood behind it are found, as if it had never been put in."""
    copies = {f"A_{n:02}": copy for n, copy in enumerate(listed)}
    held, found = filled(copies)
    gone = data.draw(st.lists(st.sampled_from(sorted(copies)), unique=True)) if copies else []
    for uuid in gone:
        title, minute = copies[uuid]
        shown = held.remove(title, NOW + timedelta(minutes=minute), uuid)
        found = (found | set(shown)) - {uuid}
    rest, rest_found = filled({u: copy for u, copy in copies.items() if u not in gone})
    assert found == rest_found
    for uuid in set(copies) - set(gone):
        assert held.found_for(uuid) == rest.found_for(uuid)


def test_what_was_never_put_in_cannot_be_taken_out() -> None:
    """No fault, and nothing changes."""
    held, _ = filled({"A_1": ("a", 0)})
    assert held.remove("a", NOW, "A_2") == []
    assert held.remove("b", NOW, "A_1") == []
    assert held.found_for("A_1") == ["A_1"]
