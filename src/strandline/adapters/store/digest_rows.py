"""Editions and their parts as rows and as JSON, and back."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from strandline.adapters.store.base import values
from strandline.adapters.store.border import clean_tree, utc_text_optional
from strandline.adapters.store.types import read_time
from strandline.core.text.languages import language_tag
from strandline.model.digests import (
    Digest,
    DigestDrop,
    DigestItem,
    EarlierEdition,
    ItemVersion,
    OtherSource,
    Section,
)
from strandline.model.editions import Edit, EditionAct, EditionState, EditKind
from strandline.model.funnel import Funnel, StepReport
from strandline.model.sources import ContentType

_ITEM = (
    *("position", "section", "category", "article_uuid", "url", "title", "source_name"),
    *("published_at", "summary", "content_type", "language", "score", "score_parts"),
    *("is_recorded", "is_update", "source_title", "source_summary", "is_pinned", "has_picture"),
    "thread_id",
)
#: Columns of a drop.
DROP = ("article_uuid", "url", "step", "reason", "detail", "title", "source_name")
_EDITION = (
    *("digest_id", "reader_id", "created_at", "title", "language", "state", "version", "reason"),
    *("note", "introduction", "closing", "section_names", "send_at", "published_at"),
    "corrected_at",
)


def digest_row(digest: Digest) -> dict[str, Any]:
    """Without items and drops."""
    versions = {uuid: _version_tree(one) for uuid, one in digest.versions.items()}
    row = values(digest, *_EDITION)
    return row | {"funnel": _funnel_tree(digest.funnel), "versions": clean_tree(versions)}


def digest_of(
    row: Any, items: tuple[DigestItem, ...] = (), drops: tuple[DigestDrop, ...] = ()
) -> Digest:
    """The edition of a row."""
    fields = {name: getattr(row, name) for name in _EDITION}
    fields["state"] = EditionState(row.state)
    fields["versions"] = {uuid: _version_of(tree) for uuid, tree in row.versions.items()}
    return Digest(**fields, items=items, funnel=_funnel_of(row.funnel), drops=drops)


def item_row(item: DigestItem, digest_id: str, domain: str) -> dict[str, Any]:
    """A row of `digest_items`."""
    return values(item, *_ITEM) | {
        "digest_id": digest_id,
        "domain": domain,
        "other_sources": [_other_tree(other) for other in item.other_sources],
        "earlier": _earlier_tree(item.earlier),
    }


def item_of(row: Any) -> DigestItem:
    """The item of a row."""
    return _item_from({name: getattr(row, name) for name in _ITEM}, row.other_sources, row.earlier)


def drop_row(drop: DigestDrop, digest_id: str, position: int) -> dict[str, Any]:
    """A row of `digest_drops`."""
    return values(drop, *DROP) | {"digest_id": digest_id, "position": position}


def drop_of(row: Any, prefix: str = "") -> DigestDrop:
    """The drop of a row; its columns may have a prefix there."""
    return DigestDrop(**{name: getattr(row, f"{prefix}{name}") for name in DROP})


def act_row(act: EditionAct, digest_id: str) -> dict[str, Any]:
    """A row of `edition_acts`."""
    edit = act.edit
    return values(act, "number", "version", "undone_by", "undone_at", "undone_version") | {
        "digest_id": digest_id,
        "kind": edit.kind.value,
        **values(edit, "article_uuid", "value"),
        "item": item_tree(edit.item) if edit.item else None,
        "made_by": act.by,
        "made_at": act.at,
    }


def act_of(row: Any) -> EditionAct:
    """The act of a row."""
    item = item_of_tree(row.item) if row.item else None
    return EditionAct(
        number=row.number,
        edit=Edit(EditKind(row.kind), row.article_uuid, row.value, item),
        by=row.made_by,
        at=row.made_at,
        version=row.version,
        undone_by=row.undone_by,
        undone_at=row.undone_at,
        undone_version=row.undone_version,
    )


def item_tree(item: DigestItem) -> dict[str, Any]:
    """An item as JSON."""
    return values(item, *_ITEM) | {
        "published_at": utc_text_optional(item.published_at),
        "score_parts": dict(item.score_parts),
        "other_sources": [_other_tree(other) for other in item.other_sources],
        "earlier": _earlier_tree(item.earlier),
    }


def item_of_tree(tree: Mapping[str, Any]) -> DigestItem:
    """The item of its JSON."""
    when = tree["published_at"]
    fields = {name: tree[name] for name in _ITEM if name in tree}
    fields["published_at"] = None if when is None else read_time(when)
    return _item_from(fields, tree["other_sources"], tree["earlier"])


def _item_from(fields: dict[str, Any], others: Sequence[Any], earlier: Any) -> DigestItem:
    fields["section"] = Section(fields["section"])
    fields["content_type"] = ContentType(fields["content_type"])
    fields["language"] = language_tag(fields["language"])
    return DigestItem(
        **fields, other_sources=tuple(map(_other_of, others)), earlier=_earlier_of(earlier)
    )


def _other_tree(other: OtherSource) -> dict[str, Any]:
    return {
        "name": other.name,
        "url": other.url,
        "published_at": utc_text_optional(other.published_at),
    }


def _other_of(tree: Mapping[str, Any]) -> OtherSource:
    when = tree["published_at"]
    return OtherSource(tree["name"], tree["url"], None if when is None else read_time(when))


def _earlier_tree(earlier: EarlierEdition | None) -> dict[str, Any] | None:
    if earlier is None:
        return None
    return {
        "digest_id": earlier.digest_id,
        "created_at": utc_text_optional(earlier.created_at),
        "title": earlier.title,
    }


def _earlier_of(tree: Mapping[str, Any] | None) -> EarlierEdition | None:
    if tree is None:
        return None
    return EarlierEdition(tree["digest_id"], read_time(tree["created_at"]), tree["title"])


def _version_tree(version: ItemVersion) -> list[Any]:
    """A list: an edition has many."""
    when = [utc_text_optional(at) for at in (version.kept_at, version.copy_at)]
    return [when[0], version.copy_url, when[1]]


def _version_of(tree: Sequence[Any]) -> ItemVersion:
    kept_at, copy_url, copy_at = tree
    times = [None if when is None else read_time(when) for when in (kept_at, copy_at)]
    return ItemVersion(times[0], copy_url, times[1])


def _funnel_tree(funnel: Funnel) -> list[dict[str, Any]]:
    return [asdict(step) | {"drops": dict(step.drops)} for step in funnel.steps]


def _funnel_of(tree: Sequence[Mapping[str, Any]]) -> Funnel:
    return Funnel(tuple(StepReport(**{**step, "notes": tuple(step["notes"])}) for step in tree))
