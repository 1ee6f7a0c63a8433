"""The compiled rules are the written ones."""

from importlib.resources import as_file, files

import pytest

from strandline.core.urls.rulebook import without_prose, written_rules


def test_compiled_rules_are_the_written_ones(request: pytest.FixtureRequest) -> None:
    """`rules.json` holds what `rules.toml` says; `--update-golden` makes it anew."""
    made = without_prose(written_rules())
    with as_file(files("strandline.core.urls").joinpath("rules.json")) as path:
        if request.config.getoption("--update-golden"):
            path.write_text(made, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == made
