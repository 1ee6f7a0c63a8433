"""Persons: by child elements (Atom) or by text (RSS: `mail (name)`), a name before an address."""

import re
from collections.abc import Iterable

from strandline.core.sources.feeds.inner import local_name, text_of
from strandline.core.sources.feeds.texts import fold, html_to_title
from strandline.core.sources.feeds.trees import Element

#: Names are cut here (characters).
LONGEST_NAME = 300
#: So many authors of one item are named.
MOST_PEOPLE = 20

_MAIL_NAME = re.compile(r"[^\s@()<>]+@[^\s()<>]+\s*\(([^()]+)\)$")
_NAME_MAIL = re.compile(r"([^<>()@]++)[<(][^\s@()<>]+@[^\s()<>]+[>)]$")
_MAIL = re.compile(r"[^\s@]+@[^\s@]+$")


def person_of(element: Element) -> str:
    """The name in an `author`, `dc:creator` or the like; an address where it gives no name."""
    names = {local_name(child.tag): child for child in element if isinstance(child.tag, str)}
    if names:
        found = next((names[key] for key in ("name", "email") if key in names), None)
        text = text_of(found) if found is not None else ""
    else:
        text = element.text or ""
    text = fold(text[: LONGEST_NAME * 4])
    match = _MAIL_NAME.match(text) or _NAME_MAIL.match(text)
    text = match[1].strip(" \"'") if match else text
    if "<" in text or "&" in text:  # a link around the name, or its letters as entities
        text = html_to_title(text)
    return text[:LONGEST_NAME]


def joined(people: Iterable[list[str]]) -> str:
    """The first group of people that has a name, else the first that has an address."""
    groups = [group for group in people if group]
    named = (group for group in groups if not all(_MAIL.match(one) for one in group))
    return ", ".join(next(named, groups[0] if groups else []))
