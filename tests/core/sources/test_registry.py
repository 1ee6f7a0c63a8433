"""Making sources: names."""

import pytest

from strandline.core.sources.registry import LONGEST_TITLE, named_by_itself
from strandline.testing.builders import a_source


@pytest.mark.parametrize(
    ("name", "title", "named"),
    [
        ("paper1.example", "The Evening\n  Paper", "The Evening Paper"),
        ("paper1.example", "  ", "paper1.example"),
        ("paper1.example", "x" * 999, "x" * LONGEST_TITLE),
        ("Mine", "The Evening Paper", "Mine"),
    ],
    ids=["its own title", "no title", "an endless title", "named by a person"],
)
def test_a_source_without_a_name_takes_its_own_title(name: str, title: str, named: str) -> None:
    """A source that is called by its host alone is called by its title; a given name stays."""
    assert named_by_itself(a_source(name=name), title).name == named
