"""Reads the JSON object that a language model was asked for, and nothing that is only like it."""

import json
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

#: Longer answers are not read, characters.
MOST_CHARS = 20_000
#: Two wrappers that are known not to be the answer: the thoughts of a reasoning model before it,
#: and one code fence around the whole of it.
_THOUGHTS = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_CODE_FENCE = re.compile(r"\A```(?:json)?[ \t]*\n(.*)\n[ \t]*```\Z", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """An answer that is not what was asked for.

    Attributes:
        reason: In our own words, never the model's.
    """

    reason: str


class _Refused(ValueError):
    """Something that JSON readers accept and we do not."""


def read_object(
    text: str, keys: Sequence[str], *, may_lack: Collection[str] = ()
) -> dict[str, Any] | Unreadable:
    """One JSON object with exactly these keys, each once; values are not looked at.

    Args:
        may_lack: Those of the keys that may be missing.
    """
    if len(text) > MOST_CHARS:
        return Unreadable("the answer is too long")
    bare = _unwrapped(text)
    if not bare:
        return Unreadable("the answer is empty")
    try:
        value = json.loads(bare, object_pairs_hook=_pairs, parse_constant=_no_constant)
    except _Refused as error:
        return Unreadable(str(error))
    except (ValueError, RecursionError):
        return Unreadable("the answer is not one JSON object and nothing else")
    if not isinstance(value, dict):
        return Unreadable("the answer is not a JSON object")
    if set(value) | set(may_lack) != set(keys):
        return Unreadable(_wrong_keys({*value, *may_lack}, keys))
    return value


def _unwrapped(text: str) -> str:
    bare = _THOUGHTS.sub("", text, count=1).strip()
    inside = _CODE_FENCE.match(bare)
    return inside.group(1).strip() if inside else bare


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise _Refused("the answer has a key twice")
    return value


def _no_constant(name: str) -> NoReturn:
    """`NaN` and `Infinity` are no JSON, but Python reads them."""
    raise _Refused(f"the answer has {name} where a number belongs")


def _wrong_keys(given: Iterable[str], wanted: Sequence[str]) -> str:
    missing = [key for key in wanted if key not in set(given)]
    return f"the answer lacks {', '.join(missing)}" if missing else "the answer has further keys"
