"""The rules of `rules.toml`, compiled to look-ups, and what they say of one host.

Two stages keep a common URL fast: the file is compiled once per process, and what it says of a
host (a `HostPlan`) is worked out once per host. Plans of the most recent hosts are kept; nothing
is ever kept of a whole URL.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from strandline.core.urls.percent import folded_value

Row = Mapping[str, Any]

#: Plans kept at most; a crawl of more hosts starts anew, which costs one look-up a host.
MAX_PLANS = 65_536

#: A public suffix as country families (`google.*`, `amazon.*`) use them.
_COUNTRY = re.compile(r"(?:(?:com?|org|net|ac|gov|ne|or)\.)?[a-z]{2}|com|net|org|cat")
#: Second-level labels that never are the name of a site: `amp.com.au` is a bank.
_SUFFIX_LABELS = frozenset(
    ["co", "com", "net", "org", "gov", "edu", "ac", "or", "ne", "go", "gouv", "gob", "nic"]
)


@dataclass(frozen=True, slots=True)
class Unwrap:
    """A wrapper: a URL that holds another one, which it leads to.

    Attributes:
        path: What the wrapper's path must match; its group `target` holds the URL where it is
            embedded in the path.
        params: Parameters that may hold the target, best first.
        decoder: How the target is written; `plain` for percent-encoding.
    """

    name: str
    path: re.Pattern[str] | None
    params: tuple[str, ...]
    decoder: str


@dataclass(frozen=True, slots=True)
class Form:
    """One form that a page's URL takes on a platform.

    Attributes:
        query: Parameter → what its value must match; all must be there.
        canonical: Template of the URL to show; None keeps the URL as it is.
        key: Template of the key; None folds the URL as any other.
        lower: Groups that are compared in lower case.
        spellings: Group → the way in `spellings.py` that makes one of several spellings.
    """

    name: str
    path: re.Pattern[str]
    query: tuple[tuple[str, re.Pattern[str]], ...]
    fragment: re.Pattern[str] | None
    canonical: str | None
    key: str | None
    lower: frozenset[str]
    spellings: Mapping[str, str]

    @property
    def from_query(self) -> frozenset[str]:
        """Parameters that the form names."""
        return frozenset(name for name, _ in self.query)


SiteVerdict = Callable[[str, str, str], "str | None"]


@dataclass(frozen=True, slots=True)
class HostPlan:
    """Everything the rules say of one host.

    Attributes:
        key_host: Host as compared: no `www.`, no dot at the end.
        alias: Host that is shown instead (`en.m.wikipedia.org` → `en.wikipedia.org`).
        alias_rule: Rule that says so.
        amp_host: Host without a leading `amp.`, where the host is no known one; for article-like
            paths only.
        site_verdict: Judges a parameter by name, piece and path: a rule's name drops it, an empty
            string keeps it, None leaves it to the general rules.
        is_opaque: Tells whether a path's target is only known after a request.
        is_plain: True where no rule needs more than the general ones.
    """

    host: str
    key_host: str
    alias: str | None
    alias_rule: str
    amp_host: str | None
    site_verdict: SiteVerdict | None
    unwraps: tuple[Unwrap, ...]
    forms: tuple[Form, ...]
    opaque: tuple[re.Pattern[str], ...]
    has_amp_paths: bool
    keeps_fragment: bool
    is_plain: bool


class Rules:
    """Compiled rules.

    Args:
        rows: The parsed file: section → rows.
    """

    def __init__(self, rows: Mapping[str, Sequence[Row]], version: str) -> None:
        self.version = version
        #: Names that go on every site, with their rule.
        self.always: dict[str, str] = {}
        #: Names whose value decides, and first three letters of prefixes: `verdict` has to look.
        self.may_drop: set[str] = set()
        #: Names, and first three letters of prefixes, that go beside a sure tracker only.
        self.companions: set[str] = set()
        self._prefixes: dict[str, list[tuple[str, str]]] = {}
        self._values: dict[str, list[tuple[str, str, str]]] = {}
        self._patterns: dict[str, list[tuple[str, str]]] = {}
        self._companions: list[tuple[frozenset[str], tuple[str, ...], frozenset[str], str]] = []
        #: Names that a fetch needs and a comparison ignores (signatures); lower case.
        self.key_only: set[str] = set()
        self._by_host: dict[str, list[tuple[str, Row]]] = {}
        self._aliases: dict[str, tuple[str, str]] = {}
        self._suffix_aliases: dict[str, tuple[str, str]] = {}
        self._globs: list[tuple[re.Pattern[str], str, str]] = []
        self._plans: dict[str, HostPlan] = {}
        self._plain_plans: dict[str, HostPlan] = {}
        for row in rows.get("tracking", ()):
            self._add_tracking(row)
        for row in rows.get("key_only", ()):
            self.key_only.update(name.lower() for name in row["names"])
        for row in rows.get("hosts", ()):
            self._add_aliases(row)
        for section in ("site", "platform", "unwrap", "opaque"):
            for row in rows.get(section, ()):
                for host in row["hosts"]:
                    self._by_host.setdefault(host, []).append((section, row))
        generic = self._plan_rows(self._by_host.get("*", ()), "")
        #: Rules for every host; `generic_marks` are texts without which none of them applies.
        self.generic_forms: tuple[Form, ...] = generic["forms"]
        self.generic_unwraps: tuple[Unwrap, ...] = generic["unwraps"]
        self.generic_marks = tuple(row["mark"] for _, row in self._by_host.get("*", ()))

    # -- parameters ---------------------------------------------------------------------------

    def _add_tracking(self, row: Row) -> None:
        rule = f"tracking:{row['name']}"
        if "beside" in row:
            beside = frozenset(row["beside"])
            prefixes = tuple(row.get("prefixes", ()))
            self.companions.update(row.get("names", ()), (prefix[:3] for prefix in prefixes))
            self._companions.append((frozenset(row.get("names", ())), prefixes, beside, rule))
            return
        for name in row.get("names", ()):
            self.always[name.lower()] = rule
        for prefix in row.get("prefixes", ()):
            self._prefixes.setdefault(prefix[:3].lower(), []).append((prefix.lower(), rule))
            self.may_drop.add(prefix[:3].lower())
        for start, pattern in row.get("patterns", {}).items():
            self._patterns.setdefault(start, []).append((pattern, rule))
            self.may_drop.add(start)
        for name, value in row.get("values", {}).items():
            self.may_drop.add(name)
            self._values.setdefault(name, []).append((value, row.get("path", ""), rule))

    def verdict(self, name: str, piece: str, path: str) -> str | None:
        """The general rule that drops a parameter, or None. `name` is lower case."""
        rule = self.always.get(name)
        if rule is not None:
            return rule
        for prefix, rule in self._prefixes.get(name[:3], ()):
            if name.startswith(prefix):
                return rule
        for pattern, rule in self._patterns.get(name[:3], ()):
            if re.fullmatch(pattern, name):
                return rule
        values = self._values.get(name)
        if values is not None:
            value = folded_value(piece.partition("=")[2])
            for pattern, where, rule in values:
                # compiled at first use, then kept by `re`
                if re.fullmatch(pattern, value) and re.match(where, path):
                    return rule
        return None

    def companion_verdict(self, name: str, beside: set[str]) -> str | None:
        """The rule that drops a parameter because of what stood beside it, or None."""
        for names, prefixes, need, rule in self._companions:
            if (name in names or (prefixes and name.startswith(prefixes))) and (
                not need or not need.isdisjoint(beside)
            ):
                return rule
        return None

    # -- hosts --------------------------------------------------------------------------------

    def _add_aliases(self, row: Row) -> None:
        rule = f"host:{row['name']}"
        for source, target in row["map"].items():
            if source.startswith("*."):
                self._suffix_aliases[source[1:]] = (target[1:], rule)
            elif "*" in source:
                pattern = re.compile(re.escape(source).replace(r"\*", r"([a-z0-9.-]+)"))
                self._globs.append((pattern, target.replace("*", r"\1"), rule))
            else:
                self._aliases[source] = (target, rule)

    def _alias(self, host: str) -> tuple[str, str] | None:
        for name in (host, host.removeprefix("www.")):
            if name in self._aliases:
                return self._aliases[name]
        labels = host.split(".")
        for i in range(1, len(labels)):
            suffix = "." + ".".join(labels[i:])
            if suffix in self._suffix_aliases:
                target, rule = self._suffix_aliases[suffix]
                return host.removesuffix(suffix) + target, rule
        for pattern, target, rule in self._globs:
            match = pattern.fullmatch(host)
            if match is not None:
                return match.expand(target), rule
        return None

    def plan(self, host: str) -> HostPlan:
        """What the rules say of a host (lower case, ASCII, as the parser serializes it)."""
        plan = self._plans.get(host)
        if plan is None:
            plan = self._make_plan(host)
            if len(self._plans) >= MAX_PLANS:
                self._plans.clear()
                self._plain_plans.clear()
            self._plans[host] = plan
            if plan.is_plain:
                self._plain_plans["https://" + host] = self._plain_plans["http://" + host] = plan
        return plan

    def known_plan(self) -> Callable[[str], HostPlan | None]:
        """A look-up by scheme and host (`https://a.example`) among plain hosts seen so far.

        What was seen went through the parser: the name is valid and spelled as it should be.
        """
        return self._plain_plans.get

    def _make_plan(self, host: str) -> HostPlan:
        bare = host.removesuffix(".")
        key_host = bare[4:] if bare.startswith("www.") and "." in bare[4:] else bare
        rows = self._plan_rows(
            (pair for name in _names_of(key_host) for pair in self._by_host.get(name, ())), key_host
        )
        alias = self._alias(bare)
        amp_host = None
        if alias is None and key_host.startswith("amp."):
            rest = key_host[4:]
            if "." in rest and rest.split(".")[0] not in _SUFFIX_LABELS:
                amp_host = rest.removeprefix("www.")
        return HostPlan(
            host=host,
            key_host=key_host,
            alias=alias[0] if alias and alias[0] != bare else None,
            alias_rule=alias[1] if alias else "",
            amp_host=amp_host,
            is_plain=bare == host and alias is None and amp_host is None and not rows["special"],
            site_verdict=rows["site_verdict"],
            unwraps=rows["unwraps"],
            forms=rows["forms"],
            opaque=rows["opaque"],
            has_amp_paths=rows["has_amp_paths"],
            keeps_fragment=rows["keeps_fragment"],
        )

    @staticmethod
    def _plan_rows(pairs: Iterable[tuple[str, Row]], host: str) -> dict[str, Any]:
        by_section: dict[str, list[Row]] = {}
        for section, row in pairs:
            by_section.setdefault(section, []).append(row)
        sites = by_section.get("site", [])
        unwraps = tuple(_unwrap(row) for row in by_section.get("unwrap", ()))
        forms = tuple(
            _form(row, form)
            for row in by_section.get("platform", ())
            for form in row["forms"]
            if f".{host}".endswith("." + form.get("host", host))
        )
        opaque = tuple(re.compile(row.get("path", ".*")) for row in by_section.get("opaque", ()))
        has_amp_paths = any(row.get("amp") for row in sites)
        keeps_fragment = any(row.get("fragment") for row in sites)
        return {
            "site_verdict": _site_verdict(sites),
            "unwraps": unwraps,
            "forms": forms,
            "opaque": opaque,
            "has_amp_paths": has_amp_paths,
            "keeps_fragment": keeps_fragment,
            "special": bool(unwraps or forms or opaque or has_amp_paths or keeps_fragment),
        }


def _names_of(host: str) -> list[str]:
    """Every name under which rules may speak of a host, most special first."""
    labels = host.split(".")
    names = [host, "." + host]
    for i in range(len(labels)):
        if i:
            names.append("." + ".".join(labels[i:]))
        if i + 1 < len(labels) and _COUNTRY.fullmatch(".".join(labels[i + 1 :])):
            names.append(".".join(labels[: i + 1]) + ".*")
            names += ["." + ".".join(labels[j : i + 1]) + ".*" for j in range(i + 1)]
    return names


def _unwrap(row: Row) -> Unwrap:
    path = row.get("path")
    params = row.get("params", ())
    return Unwrap(
        f"unwrap:{row['name']}",
        re.compile(path) if path else None,
        tuple(params),
        row.get("decoder", "plain"),
    )


def _form(row: Row, form: Row) -> Form:
    fragment = form.get("fragment")
    return Form(
        f"platform:{row['name']}",
        re.compile(form["path"]),
        tuple((name, re.compile(value)) for name, value in form.get("query", {}).items()),
        re.compile(fragment) if fragment else None,
        form.get("canonical", row.get("canonical")) or None,
        form.get("key", row.get("key")) or None,
        frozenset(row.get("lower", ())),
        form.get("spellings", {}),
    )


def _site_verdict(rows: Sequence[Row]) -> SiteVerdict | None:
    judges = [_one_site(row) for row in rows if row.keys() & {"drop", "keep", "only", "prefixes"}]
    if not judges:
        return None

    def verdict(name: str, piece: str, path: str) -> str | None:
        for judge in judges:
            answer = judge(name, piece, path)
            if answer is not None:
                return answer
        return None

    return verdict


def _one_site(row: Row) -> SiteVerdict:
    rule = f"site:{row['name']}"
    drop = frozenset(row.get("drop", ()))
    keep = frozenset(row.get("keep", ()))
    only = frozenset(row["only"]) if "only" in row else None
    prefixes = tuple(row.get("prefixes", ()))
    where = re.compile(row["path"]) if "path" in row else None

    def verdict(name: str, piece: str, path: str) -> str | None:  # noqa: ARG001 - one signature
        if where is not None and where.match(path) is None:
            return None
        if name in keep:
            return ""
        if name in drop or (prefixes and name.startswith(prefixes)):
            return rule
        if only is not None:
            return "" if name in only else rule
        return None

    return verdict


@cache
def load_rules() -> Rules:
    """The rules that ship with this version, compiled at first use."""
    from strandline.core.urls.rulebook import RULES_VERSION, ruleset

    return Rules(ruleset(), RULES_VERSION)
