"""Other ways out for editions. To add one: a file, and a line in `OUTPUTS`."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

from strandline.adapters.fetch.posting import Poster
from strandline.adapters.outputs import (
    buttondown,
    chat,
    ghost,
    listmonk,
    mastodon,
    webhook,
    websub,
)
from strandline.adapters.outputs.asking import asker
from strandline.adapters.outputs.making import Making, pairs
from strandline.model.errors import ConfigError
from strandline.ports import Clock, Output
from strandline.settings import Settings

#: Each makes the outputs that the settings name, none or several.
OUTPUTS: tuple[Callable[[Making], Iterator[Output]], ...] = (
    webhook.make,
    websub.make,
    listmonk.make,
    ghost.make,
    buttondown.make,
    mastodon.make,
    chat.make,
)


def make_outputs(
    settings: Settings, poster: Poster, clock: Clock, opened: ExitStack
) -> tuple[Output, ...]:
    """All that the settings name; closed with `opened`.

    Raises:
        ConfigError: One cannot be used as it is set.
    """
    making = Making(settings, asker(poster, settings.outputs.timeout_s), clock)
    made: list[Output] = []
    for make in OUTPUTS:
        for output in make(making):
            opened.callback(output.close)
            made.append(output)
    _check_lists(settings, made)
    return tuple(made)


def _check_lists(settings: Settings, made: list[Output]) -> None:
    known = {one.name.rpartition(":")[2] for one in made}
    unknown = [name for name in pairs(settings.outputs.lists, "OUTPUT_LISTS") if name not in known]
    if unknown:
        raise ConfigError(
            f"OUTPUT_LISTS names {unknown[0]}, which is no output.",
            subject="OUTPUT_LISTS",
            advice=f"Outputs that are set: {', '.join(sorted(known)) or 'none'}.",
        )


__all__ = ["OUTPUTS", "make_outputs"]
