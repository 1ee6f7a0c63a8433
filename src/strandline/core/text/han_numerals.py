"""Numbers written in Chinese characters, as values."""

_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_TIMES = {"十": 10, "百": 100, "千": 1000}
_GROUPS = {"万": 10_000, "亿": 100_000_000}
#: Pattern of a numeral; some of its characters also stand in names (`三星`, `四川`). No number has
#: more characters than forty.
HAN_NUMERAL = "[零〇一二三四五六七八九十百千万亿两]{1,40}"
#: What is larger is no number but a row of digits, and does not fit into a float at some length.
LARGEST = 1e18


def value_of_han(numeral: str) -> float:
    """What a Chinese numeral is worth: `二十二`, `三千二百万`, `一〇二`."""
    if not any(char in _TIMES or char in _GROUPS for char in numeral):
        return min(float("".join(str(_DIGITS[char]) for char in numeral)), LARGEST)
    total = section = digit = 0
    for char in numeral:
        if char in _DIGITS:
            digit = _DIGITS[char]
        elif char in _TIMES:
            section, digit = section + (digit or 1) * _TIMES[char], 0
        else:
            total, section, digit = (total + section + digit or 1) * _GROUPS[char], 0, 0
    return float(min(total + section + digit, int(LARGEST)))
