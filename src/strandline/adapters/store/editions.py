"""What editors do to editions: the list of their acts, and the edition as it comes out. Private."""

from collections.abc import Sequence
from dataclasses import replace

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store.archive_schema import unstruck
from strandline.adapters.store.base import Tables, put
from strandline.adapters.store.border import row_limit
from strandline.adapters.store.digest_rows import (
    act_of,
    act_row,
    digest_row,
    drop_of,
    item_of_tree,
    item_tree,
)
from strandline.adapters.store.digests import insert_items, items_of, record_shown, without_struck
from strandline.model.digests import Digest, DigestDrop, DigestItem
from strandline.model.editions import EditionAct, EditionChange
from strandline.model.errors import EditionChanged

#: Kind of the row that holds the items as they were chosen.
_CHOSEN = "chosen"


class EditionTables(Tables):
    """Implements `EditionStore`."""

    def change_edition(self, edition: Digest, change: EditionChange) -> Digest:
        """Save an edition in place of the version it was made from; all of it or nothing."""
        table = schema.digests
        saved = replace(edition, version=edition.version + 1)
        row = digest_row(saved)
        del row["funnel"]
        with self._database.write() as connection:
            done = connection.execute(
                table.update()
                .where(table.c.digest_id == edition.digest_id, table.c.version == edition.version)
                .values(row)
            )
            if not done.rowcount:
                raise EditionChanged(edition.digest_id)
            _put_acts(connection, saved, change)
            _put_items(connection, saved)
            _put_history(connection, saved, change)
        return saved

    def edition_acts(self, digest_id: str) -> list[EditionAct]:
        """All that editors did to an edition, oldest first."""
        table = schema.edition_acts
        query = (
            sa.select(table)
            .where(table.c.digest_id == digest_id, table.c.number > 0)
            .order_by(table.c.number)
        )
        with self._database.read() as connection:
            return [act_of(row) for row in connection.execute(query)]

    def chosen_items(self, digest_id: str) -> tuple[DigestItem, ...]:
        """An edition's items before any edit."""
        table = schema.edition_acts
        query = sa.select(table.c.item).where(table.c.digest_id == digest_id, table.c.number == 0)
        with self._database.read() as connection:
            row = connection.execute(query).first()
            if row is None:
                return items_of(connection, digest_id)
            return without_struck(connection, [item_of_tree(tree) for tree in row.item])

    def left_out(
        self, digest_id: str, *, step: str = "", after: int = -1, limit: int = 50
    ) -> list[tuple[int, DigestDrop]]:
        """What an edition did not take, each article once with the last that was said of it."""
        drops, items = schema.digest_drops, schema.digest_items
        later, shown = drops.alias(), items.alias()
        said_later = (
            sa.select(later.c.position)
            .where(
                later.c.digest_id == digest_id,
                later.c.article_uuid == drops.c.article_uuid,
                later.c.article_uuid != "",
                later.c.position > drops.c.position,
            )
            .exists()
        )
        is_shown = (
            sa.select(shown.c.position)
            .where(shown.c.digest_id == digest_id, shown.c.article_uuid == drops.c.article_uuid)
            .exists()
        )
        query = (
            sa.select(drops)
            .where(drops.c.digest_id == digest_id, drops.c.position > after, ~said_later, ~is_shown)
            .where(unstruck(drops.c.article_uuid))
        )
        if step:
            query = query.where(drops.c.step == step)
        query = query.order_by(drops.c.position).limit(row_limit(limit))
        with self._database.read() as connection:
            return [(row.position, drop_of(row)) for row in connection.execute(query)]


def _put_acts(connection: Connection, edition: Digest, change: EditionChange) -> None:
    table = schema.edition_acts
    if change.acts and not _has_chosen(connection, edition.digest_id):
        chosen = [item_tree(item) for item in items_of(connection, edition.digest_id)]
        connection.execute(table.insert().values(_chosen_row(edition, chosen)))
    for act in (*change.acts, *change.changed):
        put(connection, table, act_row(act, edition.digest_id))


def _has_chosen(connection: Connection, digest_id: str) -> bool:
    table = schema.edition_acts
    query = sa.select(table.c.number).where(table.c.digest_id == digest_id, table.c.number == 0)
    return connection.execute(query).first() is not None


def _chosen_row(edition: Digest, chosen: Sequence[object]) -> dict[str, object]:
    return {
        "digest_id": edition.digest_id,
        "number": 0,
        "kind": _CHOSEN,
        "article_uuid": "",
        "value": "",
        "item": list(chosen),
        "made_by": "",
        "made_at": edition.created_at,
        "version": 1,
        "undone_by": "",
        "undone_at": None,
        "undone_version": 0,
    }


def _put_items(connection: Connection, edition: Digest) -> None:
    if items_of(connection, edition.digest_id) == edition.items:
        return
    table = schema.digest_items
    connection.execute(table.delete().where(table.c.digest_id == edition.digest_id))
    insert_items(connection, edition)


def _put_history(connection: Connection, edition: Digest, change: EditionChange) -> None:
    if change.history is None:
        return
    table = schema.article_history
    own = (table.c.user_id == edition.reader_id, table.c.digest_id == edition.digest_id)
    connection.execute(table.delete().where(*own))
    record_shown(connection, edition, change.history, change.kept)
