"""Two answers: one page or two."""

from datetime import UTC, datetime

import pytest

from strandline.core.archive.same_page import are_one_page
from strandline.core.text.extract import extract_page
from strandline.testing.builders import an_answer

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
URL = "https://paper.example/town/mill"
STORY = "".join(
    f"<p>On day {day} of the repairs it turned {day * 7} times and {day + 3} people came.</p>"
    for day in range(1, 40)
)
OTHER = "".join(
    f"<p>The ferry of hour {hour} took {hour * 3} crates and {hour + 2} goats over.</p>"
    for hour in range(1, 40)
)
MENU = "<nav><a href=/>Home</a><a href=/town>Town</a><a href=/about>About us</a></nav>"


def page(title: str, body: str, more: str = "") -> str:
    head = f"<!doctype html><title>{title}</title><body>{MENU}"
    return f"{head}<main><h1>{title}</h1>{body}</main>{more}"


def judged(one: str, other: str, *, final_url: str = "") -> bool:
    answers = [an_answer(URL, one), an_answer(f"{URL}/", other, final_url=final_url or f"{URL}/")]
    first, second = (extract_page("A_1", answer, NOW) for answer in answers)
    return are_one_page(answers[0], answers[1], first, second)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (page("The mill", STORY), page("The mill", STORY)),
        (page("The mill", STORY, "<p>3 readers"), page("The mill", STORY, "<p>4 readers")),
        (page("The mill", "<p>Soon.</p>"), page("The  Mill", "<p>Soon.</p>", "<!-- 12:01 -->")),
        (
            page("The mill", STORY, "<script>t=1</script>"),
            page("The mill", STORY, "<script>var token='x7'</script>"),
        ),
    ],
)
def test_one_page(one: str, other: str) -> None:
    """Counters, clocks and tokens make no second page of it."""
    assert judged(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (page("The mill", STORY), page("The ferry", OTHER)),
        (page("News", STORY), page("News", OTHER)),
        (page("a", "<p>One short word.</p>"), page("b", "<p>One short word.</p>")),
        ("first body", "second body"),
    ],
)
def test_two_pages(one: str, other: str) -> None:
    """Another title or other words; a common menu does not join them."""
    assert not judged(one, other)


def test_what_leads_to_one_url_is_one_page() -> None:
    """Whatever the two loads say."""
    assert judged(page("The mill", STORY), page("The ferry", OTHER), final_url=URL)
