"""A reader mutes a running story: none of its stories enters their editions any more."""

from dataclasses import replace

from strandline.core.digest.limits import MOST_MUTED
from strandline.model.accounts import Actor
from strandline.model.acts import Outcome, done, refused
from strandline.model.readers import Reader
from strandline.pipelines.desk.acts import audited
from strandline.ports import Ports


def mute_thread(ports: Ports, actor: Actor, reader_id: str, article_uuid: str) -> Outcome:
    """Mute the story of an article and the whole thread that it is in, now or later."""
    with audited(ports, actor, "thread.mute") as trail:
        reader, article = ports.store.reader(reader_id), ports.store.articles([article_uuid])
        if reader is None or not article:
            return refused("mute.unknown")
        before = reader.settings.muted_threads
        if _covered(ports, reader, article_uuid):
            return refused("mute.already")
        if len(before) >= MOST_MUTED:
            return refused("mute.full", most=MOST_MUTED)
        after = (*before, article_uuid)
        _save(ports, reader, after)
        trail.note(reader_id, {"muted_threads": before}, {"muted_threads": after})
    return done("mute.done", reader_id)


def unmute_thread(ports: Ports, actor: Actor, reader_id: str, article_uuid: str) -> Outcome:
    """Let the thread that an article is in enter a reader's editions again."""
    with audited(ports, actor, "thread.unmute") as trail:
        reader = ports.store.reader(reader_id)
        if reader is None:
            return refused("mute.unknown")
        before = reader.settings.muted_threads
        muted = _covered(ports, reader, article_uuid)
        if not muted:
            return refused("mute.not_muted")
        after = tuple(uuid for uuid in before if uuid not in muted)
        _save(ports, reader, after)
        trail.note(reader_id, {"muted_threads": before}, {"muted_threads": after})
    return done("mute.undone", reader_id)


def is_muted(ports: Ports, reader_id: str, article_uuid: str) -> bool:
    """True where a reader has muted the thread that an article is in."""
    reader = ports.store.reader(reader_id)
    return reader is not None and bool(_covered(ports, reader, article_uuid))


def _covered(ports: Ports, reader: Reader, article_uuid: str) -> set[str]:
    """Of the articles by which a reader muted threads, those that stand for an article's thread."""
    muted = reader.settings.muted_threads
    thread_of = ports.store.threads_of([article_uuid, *muted])
    own = thread_of.get(article_uuid, article_uuid)
    return {uuid for uuid in muted if own == thread_of.get(uuid, uuid)}


def _save(ports: Ports, reader: Reader, muted: tuple[str, ...]) -> None:
    ports.store.save_reader(replace(reader, settings=replace(reader.settings, muted_threads=muted)))
