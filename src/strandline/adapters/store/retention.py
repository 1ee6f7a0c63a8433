"""Letting go by age: what goes, how much would, and one small step at a time.

One table with its condition a kind; posts go by `purging`, which knows what holds on to articles.
"""

from collections.abc import Callable
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import accounts_schema, archive_schema, delivery_schema, purging
from strandline.adapters.store import schema as ledger
from strandline.adapters.store.archive_rows import OPEN
from strandline.adapters.store.base import Tables
from strandline.adapters.store.border import row_limit
from strandline.adapters.store.waiting import wait
from strandline.model.database import Aged
from strandline.model.delivery import SendingState
from strandline.model.outputs import OutputState

#: A table, and which of its rows are old.
_Old = tuple[sa.Table, sa.ColumnElement[bool]]


class RetentionTables(Tables):
    """Implements `RetentionStore`."""

    def aged(self, what: Aged, before: datetime) -> int:
        """How many rows would go."""
        with self._database.read() as connection:
            if what is Aged.POSTS:
                return purging.count_posts(connection, before)
            return sum(_count(connection, old) for old in _OLD[what](before))

    def let_go(self, what: Aged, before: datetime, *, limit: int = 1000) -> int:
        """One step in one transaction; how many rows went, 0 where none is left."""
        most = row_limit(limit)
        with self._database.write() as connection:
            if what is Aged.POSTS:
                return purging.purge_posts(connection, before, most)
            if what is Aged.TEXTS:
                return _empty_texts(connection, before, most)
            return sum(_remove(connection, old, most) for old in _OLD[what](before))


def _count(connection: Connection, old: _Old) -> int:
    table, condition = old
    query = sa.select(sa.func.count()).select_from(table).where(condition)
    return int(connection.execute(query).scalar_one())


def _remove(connection: Connection, old: _Old, limit: int) -> int:
    table, condition = old
    names = [column.name for column in table.primary_key]
    some = sa.select(*(table.c[name] for name in names)).where(condition).limit(limit)
    if len(names) == 1:
        gone = table.c[names[0]].in_(some)
    else:
        gone = sa.tuple_(*(table.c[name] for name in names)).in_(some)
    return connection.execute(table.delete().where(gone)).rowcount


def _empty_texts(connection: Connection, before: datetime, limit: int) -> int:
    """The row stays, and that the page was read: it must not be read again."""
    ((table, condition),) = _OLD[Aged.TEXTS](before)
    uuids = connection.execute(
        sa.select(table.c.article_uuid).where(condition).limit(limit)
    ).scalars()
    going = [str(uuid) for uuid in uuids]
    emptied = table.update().where(table.c.article_uuid.in_(going)).values(text="")
    count = connection.execute(emptied).rowcount
    wait(connection, going)
    return count


def _texts(before: datetime) -> list[_Old]:
    table = ledger.article_texts
    return [(table, sa.and_(table.c.fetched_at < before, table.c.text != ""))]


def _jobs(before: datetime) -> list[_Old]:
    """Ended ones that left no file, and are not the last word on their article."""
    jobs, artifacts = archive_schema.archive_jobs, archive_schema.archive_artifacts
    later = jobs.alias("later")
    return [
        (
            jobs,
            sa.and_(
                jobs.c.status.not_in(OPEN),
                jobs.c.enqueued_at < before,
                sa.or_(jobs.c.finished_at.is_(None), jobs.c.finished_at < before),
                sa.not_(sa.exists().where(artifacts.c.job_id == jobs.c.job_id)),
                sa.exists().where(
                    later.c.article_uuid == jobs.c.article_uuid, later.c.job_id > jobs.c.job_id
                ),
            ),
        )
    ]


def _sends(before: datetime) -> list[_Old]:
    """Rows of recipients whose edition was sent to its end, and of outputs whose edition is gone.

    While the edition is there its row for an output is what keeps it from being sent again.
    """
    rows, sendings = delivery_schema.deliveries, delivery_schema.sendings
    outs = delivery_schema.output_deliveries
    ended = (OutputState.DONE.value, OutputState.FAILED.value)
    is_gone = ~sa.exists().where(ledger.digests.c.digest_id == outs.c.digest_id)
    is_over = sa.exists().where(
        sendings.c.digest_id == rows.c.digest_id,
        sendings.c.state == SendingState.SENT.value,
        sendings.c.touched_at < before,
    )
    return [
        (rows, sa.and_(rows.c.changed_at < before, is_over)),
        (outs, sa.and_(outs.c.changed_at < before, outs.c.state.in_(ended), is_gone)),
    ]


def _mails(before: datetime) -> list[_Old]:
    tables = (delivery_schema.received_mails, delivery_schema.letters)
    return [(table, table.c.received_at < before) for table in tables]


def _audit(before: datetime) -> list[_Old]:
    return [(accounts_schema.audit, accounts_schema.audit.c.at < before)]


def _doors(before: datetime) -> list[_Old]:
    """What has ended opens nothing any more."""
    ended = (accounts_schema.sessions, accounts_schema.one_times)
    sent = (accounts_schema.sent_forms, accounts_schema.sent_writes)
    failures = accounts_schema.login_failures
    return [
        *((table, table.c.ends_at < before) for table in ended),
        *((table, table.c.sent_at < before) for table in sent),
        (failures, failures.c.failed_at < before),
    ]


_OLD: dict[Aged, Callable[[datetime], list[_Old]]] = {
    Aged.TEXTS: _texts,
    Aged.JOBS: _jobs,
    Aged.SENDS: _sends,
    Aged.MAILS: _mails,
    Aged.AUDIT: _audit,
    Aged.DOORS: _doors,
}
