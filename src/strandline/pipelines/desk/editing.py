"""Acts of an editor on the parts of an edition: one edit at a time, each can be taken back.

Two people may work at one draft: what they do to different things goes together; where they do it
to the same, whoever comes second is told what the first did, and nothing is lost.
"""

from collections.abc import Sequence
from dataclasses import replace

from strandline.core.digest.defaults import effective
from strandline.core.digest.editing import apply, collisions, refusal
from strandline.model.accounts import Actor
from strandline.model.acts import Outcome, done, refused
from strandline.model.digests import Digest, DigestItem
from strandline.model.editions import (
    Edit,
    EditionAct,
    EditionChange,
    EditionState,
    EditKind,
)
from strandline.model.errors import EditionChanged
from strandline.model.funnel import Drop
from strandline.pipelines.desk.acts import audited
from strandline.pipelines.desk.editions import EVEN_SHOWN
from strandline.pipelines.digest.adding import find_item
from strandline.pipelines.digest.approving import run_of
from strandline.ports import Ports
from strandline.settings import Settings

#: Others who save at the same moment: the act is merged with theirs and tried again.
_MOST_TRIES = 5


def edit(
    ports: Ports, actor: Actor, digest_id: str, what: Edit, *, seen: int | None = None
) -> Outcome:
    """Make one edit.

    Args:
        seen: Version of the edition that the editor looked at; None for the one that is there.
    """
    for _ in range(_MOST_TRIES):
        edition = ports.store.digest(digest_id)
        if edition is None:
            return refused("edition.unknown", digest_id)
        acts = ports.store.edition_acts(digest_id)
        since = edition.version if seen is None else seen
        if met := collisions(what, acts, seen_version=since, by=actor.name):
            return _collided(digest_id, met[-1])
        if key := refusal(edition, what):
            return refused(f"edition.{key}", digest_id)
        now = ports.clock.now()
        new = EditionAct(len(acts) + 1, what, actor.name, now, edition.version + 1)
        outcome = _save(ports, actor, edition, [*acts, new], EditionChange(acts=(new,)), new)
        if outcome is not None:
            return outcome
    return refused("edition.changed", digest_id, count=0, who="")


def undo(ports: Ports, actor: Actor, digest_id: str, number: int) -> Outcome:
    """Take back an edit, whoever made it and whenever; those after it stay."""
    return _turn(ports, actor, digest_id, number, is_undone=True)


def redo(ports: Ports, actor: Actor, digest_id: str, number: int) -> Outcome:
    """Put an edit in force that was taken back."""
    return _turn(ports, actor, digest_id, number, is_undone=False)


def add(
    ports: Ports,
    settings: Settings,
    actor: Actor,
    digest_id: str,
    address: str,
    *,
    seen: int | None = None,
    even_shown: bool = False,
) -> Outcome:
    """Add an article by its URL, or bring one back that was left out by its id.

    It is read, matched and checked against history and edition like any other.

    Args:
        even_shown: Take it although the reader knows it or its story.
    """
    edition = ports.store.digest(digest_id)
    reader = ports.store.reader(edition.reader_id) if edition else None
    if edition is None or reader is None:
        return refused("edition.unknown", digest_id)
    if edition.state is not EditionState.DRAFT:
        return refused("edition.locked", digest_id)
    run = run_of(ports, settings, effective(reader, settings.digest), ports.clock.now())
    found = find_item(run, edition, address.strip(), even_shown=even_shown)
    if isinstance(found, Drop):
        return refused("edition.not_added", digest_id, reason=found.reason, detail=found.detail)
    value = EVEN_SHOWN if even_shown else ""
    what = Edit(EditKind.ADD, found.article_uuid, value, found)
    return edit(ports, actor, digest_id, what, seen=seen)


def _turn(ports: Ports, actor: Actor, digest_id: str, number: int, *, is_undone: bool) -> Outcome:
    for _ in range(_MOST_TRIES):
        edition = ports.store.digest(digest_id)
        if edition is None:
            return refused("edition.unknown", digest_id)
        acts = ports.store.edition_acts(digest_id)
        old = next((act for act in acts if act.number == number), None)
        if old is None or old.is_in_force != is_undone:
            return refused("edition.no_such_act", digest_id)
        if not _may_turn(edition, old):
            return refused("edition.locked", digest_id)
        new = _turned(old, actor, edition, ports) if is_undone else _back_in_force(old)
        merged = [new if act.number == number else act for act in acts]
        outcome = _save(ports, actor, edition, merged, EditionChange(changed=(new,)), new)
        if outcome is not None:
            return outcome
    return refused("edition.changed", digest_id, count=0, who="")


def _may_turn(edition: Digest, act: EditionAct) -> bool:
    """A draft's edits; of a published edition only its corrections."""
    if edition.state is EditionState.SENT and edition.published_at is not None:
        return act.at > edition.published_at
    return edition.state is EditionState.DRAFT


def _turned(act: EditionAct, actor: Actor, edition: Digest, ports: Ports) -> EditionAct:
    return replace(
        act,
        undone_by=actor.name,
        undone_at=ports.clock.now(),
        undone_version=edition.version + 1,
    )


def _back_in_force(act: EditionAct) -> EditionAct:
    return replace(act, undone_by="", undone_at=None, undone_version=0)


def _save(
    ports: Ports,
    actor: Actor,
    edition: Digest,
    acts: Sequence[EditionAct],
    change: EditionChange,
    act: EditionAct,
) -> Outcome | None:
    """None where somebody else was faster."""
    edited = apply(ports.store.chosen_items(edition.digest_id), acts)
    after = replace(
        edition,
        items=edited.items,
        introduction=_words(edition.introduction, edited.introduction, acts, "introduction"),
        closing=_words(edition.closing, edited.closing, acts, "closing"),
        corrected_at=ports.clock.now() if edition.is_published else edition.corrected_at,
    )
    verb = act.edit.kind.value if act.is_in_force else "undo"
    try:
        with audited(ports, actor, f"edition.{verb}") as trail:
            ports.store.change_edition(after, change)
            before = _item_of(edition, act)
            trail.note(edition.digest_id, _said(before, act), _said(_item_of(after, act), act))
    except EditionChanged:
        return None
    return done(f"edition.done.{verb}", edition.digest_id, title=_title(edition, after, act))


def _words(there: str, edited: str, acts: Sequence[EditionAct], kind: str) -> str:
    """What the acts come to, where there are any of this kind; else what was there."""
    return edited if any(act.edit.kind == kind for act in acts) else there


def _item_of(edition: Digest, act: EditionAct) -> DigestItem | None:
    uuid = act.edit.article_uuid
    return next((item for item in edition.items if item.article_uuid == uuid), None)


def _title(before: Digest, after: Digest, act: EditionAct) -> str:
    item = _item_of(after, act) or _item_of(before, act)
    return item.title if item else ""


def _said(item: DigestItem | None, act: EditionAct) -> dict[str, str | int | bool]:
    """What the audit says of the item, or of the words, that an edit is about."""
    if item is None:
        return {"act": act.number, "kind": act.edit.kind.value}
    return {
        "act": act.number,
        "article": item.article_uuid,
        "title": item.title,
        "summary": item.summary,
        "position": item.position,
        "section": item.section.value,
        "pinned": item.is_pinned,
        "picture": item.has_picture,
    }


def _collided(digest_id: str, act: EditionAct) -> Outcome:
    kind = act.edit.kind.value
    return refused("edition.collided", digest_id, who=act.by, kind=kind, number=act.number)
