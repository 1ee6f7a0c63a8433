"""Failed archive jobs say in one word why they failed."""

import json

import sqlalchemy as sa
from alembic import op
from sqlalchemy.engine import Connection

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
#: Outcomes after which nothing is missing, and the captures that hold the page, the surest first.
WELL = ("good", "no_media", "not_applicable")
ORDER = ("fetch", "dom", "screenshot", "pdf", "media", "reddit")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.add_column("archive_jobs", sa.Column("failure", KEY, nullable=False, server_default=""))
    connection = op.get_bind()
    for job_id in _failed(connection):
        change = sa.text("UPDATE archive_jobs SET failure = :failure WHERE job_id = :job_id")
        connection.execute(change, {"failure": _failure(connection, job_id), "job_id": job_id})
    where = sa.text("status = 'failed'")
    op.create_index(
        "ix_archive_jobs_failures",
        "archive_jobs",
        ["failure", "job_id"],
        sqlite_where=where,
        postgresql_where=where,
    )


def _failed(connection: Connection) -> list[int]:
    query = sa.text("SELECT job_id FROM archive_jobs WHERE status = 'failed' ORDER BY job_id")
    return list(connection.execute(query).scalars())


def _failure(connection: Connection, job_id: int) -> str:
    query = sa.text(
        "SELECT reports FROM archive_attempts WHERE job_id = :job_id "
        "ORDER BY attempt_id DESC LIMIT 1"
    )
    reports = json.loads(connection.execute(query, {"job_id": job_id}).scalar() or "[]")
    missing = [one for one in reports if one["outcome"] not in WELL]
    missing.sort(key=lambda one: ORDER.index(one["capture"]) if one["capture"] in ORDER else 99)
    return str(missing[0]["outcome"]) if missing else "lost"
