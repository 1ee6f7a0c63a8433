"""Words that carry meaning for evidence, as tables: how they are written and how they are found.

A table is a text: a kind of meaning at the beginning of a line (`stage`, `pole:vote`), and on the
lines below it the words of each meaning, parted by commas: `yes: passes, gives green light`. Where
the name is `=`, every word is a name of its own; kinds such as `negator` have no names. A form is a
word, a phrase, a run of Chinese, or the beginning of words (`approuv*`); it is folded like the
titles. The words of one meaning are synonyms, but for those that end in `=`: each of them is
compared as itself.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from strandline.core.text.titles.hanzi import SIMPLIFIED
from strandline.core.text.words import fold

#: Shortest beginning that may stand for words.
_LEAST_PREFIX = 3


class Sense(NamedTuple):
    """One meaning of a word: `pole`, `vote`, `yes`."""

    kind: str
    name: str = ""
    value: str = ""


#: What a word has, beside its meanings, that is no synonym of the others of its line.
OWN = Sense("own")
Senses = tuple[Sense, ...]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The tables of some languages, ready for look-ups.

    Attributes:
        words: Senses by folded word.
        prefixes: Senses by the beginning of a word.
        phrases: First word of a phrase → the phrases, longest first.
        han: Senses by run of Chinese.
        longest_han: Characters in the longest run.
        spelled: Folded word → senses by its spelling, for words that an `é` at the end tells apart
            (`domine`, `dominé`).
    """

    words: Mapping[str, Senses]
    prefixes: Mapping[str, Senses]
    phrases: Mapping[str, tuple[tuple[str, ...], ...]]
    han: Mapping[str, Senses]
    longest_han: int
    spelled: Mapping[str, Mapping[str, Senses]]

    def senses(self, word: str, shown: str = "") -> Senses:
        """What a folded word or phrase means; nothing for most words.

        Args:
            shown: The word in small letters with its accents, where its title writes them.
        """
        if shown and word in self.spelled:
            return self.spelled[word].get(shown, ())
        found = self.words.get(word)
        if found is not None:
            return found
        for length in range(len(word), _LEAST_PREFIX - 1, -1):
            found = self.prefixes.get(word[:length])
            if found is not None:
                return found
        return ()


_PART = re.compile(r"[^\w&]+")
_HAN = re.compile("[\u3400-\u9fff]")
_NAMED = re.compile(r" {4}([^,:]+): ")


def folded(text: str) -> str:
    """A form as it is compared: words parted by blanks, no case, accents or width."""
    star = "*" if text.endswith("*") else ""
    return _PART.sub(" ", fold(text.replace(".", "")).translate(SIMPLIFIED)).strip() + star


def compiled(tables: Iterable[str]) -> Lexicon:
    """One lexicon of several tables; a form under more than one sense has all of them."""
    words: dict[str, Senses] = {}
    spelled: dict[str, dict[str, Senses]] = {}
    prefixes: dict[str, Senses] = {}
    han: dict[str, Senses] = {}
    for sense, form, shown in (entry for table in tables for entry in _entries(table)):
        place = han if _HAN.search(form) else prefixes if form.endswith("*") else words
        key = form.rstrip("*")
        place[key] = _with(place.get(key, ()), sense)
        if place is words:
            spellings = spelled.setdefault(key, {})
            spellings[shown] = _with(spellings.get(shown, ()), sense)
    told = {word: forms for word, forms in spelled.items() if _are_told_by_accent(forms)}
    return Lexicon(words, prefixes, _phrases(words), han, max(map(len, han), default=0), told)


def _with(senses: Senses, sense: Sense) -> Senses:
    return (*(known for known in senses if known != sense), sense)


def _are_told_by_accent(forms: Iterable[str]) -> bool:
    return any(form.endswith(("é", "és")) for form in forms)


def _entries(table: str) -> Iterable[tuple[Sense, str, str]]:
    """Sense, folded form, and the form as it is written."""
    kind = sense = Sense("")
    for line in table.splitlines():
        if not line.startswith(" "):
            kind = sense = Sense(*line.split(":"))
            continue
        if named := _NAMED.match(line):
            sense = kind._replace(value=named[1]) if kind.name else kind._replace(name=named[1])
        for shown in line[named.end() if named else 0 :].split(","):
            form = folded(shown)
            if form:
                named_so = sense._replace(name=form) if sense.name == "=" else sense
                yield named_so, form, _bare(shown)
                if shown.endswith("="):
                    yield OWN, form, _bare(shown)


def _bare(shown: str) -> str:
    return shown.strip().rstrip("=")


def _phrases(words: Iterable[str]) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in (tuple(word.split()) for word in words if " " in word):
        found.setdefault(phrase[0], []).append(phrase)
    return {first: tuple(sorted(all_, key=len, reverse=True)) for first, all_ in found.items()}
