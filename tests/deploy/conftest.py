"""The Dockerfile as a list of instructions."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]


@dataclass(frozen=True)
class Stage:
    """One stage: its instructions in order, each with its word."""

    steps: tuple[tuple[str, str], ...]

    def all(self, word: str) -> list[str]:
        """What stands behind a word, each time that it comes."""
        return [text for name, text in self.steps if name == word]

    def environ(self) -> dict[str, str]:
        """What ENV sets."""
        return dict(pair.split("=", 1) for text in self.all("ENV") for pair in text.split())


@pytest.fixture(scope="session")
def stages() -> list[Stage]:
    """The stages of the Dockerfile, first to last."""
    text = (REPOSITORY / "Dockerfile").read_text("utf-8")
    lines = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    steps = [
        (word, " ".join(rest.split()))
        for word, _, rest in (line.partition(" ") for line in lines.splitlines() if line.strip())
    ]
    starts = [place for place, (word, _) in enumerate(steps) if word == "FROM"]
    ends = [*starts[1:], len(steps)]
    return [Stage(tuple(steps[a:b])) for a, b in zip(starts, ends, strict=True)]
