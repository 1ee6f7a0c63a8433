"""Numbers as they are written in English, French and Chinese, as values."""

import re

_HAN_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {
    "两": 2,
    "〇": 0,
}
_HAN_TIMES = {"十": 10, "百": 100, "千": 1000}
_HAN_GROUPS = {"万": 10_000, "亿": 100_000_000}
#: Pattern of a numeral; some of its characters also stand in names (`三星`, `四川`). No number has
#: more characters than forty.
HAN_NUMERAL = "[零〇一二三四五六七八九十百千万亿两]{1,40}"
#: What is larger is no number but a row of digits, and does not fit into a float at some length.
_LARGEST = 1e18


def value_of_han(numeral: str) -> float:
    """What a Chinese numeral is worth: `二十二`, `三千二百万`, `一〇二`."""
    if not any(char in _HAN_TIMES or char in _HAN_GROUPS for char in numeral):
        return min(float("".join(str(_HAN_DIGITS[char]) for char in numeral)), _LARGEST)
    total = section = digit = 0
    for char in numeral:
        if char in _HAN_DIGITS:
            digit = _HAN_DIGITS[char]
        elif char in _HAN_TIMES:
            section, digit = section + (digit or 1) * _HAN_TIMES[char], 0
        else:
            total, section, digit = (total + section + digit or 1) * _HAN_GROUPS[char], 0, 0
    return float(min(total + section + digit, int(_LARGEST)))


_ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_FRENCH = (
    "zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize"
)
#: Numbers in words, without accents.
NUMBERS: dict[str, float] = {
    **{word: value for value, word in enumerate(_FRENCH.split())},
    **{word: value for value, word in enumerate(_ENGLISH.split())},
    "vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60, "vingts": 20,
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90, "une": 1, "a": 1, "septante": 70, "nonante": 90,
}  # fmt: skip
#: Ordinals in words; the last one of `vingt et unième`.
ORDINALS: dict[str, float] = {
    **{f"{word.removesuffix('e')}ieme": NUMBERS[word] for word in _FRENCH.split()},
    **{f"{word.removesuffix('e').removesuffix('t')}th": NUMBERS[word] for word in _ENGLISH.split()},
    **{f"{word[:-1]}ieth": value for word, value in NUMBERS.items() if word.endswith("ty")},
    "vingtieme": 20, "trentieme": 30, "quarantieme": 40, "cinquantieme": 50, "soixantieme": 60,
    "centieme": 100, "millieme": 1000, "cinquieme": 5, "neuvieme": 9, "fifth": 5, "twelfth": 12,
    "premier": 1, "premiere": 1, "first": 1, "second": 2, "seconde": 2, "third": 3,
}  # fmt: skip
#: Words that number the first ten of a series.
FIRST_TEN: dict[str, int] = {
    word: int(number)
    for word, number in {**NUMBERS, **ORDINALS}.items()
    if 1 <= number <= 10 and word != "a"
}
ROMAN = {
    "i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10,
}  # fmt: skip
#: Collective numbers, `une centaine de`.
_SCORES: dict[str, float] = {
    "douzaine": 12, "dizaine": 10, "quinzaine": 15, "vingtaine": 20, "trentaine": 30,
    "quarantaine": 40, "cinquantaine": 50, "soixantaine": 60, "centaine": 100, "dozen": 12,
}  # fmt: skip
#: Factors by their spelling; single letters only where they stick to the digits (`2m`, `21B`).
TIMES: dict[str, float] = {
    "hundred": 1e2, "cent": 1e2, "cents": 1e2, "thousand": 1e3, "mille": 1e3, "k": 1e3,
    "million": 1e6, "millions": 1e6, "mln": 1e6, "mn": 1e6, "m": 1e6, "mio": 1e6,
    "billion": 1e9, "billions": 1e9, "bln": 1e9, "bn": 1e9, "b": 1e9, "milliard": 1e9,
    "milliards": 1e9, "md": 1e9, "mds": 1e9, "mrd": 1e9, "trillion": 1e12, "trillions": 1e12,
    "trn": 1e12, "tn": 1e12, "dozen": 12.0, "milliers": 1e3, "thousands": 1e3,
    "万亿": 1e12, "千亿": 1e11, "百亿": 1e10, "十亿": 1e9, "亿": 1e8, "千万": 1e7, "百万": 1e6,
    "十万": 1e5, "万": 1e4, "千": 1e3, "百": 1e2,
}  # fmt: skip
#: Words that may begin a number, longest first; `a` and `un` only before a factor.
_ARTICLES = frozenset(("a", "un", "une", "one", "zero"))
_BEGINNING = "|".join(
    sorted((*NUMBERS.keys() - _ARTICLES, *_SCORES, "mille"), key=len, reverse=True)
)
_FACTOR = "hundred|thousand|million|billion|trillion|cents?|mille|millions|milliards?"
#: Before a factor, `a` and `un` are one, and `half` is a half.
_BEFORE_FACTOR = (
    r"(?:half an?|(?:a )?quarter of an?|un demi|a|un|une|one)"
    rf"(?=[ -](?:{_FACTOR}|dozen|[a-z]+aine)\b)"
)
WORD_NUMBER = (
    rf"(?:{_BEFORE_FACTOR}|{_BEGINNING})(?:[ -](?:and |et[ -])?(?:{_BEGINNING}|un|one|{_FACTOR}))*"
)
#: Digits, grouped or not. Who reads them decides what a point or a comma means (`value_of`).
DIGITS = r"\d{1,3}(?:[,.' ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+|, \d(?= mill))?"

_SIGN = re.compile(r"[,.' ]")
#: Digits whose one sign may part thousands as well as decimals.
_GROUPED = re.compile(r"[1-9]\d{0,2}[,.]\d{3}")
_WORD = re.compile("[a-z]+")


def value_of(digits: str, language: str) -> float:
    """What digits are worth: `2,980`, `2 980`, `1.4`; a comma parts decimals only in French.

    Of several signs the last one parts decimals where it is a point or comma that stands there
    once; all others part groups, whichever they are.
    """
    digits = digits.replace(", ", ",")
    signs = _SIGN.findall(digits)
    if not signs or not _parts_decimals(digits, signs, language):
        return min(float(_SIGN.sub("", digits)), _LARGEST)
    whole, _, rest = digits.rpartition(signs[-1])
    return min(float(f"{_SIGN.sub('', whole)}.{rest}"), _LARGEST)


def _parts_decimals(digits: str, signs: list[str], language: str) -> bool:
    *groups, last = signs
    if last not in ".," or groups:
        return last in ".," and last not in groups
    return not _GROUPED.fullmatch(digits) or last != ("." if language == "fr" else ",")


def value_of_words(words: str) -> float:
    """What a number in words is worth: `two hundred and six`, `quatre-vingt-dix`, `a million`."""
    total = group = 0.0
    before = 0.0
    for word in _WORD.findall(words):
        if word in TIMES and word != "dozen":
            factor = TIMES[word]
            if factor >= 1000:
                total, group = total + (group or 1) * factor, 0.0
            else:
                group = (group or 1) * factor
        elif word in ("vingt", "vingts") and before == 4:
            group += 76
        elif word in ("half", "demi"):
            group = 0.5
        elif word == "quarter":
            group = 0.25
        elif word == "dozen" or word in _SCORES:
            group = (group or 1) * (_SCORES.get(word) or 12)
        elif word in NUMBERS and not (group in (0.25, 0.5) and word in ("a", "an")):
            group += NUMBERS[word]
        before = NUMBERS.get(word, 0.0)
    return total + group
