"""Titles: what is folded before two are compared, and what the removed pieces mean."""

from strandline.core.text.titles.model import Removed, Title
from strandline.core.text.titles.reading import read_title

__all__ = ["Removed", "Title", "read_title"]
