"""Whether two words are forms of one: `resigns` and `resignation`, `régional` and `régionale`."""

import re

from strandline.core.dedup.evidence.reading.words import Word
from strandline.core.text.words import fold

#: Letters that forms of one word have in common at their beginning.
_ONE_STEM = 4
#: What may stand behind them, in English and French. `Millbury` and `Millbrook`, `stationery` and
#: `stationary`, `councillor` and `counsellor` begin alike, too.
_RESTS = re.compile(
    r"(?:|n?e?'?s|e?d|n?ing|r?i?e?rs?|e|i?ors?|ies|ied|y|i?ly|[ai]?tions?|s?ions?|[ai]t[ei]d?s?|ation"
    r"|i?al|ally|[ae]n[ct]e?s?|[ea]?ments?|i?ous|i?ve|ness|i?ty|i?ans?|i?sts?|ese|ish|ics?|i?sms?"
    r"|[ai]bles?|age|ful|less|ship|hood|able|ized?|ised?|ises|izes|isation|ization|ised"
    r"|ees?|ez|ait|aient|ante?s?|eur[es]*|euses?|ont|era|eront|ique?s?|ites?|aires?|ales?|aux|ifs?"
    r"|ives?|x|i[rt]|is[est]*|u[es]*|t|nt|ages?|cite|ques?|ice|ices|ure|ures|te|tes|ie|ies)"
)


#: Letters of a plural's ending.
_PLURAL = 2
#: Least letters of a word in which one that is left out is a slip of the keys.
_LONG = 6


def are_one_word(a: Word, b: Word) -> bool:
    """True for two forms of one word, a name and its first part, a word and a slip of it."""
    short, long = sorted((a.shown.lower(), b.shown.lower()), key=len)
    if short[:1] >= "\u3400" or a.mark or b.mark:
        return False
    is_plural = len(short) > 1 and long.startswith(short) and len(long) - len(short) <= _PLURAL
    is_slipped = a.is_common != b.is_common and is_slip(short, long)
    return is_plural or is_slipped or are_forms(short, long) or _is_longer(a, b)


def _is_longer(a: Word, b: Word) -> bool:
    """True for `American` and `American Airlines`; of unknown names, the longer is another."""
    short, long = sorted((a.shown, b.shown), key=len)
    may_name = any((word.is_name and not word.is_known_name) or word.is_unknown for word in (a, b))
    return long.lower().startswith(f"{short.lower()} ") or (
        not may_name and is_beginning(short, long)
    )


def are_forms(a: str, b: str) -> bool:
    """True for two spellings of which each is the common beginning and an ending.

    Args:
        a: A word as it stands in a title; case and accents do not matter.
    """
    first, second = fold(a), fold(b)
    start = alike(first, second)
    return any(
        bool(_RESTS.fullmatch(first[at:]) and _RESTS.fullmatch(second[at:]))
        for at in range(start, _ONE_STEM - 1, -1)
    )


def is_beginning(a: str, b: str) -> bool:
    """True where one is the other and more: `differ` and `differentiate`."""
    short, long = sorted((fold(a), fold(b)), key=len)
    return len(short) >= _ONE_STEM and long.startswith(short)


def is_slip(a: str, b: str) -> bool:
    """True where one is the other without one of its letters: `announces` and `annouces`."""
    short, long = sorted((fold(a), fold(b)), key=len)
    at = alike(short, long)
    return len(long) - len(short) == 1 and len(short) >= _LONG and short[at:] == long[at + 1 :]


def alike(first: str, second: str) -> int:
    """How many letters are equal at the beginning."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((at for at, (x, y) in pairs if x != y), min(len(first), len(second)))
