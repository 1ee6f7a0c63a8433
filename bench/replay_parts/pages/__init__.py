"""Page kinds for `bench/replay.py`, made here: each shows words and pictures by a way of its own.

`kinds(other)` gives, for each name, what a server answers below `/<name>/`: path → (type, body).
"""

from replay_parts.pages.built import built
from replay_parts.pages.framed import framed, plain_and_framed
from replay_parts.pages.guarded import guarded
from replay_parts.pages.languages import languages
from replay_parts.pages.lazy import lazies
from replay_parts.pages.odd import old_and_odd
from replay_parts.pages.parts import Files
from replay_parts.pages.pictured import media, pictured
from replay_parts.pages.scripted import scripted


def kinds(other: str) -> dict[str, Files]:
    """All of them; `other` is a second origin that serves the same files."""
    return {
        **lazies(),
        **pictured(),
        **scripted(),
        **framed(other),
        **media(),
        **languages(),
        **old_and_odd(),
        **guarded(),
        **built(),
        **plain_and_framed(other),
    }
