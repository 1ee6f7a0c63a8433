"""What stands before a pattern: functions of the package that cut and fold a text first.

A pattern that is not named here is run on the text as it is, of any length.
"""

from collections.abc import Callable
from dataclasses import dataclass

from strandline.core.dedup.evidence.reading.tokens import layers
from strandline.core.text import stand_ins
from strandline.core.text.titles import parts, walls
from strandline.core.text.titles.plain import plain
from strandline.render import said


@dataclass(frozen=True, slots=True)
class Way:
    """How a text comes to the patterns of some modules.

    Attributes:
        prefix: Names of patterns begin like this.
        through: What a text passes before it is matched.
        why: Where that is done.
        is_anchored: The patterns are only tried at the start, though they are handed on.
    """

    prefix: str
    through: Callable[[str], str]
    why: str
    is_anchored: bool = False


def _title(text: str) -> str:
    return layers(plain(text)).low


def _ends(text: str) -> str:
    return plain(text)[-parts._WINDOW :]


WAYS = (
    Way("core.text.stand_ins._pattern", stand_ins._folded, "lines are folded first", True),
    Way("core.text.stand_ins.", stand_ins._folded, "lines are folded first"),
    Way("core.text.titles.plain.", lambda text: text[:6_000], "plain cuts"),
    Way("core.text.titles.parts.", _ends, "split_part looks at the ends"),
    Way("core.text.titles.walls.", lambda t: plain(t)[: walls._LONGEST], "longer is none", True),
    Way("core.text.titles.", plain, "read_title makes a title plain"),
    Way("core.urls.rules.", str, "all are matched from the start of a host, path or value", True),
    Way("render.said.", lambda text: text[: said._LONGEST], "said refuses longer ones", True),
    Way("core.dedup.evidence.", _title, "facts are read of plain titles"),
)


def way_of(name: str) -> Way | None:
    """The way to a pattern, if it has one of its own."""
    return next((way for way in WAYS if name.startswith(way.prefix)), None)
