"""Texts that are made to be hard for a pattern, derived from the pattern itself."""

from collections.abc import Iterator
from typing import Any

from tests.work.steps import ONE, Counted

#: What hostile texts are made of, whatever the pattern.
PLAIN = (
    *" \t\n\x0b\xa0aAz09_-.,:;/\\\"'<>()[]{}=&#%+*?!|@~$^`\x01",
    *("é", "\u0301", "中", "第", "»", "’", "–", "\r\n"),
)
_GROUPS = (
    "aGVsbG8gd29ybGQ",
    "<a",
    "a b",
    "a.",
    "1,",
    "1 ",
    "a-",
    "((",
    '"\\',
    "&#",
    "//a",
    "a@",
    "--",
)
_MOST_KINDS = 10
_MOST_PREFIXES = 6


def units(counted: Counted, flags: int) -> dict[str, tuple[str, str]]:
    """What it is → how a text begins, and what it repeats from there on."""
    kinds = _kinds(counted, flags)
    examples = _examples(counted, flags)
    pairs = (first + second for first in kinds[:3] for second in kinds[:3] if first != second)
    plain = dict.fromkeys([*kinds, *pairs, *(u for u in examples if u), *_GROUPS])
    longest = [e for e in examples if e][:_MOST_PREFIXES]
    return {f"{unit!r}": ("", unit) for unit in plain} | {
        f"{prefix!r} then {kind!r}": (prefix, kind) for prefix in longest for kind in kinds
    }


def text_of(unit: tuple[str, str], size: int) -> str:
    """A text of about a size; it ends in a character that fits in few places."""
    prefix, repeated = unit
    return prefix + repeated * (size // len(repeated)) + "\x01"


def _kinds(counted: Counted, flags: int) -> list[str]:
    """One character for each way of fitting the classes of a pattern, the best fitting first."""
    classes = [counted.test_of(node, flags) for node, flags in _classes(counted.tree, flags)]
    known: dict[tuple[bool, ...], str] = {}
    letters = [char for char in _literals(counted.tree) if not counted.is_bytes or char < "\u0100"]
    for char in (*PLAIN, *letters):
        if len(char) == 1 and not (counted.is_bytes and char > "\xff"):
            known.setdefault(tuple(fits(char) for fits in classes), char)
    ranked = sorted(known.items(), key=lambda item: -sum(item[0]))
    return [char for _, char in ranked[:_MOST_KINDS]]


def _classes(tree: Any, flags: int, *, repeats: bool = False) -> Iterator[tuple[Any, int]]:
    """What takes one character: classes anywhere, letters within what is repeated."""
    for kind, value in tree:
        if str(kind) in ONE:
            if repeats or str(kind) != "LITERAL":
                yield (kind, value), flags
        elif str(kind) == "SUBPATTERN":
            inner = (flags | value[1]) & ~value[2]
            yield from _classes(value[3], inner, repeats=repeats)
        else:
            is_repeat = repeats or (str(kind).endswith("REPEAT") and value[1] > 1)
            for part in _parts(value):
                yield from _classes(part, flags, repeats=is_repeat)


def _literals(tree: Any) -> Iterator[str]:
    for kind, value in tree:
        if str(kind) == "LITERAL":
            yield chr(value)
        elif str(kind) == "IN":
            yield from (chr(v) for k, v in value if str(k) == "LITERAL")
            yield from (chr(v[0]) for k, v in value if str(k) == "RANGE")
        else:
            for part in _parts(value):
                yield from _literals(part)


def _parts(value: Any) -> Iterator[Any]:
    """Patterns within the value of a node."""
    if type(value).__name__ == "SubPattern":
        yield value
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from _parts(inner)


def _examples(counted: Counted, flags: int) -> list[str]:
    """Texts that fit, and their beginnings: near misses where something must follow."""
    maker = _Maker(counted)
    found: dict[str, None] = {}
    for way in _ways(counted.tree):
        text = ""
        for node in way:
            text += maker.text(node, flags)
            found[text] = None
            for again in _repeated(node):
                found[maker.texts(again, flags)] = None
    if counted.is_bytes:
        found = {t: None for t in found if all(c < "\u0100" for c in t)}
    return sorted(found, key=lambda text: (len(text) > 40, -len(text)))[:24]


def _ways(tree: Any) -> list[list[Any]]:
    """The sequences at the top of a pattern: one for each alternative, the first dozen."""
    if len(tree) == 1 and str(tree[0][0]) == "BRANCH":
        return [way for part in tree[0][1][1] for way in _ways(part)][:12]
    if len(tree) == 1 and str(tree[0][0]) == "SUBPATTERN":
        return _ways(tree[0][1][3])
    return [list(tree)]


def _repeated(node: Any) -> Iterator[Any]:
    kind, value = node
    if str(kind).endswith("REPEAT"):
        yield value[2]
    for part in _parts(value):
        for inner in part:
            yield from _repeated(inner)


class _Maker:
    """Makes a text that a pattern fits, or nearly."""

    def __init__(self, counted: Counted) -> None:
        self._counted = counted
        self._is_border = False

    def texts(self, tree: Any, flags: int) -> str:
        return "".join(self.text(node, flags) for node in tree)

    def text(self, node: Any, flags: int) -> str:
        """A text for one node; what follows a border of a word begins with another sign."""
        kind, value = str(node[0]), node[1]
        was_border, self._is_border = self._is_border, False
        if kind == "AT":
            self._is_border = "BOUNDARY" in str(value)
            return ""
        if kind == "LITERAL":
            return chr(value)
        if kind in ONE:
            fits = self._counted.test_of(node, flags)
            likely = (" ", "-", "a", "0") if was_border else ("a", "0")
            candidates = (*likely, *PLAIN, *_literals([node]))
            chosen = next((char for char in candidates if len(char) == 1 and fits(char)), "a")
            return str(chosen)
        if kind.endswith("REPEAT"):
            return self.texts(value[2], flags) * max(1, min(int(value[0]), 30))
        if kind == "BRANCH":
            return self.texts(value[1][0], flags)
        if kind == "SUBPATTERN":
            return self.texts(value[3], (flags | value[1]) & ~value[2])
        if kind == "ATOMIC_GROUP":
            return self.texts(value, flags)
        return ""
