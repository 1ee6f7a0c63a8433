"""How kept links stand, and what was seen when they were visited."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import rot_schema as schema
from strandline.adapters.store.archive_schema import unstruck
from strandline.adapters.store.base import Tables, put, values
from strandline.adapters.store.border import clean, clean_tree, row_limit
from strandline.adapters.store.bulk import chunks
from strandline.adapters.store.schema import articles
from strandline.core.rot.deciding import WEEK
from strandline.core.urls.domains import host_of
from strandline.model.rot import (
    LOST,
    HostHealth,
    HostRot,
    LinkHealth,
    LinkState,
    Sibling,
    Sign,
    Visit,
)

_LINKS, _VISITS, _HOSTS = schema.link_health, schema.link_visits, schema.link_hosts
_SHOWN = unstruck(_LINKS.c.article_uuid)
_COUNT_LOST = sa.func.sum(
    sa.case((_LINKS.c.state.in_([state.value for state in LOST]), 1), else_=0)
)
#: Visits of a link that are kept.
MOST_VISITS = 40
#: Ages that are told apart; what is older is one.
_MOST_YEARS = 9
#: Longest line and address that are kept, characters.
_LINE, _ADDRESS = 500, 2_000


class RotTables(Tables):
    """Implements `RotStore`."""

    def claim_links(
        self, now: datetime, lease: timedelta, *, limit: int, only: Sequence[str] | None = None
    ) -> list[LinkHealth]:
        """Take links that are due, longest overdue first, for as long as the lease."""
        return self._database.write_again(
            lambda connection: _claim(connection, now, now + lease, limit, only)
        )

    def link_health(self, article_uuids: Sequence[str]) -> dict[str, LinkHealth]:
        """By article; those that were never kept are absent."""
        found: dict[str, LinkHealth] = {}
        with self._database.read() as connection:
            for chunk in chunks(list(dict.fromkeys(article_uuids))):
                query = sa.select(_LINKS).where(_LINKS.c.article_uuid.in_(chunk), _SHOWN)
                found |= {row.article_uuid: _health_of(row) for row in connection.execute(query)}
        return found

    def save_visit(
        self, health: LinkHealth, visit: Visit | None = None, host: HostHealth | None = None
    ) -> None:
        """Write down how a link stands, what was seen, and how its host answers, together."""
        with self._database.write() as connection:
            changed = connection.execute(
                _LINKS.update()
                .where(_LINKS.c.article_uuid == health.article_uuid)
                .values(_health_row(health))
            )
            if visit is not None and changed.rowcount:
                _add_visit(connection, visit)
            if host is not None:
                _put_host(connection, host)

    def visits(self, article_uuid: str) -> list[Visit]:
        """Of a link, newest first; at most forty are kept."""
        query = (
            sa.select(_VISITS)
            .where(_VISITS.c.article_uuid == article_uuid, unstruck(_VISITS.c.article_uuid))
            .order_by(_VISITS.c.visit_id.desc())
        )
        with self._database.read() as connection:
            return [_visit_of(row) for row in connection.execute(query)]

    def host_health(self, host: str) -> HostHealth:
        """How a host answers; as new where nothing is known of it."""
        query = sa.select(_HOSTS).where(_HOSTS.c.host == host)
        with self._database.read() as connection:
            row = connection.execute(query).first()
            return HostHealth(host) if row is None else _host_of(row)

    def save_host(self, host: HostHealth) -> None:
        """Insert or replace."""
        with self._database.write() as connection:
            _put_host(connection, host)

    def rotten_links(
        self,
        state: LinkState,
        *,
        limit: int,
        before: tuple[datetime, str] | None = None,
        dismissed: bool = False,
    ) -> list[LinkHealth]:
        """Links that are gone, soft-gone, moved or changed, the newest of them first."""
        query = sa.select(_LINKS).where(
            sa.text(schema.ROTTEN), _LINKS.c.state == state.value, _SHOWN
        )
        if not dismissed:
            query = query.where(~_LINKS.c.is_dismissed)
        if before is not None:
            since, uuid = before
            query = query.where(
                sa.or_(
                    _LINKS.c.since < since,
                    sa.and_(_LINKS.c.since == since, _LINKS.c.article_uuid > uuid),
                )
            )
        query = query.order_by(_LINKS.c.since.desc(), _LINKS.c.article_uuid)
        with self._database.read() as connection:
            return [_health_of(row) for row in connection.execute(query.limit(row_limit(limit)))]

    def led_to(self, host: str, target: str, *, but: str) -> int:
        """How many other links of a host lead to an address; counted to ten."""
        led = (
            sa.select(sa.literal(1))
            .where(
                sa.text(schema.LED),
                _LINKS.c.target == clean(target[:_ADDRESS]),
                _LINKS.c.host == host,
                _LINKS.c.article_uuid != but,
            )
            .limit(10)
        )
        with self._database.read() as connection:
            count = connection.execute(sa.select(sa.func.count()).select_from(led.subquery()))
            return int(count.scalar_one())

    def wake_links(self, host: str, now: datetime) -> None:
        """A host answers again: what was given up on it is visited soon."""
        with self._database.write() as connection:
            connection.execute(
                _LINKS.update()
                .where(sa.text(schema.LOST), _LINKS.c.host == host, _LINKS.c.next_at > now)
                .values(next_at=now)
            )

    def rot_counts(self) -> dict[LinkState, int]:
        """Kept links by state; reads all of them, so it is asked rarely."""
        query = sa.select(_LINKS.c.state, sa.func.count()).where(_SHOWN).group_by(_LINKS.c.state)
        with self._database.read() as connection:
            found = {LinkState(row[0]): int(row[1]) for row in connection.execute(query)}
        return {state: found[state] for state in LinkState if found.get(state)}

    def rot_by_age(self, now: datetime) -> list[tuple[int, int, int]]:
        """`(years since it was kept, links, lost ones)`; reads all links, so it is asked rarely."""
        younger = [
            (_LINKS.c.kept_at > now - timedelta(days=365 * (years + 1)), years)
            for years in range(_MOST_YEARS)
        ]
        years = sa.case(*younger, else_=_MOST_YEARS)
        query = (
            sa.select(years, sa.func.count(), _COUNT_LOST)
            .where(_SHOWN)
            .group_by(sa.text("1"))
            .order_by(sa.text("1"))
        )
        with self._database.read() as connection:
            return [(int(a), int(b), int(c)) for a, b, c in connection.execute(query)]

    def rot_by_host(self, limit: int) -> list[HostRot]:
        """Hosts with lost links, those with the most first; reads all links, asked rarely."""
        query = (
            sa.select(_LINKS.c.host, sa.func.count(), _COUNT_LOST)
            .where(_SHOWN)
            .group_by(_LINKS.c.host)
            .having(_COUNT_LOST > 0)
            .order_by(_COUNT_LOST.desc(), _LINKS.c.host)
            .limit(row_limit(limit))
        )
        with self._database.read() as connection:
            return [HostRot(row[0], int(row[1]), int(row[2])) for row in connection.execute(query)]


def note_kept(connection: Connection, article_uuid: str, when: datetime) -> None:
    """A page was captured: it is alive, and visited in a week."""
    query = sa.select(articles.c.article_url_final).where(articles.c.article_uuid == article_uuid)
    url = connection.execute(query).scalar()
    if url is None:
        return
    old = connection.execute(
        sa.select(_LINKS.c.state, _LINKS.c.since).where(_LINKS.c.article_uuid == article_uuid)
    ).first()
    is_on = old is not None and old.state == LinkState.ALIVE.value
    health = LinkHealth(
        article_uuid=article_uuid,
        host=host_of(url),
        since=old.since if old is not None and is_on else when,
        kept_at=when,
        next_at=when + WEEK,
        state=LinkState.ALIVE,
    )
    put(connection, _LINKS, {"article_uuid": article_uuid} | _health_row(health))


def _claim(
    connection: Connection,
    now: datetime,
    until: datetime,
    limit: int,
    only: Sequence[str] | None,
) -> list[LinkHealth]:
    query = sa.select(_LINKS).where(_SHOWN).order_by(_LINKS.c.next_at, _LINKS.c.article_uuid)
    if only is None:
        query = query.where(_LINKS.c.next_at <= now)
    else:
        query = query.where(_LINKS.c.article_uuid.in_(list(only)[:500]))
    query = query.limit(row_limit(limit)).with_for_update(skip_locked=True, of=_LINKS)
    found = [_health_of(row) for row in connection.execute(query)]
    if found:
        connection.execute(
            _LINKS.update()
            .where(_LINKS.c.article_uuid.in_([link.article_uuid for link in found]))
            .values(next_at=until)
        )
    return found


def _add_visit(connection: Connection, visit: Visit) -> None:
    row = values(visit, "article_uuid", "visited_at", "sign", "state", "status", "change")
    row |= {
        "final_url": clean(visit.final_url[:_ADDRESS]),
        "evidence": clean(visit.evidence[:_LINE]),
        "difference": clean_tree([list(pair) for pair in visit.difference]),
    }
    connection.execute(_VISITS.insert(), [row])
    own = _VISITS.c.article_uuid == visit.article_uuid
    newest = (
        sa.select(_VISITS.c.visit_id)
        .where(own)
        .order_by(_VISITS.c.visit_id.desc())
        .limit(MOST_VISITS)
    )
    connection.execute(_VISITS.delete().where(own, _VISITS.c.visit_id.not_in(newest)))


def _put_host(connection: Connection, host: HostHealth) -> None:
    sibling = host.sibling
    told: dict[str, Any] = {}
    if sibling is not None:
        told = {
            "asked_at": sibling.asked_at.isoformat(),
            "status": sibling.status,
            "final_url": sibling.final_url[:_ADDRESS],
            "title": sibling.title[:_LINE],
            "text": sibling.text,
        }
    row = values(host, "host", "failures", "failing_since", "next_at")
    put(connection, _HOSTS, row | {"sibling": clean_tree(told)})


def _host_of(row: Any) -> HostHealth:
    told = row.sibling
    sibling = None
    if told:
        asked_at = datetime.fromisoformat(told["asked_at"])
        sibling = Sibling(asked_at, told["status"], told["final_url"], told["title"], told["text"])
    return HostHealth(row.host, row.failures, row.failing_since, row.next_at, sibling)


def _health_row(health: LinkHealth) -> dict[str, Any]:
    row = values(
        health,
        *("host", "state", "since", "kept_at", "next_at", "visited_at", "failures"),
        *("failing_since", "change", "is_dismissed"),
    )
    return row | {
        "evidence": clean(health.evidence[:_LINE]),
        "target": clean(health.target[:_ADDRESS]),
    }


def _health_of(row: Any) -> LinkHealth:
    return LinkHealth(
        article_uuid=row.article_uuid,
        host=row.host,
        since=row.since,
        kept_at=row.kept_at,
        next_at=row.next_at,
        state=LinkState(row.state),
        visited_at=row.visited_at,
        failures=row.failures,
        failing_since=row.failing_since,
        evidence=row.evidence,
        target=row.target,
        change=row.change,
        is_dismissed=row.is_dismissed,
    )


def _visit_of(row: Any) -> Visit:
    return Visit(
        article_uuid=row.article_uuid,
        visited_at=row.visited_at,
        sign=Sign(row.sign),
        state=LinkState(row.state),
        status=row.status,
        final_url=row.final_url,
        evidence=row.evidence,
        change=row.change,
        difference=tuple((pair[0], pair[1]) for pair in row.difference),
    )
