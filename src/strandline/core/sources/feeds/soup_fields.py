"""Which elements of a feed end where the next one starts, since their own end tag is missing.

Names are in lower case. Only documents that are no XML are read by these rules: there a title that
runs into the link costs more than one that loses a tag.
"""

#: Elements that start over: one never stands inside another, nor inside a field of the feed.
ITEMS = frozenset({b"item", b"entry"})
#: Fields that hold a word or two, never an element.
_LEAVES = frozenset(
    {b"title", b"link", b"guid", b"id", b"pubdate", b"updated", b"published", b"issued"}
    | {b"modified", b"comments", b"dc:date", b"dc:creator", b"name", b"email", b"uri"}
)
#: Fields whose names HTML does not know: they end whatever is open in the item.
_SURE = frozenset(
    {b"guid", b"pubdate", b"updated", b"published", b"description", b"content:encoded"}
    | {b"enclosure", b"category", b"comments", b"dc:creator", b"dc:date"}
)
_FIELDS = _LEAVES | _SURE | {b"author", b"content", b"summary"}
_OF_PERSONS = frozenset({b"name", b"email", b"uri", b"url"})
#: Elements with fields of their own.
_NESTS = frozenset({b"source", b"image", b"media:group", b"media:content", b"author"})
#: Elements of HTML that never have an end.
VOID = frozenset({b"br", b"hr", b"img", b"wbr", b"input", b"meta"})


def is_ended(top: bytes, name: bytes, *, is_address: bool) -> bool:
    """True where the innermost open element ends because an element of this name starts.

    Args:
        is_address: True for a link that holds or names a web address.
    """
    if name not in _FIELDS or (name == b"link" and not is_address):
        return False
    if top == b"author":
        return name not in _OF_PERSONS
    return top in _LEAVES or (name == top and top in _FIELDS) or _is_sure(top, name)


def _is_sure(top: bytes, name: bytes) -> bool:
    local = top.rpartition(b":")[2]
    return name in _SURE and local not in ITEMS and top not in _NESTS
