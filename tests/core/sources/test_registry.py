"""Making sources: names."""

import pkgutil
import subprocess
import sys

import pytest

from strandline.core import sources
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


def test_every_part_can_be_the_first_that_is_imported() -> None:
    """No module of this room needs another one to have been imported before it."""
    names = [one.name for one in pkgutil.walk_packages(sources.__path__, f"{sources.__name__}.")]
    program = (
        "import importlib, sys\n"
        f"for name in {names!r}:\n"
        "    for loaded in [m for m in sys.modules if m.startswith('strandline')]:\n"
        "        del sys.modules[loaded]\n"
        "    importlib.import_module(name)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
