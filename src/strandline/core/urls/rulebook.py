"""Where the rules come from: `rules.toml`, beside this file, and its version."""

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

#: Stored beside every key. Raise it with every change of `rules.toml` or of what a key is made of:
#: `strandline migrate` then re-keys the ledger, and old URLs stay aliases.
RULES_VERSION = "1"


def ruleset() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """The file's sections and rows, as written."""
    text = files("strandline.core.urls").joinpath("rules.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
