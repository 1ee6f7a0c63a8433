"""Words of the product in every language it speaks, from catalogues beside this file.

A catalogue is `catalogues/<room>.<language>.toml`; all rooms are merged, so a room adds its words
by adding its files. Keys are dotted paths of tables. A table with only plural forms (`one`,
`other`) is one message that is chosen by `count`. The languages must hold the same keys, plural
forms and placeholders; a test compares them, so a missing word fails there and not in front of a
reader.
"""

import string
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import TypeAlias

#: Languages of the product; the first is the one to fall back to.
LANGUAGES: tuple[str, ...] = ("en", "fr", "zh")

#: Plural categories that a language uses for whole numbers (Unicode CLDR, cardinal rules; the
#: French `many`, for whole millions, never comes up in our counts).
PLURAL_FORMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"en": ("one", "other"), "fr": ("one", "other"), "zh": ("other",)}
)
_ALL_FORMS = frozenset({"one", "other"})

Message: TypeAlias = str | Mapping[str, str]


def known_language(tag: str | None) -> str:
    """The language of ours that a tag such as `fr-CA` or `zh-Hans` asks for; English otherwise."""
    primary = (tag or "").replace("_", "-").partition("-")[0].strip().lower()
    return primary if primary in LANGUAGES else LANGUAGES[0]


def plural_form(count: int, language: str) -> str:
    """`one` or `other`, as the language counts: in French 0 is singular, Chinese has one form."""
    if language == "zh":
        return "other"
    if language == "fr":
        return "one" if abs(count) < 2 else "other"  # CLDR: i = 0,1
    return "one" if abs(count) == 1 else "other"


def translate(language: str, key: str, **values: object) -> str:
    """A message in a language, with its placeholders filled in.

    Args:
        language: A language tag; one that we do not speak is answered in English.
        key: Dotted path, such as `digest.section.must_reads`.
        values: Placeholders by name; `count` also chooses the plural form. Whole numbers are
            written with the thousands separator of the language. Values are not escaped: what
            renders HTML escapes the result.

    Raises:
        KeyError: No catalogue has the key.
    """
    chosen = known_language(language)
    message = catalogue(chosen)[key]
    if not isinstance(message, str):
        count = values.get("count", 0)
        message = message[plural_form(count if isinstance(count, int) else 0, chosen)]
    if not values:
        return message
    return message.format_map({name: _shown(value, chosen) for name, value in values.items()})


def number(value: int, language: str) -> str:
    """A whole number with the thousands separator of the language (French: narrow no-break)."""
    separator = "\u202f" if known_language(language) == "fr" else ","
    return f"{value:,}".replace(",", separator)


@lru_cache(maxsize=len(LANGUAGES))
def catalogue(language: str) -> Mapping[str, Message]:
    """All messages of a language, by key, every room merged.

    Raises:
        ValueError: Two rooms define the same key.
    """
    merged: dict[str, Message] = {}
    folder = resources.files(__package__) / "catalogues"
    for entry in sorted(folder.iterdir(), key=lambda file: file.name):
        if not entry.name.endswith(f".{language}.toml"):
            continue
        for key, message in _flat(tomllib.loads(entry.read_text(encoding="utf-8"))):
            if key in merged:
                raise ValueError(f"{entry.name}: {key} is already in another catalogue")
            merged[key] = message
    return MappingProxyType(merged)


def placeholders(message: Message) -> set[str]:
    """Names of the placeholders in a message, over all its plural forms."""
    texts = [message] if isinstance(message, str) else list(message.values())
    return {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}


def _flat(tree: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, Message]]:
    """Leaves of a catalogue with dotted keys; a table of plural forms is a leaf."""
    for name, value in tree.items():
        key = f"{prefix}{name}"
        if isinstance(value, str):
            yield key, value
        elif isinstance(value, Mapping) and value and value.keys() <= _ALL_FORMS:
            yield key, {form: str(text) for form, text in value.items()}
        elif isinstance(value, Mapping):
            yield from _flat(value, f"{key}.")
        else:
            raise ValueError(f"catalogue key {key} is {value!r}: a string or a table is meant")


def _shown(value: object, language: str) -> object:
    if isinstance(value, int) and not isinstance(value, bool):
        return number(value, language)
    return value
