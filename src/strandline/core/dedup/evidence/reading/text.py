"""A title in two layers of equal length: as it looks, and folded letter by letter."""

import re
import unicodedata
from dataclasses import dataclass

from strandline.core.text.titles.hanzi import SIMPLIFIED
from strandline.core.text.words import fold


class _Letters(dict[int, str]):
    """Folds one character into one character, and remembers it."""

    def __missing__(self, code: int) -> str:
        letter = fold(chr(code)).translate(SIMPLIFIED)
        if len(letter) != 1:
            letter = chr(code).lower()
        letter = _SIGNS.get(letter, letter) if len(letter) == 1 else chr(code)
        if len(self) < 0x8000:  # a title may hold any character; the table stays small
            self[code] = letter
        return letter


_SIGNS = {
    **dict.fromkeys("‘’‚‛ʼ′`´", "'"),
    **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
    **dict.fromkeys("“”„«»「」『』《》〈〉", '"'),
    **dict.fromkeys("\u00a0\u202f\u2009\u3000\u2007", " "),
    **dict(zip("∶：，？！（）￥／％", "::,?!()¥/%", strict=True)),
}
_LETTERS = _Letters()
#: Blanks beside an ideograph part nothing.
_HAN_BLANK = re.compile(
    r"(?<=[\u3400-\u9fff，。！？：、）】》”]) +|(?<!^) +(?=[\u3400-\u9fff（【《“])"
)


@dataclass(frozen=True, slots=True)
class Layers:
    """One title twice, character by character.

    Attributes:
        shown: With its case and accents.
        low: Without case, accents, width; Chinese simplified; signs in their plain form.
    """

    shown: str
    low: str


def layers(display: str) -> Layers:
    """Both layers of a title."""
    shown = _HAN_BLANK.sub("", unicodedata.normalize("NFC", display))
    return Layers(shown, shown.translate(_LETTERS))
