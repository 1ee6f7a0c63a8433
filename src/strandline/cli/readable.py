"""Help and complaints of the command line in a person's words, not in those of a type system."""

import inspect
import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

#: What a value is called in a help text, by the name of its type.
_WORDS = {"str": "TEXT", "int": "NUMBER", "float": "NUMBER"}
#: What the library that reads arguments says in the words of a type system, and what is meant.
_PHRASES = (
    (re.compile(r"^Value error, "), ""),
    (re.compile(r"^Input should be a valid integer\b.*"), "a whole number is needed"),
    (re.compile(r"^Input should be a valid number\b.*"), "a number is needed"),
    (re.compile(r"^Input should be "), "it should be "),
)


def make_readable(command: Any, ctx: Any) -> None:  # typer ships its own click
    """Name the values of options by what is to be written, in a command and all below it.

    A switch takes no value, and an argument's name says enough: both go without a type.

    Args:
        command: It is changed.
        ctx: What its help is asked with.
    """
    command.help = unwrapped(command.help or "")
    asked = command.get_help_option(ctx)
    for parameter in (*command.params, *([asked] if asked else [])):
        if parameter.param_type_name == "argument":
            parameter.metavar = parameter.metavar or parameter.name.upper()
            parameter.display_type_rich = _no_type
        elif getattr(parameter, "is_flag", False):
            parameter.metavar = ""
        elif parameter.metavar is None:
            parameter.metavar = _value_name(parameter)
    for inner in getattr(command, "commands", {}).values():
        make_readable(inner, ctx)


def unwrapped(text: str) -> str:
    """Each paragraph on one line: where lines end is for the terminal to say, not for our files."""
    return "\n\n".join(" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n"))


def suggestion(word: str, known: Iterable[str]) -> str:
    """` Did you mean 'list'?` for a word that is nearly one of some; else empty."""
    near = get_close_matches(word, list(known), n=1)
    return f" Did you mean {near[0]!r}?" if near else ""


def plain(message: str) -> str:
    """A complaint of the library that reads arguments, for a person."""
    for phrase, meant in _PHRASES:
        message = phrase.sub(meant, message)
    return message


def _value_name(parameter: Any) -> str | None:
    """TEXT or NUMBER; None leaves what is chosen from as it is: `<feed|list>`."""
    bare = getattr(parameter, "bare_type", None)
    if bare is None:  # a typer that names types in capitals by itself
        return None
    descriptor = parameter.type_descriptor
    if descriptor.is_choice:
        return None
    name = bare().removeprefix("list[").removesuffix("]")
    return _WORDS.get(name)


def _no_type(**_: Any) -> None:
    """What a help text says of an argument's type."""
