"""Acts on an edition as a whole: approve, send back, schedule, stop, publish, skip, take up.

A draft uses up no history. It is written with the approval, in one transaction with the state and
the row of the audit, after the blocking rules were asked once more: what another edition showed
since is told, and taken out or kept as the person says.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from enum import StrEnum

from strandline.core.digest.defaults import effective
from strandline.core.digest.editing import apply
from strandline.core.digest.editions import published, stepped
from strandline.core.digest.history import history_rows
from strandline.core.digest.plans import TOO_FEW, Plan, is_thin
from strandline.model.accounts import Actor, Role, Via
from strandline.model.acts import Outcome, done, refused
from strandline.model.digests import Digest
from strandline.model.editions import (
    IN_HISTORY,
    OPEN,
    Edit,
    EditionAct,
    EditionChange,
    EditionState,
    EditKind,
    Step,
)
from strandline.model.errors import AlreadyShown, EditionChanged
from strandline.model.funnel import Drop
from strandline.model.readers import Reader
from strandline.pipelines.desk.acts import audited
from strandline.pipelines.digest import run_digest
from strandline.pipelines.digest.approving import run_of, shown_meanwhile
from strandline.pipelines.digest.versions import with_versions
from strandline.ports import Ports, Store
from strandline.settings import Settings

#: Whoever acts where nobody does: the settings say so.
SCHEDULE = Actor(name="schedule", role=Role.OWNER, via=Via.CONSOLE)
#: Everybody: whose edition has an editor.
PUBLIC = "public"
#: Value of an `add` of what was shown before: whoever added it was told.
EVEN_SHOWN = "even_shown"
#: Open editions that one turn of the schedule looks at.
_MOST_OPEN = 500


class Shown(StrEnum):
    """What is to become of items that another edition showed meanwhile."""

    ASK = "ask"
    TAKE_OUT = "take_out"
    KEEP = "keep"


def make_draft(ports: Ports, settings: Settings, actor: Actor) -> Outcome:
    """Make a draft of the shared digest now; one at a time."""
    store, now = ports.store, ports.clock.now()
    waiting = store.digests(reader_id=PUBLIC, states={EditionState.DRAFT}, limit=1)
    if waiting:
        return refused("edition.draft_waits", waiting[0].digest_id)
    reader = store.reader(PUBLIC)
    if reader is None:
        return refused("edition.unknown", PUBLIC)
    plan = Plan(is_draft=True)
    made = run_digest(ports, settings, reader, now=now, is_extra=True, plan=plan)
    if not made.items:
        return refused("edition.nothing_new")
    with audited(ports, actor, "edition.make") as trail:
        trail.note(made.digest_id, None, _told(made))
    return done("edition.done.make", made.digest_id, count=len(made.items))


def approve(
    ports: Ports,
    settings: Settings,
    actor: Actor,
    digest_id: str,
    *,
    seen: int | None = None,
    shown: Shown = Shown.ASK,
) -> Outcome:
    """Approve a draft; its items stand in the history from now on.

    Args:
        seen: Version of the edition that was looked at; None for the one that is there.
    """
    store, now = ports.store, ports.clock.now()
    edition = store.digest(digest_id)
    if edition is None:
        return refused("edition.unknown", digest_id)
    if seen is not None and seen != edition.version:
        return changed_meanwhile(store, edition, seen)
    reader = _reader_of(ports, settings, edition)
    if edition.state is not EditionState.DRAFT or reader is None:
        return refused("edition.not_now", digest_id, state=edition.state.value)
    blocked = shown_meanwhile(run_of(ports, settings, reader, now), edition)
    known = _known_to_be_shown(store.edition_acts(digest_id))
    asked = [drop for drop in blocked if drop.article_uuid not in known]
    if asked and shown is Shown.ASK:
        titles = "; ".join(drop.title or drop.subject for drop in asked[:5])
        return refused("edition.shown_meanwhile", digest_id, count=len(asked), titles=titles)
    acts: tuple[EditionAct, ...] = ()
    if asked and shown is Shown.TAKE_OUT:
        edition, acts = _taken_out(store, edition, asked, actor, now)
    if not edition.items:
        return refused("edition.empty", digest_id)
    kept = frozenset(drop.article_uuid for drop in blocked) - {a.edit.article_uuid for a in acts}
    rows = history_rows(edition.items, reader, digest_id, now)
    change = EditionChange(acts=acts, history=tuple(rows), kept=kept)
    outcome = _step(ports, actor, edition, Step.APPROVE, change=change)
    return replace(outcome, values={**outcome.values, "taken_out": len(acts)})


def send_back(ports: Ports, actor: Actor, digest_id: str, *, note: str = "") -> Outcome:
    """Back to the editor, with a note; its items are news again."""
    return _stepped(ports, actor, digest_id, Step.SEND_BACK, note=note)


def schedule(ports: Ports, actor: Actor, digest_id: str, send_at: datetime) -> Outcome:
    """Let an approved edition go out at a time; it is locked until then."""
    if send_at <= ports.clock.now():
        return refused("edition.time_is_past", digest_id)
    return _stepped(ports, actor, digest_id, Step.SCHEDULE, send_at=send_at)


def stop(ports: Ports, actor: Actor, digest_id: str, *, note: str = "") -> Outcome:
    """Let it not go out by itself."""
    return _stepped(ports, actor, digest_id, Step.STOP, note=note)


def hold(ports: Ports, actor: Actor, digest_id: str) -> Outcome:
    """Let a draft not go out by itself; of what is approved already, that is `stop`."""
    edition = ports.store.digest(digest_id)
    if edition is None:
        return refused("edition.unknown", digest_id)
    if edition.state is not EditionState.DRAFT:
        return refused("edition.locked", digest_id)
    return _step(ports, actor, edition, Step.STOP)


def skip(
    ports: Ports, actor: Actor, digest_id: str, *, note: str = "", reason: str = "by_person"
) -> Outcome:
    """Publish no such edition; what is in it is news again."""
    return _stepped(ports, actor, digest_id, Step.SKIP, note=note, reason=reason)


def take_up(ports: Ports, actor: Actor, digest_id: str) -> Outcome:
    """Make a draft of a skipped edition again."""
    edition = ports.store.digest(digest_id)
    if edition is not None and not edition.items:
        return refused("edition.empty", digest_id)
    return _stepped(ports, actor, digest_id, Step.TAKE_UP)


def publish(ports: Ports, settings: Settings, actor: Actor, digest_id: str) -> Outcome:
    """Publish an approved edition now."""
    edition, now = ports.store.digest(digest_id), ports.clock.now()
    if edition is None:
        return refused("edition.unknown", digest_id)
    after = stepped(edition, Step.PUBLISH, now)
    if after is not None:
        after = published(edition, now, is_mailed=ports.mail is not None)
        after = with_versions(ports.store, after, settings.web)
    return _saved(ports, actor, Step.PUBLISH, edition, after, EditionChange())


def finish(ports: Ports, digest_id: str) -> Outcome:
    """All its recipients are served."""
    return _stepped(ports, SCHEDULE, digest_id, Step.FINISH)


def publish_due(ports: Ports, settings: Settings) -> list[Outcome]:
    """Publish what is due: scheduled editions, and drafts whose time for a look is over."""
    store, now = ports.store, ports.clock.now()
    due = [
        edition
        for edition in store.digests(states=OPEN, limit=_MOST_OPEN)
        if edition.send_at is not None and edition.send_at <= now
    ]
    return [_publish_due(ports, settings, edition) for edition in due]


def _publish_due(ports: Ports, settings: Settings, edition: Digest) -> Outcome:
    """A draft is approved before, without what was shown meanwhile; a thin one is skipped."""
    digest_id = edition.digest_id
    if edition.state is EditionState.DRAFT:
        approved = approve(ports, settings, SCHEDULE, digest_id, shown=Shown.TAKE_OUT)
        if not approved.is_done:
            return skip(ports, SCHEDULE, digest_id, reason=TOO_FEW)
        reader, whole = _reader_of(ports, settings, edition), ports.store.digest(digest_id)
        if reader and whole and is_thin(whole, reader.settings.least_items):
            return skip(ports, SCHEDULE, digest_id, reason=TOO_FEW)
    return publish(ports, settings, SCHEDULE, digest_id)


def changed_meanwhile(store: Store, edition: Digest, seen: int) -> Outcome:
    """Who changed an edition since it was looked at, and what."""
    later = [act for act in store.edition_acts(edition.digest_id) if act.version > seen]
    who = ", ".join(dict.fromkeys(act.by for act in later))
    return refused(
        "edition.changed_meanwhile" if who else "edition.changed",
        edition.digest_id,
        who=who,
        count=len(later),
    )


def _stepped(
    ports: Ports,
    actor: Actor,
    digest_id: str,
    step: Step,
    *,
    send_at: datetime | None = None,
    note: str = "",
    reason: str = "",
) -> Outcome:
    edition = ports.store.digest(digest_id)
    if edition is None:
        return refused("edition.unknown", digest_id)
    return _step(ports, actor, edition, step, send_at=send_at, note=note, reason=reason)


def _step(
    ports: Ports,
    actor: Actor,
    edition: Digest,
    step: Step,
    *,
    change: EditionChange | None = None,
    send_at: datetime | None = None,
    note: str = "",
    reason: str = "",
) -> Outcome:
    now = ports.clock.now()
    after = stepped(edition, step, now, send_at=send_at, note=note, reason=reason)
    lets_go = after and edition.state in IN_HISTORY and after.state not in IN_HISTORY
    change = change or EditionChange(history=() if lets_go else None)
    return _saved(ports, actor, step, edition, after, change)


def _saved(
    ports: Ports,
    actor: Actor,
    step: Step,
    edition: Digest,
    after: Digest | None,
    change: EditionChange,
) -> Outcome:
    """The edition as it is after a step; None where it may not take it."""
    if after is None:
        return refused("edition.not_now", edition.digest_id, state=edition.state.value)
    try:
        with audited(ports, actor, f"edition.{step}") as trail:
            saved = ports.store.change_edition(after, change)
            trail.note(edition.digest_id, _told(edition), _told(saved))
    except EditionChanged:
        return refused("edition.changed", edition.digest_id, count=0, who="")
    except AlreadyShown:
        return refused("edition.shown_just_now", edition.digest_id)
    return done(f"edition.done.{step}", edition.digest_id)


def _told(edition: Digest) -> dict[str, str | int | None]:
    """What the audit says of an edition."""
    return {
        "state": edition.state.value,
        "items": len(edition.items),
        "reason": edition.reason,
        "note": edition.note,
        "send_at": edition.send_at.isoformat() if edition.send_at else None,
    }


def _known_to_be_shown(acts: Sequence[EditionAct]) -> set[str]:
    return {
        act.edit.article_uuid
        for act in acts
        if act.is_in_force and act.edit.kind is EditKind.ADD and act.edit.value == EVEN_SHOWN
    }


def _taken_out(
    store: Store, edition: Digest, drops: Sequence[Drop], actor: Actor, now: datetime
) -> tuple[Digest, tuple[EditionAct, ...]]:
    """The edition without what was shown meanwhile, by acts that can be taken back."""
    before = store.edition_acts(edition.digest_id)
    acts = tuple(
        EditionAct(
            number=len(before) + at,
            edit=Edit(EditKind.DROP, drop.article_uuid),
            by=actor.name,
            at=now,
            version=edition.version + 1,
        )
        for at, drop in enumerate(drops, start=1)
    )
    edited = apply(store.chosen_items(edition.digest_id), [*before, *acts])
    return replace(edition, items=edited.items), acts


def _reader_of(ports: Ports, settings: Settings, edition: Digest) -> Reader | None:
    reader = ports.store.reader(edition.reader_id)
    return None if reader is None else effective(reader, settings.digest)
