"""Reads `stand_ins.txt`: what pages say in whose place another one was asked for, by kind."""

import re
from collections.abc import Mapping
from pathlib import Path

_SECTION = re.compile(r"\[(\w+)\]")
_PIECE = re.compile(r"@(\w+) = (.+)")
_USE = re.compile(r"@(\w+)@")


def read_phrases() -> Mapping[str, tuple[str, ...]]:
    """Patterns by section, each for a whole sentence."""
    pieces: dict[str, str] = {}
    found: dict[str, list[str]] = {}
    section = ""
    for line in _text().splitlines():
        if not line or line.startswith("#"):
            continue
        if head := _SECTION.fullmatch(line):
            section = head[1]
        elif piece := _PIECE.fullmatch(line):
            pieces[piece[1]] = piece[2]
        else:
            pattern = _USE.sub(lambda use: pieces[use[1]], line)
            found.setdefault(section, []).append(pattern)
    return {name: tuple(patterns) for name, patterns in found.items()}


def _text() -> str:
    return Path(__file__).with_name("stand_ins.txt").read_text(encoding="utf-8")
