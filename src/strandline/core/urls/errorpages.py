"""Where servers send the readers of a dead link, with status 200: `/404`, `/not-found.html`.

Told by whole segments at the start or end of the path, so that an article about them
(`/2026/the-404-page`) is none.
"""

import re
from urllib.parse import unquote

from strandline.core.urls.weblink import WebAddress

_SEGMENT = re.compile(
    r"(?:(?:e|err|errors?|page|http)?-?(?:404|410)(?:-?(?:error|page|not-?found))?|"
    r"(?:page-?|errors?-?)?not-?found(?:-?page)?|page-introuvable|seite-nicht-gefunden|"
    r"pagina-no-encontrada|pagina-non-trovata|(?=[^.]*\.)error(?:-?page)?)"
    r"(?:\.(?:html?|php\d?|aspx?|jsp|do|cgi))?"
)


def is_error_page(address: WebAddress) -> bool:
    """True for a page that only says that there is none."""
    path = unquote(address.target.partition("?")[0]).lower().replace("_", "-")
    segments = [segment for segment in path.split("/") if segment]
    return any(map(_SEGMENT.fullmatch, segments[:1] + segments[-1:]))
