"""A title as words with their meanings; Chinese as the words of the tables and lone characters.

It is read in two layers of equal length: as it looks, and folded letter by letter.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import NamedTuple

from strandline.core.dedup.evidence.lexicon import Lexicon, Sense, Senses
from strandline.core.dedup.evidence.lexicon.shared import PLAIN_WORDS
from strandline.core.text.titles.hanzi import SIMPLIFIED
from strandline.core.text.words import fold

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_PIECE = re.compile(
    rf"(?:[^\W\d_{_HAN}]\.){{2,}}(?:[^\W\d_{_HAN}](?!\w))?|[^\W_{_HAN}]+(?:&[^\W_{_HAN}]+)?"
    rf"|[{_HAN}]|[\U0001f1e6-\U0001f1ff]{{2}}|[📈📉👍👎🥇🥈🥉✅❌]"
)
_IS_HAN = re.compile(f"[{_HAN}]")
#: A capital after one of these begins a sentence and says nothing.
_OPENS = frozenset('.:!?"([|/;-•')
_TELLING = {
    "📈": "up", "📉": "down", "👍": "approves", "👎": "rejects",
    "🥇": "gold", "🥈": "silver", "🥉": "bronze", "✅": "approves", "❌": "rejects",
}  # fmt: skip


_SHORT = {"us": "usa", "un": "onu"}
#: A title with one of these writes accents, so that a word without is another one.
_ACCENT = re.compile("[àâçèéêëîïôùûœ]")
#: What begins the names of thousands of places, and is no name alone.
_SAINTS = frozenset(("saint", "sainte", "st", "ste"))


class _Letters(dict[int, str]):
    """Folds one character into one character, and remembers it."""

    def __missing__(self, code: int) -> str:
        letter = fold(chr(code)).translate(SIMPLIFIED)
        if len(letter) != 1:
            letter = chr(code).lower()
        letter = _PLAIN_SIGNS.get(letter, letter) if len(letter) == 1 else chr(code)
        if len(self) < 0x8000:  # a title may hold any character; the table stays small
            self[code] = letter
        return letter


_PLAIN_SIGNS = {
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


class Token(NamedTuple):
    """A word, or a phrase of the tables.

    Attributes:
        word: Folded; the words of a phrase are joined by blanks.
        start: Where it begins in the title.
        is_capital: True where a capital letter marks it as a name or the like.
        is_opening: True where it begins a sentence.
    """

    word: str
    start: int
    end: int
    senses: Senses
    is_capital: bool = False
    is_opening: bool = False


def tokens_of(text: Layers, lexicon: Lexicon) -> list[Token]:
    """The words of a title in order."""
    return _with_phrases(_pieces(text, lexicon), lexicon)


def _pieces(text: Layers, lexicon: Lexicon) -> list[Token]:
    found: list[Token] = []
    at, end = 0, len(text.low)
    opening = True
    is_accented = _ACCENT.search(text.shown) is not None
    while at < end:
        match = _PIECE.search(text.low, at)
        if not match:
            break
        if _OPENS.intersection(text.low[at : match.start()]) and not _is_hyphen(text.low, match):
            opening = True
        token = _token(text, match, lexicon, is_opening=opening, is_accented=is_accented)
        found.append(token)
        at, opening = token.end, False
    return found


def _is_hyphen(low: str, match: re.Match[str]) -> bool:
    """True for a piece glued to the one before with a hyphen or apostrophe: no new sentence."""
    at = match.start()
    return at >= 2 and low[at - 1] in "-'." and low[at - 2].isalnum()


def _token(
    text: Layers,
    match: re.Match[str],
    lexicon: Lexicon,
    *,
    is_opening: bool,
    is_accented: bool,
) -> Token:
    start, end = match.span()
    run = _han_word(text.low, start, lexicon)
    if run:
        return Token(run, start, start + len(run), lexicon.han.get(run, ()), False, is_opening)
    low, shown = match[0], text.shown[start:end]
    if low in _TELLING:
        return Token(low, start, end, lexicon.senses(_TELLING[low]), False, is_opening)
    if "\U0001f1e6" <= low[0] <= "\U0001f1ff":
        return Token(low, start, end, (Sense("place", low),), True, is_opening)
    word = _spelled(low, shown)
    is_told = is_accented and not shown.isupper()
    senses = lexicon.senses(word, shown.lower() if is_told else "")
    if word in PLAIN_WORDS and shown.islower():
        senses = tuple(sense for sense in senses if sense.kind not in ("place", "body"))
    return Token(word, start, end, senses, shown[:1].isupper(), is_opening)


def _spelled(low: str, shown: str) -> str:
    """The word to look up: acronyms without points, `US` apart from `us`."""
    word = low if low.isascii() else fold(low)
    if "." in word:
        word = word.replace(".", "")
        return _SHORT.get(word, word)
    return "usa" if shown == "US" else word


def _han_word(low: str, start: int, lexicon: Lexicon) -> str:
    """The longest word of the tables that begins here, or one character of Chinese."""
    for length in range(min(lexicon.longest_han, len(low) - start), 1, -1):
        if low[start : start + length] in lexicon.han:
            return low[start : start + length]
    return low[start] if _IS_HAN.match(low[start]) else ""


def _with_phrases(tokens: list[Token], lexicon: Lexicon) -> list[Token]:
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        length = _phrase(tokens, at, lexicon) or _saint(tokens, at)
        if length:
            last = tokens[at + length - 1]
            words = " ".join(each.word for each in tokens[at : at + length])
            token = token._replace(word=words, end=last.end, senses=lexicon.senses(words))
        found.append(token)
        at += length or 1
    return found


def _saint(tokens: list[Token], at: int) -> int:
    """2 for `Saint-Lô`, `Sainte Soline`; 0 for all else."""
    is_named = tokens[at].word in _SAINTS and tokens[at].is_capital and at + 1 < len(tokens)
    return 2 if is_named and tokens[at + 1].is_capital else 0


def _phrase(tokens: list[Token], at: int, lexicon: Lexicon) -> int:
    """Number of words of the longest phrase that begins here; 0 for none."""
    for phrase in lexicon.phrases.get(tokens[at].word, ()):
        if all(
            at + n < len(tokens) and tokens[at + n].word == word for n, word in enumerate(phrase)
        ):
            return len(phrase)
    return 0
