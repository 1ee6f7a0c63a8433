"""Times of a clock that was far ahead, and is not any more.

What is due is found by its time, and what is held by the end of its lease. Written by a clock that
was a year ahead, both would wait for that year.
"""

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import archive_schema as archive
from strandline.adapters.store import schema
from strandline.adapters.store.delivery_schema import deliveries, output_deliveries, outputs
from strandline.adapters.store.rot_schema import link_health, public_copies
from strandline.model.archive import JobStatus
from strandline.model.delivery import DeliveryState
from strandline.model.outputs import OutputState

#: Clocks of machines that work together differ by less than this; no lease lasts so long.
AHEAD = timedelta(days=1)
#: A job waits for a server's wish of a week at most.
LONGEST_WAIT = timedelta(days=8)
#: A kept link is visited each quarter at least.
LONGEST_REST = timedelta(days=100)


def mend(connection: Connection, now: datetime) -> int:
    """How many rows were mended; none as long as the clocks agree."""
    return sum(connection.execute(query).rowcount for query in _repairs(now))


def _repairs(now: datetime) -> tuple[sa.Update, ...]:
    sources, health, jobs = schema.sources, schema.source_health, archive.archive_jobs
    ahead = now + AHEAD
    return (
        sources.update()
        .where(sources.c.lease_until > ahead)
        .values(lease_owner=None, lease_until=None),
        health.update()
        .where(health.c.last_polled_at > ahead)
        .values(last_polled_at=now, next_poll_at=now, last_full_fetch_at=None),
        jobs.update()
        .where(jobs.c.status == JobStatus.RUNNING.value, jobs.c.lease_until > ahead)
        .values(lease_until=now),
        jobs.update()
        .where(jobs.c.status == JobStatus.QUEUED.value, jobs.c.not_before > now + LONGEST_WAIT)
        .values(not_before=None),
        link_health.update().where(link_health.c.next_at > now + LONGEST_REST).values(next_at=now),
        public_copies.update()
        .where(public_copies.c.next_at > now + LONGEST_WAIT)
        .values(next_at=now),
        public_copies.update().where(public_copies.c.asked_at > ahead).values(asked_at=now),
        deliveries.update()
        .where(deliveries.c.state == DeliveryState.SENDING.value, deliveries.c.lease_until > ahead)
        .values(lease_until=now),
        deliveries.update()
        .where(
            deliveries.c.state.in_([DeliveryState.PLANNED.value, DeliveryState.DEFERRED.value]),
            deliveries.c.not_before > ahead,
        )
        .values(not_before=None),
        outputs.update().where(outputs.c.since > ahead).values(since=now),
        output_deliveries.update()
        .where(
            output_deliveries.c.state == OutputState.SENDING.value,
            output_deliveries.c.lease_until > ahead,
        )
        .values(lease_until=now),
        output_deliveries.update()
        .where(
            output_deliveries.c.state == OutputState.PLANNED.value,
            output_deliveries.c.not_before > now + LONGEST_WAIT,
        )
        .values(not_before=None),
    )
