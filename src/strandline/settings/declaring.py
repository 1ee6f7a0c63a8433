"""How a setting is declared: its environment name, default, meaning and limits."""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

#: What an HTTP header may carry without being misread (RFC 9110, 5.5).
PRINTABLE = r"^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$"
#: An address on the web, or none.
WEB_ADDRESS = r"^(?:https?://[^\s/?#]\S*)?$"
#: Folders of keys, in letters that are one text in a file's name, a URL and a signature.
KEY_FOLDERS = r"^/?(?:[A-Za-z0-9_@=+,-][A-Za-z0-9._@=+,-]{0,99}(?:/|$)){0,8}$"
#: Name of a header, or none (RFC 9110, 5.1).
HEADER_NAME = r"^[A-Za-z0-9-]{0,60}$"
#: A mailbox that may be given tags, or none.
MAILBOX = r"^(?:[A-Za-z0-9._=-]{1,20}@[A-Za-z0-9-][A-Za-z0-9.-]{1,200})?$"
#: A line of text.
ONE_LINE = r"^[^\x00-\x1f\x7f-\x9f]+$"
#: A short name and what it stands for.
PAIR = r"^[a-z0-9][a-z0-9-]{0,29}=\S{1,2000}$"
#: What the patterns mean, for whoever wrote something else.
MEANT = {
    PRINTABLE: "It needs letters, digits and signs of ASCII, without line breaks",
    WEB_ADDRESS: "It needs an address that starts with https:// or http://, or nothing",
    KEY_FOLDERS: "It needs names of ASCII letters, digits and ._@=+,- with a slash behind each "
    "and no dot before, such as archives/, or nothing",
    HEADER_NAME: "It needs the name of a header, in letters, digits and hyphens",
    PAIR: "It needs name=value with a name of small letters, digits and hyphens, such as "
    "team=https://chat.example.org/hook",
    MAILBOX: "It needs an address such as news@example.org, with 20 letters at most before the @, "
    "or nothing",
    ONE_LINE: "It needs text without line breaks and control characters",
}
#: Most seconds of a span of time: with a longer one, dates would leave the calendar.
YEAR_S = 366 * 86_400
#: Most bytes of anything: the limits of processes are counted in 64 bits.
TEBIBYTE = 2**40

DEFAULT_USER_AGENT = "Strandline/0.1 (+https://strandline.example/about-this-robot)"


def _words(value: object) -> object:
    """Accept `a,b c` from the environment where a list is meant."""
    if isinstance(value, str):
        return tuple(word for word in value.replace(",", " ").split() if word)
    return value


class IsPath:
    """Marks a setting whose text names a file or folder, or nothing."""


#: A file or folder; empty for none.
PathText = Annotated[str, IsPath()]

Words = Annotated[tuple[str, ...], BeforeValidator(_words)]


def _spaced(value: object) -> object:
    """Accept `a b` from the environment; an address may hold a comma."""
    return tuple(value.split()) if isinstance(value, str) else value


#: Words of the form `name=value`, of which a name may have several.
Pairs = Annotated[tuple[Annotated[str, Field(pattern=PAIR)], ...], BeforeValidator(_spaced)]


def env(name: str, default: Any, what: str, **limits: Any) -> Any:
    """Declare a leaf: its environment name, default, meaning and limits."""
    return Field(default, description=what, json_schema_extra={"env": name}, **limits)


class Section(BaseModel):
    """A frozen part of the tree; unknown keys are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)
