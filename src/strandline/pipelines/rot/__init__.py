"""Kept links are visited again: what became of each, with its evidence.

gathering  what is known before and around an answer
visiting   one turn over the links that are due
"""

from strandline.pipelines.rot.visiting import visit_links

__all__ = ["visit_links"]
