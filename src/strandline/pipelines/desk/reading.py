"""Acts of a reader on what is their own: settings, history, everything that is held about them.

The audit says that something was changed, never what somebody read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from strandline.core.digest.choosing import chosen, typed_of
from strandline.core.digest.defaults import new_reader_settings
from strandline.model.accounts import Actor
from strandline.model.acts import Outcome, done, refused
from strandline.model.errors import UsageError
from strandline.model.readers import DigestScope, Reader
from strandline.pipelines.desk.acts import audited
from strandline.ports import Ports, Store
from strandline.settings import Settings

#: Editions in an export, newest first.
_MOST_EDITIONS = 1_000


def begin(ports: Ports, settings: Settings, actor: Actor) -> Outcome:
    """Give whoever is signed in an edition of their own."""
    with audited(ports, actor, "reader.begin") as trail:
        ports.store.hold_accounts()
        account = ports.store.account(actor.account_id) if actor.account_id else None
        if account is None or account.reader_id is not None:
            return refused("reader.has_one")
        reader_id = f"u-{account.account_id[:16]}"
        own = new_reader_settings(settings.digest)
        ports.store.save_reader(Reader(reader_id, account.name, settings=own))
        ports.store.save_account(replace(account, reader_id=reader_id))
        trail.note(account.login, {"reader": None}, {"reader": reader_id})
    return done("reader.done.begin", reader_id)


def choose(
    ports: Ports,
    actor: Actor,
    reader_id: str,
    typed: Mapping[str, str],
    source_uuids: Sequence[str] | None = None,
) -> Outcome:
    """Change a reader's settings, and their own sources where these are given."""
    with audited(ports, actor, "reader.settings") as trail:
        reader = ports.store.reader(reader_id)
        if reader is None:
            return refused("reader.unknown")
        try:
            after = replace(reader, settings=chosen(reader.settings, typed))
        except UsageError as error:
            return refused("reader.not_allowed", reader_id, setting=error.subject, why=str(error))
        if source_uuids is not None:
            known = {source.source_uuid for source in ports.store.sources()}
            own = tuple(uuid for uuid in dict.fromkeys(source_uuids) if uuid in known)
            after = replace(after, source_uuids=own)
        ports.store.save_reader(after)
        trail.note(reader_id, None, {"changed": _changed(reader, after)})
    return done("reader.done.settings", reader_id)


def forget(ports: Ports, actor: Actor, reader_id: str, url_hash: str) -> Outcome:
    """Forget that something was shown; it may come again."""
    with audited(ports, actor, "reader.forget") as trail:
        gone = ports.store.forget_history(reader_id, url_hashes=[url_hash])
        if not gone:
            return refused("reader.not_in_history", reader_id)
        trail.note(reader_id, {"rows": gone}, {"rows": 0})
    return done("reader.done.forget", reader_id, count=gone)


def show_again(ports: Ports, actor: Actor, reader_id: str, url_hash: str) -> Outcome:
    """Let an article come again, from whatever source: its whole story is let go of."""
    with audited(ports, actor, "reader.show_again") as trail:
        rows = [row for row in ports.store.history(reader_id) if row.url_hash == url_hash]
        if not rows:
            return refused("reader.not_in_history", reader_id)
        uuids = _story_of(ports.store, rows[0].article_uuid)
        gone = ports.store.forget_history(reader_id, url_hashes=[url_hash], article_uuids=uuids)
        trail.note(reader_id, {"rows": gone}, {"rows": 0})
    return done("reader.done.show_again", reader_id, count=gone)


def held(store: Store, reader: Reader) -> dict[str, Any]:
    """All that is held about a reader, as plain values."""
    editions = [
        store.digest(one.digest_id)
        for one in store.digests(reader_id=reader.reader_id, limit=_MOST_EDITIONS)
    ]
    return {
        "reader": {"reader_id": reader.reader_id, "name": reader.name, "email": reader.email},
        "settings": asdict(reader.settings),
        "sources": list(reader.source_uuids),
        "history": [
            {"url": row.url, "shown_at": row.created_at.isoformat(), "edition": row.digest_id}
            for row in store.history(reader.reader_id)
        ],
        "editions": [
            {
                "edition": one.digest_id,
                "made_at": one.created_at.isoformat(),
                "title": one.title,
                "items": [{"title": item.title, "url": item.url} for item in one.items],
            }
            for one in editions
            if one is not None
        ],
    }


def remove(ports: Ports, actor: Actor, reader_id: str, typed: str) -> Outcome:
    """Delete a reader with history and editions; the id is typed, so that no click does it."""
    with audited(ports, actor, "reader.remove") as trail:
        reader = ports.store.reader(reader_id)
        if reader is None or reader.scope is DigestScope.SHARED:
            return refused("reader.stays", reader_id)
        if typed != reader_id:
            return refused("reader.type_it", reader_id, reader=reader_id)
        ports.store.remove_reader(reader_id)
        trail.note(reader_id, {"name": reader.name}, None)
    return done("reader.done.remove", reader_id)


def _changed(before: Reader, after: Reader) -> str:
    """Names of what was changed; what somebody mutes is theirs."""
    old, new = typed_of(before.settings), typed_of(after.settings)
    names = [name for name in new if old[name] != new[name]]
    return ", ".join(names + ["sources"] * (before.source_uuids != after.source_uuids))


def _story_of(store: Store, article_uuid: str | None) -> tuple[str, ...]:
    if article_uuid is None:
        return ()
    story = store.stories([article_uuid]).get(article_uuid)
    return (article_uuid,) if story is None else tuple(story.article_uuids)
