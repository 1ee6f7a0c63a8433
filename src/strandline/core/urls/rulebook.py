"""Where the rules come from, and their version.

`rules.toml` is what people read and write. `rules.json`, beside it, is the same without reasons and
test pairs, made by a test (`pytest tests/core/urls/test_rulebook.py --update-golden`): reading TOML
takes 50 ms of every start, reading JSON 2.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

#: Stored beside every key. Raise it with every change of `rules.toml` or of what a key is made of:
#: `strandline migrate` then re-keys the ledger, and old URLs stay aliases.
RULES_VERSION = "3"

#: What a row holds for people and tests.
PROSE = frozenset(("why", "source", "same", "different"))

RuleSet = Mapping[str, Sequence[Mapping[str, Any]]]


def ruleset() -> RuleSet:
    """The rules by section, for compiling."""
    rows: RuleSet = json.loads(_text("rules.json"))
    return rows


def written_rules() -> RuleSet:
    """The rules as people wrote them, with reasons and test pairs."""
    import tomllib

    return tomllib.loads(_text("rules.toml"))


def without_prose(rules: RuleSet) -> str:
    """The text of `rules.json`: one row a line, so that a change is a line."""
    sections = [
        json.dumps(section)
        + ": [\n"
        + ",\n".join(json.dumps({k: v for k, v in row.items() if k not in PROSE}) for row in rows)
        + "\n]"
        for section, rows in rules.items()
    ]
    return "{\n" + ",\n".join(sections) + "\n}\n"


def _text(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")
