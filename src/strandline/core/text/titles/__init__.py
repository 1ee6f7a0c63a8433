"""Titles: what is folded before two are compared, and what the removed pieces mean."""

from strandline.core.text.titles.model import Removed, Title

__all__ = ["Removed", "Title"]
