"""The short way for plain URLs: what most feeds list needs no parser.

A URL is plain when its host was seen before and no rule treats it in a special way, and when path
and query hold nothing that the URL Standard would rewrite. For such a URL the answer here equals
that of the long way; a property test holds the two together. Everything else returns None.
"""

import re
from collections.abc import Callable, Sequence

from strandline.core.urls.parse import MAX_URL_LENGTH
from strandline.core.urls.paths import folded_tail
from strandline.core.urls.query import clean, folded, spelled
from strandline.core.urls.rules import Rules

#: What the short way found: canonical URL, key, and (rule, piece) of the parameters that went.
#: A bare tuple: a named one takes a tenth of the whole way to make.
Plain = tuple[str, str, Sequence[tuple[str, str]]]


#: Path and query without what needs care: `;` and `(` (sessions), `@` (routes), `'`, a second `?`.
_PLAIN_REST = re.compile(r"[A-Za-z0-9_~/.-]*(?:\?[A-Za-z0-9_.~=&%+:/,@!$*-]+)?").fullmatch


def _finds_mark(marks: Sequence[str]) -> Callable[[str], object | None]:
    """Whether a path holds one of the texts without which no rule for all hosts applies.

    All begin with a slash, so that one pattern looks at the few slashes of a path only: a dozen
    look-ups one by one took a sixth of the whole way.
    """
    return re.compile(f"/(?:{'|'.join(re.escape(mark[1:]) for mark in marks)})").search


def make_plain(rules: Rules) -> Callable[[str], Plain | None]:
    """The short way for one set of rules."""
    known = rules.known_plan()
    key_only = rules.key_only
    #: Dot segments, doubled slashes, AMP forms, and what rules for all hosts look for.
    find_mark = _finds_mark(("/.", "//", "/amp", *rules.generic_marks))

    def plain(url: str) -> Plain | None:
        end = url.find("/", 8)
        if end < 0 or len(url) > MAX_URL_LENGTH:
            return None
        plan = known(url[:end])
        if plan is None or _PLAIN_REST(url, end) is None:
            return None
        mark = url.find("?", end)
        path = url[end:] if mark < 0 else url[end:mark]
        if find_mark(path) is not None or ".amp" in path or "amp.htm" in path:
            return None
        is_folded = path[-1] == "/" or "index." in path or "efault." in path
        tail = folded_tail(path) if is_folded else path
        if mark < 0:
            return url, plan.key_host + tail, ()
        raw = url[mark + 1 :]
        if raw[0] == "&" or raw[-1] == "&" or "&&" in raw or ("%" in raw and spelled(raw) != raw):
            return None
        kept, dropped = clean(raw, path, rules, plan)
        if not dropped:
            return url, plan.key_host + tail + folded(kept, key_only), ()
        if not kept:
            return url[:mark], plan.key_host + tail, dropped
        canonical = f"{url[:mark]}?{'&'.join(kept)}"
        return canonical, plan.key_host + tail + folded(kept, key_only), dropped

    return plain
