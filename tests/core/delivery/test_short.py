"""An edition in a few hundred characters."""

import re
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from strandline.core.delivery.short import short_text
from strandline.model.outputs import Parcel

PAGE = "https://river.example/digests/1"


def a_parcel(title: str = "Digest of 5 Jan", *titles: str, page: str = PAGE) -> Parcel:
    when = datetime(2026, 1, 5, tzinfo=UTC)
    return Parcel("1", "strandline-1", title, "en", when, page, "", "", "{}", titles)


def test_as_many_titles_as_fit() -> None:
    """None of them is cut; the link stands last."""
    text = short_text(a_parcel("Digest", "One", "Two " * 30, "Three"), 120)
    assert text == f"Digest\n\n• One\n\n{PAGE}"
    assert short_text(a_parcel("Digest", "One", "Two"), 500) == f"Digest\n\n• One\n• Two\n\n{PAGE}"


def test_without_its_title_and_without_a_page() -> None:
    """Where the title is told apart, and where the page has no address."""
    text = short_text(a_parcel("Digest", "One", "Two", page=""), 500, with_title=False)
    assert text == "• One\n• Two"


@given(
    title=st.text(min_size=1, max_size=400),
    titles=st.lists(st.text(max_size=300), max_size=8),
    limit=st.integers(100, 600),
    has_page=st.booleans(),
    with_title=st.booleans(),
)
def test_it_keeps_within_its_limit(
    title: str,
    titles: list[str],
    limit: int,
    has_page: bool,
    with_title: bool,
) -> None:
    """A link counted as it is, or as 23 characters where it is shorter."""
    page = PAGE if has_page else ""
    text = short_text(a_parcel(title, *titles, page=page), limit, with_title=with_title)
    assert len(text) <= limit
    assert text.endswith(page)


def test_nobody_is_called_by_a_title() -> None:
    """Neither people nor a whole channel; an address of mail reads as before."""
    hostile = ("@victim@inst.example", "Hey @everyone", "<@U12>", "<!channel> !here> wow!")
    text = short_text(a_parcel("@here", *hostile), 500)
    assert not re.search(r"@(?!\u200b)|!(?=\w)", text)
    assert text.replace("\u200b", "") == "\n".join(
        ["@here", "", *(f"• {one}" for one in hostile), "", PAGE]
    )
    assert len(short_text(a_parcel("", "@" * 300, "@" * 10), 120)) <= 120
