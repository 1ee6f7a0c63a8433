"""What everybody may have of a ledger, as a database of its own or row by row.

Everything goes through the allow-list in `tables`: a column that does not stand there is private.
"""

from strandline.adapters.publishing.description import About
from strandline.adapters.publishing.formats import export
from strandline.adapters.publishing.tables import WITH_TEXTS
from strandline.adapters.publishing.writing import Publication, publish

__all__ = ["WITH_TEXTS", "About", "Publication", "export", "publish"]
