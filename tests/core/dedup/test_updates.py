"""Later news of a story: neither the same again nor something else."""

from datetime import timedelta

import pytest

from strandline.core.dedup.cascade import compare
from strandline.core.dedup.telling import Telling, tell
from strandline.model.entries import DateTrust
from strandline.model.stories import Answer, Relation, StoryInput
from strandline.testing.builders import NOW


def telling(title: str, hours: int = 0) -> Telling:
    published = NOW + timedelta(hours=hours)
    return tell(StoryInput(title, published=published, date_trust=DateTrust.EXACT))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Storm kills 12 on the coast of Ruritania", "Storm kills 19 on the coast of Ruritania"),
        ("Incendie de Lormont : 4 morts", "Incendie de Lormont : 7 morts"),
        ("鲁里坦尼亚地震已致12人死亡", "鲁里坦尼亚地震已致19人死亡"),
    ],
)
def test_a_toll_that_rose_is_an_update(first: str, second: str) -> None:
    """Not the same, so that the reader gets it; marked, so that they know what it follows."""
    verdict = compare(telling(first), telling(second, hours=6))
    assert verdict.answer is not Answer.SAME
    assert verdict.relation is Relation.UPDATE


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Storm kills 12 on the coast of Ruritania", "Storm kills 19 on the coast of Sylvania"),
        ("Storm kills 12 on the coast of Ruritania", "Mine collapse kills 19 in Ruritania"),
        (
            "120 homes evacuated at Lower Marsh after sea wall gives way",
            "Sea wall at Fernhill gives way: 12 homes evacuated",
        ),
    ],
    ids=["another place", "another event", "another place, told the other way round"],
)
def test_another_toll_of_another_event_is_no_update(first: str, second: str) -> None:
    """What differs is more than what later news changes."""
    verdict = compare(telling(first), telling(second, hours=6))
    assert verdict.answer is not Answer.SAME
    assert verdict.relation is not Relation.UPDATE
