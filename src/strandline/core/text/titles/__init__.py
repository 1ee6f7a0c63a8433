"""Titles: what is folded before two are compared, and what the removed pieces mean."""

from strandline.core.text.titles.folding import fold_title, words_of
from strandline.core.text.titles.learning import learn_series_names, learn_site_names
from strandline.core.text.titles.model import Removed, Title
from strandline.core.text.titles.reading import read_title

__all__ = [
    "Removed",
    "Title",
    "fold_title",
    "learn_series_names",
    "learn_site_names",
    "read_title",
    "words_of",
]
