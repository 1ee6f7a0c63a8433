"""robots.txt as RFC 9309 reads it.

Written here because the standard library's parser takes the first rule that fits (the RFC: the
longest) and knows no `*` and `$` inside a path.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote_to_bytes

#: RFC 9309, 2.5 asks for 500 KiB at least.
MAX_ROBOTS_BYTES = 512_000
#: More rules than this for one robot are an attack on the matcher.
_MAX_RULES = 5_000
_MAX_PATTERN_CHARS = 2_000
#: Left as they are when a path is spelt out: everything that URLs may hold, and the wildcards.
_KEPT = "/?&=:;@!$'()*+,-._~[]#"
_PRODUCT_TOKEN = re.compile(r"[A-Za-z_-]+")


@dataclass(frozen=True, slots=True)
class Rule:
    """One `Allow` or `Disallow` line."""

    allows: bool
    pattern: str


@dataclass(frozen=True, slots=True)
class RobotsRules:
    """What one robots.txt says to one robot."""

    rules: tuple[Rule, ...] = ()

    def deciding_rule(self, target: str) -> Rule | None:
        """The rule that decides about path and query; None where none fits (allowed).

        The longest pattern wins; of two as long, the one that allows (RFC 9309, 2.2.2).
        """
        spelt = _spell(target)
        fitting = [rule for rule in self.rules if _fits(rule.pattern, spelt)]
        return max(fitting, key=lambda rule: (len(rule.pattern), rule.allows), default=None)

    def allows(self, target: str) -> bool:
        """True when the path and query may be fetched."""
        if target == "/robots.txt":
            return True
        rule = self.deciding_rule(target)
        return rule is None or rule.allows


#: "Keep out of everything": what a robots.txt that fails with 5xx means (RFC 9309, 2.3.1.4).
KEEP_OUT = RobotsRules((Rule(allows=False, pattern="/"),))
#: "No rules": what a robots.txt that is not there means (RFC 9309, 2.3.1.3).
NO_RULES = RobotsRules()


def product_token(user_agent: str) -> str:
    """The name by which robots.txt addresses a robot: the leading letters of its User-Agent."""
    found = _PRODUCT_TOKEN.match(user_agent)
    return found.group().lower() if found else "*"


def read_robots(body: bytes, token: str) -> RobotsRules:
    """The rules for one robot: those of its groups, else those of the groups for `*`.

    Args:
        body: As received; what is over `MAX_ROBOTS_BYTES` is ignored.
        token: As `product_token` gives it.
    """
    own: list[Rule] = []
    general: list[Rule] = []
    has_own = False
    for agents, rules in _groups(_lines(body)):
        if token in agents:
            has_own = True
            own += rules
        if "*" in agents:
            general += rules
    return RobotsRules(tuple((own if has_own else general)[:_MAX_RULES]))


def _lines(body: bytes) -> Iterator[tuple[str, str]]:
    """Field and value of every line that has both."""
    text = body[:MAX_ROBOTS_BYTES].decode("utf-8-sig", "replace").replace("\0", "")
    for line in text.splitlines():
        field, colon, value = line.partition("#")[0].partition(":")
        if colon:
            yield field.strip().lower(), value.strip()


def _groups(lines: Iterable[tuple[str, str]]) -> Iterator[tuple[set[str], list[Rule]]]:
    """Consecutive user-agent lines, and the rules below them. Other fields end nothing."""
    agents: set[str] = set()
    rules: list[Rule] = []
    for field, value in lines:
        if field == "user-agent":
            if rules:
                yield agents, rules
                agents, rules = set(), []
            agents.add("*" if value == "*" else product_token(value))
        elif field in ("allow", "disallow") and agents:
            rules.append(Rule(field == "allow", _spell(value)[:_MAX_PATTERN_CHARS]))
    yield agents, rules


def _spell(path: str) -> str:
    """One spelling for what may be percent-encoded or not (RFC 9309, 2.2.2)."""
    if not path.isascii() or "%" in path:
        # `%2F` and `%2A` stay: a slash or star that was encoded is no slash or star.
        kept = re.sub(r"%(2[fFaA4])", r"%25\1", path)
        return quote(unquote_to_bytes(kept), safe=_KEPT).replace("%252", "%2")
    return quote(path, safe=_KEPT)


def _fits(pattern: str, target: str) -> bool:
    """Does the start of the target fit? `*` is any run, a final `$` the end.

    A walk over the pieces between stars, each found as early as possible: linear, where a regular
    expression of many stars is not.
    """
    if not pattern:
        return False  # "Disallow:" forbids nothing
    anchored = pattern.endswith("$")
    first, *pieces = pattern.removesuffix("$").split("*")
    if not target.startswith(first):
        return False
    if not pieces:
        return not anchored or target == first
    position = len(first)
    for piece in pieces[:-1] if anchored else pieces:
        found = target.find(piece, position)
        if found < 0:
            return False
        position = found + len(piece)
    return not anchored or (
        len(target) - len(pieces[-1]) >= position and target.endswith(pieces[-1])
    )
