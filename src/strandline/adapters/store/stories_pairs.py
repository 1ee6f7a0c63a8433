"""Rows of many pairs of articles, in one statement however many there are."""

import json
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import Connection


def among_pairs(
    connection: Connection, table: sa.Table, pairs: Iterable[tuple[str, str]], *more: Any
) -> list[Any]:
    """Rows of a table whose (`article_a`, `article_b`) is one of many pairs.

    Args:
        more: Further conditions.
    """
    wanted = sorted(set(pairs))
    if not wanted:
        return []
    asked: Any
    if connection.dialect.name == "sqlite":
        each = sa.func.json_each(sa.literal(json.dumps(wanted), sa.Text())).table_valued("value")
        one = sa.func.json_extract(each.c.value, "$[0]")
        other = sa.func.json_extract(each.c.value, "$[1]")
        asked = each
    else:
        texts = postgresql.ARRAY(sa.Text())
        asked = (
            sa.func.unnest(
                sa.literal([pair[0] for pair in wanted], texts),
                sa.literal([pair[1] for pair in wanted], texts),
            )
            .table_valued("one", "other")
            .render_derived()
        )
        one, other = asked.c.one, asked.c.other
    query = (
        sa.select(table)
        .select_from(
            asked.join(table, sa.and_(table.c.article_a == one, table.c.article_b == other))
        )
        .where(*more)
    )
    return list(connection.execute(query))
