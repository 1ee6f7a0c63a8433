"""What a filter offers to choose from."""

from collections.abc import Sequence

from strandline.render.i18n import LANGUAGES


def language_choices(spoken: Sequence[str], chosen: str) -> tuple[str, ...]:
    """Languages to choose from: ours, those of the sources, and the chosen one."""
    known = [*LANGUAGES, *spoken, chosen]
    return tuple(dict.fromkeys(tag for tag in known if tag))
