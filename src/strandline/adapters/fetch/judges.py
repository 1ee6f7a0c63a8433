"""What identity knows about URLs on the way, as `core.urls.endings` asks it."""

from strandline.core.urls.endings import Judges
from strandline.core.urls.weblink import read_web_address


def _is_home_page(url: str) -> bool:
    path, _, query = read_web_address(url).target.partition("?")
    return path in ("/", "/index.html", "/index.php") and not query


JUDGES = Judges(is_home_page=_is_home_page, is_opaque=lambda _: False)
