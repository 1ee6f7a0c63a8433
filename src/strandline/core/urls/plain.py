"""The short way for plain URLs: what most feeds list needs no parser.

A URL is plain when its host was seen before and no rule treats it in a special way, and when path
and query hold nothing that the URL Standard would rewrite. For such a URL the answer here equals
that of the long way; a property test holds the two together. Everything else returns None.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from strandline.core.urls.parse import MAX_URL_LENGTH
from strandline.core.urls.paths import folded_tail
from strandline.core.urls.query import clean, folded, spelled
from strandline.core.urls.rules import Rules


class Plain(NamedTuple):
    """What the short way found; `dropped` holds (rule, piece) of the parameters that went."""

    canonical: str
    key: str
    dropped: tuple[tuple[str, str], ...] = ()


#: Path and query without what needs care: `;` and `(` (sessions), `@` (routes), `'`, a second `?`.
_PLAIN_REST = re.compile(r"[A-Za-z0-9_~/.-]*(?:\?[A-Za-z0-9_.~=&%+:/,@!$*-]+)?").fullmatch
_DOT_SEGMENT = "/."


def make_plain(rules: Rules) -> Callable[[str], Plain | None]:
    """The short way for one set of rules."""
    known = rules.known_plan()
    is_key_only = rules.is_key_only
    marks = rules.generic_marks

    def plain(url: str) -> Plain | None:  # noqa: C901 - one branch per reason to take the long way
        if url[:8] == "https://":
            start = 8
        elif url[:7] == "http://":
            start = 7
        else:
            return None
        end = url.find("/", start)
        plan = known(url[start:end])
        if plan is None or not plan.is_plain or _PLAIN_REST(url, end) is None:
            return None
        mark = url.find("?", end)
        path = url[end:] if mark < 0 else url[end:mark]
        if "/." in path or "//" in path or "/amp" in path or ".amp" in path:
            return None
        if path[-1] == "/":
            tail = path[:-1]
        elif "index." in path or "efault." in path:
            tail = folded_tail(path)
        else:
            tail = path
        if mark < 0:
            return Plain(url, plan.key_host + tail) if len(url) <= MAX_URL_LENGTH else None
        raw = url[mark + 1 :]
        if len(url) > MAX_URL_LENGTH or any(mark in url for mark in marks):
            return None
        kept, dropped = clean(raw, path, rules, plan)
        if "%" in raw:
            if spelled(raw) != raw:
                return None
        elif raw[0] == "&" or raw[-1] == "&" or "&&" in raw:
            return None
        canonical = url if not dropped else url[:mark] + ("?" + "&".join(kept) if kept else "")
        query = folded(kept, is_key_only) if kept else ""
        return Plain(canonical, plan.key_host + tail + query, tuple(dropped))

    return plain
