"""Storing verdicts and rulings, in one transaction with the stories that follow from them."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store import stories_schema as stories
from strandline.adapters.store.border import aware, bounded, clean
from strandline.adapters.store.bulk import BulkInsert, chunks, select_among
from strandline.adapters.store.ingest import present
from strandline.adapters.store.stories_graph import lock_stories
from strandline.adapters.store.stories_grouping import group_anew
from strandline.adapters.store.stories_inputs import HAS_TEXT, MATCH_AGAIN
from strandline.adapters.store.stories_pairs import among_pairs
from strandline.adapters.store.stories_rows import ordered, signed, verdict_of, verdict_row
from strandline.core.dedup.blocks import Pair
from strandline.core.dedup.threads import LINKING
from strandline.model.errors import StoreError
from strandline.model.stories import (
    ArticleVector,
    MatchBatch,
    Ruling,
    StoredVerdict,
    StoryChange,
)
from strandline.ports.stories import Regroup

_ARTICLES, _VERDICTS, _RULINGS = schema.articles, stories.verdicts, stories.rulings
_TEXTS = schema.article_texts
_INSERT = BulkInsert(_VERDICTS)
_NEVER = datetime.min.replace(tzinfo=UTC)


def save_match(connection: Connection, batch: MatchBatch, regroup: Regroup) -> list[StoryChange]:
    """Apply a batch within the transaction of the connection."""
    lock_stories(connection)
    asked = {clean(uuid) for uuid in batch.matched}
    done = _matched(connection, asked, batch.cascade_version)
    named = [(ordered(stored.article_a, stored.article_b), stored) for stored in batch.verdicts]
    wanted = [(pair, stored) for pair, stored in named if _is_wanted(pair, asked, done)]
    there = present(connection, asked.union(*(pair for pair, _ in wanted)))
    fresh = (asked & there) - done
    new, revised = _add_verdicts(connection, [item for item in wanted if there.issuperset(item[0])])
    _save_vectors(connection, batch.vectors, done)
    _mark(connection, fresh, batch)
    # The other end of a pair is met on the way where the pair binds; where it did, and may do so
    # no longer, it is not.
    known = {uuid for pair in new if pair in revised or fresh.isdisjoint(pair) for uuid in pair}
    linking = {pair for pair, said in wanted if said.verdict.relation in LINKING}
    related = {uuid for pair in new & (linking | revised) for uuid in pair}
    return group_anew(connection, fresh | known, regroup, related)


def save_rulings(
    connection: Connection, rulings: Sequence[Ruling], regroup: Regroup
) -> list[StoryChange]:
    """Store a person's words and group anew, within the transaction of the connection.

    Raises:
        StoreError: One of the articles is unknown.
    """
    lock_stories(connection)
    named = {uuid for ruling in rulings for uuid in _pair(ruling)}
    missing = sorted(named - present(connection, named))
    if missing:
        raise StoreError(f"There is no article {missing[0]}.", subject=missing[0])
    for ruling in rulings:
        _save_ruling(connection, ruling)
    return group_anew(connection, named, regroup)


def choose_main(
    connection: Connection, article_uuid: str, chosen_at: datetime | None, regroup: Regroup
) -> list[StoryChange]:
    """Choose a main article, within the transaction of the connection.

    Raises:
        StoreError: The article is unknown.
    """
    lock_stories(connection)
    if not present(connection, [article_uuid]):
        raise StoreError(f"There is no article {article_uuid}.", subject=article_uuid)
    mains = stories.chosen_mains
    connection.execute(mains.delete().where(mains.c.article_uuid == article_uuid))
    if chosen_at is not None:
        connection.execute(mains.insert().values(article_uuid=article_uuid, chosen_at=chosen_at))
    return group_anew(connection, [article_uuid], regroup)


def _pair(ruling: Ruling) -> Pair:
    return ordered(ruling.article_a, ruling.article_b)


def _save_ruling(connection: Connection, ruling: Ruling) -> None:
    one, other = _pair(ruling)
    own = sa.and_(_RULINGS.c.article_a == one, _RULINGS.c.article_b == other)
    last = connection.execute(sa.select(_RULINGS).where(own, _RULINGS.c.is_current)).first()
    row = {
        "article_a": one,
        "article_b": other,
        "decision": ruling.decision.value,
        "ruled_at": ruling.ruled_at,
        "note": clean(ruling.note),
    }
    if last is not None and all(getattr(last, name) == row[name] for name in row):
        return
    is_newest = last is None or ruling.ruled_at >= last.ruled_at
    if is_newest:
        connection.execute(_RULINGS.update().where(own).values(is_current=False))
    connection.execute(_RULINGS.insert().values(**row, is_current=is_newest))


def _add_verdicts(
    connection: Connection, verdicts: Sequence[tuple[Pair, StoredVerdict]]
) -> tuple[set[Pair], set[Pair]]:
    """Insert those that are not there; the newest of a pair is in force.

    Returns:
        The pairs with a new one, and of these the ones that had another before.
    """
    known = _known(connection, {pair for pair, _ in verdicts})
    latest = {pair: max(stored.decided_at for stored, _ in rows) for pair, rows in known.items()}
    new: list[tuple[Pair, StoredVerdict]] = []
    for pair, stored in sorted(verdicts, key=lambda item: aware(item[1].decided_at)):
        rows = known.setdefault(pair, [])
        if not any(_says(row, stored) for row, _ in rows):
            rows.append((stored, False))
            new.append((pair, stored))
    newest = {pair: stored for pair, stored in new if stored.decided_at >= latest.get(pair, _NEVER)}
    outdated = [row.verdict_id for pair in newest for row, is_current in known[pair] if is_current]
    for chunk in chunks(outdated):
        connection.execute(
            _VERDICTS.update().where(_VERDICTS.c.verdict_id.in_(chunk)).values(is_current=False)
        )
    _INSERT.run(
        connection,
        [verdict_row(pair, one, is_current=newest.get(pair) is one) for pair, one in new],
    )
    return {pair for pair, _ in new}, latest.keys() & {pair for pair, _ in new}


def _known(
    connection: Connection, pairs: Iterable[Pair]
) -> dict[Pair, list[tuple[StoredVerdict, bool]]]:
    found: dict[Pair, list[tuple[StoredVerdict, bool]]] = {}
    for row in among_pairs(connection, _VERDICTS, pairs):
        pair = (row.article_a, row.article_b)
        found.setdefault(pair, []).append((verdict_of(row), row.is_current))
    return found


def _says(known: StoredVerdict, stored: StoredVerdict) -> bool:
    """True where the two are one decision."""
    names = ("answer", "relation", "layer", "model", "prompt_hash")
    return (
        known.decided_at == stored.decided_at
        and known.is_pending == stored.is_pending
        and all(getattr(known.verdict, name) == getattr(stored.verdict, name) for name in names)
    )


def _is_wanted(pair: Pair, asked: set[str], done: set[str]) -> bool:
    """False for a verdict that was made for an article which another process has done."""
    made_for = asked.intersection(pair)
    return not made_for or not made_for <= done


def _matched(connection: Connection, uuids: Iterable[str], version: str) -> set[str]:
    rows = select_among(
        connection,
        "SELECT article_uuid FROM articles WHERE matched_by = ? AND article_uuid {among}",
        uuids,
        bounded(version),
    )
    return {row[0] for row in rows}


def _mark(connection: Connection, uuids: Iterable[str], batch: MatchBatch) -> None:
    prints = {clean(uuid): value for uuid, value in batch.fingerprints.items()}
    marked = set(uuids)
    late = _with_text(connection, marked.intersection(map(clean, batch.bare)))
    rows = [
        {
            "uuid": uuid,
            "matched_by": MATCH_AGAIN if uuid in late else bounded(batch.cascade_version),
            "matched_at": batch.now,
            "body_fingerprint": None if uuid not in prints else signed(prints[uuid]),
        }
        for uuid in sorted(marked)
    ]
    for chunk in chunks(rows):
        connection.execute(_MARK, chunk)


def _with_text(connection: Connection, uuids: set[str]) -> set[str]:
    """Those whose text came while they were matched without one.

    Whoever saves a text locks its article and looks whether it was matched; so either that one
    sees it or this one sees the text.
    """
    found: set[str] = set()
    for chunk in chunks(sorted(uuids)):
        own = _ARTICLES.c.article_uuid.in_(chunk)
        in_order = sa.select(_ARTICLES.c.article_uuid).where(own).order_by("article_uuid")
        connection.execute(in_order.with_for_update()).all()
        texts = sa.select(_TEXTS.c.article_uuid).where(_TEXTS.c.article_uuid.in_(chunk), HAS_TEXT)
        found.update(connection.execute(texts).scalars())
    return found


def _save_vectors(connection: Connection, vectors: Sequence[ArticleVector], done: set[str]) -> None:
    there = present(connection, [clean(vector.article_uuid) for vector in vectors]) - done
    rows = [_vector_row(vector) for vector in vectors if clean(vector.article_uuid) in there]
    for chunk in chunks(rows):
        connection.execute(_PUT_VECTOR, chunk)


def _vector_row(vector: ArticleVector) -> dict[str, Any]:
    return {
        "article_uuid": clean(vector.article_uuid),
        "model": bounded(vector.model),
        "text_hash": clean(vector.text_hash),
        "vector": vector.vector,
    }


_MARK = (
    _ARTICLES.update()
    .where(_ARTICLES.c.article_uuid == sa.bindparam("uuid"))
    .values({name: sa.bindparam(name) for name in ("matched_by", "matched_at", "body_fingerprint")})
)
_PUT_VECTOR = sa.text(
    "INSERT INTO article_vectors (article_uuid, model, text_hash, vector) "
    "VALUES (:article_uuid, :model, :text_hash, :vector) ON CONFLICT (article_uuid, model) "
    "DO UPDATE SET text_hash = excluded.text_hash, vector = excluded.vector"
)
