"""Links of a post, told apart: the author's own or quoted, and what kind each is."""

from strandline.core.links.extract import extract_links
from strandline.core.links.found import FoundLink, LinkKind

__all__ = ["FoundLink", "LinkKind", "extract_links"]
