"""Topics as data: reads `topics.toml` once and compiles it to look-ups."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from urllib.parse import unquote

#: A category with one of these names takes whatever fits no other one.
CATCH_ALL = frozenset(
    {
        *("news", "general", "other", "misc", "miscellaneous", "everything"),
        *("actualités", "actualites", "actualité", "divers", "autres", "autre", "général"),
        *("新闻", "新聞", "综合", "其他", "其它"),
    }
)

_WORD = re.compile(r"\w+", re.UNICODE)
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


@dataclass(frozen=True, slots=True)
class Topic:
    """What speaks for one topic.

    Attributes:
        names: Folded names, its own first.
        segments: Folded parts of URL paths.
        words: Compiled pattern over folded text; each match is one piece of evidence.
        phrases: Its names and words as a person would write them, for models that embed.
    """

    names: tuple[str, ...]
    segments: frozenset[str]
    words: re.Pattern[str]
    phrases: tuple[str, ...] = ()


def folded(text: str) -> str:
    """For comparing names: case, hyphens, underscores and white space do not matter."""
    return " ".join(re.sub(r"[-_/]+", " ", text.casefold()).split())


def slug(text: str) -> str:
    """As a URL path would spell it."""
    return "-".join(_WORD.findall(unquote(text).casefold()))


@lru_cache(maxsize=1)
def topics() -> Mapping[str, Topic]:
    """All topics by folded name; a topic with several names is there under each."""
    source = resources.files(__package__) / "topics.toml"
    rows = tomllib.loads(source.read_text(encoding="utf-8"))
    by_name: dict[str, Topic] = {}
    for name, row in rows.items():
        topic = Topic(
            names=tuple(dict.fromkeys(folded(n) for n in (name, *row["names"]))),
            segments=frozenset(map(slug, row["segments"])),
            words=pattern(row["words"]),
            phrases=tuple(word.replace("*", "") for word in (*row["names"], *row["words"])),
        )
        for alias in topic.names:
            by_name.setdefault(alias, topic)
    return MappingProxyType(by_name)


@lru_cache(maxsize=256)
def topic_named(category: str) -> Topic:
    """The topic of a category; one that we know nothing of speaks for itself by its name."""
    name = folded(category)
    known = topics().get(name)
    if known is not None:
        return known
    return Topic((name,), frozenset({slug(category)} - {""}), pattern([name]), (category,))


def pattern(words: list[str]) -> re.Pattern[str]:
    """One pattern for all words: whole words (or beginnings, where a word ends in `*`), and
    Chinese anywhere. Longer words are tried first, so that a phrase is one match.
    """
    parts = [_part(word) for word in sorted(set(words), key=lambda w: (-len(w), w)) if word]
    return re.compile("|".join(parts) or r"(?!)")


def _part(word: str) -> str:
    if _UNSPACED.search(word):
        return re.escape(word)
    spelled = re.escape(word.casefold()).replace(r"\*", r"\w*").replace(r"\ ", r"\s+")
    return rf"(?<!\w){spelled}(?!\w)"
