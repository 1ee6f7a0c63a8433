"""Read a title: its plain text, its folded form, and what its marks tell."""

from collections.abc import Iterable

from strandline.core.text.titles.folding import fold_title, words_of
from strandline.core.text.titles.model import Title
from strandline.core.text.titles.plain import plain


def read_title(title: str, *, language: str | None = None, site_names: Iterable[str] = ()) -> Title:
    """Read a title; untrusted text of any length, in bounded time.

    Args:
        language: Two letters, where it is known.
        site_names: Names and domain of the source, which may stand before or after its titles.
    """
    display = plain(title)
    folded = fold_title(display)
    return Title(title, display, folded, words_of(folded), language or "")
