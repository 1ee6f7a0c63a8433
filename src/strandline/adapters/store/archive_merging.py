"""What the archive has of an article moves with it, when two articles turn out to be one."""

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import archive_schema as schema
from strandline.adapters.store import rot_schema
from strandline.adapters.store.archive_rows import OPEN
from strandline.adapters.store.documents import forget, refresh
from strandline.adapters.store.keeping import current, decide, set_current
from strandline.adapters.store.schema import articles
from strandline.adapters.store.sharing import move_uses
from strandline.adapters.store.takedowns import move_takedown
from strandline.adapters.store.wayback import move_copy
from strandline.core.archive.weighing import copy_of, takes_over
from strandline.model.archive import JobStatus
from strandline.model.articles import Article

_JOBS = schema.archive_jobs


def move_archive(connection: Connection, old: Article, target_uuid: str) -> None:
    """Move jobs, artifacts, metadata and text; the document of the old article goes with it.

    A job that runs goes on for the target. Where both have an open job the target's stays and the
    other one ends: its worker is told that its lease is lost.
    """
    uuid = old.article_uuid
    _end_second_job(connection, old, target_uuid)
    _judge_artifacts(connection, uuid, target_uuid)
    move_uses(connection, uuid, target_uuid)
    move_takedown(connection, uuid, target_uuid)
    move_copy(connection, uuid, target_uuid)
    for table in (_JOBS, schema.archive_artifacts, rot_schema.link_visits):
        connection.execute(
            table.update().where(table.c.article_uuid == uuid).values(article_uuid=target_uuid)
        )
    for table in (schema.link_metadata, schema.archive_texts, rot_schema.link_health):
        at_target = sa.select(table.c.article_uuid).where(table.c.article_uuid == target_uuid)
        connection.execute(
            table.update()
            .where(table.c.article_uuid == uuid, ~at_target.exists())
            .values(article_uuid=target_uuid)
        )
    if old.last_archived_at is not None:
        last = articles.c.last_archived_at
        connection.execute(
            articles.update()
            .where(
                articles.c.article_uuid == target_uuid,
                sa.or_(last.is_(None), last < old.last_archived_at),
            )
            .values(last_archived_at=old.last_archived_at)
        )
    forget(connection, [uuid])
    refresh(connection, [target_uuid])


def _end_second_job(connection: Connection, old: Article, target_uuid: str) -> None:
    is_open = [status.value for status in OPEN]
    at_target = sa.select(_JOBS.c.job_id).where(
        _JOBS.c.article_uuid == target_uuid, _JOBS.c.status.in_(is_open)
    )
    if connection.execute(at_target).first() is not None:
        connection.execute(
            _JOBS.update()
            .where(_JOBS.c.article_uuid == old.article_uuid, _JOBS.c.status.in_(is_open))
            .values(
                status=JobStatus.SKIPPED_CACHED.value,
                reason=f"{old.article_url_final} leads to {target_uuid}, which has a job"[:2000],
                lease_owner=None,
                lease_until=None,
            )
        )


def _judge_artifacts(connection: Connection, uuid: str, target_uuid: str) -> None:
    """Of each kind the better ones stay current; of equal ones those that move."""
    moving, kept = current(connection, uuid), current(connection, target_uuid)
    is_shown = takes_over(copy_of(moving), copy_of(kept))
    outdated, kinds = decide(kept, moving, is_shown=is_shown)
    losing = [row.artifact_id for row in moving if row.kind not in kinds]
    if outdated or losing:
        set_current(connection, [*outdated, *losing], is_current=False)
