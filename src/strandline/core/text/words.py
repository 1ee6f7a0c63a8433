"""Texts as the words by which they are found: one tokenizer for every database.

Documents and queries both pass here, so that a database has nothing left to decide: what comes out
is folded and split, and an index only compares it.

Scripts that are written without spaces have no words that a program could see. Their runs become
overlapping pairs of characters (`東京都` is `東京 京都 都`), and a part of a run is found as the
phrase of its pairs. The last character stands alone at the end, so that no phrase reaches from one
run into the next. Pairs and not triples: most Chinese and Japanese words have two characters.
"""

import re
import unicodedata
from collections.abc import Callable

#: Longest token in characters; a longer one is cut on both sides alike. PostgreSQL takes 2,046
#: bytes a lexeme, but words end long before: what is longer is data.
MAX_TOKEN_CHARS = 64


def _of(categories: tuple[str, ...], *blocks: tuple[int, int]) -> str:
    """Characters of some Unicode categories in some blocks, as ranges of a regular expression."""
    return _ranges(lambda char: unicodedata.category(char).startswith(categories), *blocks)


def _ranges(is_one: Callable[[str], bool], *blocks: tuple[int, int]) -> str:
    """Some characters of some blocks; a class of a thousand single ones takes long to compile."""
    codes = [code for first, last in blocks for code in range(first, last + 1) if is_one(chr(code))]
    starts = [code for before, code in zip([-1, *codes], codes, strict=False) if code != before + 1]
    ends = [code for code, after in zip(codes, [*codes[1:], -1], strict=True) if after != code + 1]
    return "".join(f"{chr(a)}-{chr(b)}" for a, b in zip(starts, ends, strict=True))


#: Scripts without spaces between words, and Hangul, whose particles stick to their words: Thai,
#: Lao, Myanmar, Khmer, radicals, kana, bopomofo, jamo; then ideographs and syllables as they are.
SPACELESS = _of(
    ("L", "M", "Nl"),
    *((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1100, 0x11FF), (0x1780, 0x17FF)),
    *((0x2E80, 0x31FF), (0xA960, 0xA97F), (0xAA60, 0xAA7F), (0xD7B0, 0xD7FF)),
)
SPACELESS += (
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U000323af"
)

#: Vowel signs and the like, which belong to a word although `\w` leaves them out.
_MARKS = _of(("M",), (0x0300, 0x0DFF), (0x0F00, 0x0FFF), (0x1300, 0x1CFF), (0xA600, 0xABFF))

#: Marks whose order Unicode sorts, one by one: a long run of them takes time that grows with its
#: square. No writing puts more than thirty on one letter (UAX #15, 13, "stream-safe").
_SORTED = _ranges(
    lambda char: unicodedata.combining(unicodedata.normalize("NFKD", char)[0]) > 0,
    *((0x0300, 0x20FF), (0x2CE0, 0x30FF), (0xA660, 0xABFF), (0xFB1E, 0xFB1E), (0xFE20, 0xFE2F)),
    *((0xFF9E, 0xFF9F), (0x10100, 0x11DFF), (0x16AF0, 0x16FFF), (0x1BC9E, 0x1BC9E)),
    *((0x1D165, 0x1D2FF), (0x1E000, 0x1E9FF)),
)
_FLOOD = re.compile(f"([{_SORTED}]{{30}})[{_SORTED}]++")

_ASCII_TOKEN = re.compile("[a-z0-9]+")
_TOKEN = re.compile(f"(?:[^\\W_]+|[{_MARKS}{SPACELESS}]+)+")
_RUN = re.compile(f"([{SPACELESS}]+)")
_ALONE = re.compile(f"[{SPACELESS}]")

#: `C++`, `C#`: without their signs they would be found with every lone letter.
_SIGNED = re.compile(r"(?<![^\W_])([^\W_]++)(\+\+|#)(?![^\W_])")
_SIGNS = {"++": "plusplus", "#": "sharp"}

#: Accents of Latin, Greek and Cyrillic, Hebrew points, Arabic vowel signs with the tatweel.
_ACCENTS = (
    *(range(0x0300, 0x0370), range(0x0591, 0x05BE), (0x05BF, 0x05C1, 0x05C2, 0x05C4, 0x05C5)),
    *((0x05C7, 0x0640), range(0x064B, 0x0660), (0x0670,), range(0x1AB0, 0x1B00)),
    *(range(0x1DC0, 0x1E00), range(0x20D0, 0x2100), range(0xFE20, 0xFE30)),
)
#: Characters that nobody sees: soft hyphen, joiners, direction marks, variation selectors.
_UNSEEN = (
    *((0x00AD, 0x061C, 0x180E, 0x2060, 0xFEFF), range(0x200B, 0x2010)),
    *(range(0x202A, 0x202F), range(0x2066, 0x206A), range(0xFE00, 0xFE10)),
    range(0xE0100, 0xE01F0),
)
#: Letters that Unicode does not take apart, though people type them without their stroke; and an
#: apostrophe that Unicode calls a letter.
_PLAIN = {
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "ħ": "h",
    "ŧ": "t",
    "ı": "i",
    "æ": "ae",
    "œ": "oe",
    "ʼ": "'",
}
_FOLDING: dict[int, str | None] = {
    **dict.fromkeys((code for codes in (*_ACCENTS, *_UNSEEN) for code in codes), None),
    **{ord(letter): plain for letter, plain in _PLAIN.items()},
}


def fold(text: str) -> str:
    """The text without case, accents, width and unseen characters; folding twice changes nothing.

    The breve of `й` stays, since `й` is a letter and not an `и` with an accent; so do the voicing
    marks of kana.
    """
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKC", _FLOOD.sub(r"\1", text)).casefold()
    text = _FLOOD.sub(r"\1", unicodedata.normalize("NFKD", text))  # some marks become two
    text = text.replace("и\u0306", "й").translate(_FOLDING)
    return unicodedata.normalize("NFC", text)


def tokens(text: str) -> list[str]:
    """The words of a text in order; runs without spaces as pairs and a last character."""
    if text.isascii():
        return [word[:MAX_TOKEN_CHARS] for word in _ASCII_TOKEN.findall(text.lower())]
    found: list[str] = []
    for piece, is_run in _pieces(fold(text)):
        if is_run:
            found += (*_pairs(piece), piece[-1])
        else:
            found.append(piece)
    return found


def phrases(text: str) -> list[tuple[str, ...]]:
    """What to look for, for a piece of a query without blanks; every phrase must be found.

    `don't` is one phrase of two tokens, since a text has it in one piece too. A run without spaces
    is the phrase of its pairs; a lone character is itself, and is found among the `extras`.
    """
    found: list[tuple[str, ...]] = []
    words: list[str] = []
    for piece, is_run in [*_pieces(fold(text)), ("", True)]:
        if not is_run:
            words.append(piece)
            continue
        found += [tuple(words)] if words else []
        words = []
        found += [_pairs(piece) or (piece,)] if piece else []
    return found


def extras(text: str) -> set[str]:
    """Tokens beside the words: single characters of runs, and `cplusplus` where `C++` stands."""
    folded = fold(text)
    signed = {word[:MAX_TOKEN_CHARS] + _SIGNS[sign] for word, sign in _SIGNED.findall(folded)}
    return signed if text.isascii() else signed.union(_ALONE.findall(folded))


def _pieces(folded: str) -> list[tuple[str, bool]]:
    """Words and runs without spaces in their order; True for a run."""
    found: list[tuple[str, bool]] = []
    for word in _TOKEN.findall(folded):
        if word.isascii():
            found.append((word[:MAX_TOKEN_CHARS], False))
            continue
        for number, piece in enumerate(_RUN.split(word)):
            if piece:
                is_run = number % 2 == 1
                found.append((piece if is_run else piece[:MAX_TOKEN_CHARS], is_run))
    return found


def _pairs(run: str) -> tuple[str, ...]:
    return tuple(run[at : at + 2] for at in range(len(run) - 1))
