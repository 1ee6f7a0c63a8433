"""What editors made of an edition: its items as they were chosen, and one edit after the other.

Nothing is ever overwritten: an edition as it stands is its first items with all edits that are in
force applied in order. So any edit can be taken back, and what two people did side by side is
merged by putting both in the list.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from strandline.model.digests import Digest, DigestItem, Section
from strandline.model.editions import Edit, EditionAct, EditionState, EditKind

#: Longest texts of an editor, characters.
LONGEST: Mapping[EditKind, int] = MappingProxyType(
    {
        EditKind.TITLE: 300,
        EditKind.SUMMARY: 2_000,
        EditKind.INTRODUCTION: 20_000,
        EditKind.CLOSING: 20_000,
    }
)
#: What may still be done to the page of an edition that was published.
CORRECTIONS = frozenset(
    {
        EditKind.TITLE,
        EditKind.SUMMARY,
        EditKind.PICTURE,
        EditKind.INTRODUCTION,
        EditKind.CLOSING,
        EditKind.DROP,
    }
)
#: Whatever else was done to the same item matters.
_WHOLE = frozenset({EditKind.ADD, EditKind.DROP})
_PLACE = frozenset({EditKind.PIN, EditKind.MOVE, EditKind.SECTION})
#: Values that a kind takes; absent for any text.
_VALUES: Mapping[EditKind, frozenset[str]] = MappingProxyType(
    {
        EditKind.MOVE: frozenset({"up", "down", "top"}),
        EditKind.PIN: frozenset({"on", "off"}),
        EditKind.PICTURE: frozenset({"on", "off"}),
    }
)
_OF_EDITION = frozenset({EditKind.INTRODUCTION, EditKind.CLOSING})

Items = list[DigestItem]


@dataclass(frozen=True, slots=True)
class Edited:
    """An edition's own part: what its items and its words come to."""

    items: tuple[DigestItem, ...]
    introduction: str = ""
    closing: str = ""


def apply(base: Sequence[DigestItem], acts: Iterable[EditionAct]) -> Edited:
    """The first items with every act that is in force, in order; positions from 1.

    An edit of an item that is not there (any more) does nothing: whoever dropped it may take that
    back.
    """
    items: Items = list(base)
    words = {EditKind.INTRODUCTION: "", EditKind.CLOSING: ""}
    for act in sorted(acts, key=lambda one: one.number):
        if not act.is_in_force:
            continue
        if act.edit.kind in words:
            words[act.edit.kind] = act.edit.value
        else:
            items = _edited(items, act.edit)
    placed = tuple(replace(item, position=at) for at, item in enumerate(items, start=1))
    return Edited(placed, words[EditKind.INTRODUCTION], words[EditKind.CLOSING])


def refusal(edition: Digest, edit: Edit) -> str:
    """Why an edit cannot be made, as a key; empty where it can."""
    if edition.state is EditionState.SENT:
        if edit.kind not in CORRECTIONS:
            return "only_corrections"
    elif edition.state is not EditionState.DRAFT:
        return "locked"
    if len(edit.value) > LONGEST.get(edit.kind, 300):
        return "too_long"
    allowed = _VALUES.get(edit.kind)
    if allowed is not None and edit.value not in allowed:
        return "no_such_value"
    if edit.kind is EditKind.SECTION and _section_of(edit.value) is None:
        return "no_such_section"
    if edit.kind in _OF_EDITION:
        return ""
    is_there = any(item.article_uuid == edit.article_uuid for item in edition.items)
    if edit.kind is EditKind.ADD:
        return "there_already" if is_there else ""
    return "" if is_there else "not_there"


def collisions(
    edit: Edit, acts: Iterable[EditionAct], *, seen_version: int, by: str
) -> list[EditionAct]:
    """What others did to the same thing since a version was looked at; what they did to other
    things goes together with this.
    """
    return [
        act
        for act in acts
        if act.by != by and act.version > seen_version and act.is_in_force and _meet(edit, act.edit)
    ]


def _meet(one: Edit, other: Edit) -> bool:
    if one.article_uuid != other.article_uuid:
        return False
    if not one.article_uuid:
        return one.kind is other.kind
    if one.kind in _WHOLE or other.kind in _WHOLE:
        return True
    return one.kind is other.kind or (one.kind in _PLACE and other.kind in _PLACE)


def _edited(items: Items, edit: Edit) -> Items:
    if edit.kind is EditKind.ADD:
        is_there = any(item.article_uuid == edit.article_uuid for item in items)
        return items if edit.item is None or is_there else _put(items, edit.item)
    at = next((n for n, item in enumerate(items) if item.article_uuid == edit.article_uuid), None)
    return items if at is None else _EDITS[edit.kind](items, at, edit.value)


def _drop(items: Items, at: int, _: str) -> Items:
    return items[:at] + items[at + 1 :]


def _titled(items: Items, at: int, value: str) -> Items:
    item = items[at]
    source = item.title if item.source_title is None else item.source_title
    own = " ".join(value.split())
    if own in ("", source):
        changed = replace(item, title=source, source_title=None)
    else:
        changed = replace(item, title=own, source_title=source)
    return [*items[:at], changed, *items[at + 1 :]]


def _summed_up(items: Items, at: int, value: str) -> Items:
    item = items[at]
    source = item.summary if item.source_summary is None else item.source_summary
    own = value.strip()
    if own in ("", source):
        changed = replace(item, summary=source, source_summary=None)
    else:
        changed = replace(item, summary=own, source_summary=source)
    return [*items[:at], changed, *items[at + 1 :]]


def _pictured(items: Items, at: int, value: str) -> Items:
    return [*items[:at], replace(items[at], has_picture=value == "on"), *items[at + 1 :]]


def _pinned(items: Items, at: int, value: str) -> Items:
    """Behind what was pinned before, at the head of the others."""
    item = replace(items[at], is_pinned=value == "on")
    rest = _drop(items, at, "")
    group = [n for n, other in enumerate(rest) if _group(other) == _group(item)]
    first = next((n for n in group if not rest[n].is_pinned), (group or [at - 1])[-1] + 1)
    return [*rest[:first], item, *rest[first:]]


def _moved(items: Items, at: int, value: str) -> Items:
    """Within its section, pinned items among themselves."""
    item = items[at]
    peers = [n for n, other in enumerate(items) if _peers(other, item)]
    place = peers.index(at)
    target = {"up": max(place - 1, 0), "down": min(place + 1, len(peers) - 1), "top": 0}[value]
    rest = _drop(items, at, "")
    return [*rest[: peers[target]], item, *rest[peers[target] :]]


def _sectioned(items: Items, at: int, value: str) -> Items:
    """To the end of another section."""
    target = _section_of(value)
    if target is None:
        return items
    section, category = target
    moved = replace(items[at], section=section, category=category or items[at].category)
    return _put(_drop(items, at, ""), replace(moved, is_pinned=False))


_EDITS: Mapping[EditKind, Callable[[Items, int, str], Items]] = MappingProxyType(
    {
        EditKind.DROP: _drop,
        EditKind.TITLE: _titled,
        EditKind.SUMMARY: _summed_up,
        EditKind.PICTURE: _pictured,
        EditKind.PIN: _pinned,
        EditKind.MOVE: _moved,
        EditKind.SECTION: _sectioned,
    }
)


def _put(items: Items, item: DigestItem) -> Items:
    """Behind the last of its group; else where its section begins or would begin."""
    same = [n for n, other in enumerate(items) if _group(other) == _group(item)]
    if same:
        return [*items[: same[-1] + 1], item, *items[same[-1] + 1 :]]
    order = {section: n for n, section in enumerate(Section)}
    mine = order[item.section]
    own = [n for n, other in enumerate(items) if other.section is item.section]
    before = [n for n, other in enumerate(items) if order[other.section] < mine]
    at = (own or before or [-1])[-1] + 1
    return [*items[:at], item, *items[at:]]


def _peers(one: DigestItem, other: DigestItem) -> bool:
    return _group(one) == _group(other) and one.is_pinned == other.is_pinned


def _group(item: DigestItem) -> tuple[Section, str]:
    """What stands under one heading."""
    return item.section, item.category if item.section is Section.ARTICLES else ""


def _section_of(value: str) -> tuple[Section, str] | None:
    name, _, category = value.partition(":")
    return (Section(name), category) if name in set(Section) else None
