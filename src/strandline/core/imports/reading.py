"""Objects in JSON that came from anywhere: what is not as it should be is passed over."""

from collections.abc import Iterator, Mapping
from typing import Any

from strandline.core.imports.document import Document, Form


def entries(document: Document, name: str = "") -> Iterator[Mapping[str, Any]]:
    """Objects of a list: of the file itself, or under a name in it."""
    tree = document.tree
    if name:
        tree = tree.get(name) if isinstance(tree, Mapping) else None
    if isinstance(tree, list):
        yield from (one for one in tree if isinstance(one, Mapping))


def has_entries(document: Document, name: str, *fields: str) -> bool:
    """True where the first objects of the list have all these fields, or the list is empty."""
    if document.form is not Form.JSON:
        return False
    tree = document.tree
    if name and not (isinstance(tree, Mapping) and isinstance(tree.get(name), list)):
        return False
    if not name and not (isinstance(tree, list) and tree):
        return False
    first = [one for one, _ in zip(entries(document, name), range(20), strict=False)]
    is_empty = bool(name) and not tree[name]
    return is_empty or any(all(field in one for field in fields) for one in first)
