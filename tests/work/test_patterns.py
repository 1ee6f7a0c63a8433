"""No text from outside makes a pattern work more than in proportion to its length.

The steps of every pattern of the package are counted on texts that are hard for it (`steps`,
`units`): where a text twice as long makes four times as many, it is not linear, and the text is
told. Patterns that stand behind a function that cuts and folds (`reached`) get to see what that
function lets through.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest
from tests.work.measure import worst
from tests.work.patterns import ANCHORED, Found, calls, held, patterns_in
from tests.work.reached import Way, way_of
from tests.work.steps import Counted

from strandline.adapters.store import errors
from strandline.core.archive import layout, replay_tokens, snippet
from strandline.core.dedup.evidence.reading import amounts
from strandline.core.digest import muting, topics
from strandline.core.text import stand_ins
from strandline.core.urls import plain
from strandline.core.urls.rulebook import ruleset
from strandline.core.urls.rules import Rules
from strandline.render import archive_parts, said

#: Written by us, and matched on nothing else: scenes, canned answers.
_OURS = ("testing.",)


def _rules() -> Iterable["re.Pattern[Any]"]:
    """Those of the rules for URLs, of every host."""
    rules = Rules(ruleset(), "work")
    for name in rules._by_host:
        rules.plan(name.strip(".").replace(".*", ".com"))
    yield from patterns_in(rules)
    yield from (re.compile(p) for rows in rules._patterns.values() for p, _ in rows)
    for rows in rules._values.values():
        for value, where, _ in rows:
            yield from (re.compile(value), re.compile(where))


_PHRASES = (("one", "two", "three"), ("東京", "京都"), ("東京", "都市"))


@cache
def _put_together() -> dict[str, Iterable["re.Pattern[Any]"]]:
    """Patterns that a function puts together, by the function; none where a module holds them."""
    return {
        "adapters.store.errors._state_by_words": [re.compile(words) for words, _ in errors._WORDS],
        "core.archive.layout.kind_of": [
            re.compile(rf"{re.escape(stem)}(?:-\d{{1,4}})?(?:\.[a-z0-9-]{{1,20}}){{1,2}}")
            for stem in layout._STEMS.values()
        ],
        "core.archive.replay_tokens._raw": [
            re.compile(rf"</{name}(?=[{replay_tokens._SPACE}/>])", re.IGNORECASE)
            for name in replay_tokens.RAW
        ],
        "core.archive.snippet._find": [re.compile(snippet._pattern(phrase)) for phrase in _PHRASES],
        "core.dedup.evidence.reading.amounts._unit": [
            re.compile(spelled) for spelled in amounts._CURRENCIES.values()
        ],
        "core.digest.muting._pattern": [
            pattern for pattern in [muting._pattern(("word", "two words", "東京"))] if pattern
        ],
        "core.digest.topics.pattern": [
            topics.pattern(["elect*", "prime minister", "选举", "a* b* c*"])
        ],
        "core.sources.personal.Personal.hidden": [re.compile("a@b\\.example", re.IGNORECASE)],
        "core.text.emptiness._phrases": (),
        "core.text.stand_ins._pattern": [
            stand_ins._pattern(*lists)
            for lists in (*(lists for _, lists in stand_ins._MEANINGS), ("consent",), ("accept",))
        ],
        "core.text.titles.walls._compiled": (),
        "core.urls.plain._finds_mark": [*patterns_in(plain._finds_mark(("/.", "//", "/amp")))],
        "core.urls.rules.Rules.verdict": [*_rules()],
        "core.urls.rules.Rules._add_aliases": (),
        "core.urls.rules.Rules._plan_rows": (),
        "core.urls.rules._unwrap": (),
        "core.urls.rules._form": (),
        "core.urls.rules._one_site": (),
        "render.archive_parts.marked": [
            re.compile("|".join(map(archive_parts._whole, ("word", "東京"))), re.IGNORECASE)
        ],
        "render.said._pattern": [pattern for _, pattern in said._patterns()],
    }


@cache
def _every() -> dict[tuple[str, bytes | str, int], tuple["re.Pattern[Any]", bool, Way | None]]:
    """Each pattern once for each way to it; anchored where all who use it anchor it."""
    found: dict[tuple[str, bytes | str, int], tuple[re.Pattern[Any], bool, Way | None]] = {}
    for one in _all():
        way = way_of(one.name)
        place = way.prefix if way else ""
        key = (place, one.pattern.pattern, one.pattern.flags)
        anchored = one.is_anchored or (way is not None and way.is_anchored)
        before = found.get(key)
        found[key] = (one.pattern, anchored and (before is None or before[1]), way)
    return found


def _all() -> Iterable[Found]:
    for one in held():
        if not one.name.startswith(_OURS):
            yield one
    for call in calls():
        if call.place.startswith(_OURS):
            continue
        if call.literal is not None:
            flags = re.IGNORECASE if call.is_folded else 0
            yield Found(call.place, re.compile(call.literal, flags), call.method in ANCHORED)
        for pattern in _put_together().get(call.place, ()):
            yield Found(call.place, pattern, call.method in ANCHORED)


def test_every_pattern_is_known() -> None:
    """No function puts a pattern together that is not among those that are tried here."""
    places = {call.place for call in calls() if call.literal is None}
    assert {p for p in places if not p.startswith(_OURS)} == _put_together().keys()
    assert len(_every()) > 450


@pytest.mark.parametrize("part", range(12))
def test_a_text_twice_as_long_takes_twice_the_steps(part: int) -> None:
    """Every pattern's work grows with the length of a hostile text and no faster."""
    faults = [
        f"{key[0]} {key[1]!r}: {fault}"
        for number, (key, (pattern, anchored, way)) in enumerate(_every().items())
        if number % 12 == part
        and (fault := worst(pattern, anchored=anchored, through=way.through if way else None))
    ]
    assert not faults


@pytest.mark.parametrize(
    ("written", "anchored"),
    [
        (r"([^\W_]+)(\+\+|#)", False),
        (r"charset\s*=\s*[\"']?\s*(\w{1,40})", False),
        (r'"(?:[^"\\\n]|\\.)*+"', False),
        (r"\s*(?:quote)?\s*:?\s*said by", True),
        (r"(a|b|ab)*c", True),
        (r"(?:\w+\s?)+$", True),
        (r"^(?:<!--.*?-->\s*)*<rss", True),
        (r"<script.{0,50000}?</script>", False),
        (r"(['\"]).*?\1;", False),
    ],
)
def test_what_is_not_linear_is_found(written: str, anchored: bool) -> None:
    """The counting finds the known kinds: repeats side by side, nested, at no fixed start."""
    assert worst(re.compile(written, re.DOTALL), anchored=anchored, through=None) is not None


@pytest.mark.parametrize(
    "text", ["aaab", "xaaaab", "", "ab ab ab", '(a)[b] "c\\"d" \'e\'', "Été 2026"]
)
@pytest.mark.parametrize(
    "written",
    [
        r"a+b", r"a*?b", r"(?:a|b)+", r"(a)(?:b|\1)*", r"(?<=x)a++b", r"(?>a+)b|x", r"\bab\b",
        r"\"(?:[^\"\\]++|\\.)*+\"", r"(?i:É)té", r"(?<!\w)\d{4}(?!\w)", r"(x)?(?(1)a|b)", r"^.*$",
    ],
)  # fmt: skip
def test_the_counting_engine_matches_as_python_does(written: str, text: str) -> None:
    """What is counted is the way that `re` itself goes: it finds the same."""
    pattern = re.compile(written)
    counted = Counted(pattern)
    assert counted.ends(text) == [match.end() for match in pattern.finditer(text)]
