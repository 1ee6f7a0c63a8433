"""What a filter offers to choose from."""

from collections.abc import Sequence

from strandline.model.sources import Source
from strandline.render.i18n import LANGUAGES


def language_choices(sources: Sequence[Source], chosen: str) -> tuple[str, ...]:
    """Languages to choose from: ours, those of the sources, and the chosen one."""
    known = [*LANGUAGES, *sorted({s.language for s in sources if s.language}), chosen]
    return tuple(dict.fromkeys(tag for tag in known if tag))
