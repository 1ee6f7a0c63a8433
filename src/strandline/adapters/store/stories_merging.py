"""What matching knows of an article moves with it, when two articles turn out to be one page."""

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store import stories_schema as stories
from strandline.adapters.store.stories_grouping import binding_of, note_verdicts
from strandline.adapters.store.stories_rows import ordered
from strandline.adapters.store.threads_grouping import move_thread

_ARTICLES = schema.articles
#: Spelled as in the partial index.
IS_DUPLICATE = sa.text("canonical_article_id <> article_uuid")

#: Table, its id and the time that says which row of a pair is the newest.
_PAIRS = (
    (stories.verdicts, stories.verdicts.c.verdict_id, stories.verdicts.c.decided_at),
    (stories.rulings, stories.rulings.c.ruling_id, stories.rulings.c.ruled_at),
)


def move_stories(connection: Connection, article_uuid: str, target_uuid: str) -> None:
    """Move verdicts, rulings, vectors and the place in a story.

    What said how the two compare goes. A target that learns something is matched once more, since
    stories may have to be joined or parted over it; until then every article has a main one.
    """
    learnt = False
    for table, row_id, time in _PAIRS:
        learnt |= _move_pairs(connection, table, row_id, time, article_uuid, target_uuid)
    _move_vectors(connection, article_uuid, target_uuid)
    _move_choice(connection, article_uuid, target_uuid)
    _move_place(connection, article_uuid, target_uuid)
    if learnt:
        connection.execute(
            _ARTICLES.update()
            .where(_ARTICLES.c.article_uuid == target_uuid)
            .values(matched_by="", matched_at=None)
        )


def _move_pairs(
    connection: Connection,
    table: sa.Table,
    row_id: sa.Column[int],
    time: sa.Column[sa.DateTime],
    old: str,
    target: str,
) -> bool:
    """Move the rows of one table; True where there were any."""
    one, other = ordered(old, target)
    a, b = table.c.article_a, table.c.article_b
    connection.execute(table.delete().where(a == one, b == other))
    own = sa.or_(a == old, b == old)
    partners = {
        row.article_b if row.article_a == old else row.article_a
        for row in connection.execute(sa.select(a, b).where(own))
    }
    connection.execute(table.update().where(own).values(is_current=False))
    for end, partner in ((a, b), (b, a)):
        is_after = partner > target
        connection.execute(
            table.update()
            .where(end == old)
            .values(
                article_a=sa.case((is_after, target), else_=partner),
                article_b=sa.case((is_after, partner), else_=target),
            )
        )
    for partner_uuid in sorted(partners):
        _choose_current(connection, table, row_id, time, ordered(target, partner_uuid))
    return bool(partners)


def _choose_current(
    connection: Connection,
    table: sa.Table,
    row_id: sa.Column[int],
    time: sa.Column[sa.DateTime],
    pair: tuple[str, str],
) -> None:
    """The newest of a pair is in force."""
    own = sa.and_(table.c.article_a == pair[0], table.c.article_b == pair[1])
    newest = connection.execute(
        sa.select(row_id).where(own).order_by(time.desc(), row_id.desc()).limit(1)
    ).scalar_one()
    connection.execute(
        table.update().where(own, table.c.is_current, row_id != newest).values(is_current=False)
    )
    connection.execute(table.update().where(row_id == newest).values(is_current=True))


def _move_vectors(connection: Connection, old: str, target: str) -> None:
    """The target keeps its own of each model."""
    table = stories.article_vectors
    there = sa.select(table.c.model).where(table.c.article_uuid == target)
    connection.execute(
        table.update()
        .where(table.c.article_uuid == old, table.c.model.not_in(there.scalar_subquery()))
        .values(article_uuid=target)
    )


def _move_choice(connection: Connection, old: str, target: str) -> None:
    """What was chosen stays chosen, under its other name; the target keeps a choice of its own."""
    table = stories.chosen_mains
    there = sa.select(table.c.article_uuid).where(table.c.article_uuid == target)
    connection.execute(
        table.update()
        .where(table.c.article_uuid == old, sa.not_(sa.exists(there)))
        .values(article_uuid=target)
    )


def _move_place(connection: Connection, old: str, target: str) -> None:
    """Members of the old article's story stay together; a target that was alone takes its place."""
    rows = connection.execute(
        sa.select(_ARTICLES.c.article_uuid, _ARTICLES.c.canonical_article_id).where(
            _ARTICLES.c.article_uuid.in_((old, target))
        )
    )
    mains = {row.article_uuid: row.canonical_article_id for row in rows}
    main = mains[target]
    if main == old:
        main = target
    elif (
        main == target and mains[old] not in {old, target} and not _has_members(connection, target)
    ):
        main = mains[old]
    members = sa.and_(IS_DUPLICATE, _ARTICLES.c.canonical_article_id == old)
    for condition in (members, _ARTICLES.c.article_uuid == target):
        connection.execute(_ARTICLES.update().where(condition).values(canonical_article_id=main))
    move_thread(connection, old, main)
    _note(connection, target, main)


def _has_members(connection: Connection, main: str) -> bool:
    query = (
        sa.select(_ARTICLES.c.article_uuid)
        .where(
            IS_DUPLICATE,
            _ARTICLES.c.canonical_article_id == main,
        )
        .limit(1)
    )
    return connection.execute(query).first() is not None


def _note(connection: Connection, target: str, main: str) -> None:
    """Which verdict binds the target from now on."""
    table = stories.verdicts
    links: dict[str, tuple[float, int]] = {}
    for end, partner in (
        (table.c.article_a, table.c.article_b),
        (table.c.article_b, table.c.article_a),
    ):
        query = (
            sa.select(partner.label("partner"), table.c.score, table.c.verdict_id)
            .join(_ARTICLES, _ARTICLES.c.article_uuid == partner)
            .where(
                end == target,
                sa.text("verdicts.is_current AND verdicts.answer = 'SAME'"),
                _ARTICLES.c.canonical_article_id == main,
            )
        )
        for row in connection.execute(query):
            links[row.partner] = (row.score, row.verdict_id)
    note_verdicts(connection, {target: binding_of(target, main, links)})
