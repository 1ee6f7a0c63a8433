"""What outputs are made of: the settings, the way out, and whose editions each is given."""

from collections.abc import Iterable
from dataclasses import dataclass

from strandline.adapters.outputs.asking import Ask
from strandline.model.errors import ConfigError
from strandline.ports import Clock
from strandline.settings import Settings

#: Whose editions an output is given where nothing is said.
PUBLIC = ("public",)


@dataclass(frozen=True, slots=True)
class Making:
    """Given to whatever makes outputs."""

    settings: Settings
    ask: Ask
    clock: Clock

    def lists_of(self, name: str) -> tuple[str, ...]:
        """Readers whose editions an output is given; `webhook:team` may be called `team`."""
        chosen = pairs(self.settings.outputs.lists, "OUTPUT_LISTS")
        return tuple(chosen.get(name.rpartition(":")[2], PUBLIC))


def pairs(given: Iterable[str], setting: str) -> dict[str, list[str]]:
    """`name=value` words by name, in order.

    Raises:
        ConfigError: One has no name; its value is not told.
    """
    found: dict[str, list[str]] = {}
    for word in given:
        name, sign, value = word.partition("=")
        if not sign or not name or not value:
            raise ConfigError(f"{setting} holds a word that is not name=value.", subject=setting)
        found.setdefault(name, []).append(value)
    return found
