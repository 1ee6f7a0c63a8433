"""French forms spelled out: a table names a word once, and all forms of it are found.

`relégué+` stands for a participle or noun in both genders and numbers; `annul~` for a verb in -er
in the forms that titles use: present, future, imperfect, infinitive and participle.
"""

import re

_AGREEING = ("", "e", "s", "es")
_VERB = (
    *("e", "ent", "er", "era", "eront", "ait", "aient"),
    *(f"é{ending}" for ending in _AGREEING),
)
_MARKED = re.compile(r"(?<![^,\n])([^,\n]*[^\W_])([+~])(?=,|\s*$)", re.MULTILINE)
_ENDINGS = {"+": _AGREEING, "~": _VERB}


def inflected(table: str) -> str:
    """The table with the forms of marked words written out."""
    return _MARKED.sub(
        lambda m: ",".join(f"{m[1]}{ending}" for ending in _ENDINGS[m[2]]),
        table,
    )
