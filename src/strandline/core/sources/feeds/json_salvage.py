"""JSON that is nearly JSON: what feeds written by hand or cut by a proxy are.

Read: raw line breaks and tabs in strings, commas before a closing bracket, a guard against
execution in front (`)]}'`), and a document that ends within its items, whose whole items are kept.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

#: No honest number is longer; `int` itself refuses more than 4,300 digits.
MOST_DIGITS = 400
#: Guards that keep a browser from running the document (OWASP's advice of old).
_GUARD = re.compile(r"\s*(?:\)\]\}',?|while\s*\(1\);|for\s*\(;;\);)\s*")
_STRING_OR_COMMA = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\Z)|,(?=\s*[\]}])', re.DOTALL)
_ITEMS = re.compile(r'"items"\s*:\s*\[')
_BETWEEN = re.compile(r"[\s,]*")


@dataclass(frozen=True, slots=True)
class Found:
    """A document, and how it was had."""

    document: Any
    is_malformed: bool = False
    is_cut: bool = False


def load(text: str) -> Found:
    """The document, strictly or by salvage.

    Raises:
        ValueError: Nothing can be had of it, or it is nested too deep.
    """
    try:
        return Found(json.loads(text, parse_int=_whole))
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    except ValueError:
        return _salvaged(text)


def _salvaged(text: str) -> Found:
    """Raises ValueError where it is no JSON Feed either."""
    guard = _GUARD.match(text)
    text = _STRING_OR_COMMA.sub(
        lambda match: "" if match[0] == "," else match[0], text[guard.end() if guard else 0 :]
    )
    decoder = json.JSONDecoder(strict=False, parse_int=_whole)
    try:
        return Found(decoder.decode(text), is_malformed=True)
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    except ValueError:
        return _cut(text, decoder.raw_decode)


def _cut(text: str, read: Callable[[str, int], tuple[Any, int]]) -> Found:
    """What stands before the items, and every item that ends."""
    start = _ITEMS.search(text)
    if start is None:
        raise ValueError("neither JSON nor the beginning of a JSON Feed")
    document, _ = read(text[: start.end()] + "]}", 0)
    position = start.end()
    while True:
        between = _BETWEEN.match(text, position)
        try:
            item, position = read(text, between.end() if between else position)
        except (ValueError, RecursionError):
            break
        document["items"].append(item)
    return Found(document, is_malformed=True, is_cut=True)


def _whole(digits: str) -> int | str:
    """A number, or its digits where there are more than Python reads as a number at once."""
    return int(digits) if len(digits) <= MOST_DIGITS else digits
