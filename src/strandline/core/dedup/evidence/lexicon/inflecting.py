"""Forms spelled out: a table names a word once, and all forms of it are found.

In English, `rise~` is a verb in all its forms, irregular ones as well, and `loss+` a noun or verb
with its `-s`. In French, `relégué+` is a participle or noun in both genders and numbers, `annul~` a
verb in -er in the forms that titles use (present, future, imperfect, infinitive, participle), and
`domin^` the same without the participle, which tells of the other side.

A form too many, such as `openned`, does no harm: no title has it.
"""

import re
from collections.abc import Callable, Iterable

_MARKED = re.compile(r"([^,\n:]*?)([^\s,:]+)([+~^])(=?)(?=,|\s*$)", re.MULTILINE)

#: Past tense and participle of verbs that the English table names.
_IRREGULAR = {
    "rise": "rose risen", "fall": "fell fallen", "grow": "grew grown", "sink": "sank sunk",
    "slide": "slid", "shrink": "shrank shrunk", "lose": "lost", "win": "won", "draw": "drew drawn",
    "hold": "held", "keep": "kept", "freeze": "froze frozen", "leave": "left", "buy": "bought",
    "sell": "sold", "find": "found", "begin": "began begun", "cut": "", "shut": "", "quit": "",
    "tell": "told", "see": "saw seen", "show": "shown", "seek": "sought", "beat": "",
    "overcome": "overcame", "forbid": "forbade forbidden", "withdraw": "withdrew withdrawn",
    "uphold": "upheld", "retake": "retook retaken",
}  # fmt: skip
_AGREEING = ("", "e", "s", "es")
_PRESENT = ("e", "ent", "er", "era", "eront", "ait", "aient")
_FRENCH = {
    "+": _AGREEING,
    "^": _PRESENT,
    "~": (*_PRESENT, *(f"é{ending}" for ending in _AGREEING)),
}


def in_english(table: str) -> str:
    """The table with the forms of marked words written out."""
    return _inflected(table, _english)


def in_french(table: str) -> str:
    """The table with the forms of marked words written out."""
    return _inflected(table, lambda stem, mark: (stem + ending for ending in _FRENCH[mark]))


def _inflected(table: str, forms: Callable[[str, str], Iterable[str]]) -> str:
    return _MARKED.sub(
        lambda m: ",".join(f"{m[1]}{form}{m[4]}" for form in forms(m[2], m[3])), table
    )


def _english(word: str, mark: str) -> Iterable[str]:
    yield word
    yield _with_s(word)
    if mark == "+":
        return
    stem = word[:-1] if re.search("[^eoy]e$", word) else word
    stems = {stem, stem + stem[-1]} if re.search("[^aeiou][aeiou][bdgklmnprtv]$", word) else {stem}
    yield from (f"{re.sub('ie?$', 'y', each)}ing" for each in stems)
    if word in _IRREGULAR:
        yield from _IRREGULAR[word].split()
    elif word.endswith("e"):
        yield f"{word}d"
    else:
        yield from (re.sub("(?<![aeiou])y$", "i", each) + "ed" for each in stems)


def _with_s(word: str) -> str:
    if re.search("[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    return word + ("es" if re.search("(s|x|z|ch|sh|o)$", word) else "s")
