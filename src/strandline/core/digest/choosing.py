"""What a reader typed, as settings: the same words for a form and for the command line."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any

from strandline.core.digest.limits import check_settings
from strandline.model.errors import UsageError
from strandline.model.readers import ReaderSettings, SectionChoice

#: As they are typed, and shown, in every language.
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_YES, _NO = frozenset({"on", "yes", "true", "1"}), frozenset({"off", "no", "false", "0", ""})


def chosen(settings: ReaderSettings, typed: Mapping[str, str]) -> ReaderSettings:
    """The settings with what was typed, checked.

    Args:
        typed: Name of a setting → text; lists have commas between their parts, a section is
            `name`, `name:What it is called` or `name:What it is called:places`.

    Raises:
        UsageError: A value is not allowed, with what is; the subject is the setting's name.
    """
    values = {name: _READERS[name](name, text.strip()) for name, text in _known(typed).items()}
    return check_settings(replace(settings, **values))


def typed_of(settings: ReaderSettings) -> dict[str, str]:
    """The settings as they would be typed."""
    return {name: _text(name, getattr(settings, name)) for name in _READERS}


def _known(typed: Mapping[str, str]) -> Mapping[str, str]:
    for name in typed:
        if name not in _READERS:
            raise UsageError(
                f"There is no setting {name[:60]}.",
                subject=name,
                advice=f"There are: {', '.join(_READERS)}.",
            )
    return typed


def _number(name: str, text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise UsageError(f"{name} is {text[:40]!r}: a whole number is allowed.", subject=name)
    return int(text)


def _flag(name: str, text: str) -> bool:
    if text.lower() not in _YES | _NO:
        raise UsageError(f"{name} is {text[:40]!r}: on or off is allowed.", subject=name)
    return text.lower() in _YES


def _one(_name: str, text: str) -> str:
    return " ".join(text.split())


def _many(_name: str, text: str) -> tuple[str, ...]:
    parts = (" ".join(part.split()) for part in text.replace("\n", ",").split(","))
    return tuple(dict.fromkeys(part for part in parts if part))


def _days(name: str, text: str) -> tuple[int, ...]:
    words = [word.lower()[:3] for word in _many(name, text)]
    if not set(words) <= set(DAYS):
        allowed = ", ".join(DAYS)
        raise UsageError(f"{name} is {text[:40]!r}: {allowed} are allowed.", subject=name)
    return tuple(sorted({DAYS.index(word) for word in words}))


def _sections(name: str, text: str) -> tuple[SectionChoice, ...]:
    return tuple(_section(name, part) for part in _many(name, text))


def _section(name: str, text: str) -> SectionChoice:
    section, _, rest = text.partition(":")
    own, _, places = rest.partition(":")
    count = _number(name, places.strip()) if places.strip() else None
    return SectionChoice(section.strip(), own.strip(), count)


def _text(name: str, value: Any) -> str:
    if name == "days":
        return ", ".join(DAYS[day] for day in value)
    if name == "sections":
        return ", ".join(
            f"{one.section}:{one.name}:{'' if one.places is None else one.places}".rstrip(":")
            for one in value
        )
    if isinstance(value, bool):
        return "on" if value else "off"
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _reader_of(default: object) -> Callable[[str, str], Any]:
    if isinstance(default, bool):
        return _flag
    if isinstance(default, int):
        return _number
    return _one if isinstance(default, str) else _many


#: Every setting but the weights, which have a verb of their own, and threads, which are muted where
#: they are read.
_READERS: Mapping[str, Callable[[str, str], Any]] = MappingProxyType(
    {
        part.name: {"days": _days, "sections": _sections}.get(
            part.name, _reader_of(getattr(ReaderSettings(), part.name))
        )
        for part in fields(ReaderSettings)
        if part.name not in ("weights", "muted_threads")
    }
)
