"""What people do to sources: add, edit, rename, pause, retire, remove, tag, move, poll now."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from strandline.core.delivery.marks import letter_address
from strandline.core.sources.registry import (
    LONGEST_NAME,
    address_key,
    by_address,
    check_source,
    make_source,
    plain_words,
)
from strandline.core.text.languages import language_tag
from strandline.model.accounts import Actor
from strandline.model.acts import Outcome, done, refused
from strandline.model.errors import SourceError
from strandline.model.sources import Source, SourceKind, SourceState
from strandline.pipelines.desk.acts import Trail, audited
from strandline.ports import Ports
from strandline.render.links import public_url
from strandline.render.mail_message import sender_of
from strandline.settings import Settings

#: Sources of one transaction.
AT_ONCE = 200
_NO_WORD = "sources.refused.no_word"


class _ChangedMeanwhileError(Exception):
    """Somebody else was faster."""


def add(
    ports: Ports, actor: Actor, url: str, *, kind: SourceKind, **fields: Any
) -> tuple[Outcome, Source | None]:
    """Add a source; an address that a source has is refused with its name.

    Args:
        fields: As `make_source` takes them.
    """
    try:
        # Refused before an id is spent.
        wanted = make_source("check", url, kind=kind, **fields)
    except SourceError as error:
        return not_so(error), None
    with audited(ports, actor, "sources.add") as trail:
        known = known_at(ports, wanted.url)
        if known is not None:
            return refused(
                "sources.refused.known", known.source_uuid, name=known.name, id=known.source_uuid
            ), known
        source = replace(wanted, source_uuid=ports.store.new_source_uuid(kind))
        ports.store.save_source(source)
        trail.note(source.source_uuid, None, told_of(source))
    return done("sources.done.add", source.source_uuid, name=source.name), source


@dataclass(frozen=True, slots=True)
class Wanted:
    """A source that somebody chose among what was found."""

    url: str
    kind: SourceKind
    name: str = ""
    language: str | None = None


def add_chosen(
    ports: Ports,
    actor: Actor,
    wanted: Sequence[Wanted],
    *,
    categories: Sequence[str] = (),
    tags: Sequence[str] = (),
) -> Outcome:
    """Add what somebody chose; what is there already is left alone, what cannot be is told."""
    told: list[Outcome] = []
    for one in wanted:
        outcome, _ = add(
            ports,
            actor,
            one.url,
            kind=one.kind,
            name=one.name[:LONGEST_NAME],
            language=language_tag(one.language),
            categories=categories,
            tags=tags,
        )
        told.append(outcome)
    added = [outcome for outcome in told if outcome.is_done]
    if len(told) == 1 or (told and not added):
        return told[0]
    if not added:
        return refused("sources.refused.none_chosen")
    return done("sources.done.add_many", count=len(added), others=len(told) - len(added))


def newsletter_address(ports: Ports, settings: Settings, source: Source) -> str:
    """Where a newsletter is to be sent to; empty for other sources, and where no domain is set."""
    mail = settings.mail
    mailbox = mail.newsletter_address
    if not mailbox:
        domain = mail.bounce_domain or (sender_of(mail.sender).domain if mail.sender else "")
        mailbox = f"letter@{domain}" if domain else ""
    if source.kind is not SourceKind.NEWSLETTER or not mailbox:
        return ""
    return letter_address(ports.secret, mailbox, source.source_uuid)


def known_at(ports: Ports, url: str) -> Source | None:
    """The source that has an address, in whatever spelling."""
    return by_address(ports.store.sources()).get(address_key(url))


def edit(
    ports: Ports, actor: Actor, source_uuid: str, changes: Mapping[str, Any], *, seen: str = ""
) -> Outcome:
    """Change what is given; another address or kind is read afresh at once.

    Args:
        changes: Fields of `Source` by name.
        seen: `mark_of` the source as the person saw it: refused where it is another one now.
    """

    def change(now: Source) -> Source:
        if seen and seen != mark_of(now):
            raise _ChangedMeanwhileError
        after = replace(now, **changes)
        after = replace(
            after, categories=plain_words(after.categories), tags=plain_words(after.tags)
        )
        check_source(after)
        return after

    try:
        with audited(ports, actor, "sources.edit") as trail:
            if "url" in changes:
                other = known_at(ports, str(changes["url"]))
                if other is not None and other.source_uuid != source_uuid:
                    return refused(
                        "sources.refused.known", source_uuid, name=other.name, id=other.source_uuid
                    )
            changed = ports.store.change_source(source_uuid, change)
            if changed is None:
                return refused("sources.refused.gone")
            before, after = changed
            if before == after:
                return refused("sources.refused.same", source_uuid)
            _poll_as_changed(ports, before, after)
            trail.note(source_uuid, told_of(before), told_of(after))
    except SourceError as error:
        return not_so(error)
    except _ChangedMeanwhileError:
        return refused("sources.refused.changed_meanwhile", source_uuid)
    return done("sources.done.edit", source_uuid, name=after.name)


def _poll_as_changed(ports: Ports, before: Source, after: Source) -> None:
    now = ports.clock.now()
    if (before.url, before.kind, before.items) != (after.url, after.kind, after.items):
        ports.store.poll_soon([after.source_uuid], now, afresh=True)
    elif before.poll_interval != after.poll_interval:
        ports.store.poll_soon([after.source_uuid], now)


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that is done to one or many sources.

    Attributes:
        change: What a source becomes, given a word and the time.
        needs_word: It says nothing without a word.
        is_polled: They are polled at once afterwards.
    """

    change: Callable[[Source, str, datetime], Source]
    needs_word: bool = False
    is_polled: bool = False


#: To add a deed is to add its line, and its words `sources.deed.<name>`, `sources.done.<name>`.
DEEDS: Mapping[str, Deed] = {
    "pause": Deed(lambda source, _word, _now: replace(source, active=False)),
    "resume": Deed(
        lambda source, _word, _now: replace(source, active=True, retired_at=None), is_polled=True
    ),
    "retire": Deed(
        lambda source, _word, now: replace(
            source, active=False, retired_at=source.retired_at or now
        )
    ),
    "tag": Deed(
        lambda source, word, _now: replace(source, tags=plain_words((*source.tags, word))),
        needs_word=True,
    ),
    "untag": Deed(
        lambda source, word, _now: replace(source, tags=_without(source.tags, word)),
        needs_word=True,
    ),
    "move": Deed(
        lambda source, word, _now: replace(
            source,
            categories=plain_words((word, *_without(source.categories[1:], word))),
        ),
        needs_word=True,
    ),
}


def _without(words: Sequence[str], word: str) -> tuple[str, ...]:
    return tuple(one for one in words if one.casefold() != word.strip().casefold())


def do(
    ports: Ports, actor: Actor, deed: str, source_uuids: Sequence[str], word: str = ""
) -> Outcome:
    """Do something to one or many sources; those that somebody removed meanwhile are counted.

    Args:
        deed: One of `DEEDS`.
        word: A tag or a category, where the deed needs one.
    """
    what, now = DEEDS[deed], ports.clock.now()
    if what.needs_word and not word.strip():
        return refused(_NO_WORD)

    def one(trail: Trail, uuid: str) -> bool | None:
        def change(before: Source) -> Source:
            after = what.change(before, word, now)
            if what.needs_word:
                check_source(after)
            return after

        changed = ports.store.change_source(uuid, change)
        if changed is None:
            return None
        before, after = changed
        if before != after:
            trail.note(uuid, told_of(before), told_of(after))
            if what.is_polled:
                ports.store.poll_soon([uuid], now)
        return before != after

    return _each(ports, actor, deed, source_uuids, one, word=word.strip())


def remove(ports: Ports, actor: Actor, source_uuids: Sequence[str]) -> Outcome:
    """Forget sources; their articles and mentions stay."""

    def one(trail: Trail, uuid: str) -> bool | None:
        source = ports.store.some_sources([uuid]).get(uuid)
        if source is None or not ports.store.remove_source(uuid):
            return None
        trail.note(uuid, told_of(source))
        return True

    return _each(ports, actor, "remove", source_uuids, one)


def poll_now(ports: Ports, actor: Actor, source_uuids: Sequence[str]) -> Outcome:
    """Let sources be due at once: whoever polls takes them next.

    One that is paused is not polled, nor one whose server asked us to wait.
    """
    now = ports.clock.now()
    healths = ports.store.some_healths(source_uuids)
    sources = ports.store.some_sources(source_uuids)
    waits = [
        health.next_poll_at
        for health in healths.values()
        if health.state is SourceState.RATE_LIMITED
        and health.next_poll_at is not None
        and health.next_poll_at > now
    ]

    def one(trail: Trail, uuid: str) -> bool | None:
        source, health = sources.get(uuid), healths.get(uuid)
        if source is None:
            return None
        is_asked_to_wait = health is not None and (
            health.state is SourceState.RATE_LIMITED and (health.next_poll_at or now) > now
        )
        if not source.active or is_asked_to_wait:
            return False
        ports.store.poll_soon([uuid], now)
        trail.note(uuid)
        return True

    outcome = _each(ports, actor, "poll", source_uuids, one)
    if not outcome.is_done and waits:
        return refused("sources.refused.wait", until=f"{max(waits):%Y-%m-%d %H:%M} UTC")
    if not outcome.is_done and sources and not any(one.active for one in sources.values()):
        return refused("sources.refused.paused")
    return outcome


def adopt(ports: Ports, actor: Actor, source_uuid: str) -> Outcome:
    """Take the address that a source proposes, and read it at once."""
    health = ports.store.some_healths([source_uuid]).get(source_uuid)
    if health is None or not health.suggested_url:
        return refused("sources.refused.nothing_proposed", source_uuid)
    source = ports.store.some_sources([source_uuid]).get(source_uuid)
    changes: dict[str, Any] = {"url": health.suggested_url, "active": True, "retired_at": None}
    if source is not None and source.kind is SourceKind.DIRECT:
        changes["kind"] = SourceKind.FEED
    return edit(ports, actor, source_uuid, changes)


def _each(
    ports: Ports,
    actor: Actor,
    deed: str,
    source_uuids: Sequence[str],
    one: Callable[[Trail, str], bool | None],
    **values: str,
) -> Outcome:
    """Do it to each: True for done, False for nothing to do, None for one that is not there."""
    uuids = list(dict.fromkeys(source_uuids))
    if not uuids:
        return refused("sources.refused.none_chosen")
    told: list[bool | None] = []
    try:
        for start in range(0, len(uuids), AT_ONCE):
            with audited(ports, actor, f"sources.{deed}") as trail:
                told += [one(trail, uuid) for uuid in uuids[start : start + AT_ONCE]]
    except SourceError as error:
        return not_so(error)
    count, gone = told.count(True), told.count(None)
    subject = uuids[0] if len(uuids) == 1 else ""
    if not count:
        return refused("sources.refused.gone" if gone == len(uuids) else "sources.refused.same")
    if gone:
        return done("sources.done.but_gone", subject, count=count, gone=gone)
    return done(f"sources.done.{deed}", subject, count=count, **values)


def not_so(error: SourceError) -> Outcome:
    """A source cannot be so, in words of the catalogue."""
    return refused(f"sources.bad.{error.reason}", value=error.subject[:80])


def mark_of(source: Source) -> str:
    """Says whether a source still is what somebody saw."""
    return hashlib.sha256(repr(source).encode("utf-8", "replace")).hexdigest()[:24]


def told_of(source: Source) -> dict[str, Any]:
    """A source as the audit keeps it: what is not as usual, without passwords in its address."""
    return {
        "name": source.name,
        "url": public_url(source.url),
        "kind": source.kind.value,
        "active": source.active,
        "language": source.language,
        "reputation": source.reputation,
        "content_type": source.content_type.value,
        "categories": list(source.categories),
        "tags": list(source.tags),
        "interval_s": source.poll_interval.total_seconds() if source.poll_interval else None,
        "timezone": source.timezone,
        "follow_replies": source.follow_replies,
        "items": len(source.items),
        "retired_at": source.retired_at.isoformat() if source.retired_at else None,
    }
