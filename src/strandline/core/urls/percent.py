"""Percent-encoding: one spelling for the canonical URL, one more folded for the key.

RFC 3986, 6.2.2: hex digits are upper case, unreserved characters are never encoded, so both
spellings name one resource. The key goes further: what a path or a query may hold as it is
(sub-delimiters, brackets) is compared decoded, because servers decode it; `/ ? # %` in a path and
`& + # %` in a query stay encoded, because there the encoding carries the meaning.
"""

import re
from collections.abc import Callable, Mapping

_ESCAPE = re.compile("%(?:[0-9A-Fa-f]{2})?")

_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
#: What the WHATWG path state leaves as it is, `/` and `%` aside.
_PATH_LITERALS = _UNRESERVED | frozenset(b"!$&'()*+,:;=@[]^|")
#: The same for values of a query; `'` is absent because the parser always encodes it there.
_VALUE_LITERALS = _UNRESERVED | frozenset(b"!$()*,/:;=?@[]^|`{}\\")
#: A name ends at the first `=`, and a query without names may be a path of its own.
_NAME_LITERALS = _VALUE_LITERALS - frozenset(b"=/?")


def _table(literals: frozenset[int]) -> Mapping[str, str]:
    digits = "0123456789ABCDEFabcdef"
    table = {"%": "%25"}  # a lone percent sign: what every parser takes it for
    for high in digits:
        for low in digits:
            byte = int(high + low, 16)
            plain = chr(byte) if byte in literals else f"%{byte:02X}"
            table[f"%{high}{low}"] = plain
    return table


def _rewriter(literals: frozenset[int]) -> Callable[[str], str]:
    table = _table(literals)
    substitute = _ESCAPE.sub

    def rewrite(text: str) -> str:
        if "%" not in text:
            return text
        return substitute(lambda escape: table[escape[0]], text)

    return rewrite


#: The spelling that a canonical URL has, in path, query and fragment.
canonical_escapes = _rewriter(_UNRESERVED)
#: Folded spelling of a path.
folded_path = _rewriter(_PATH_LITERALS)
#: Folded spelling of a parameter's name.
folded_name = _rewriter(_NAME_LITERALS)
#: Folded spelling of a parameter's value.
folded_value = _rewriter(_VALUE_LITERALS)
