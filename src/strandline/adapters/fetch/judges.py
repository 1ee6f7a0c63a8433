"""What identity knows about URLs on the way, as `core.urls.endings` asks it."""

from strandline.core.urls.endings import Judges
from strandline.core.urls.identity import identify
from strandline.core.urls.pages import is_home_page
from strandline.model.errors import UrlError


def _is_opaque(url: str) -> bool:
    """True for shorteners and tokens: their URL says nothing, so any target is meant."""
    try:
        return identify(url).needs_resolving
    except UrlError:
        return False


JUDGES = Judges(is_home_page=is_home_page, is_opaque=_is_opaque)
