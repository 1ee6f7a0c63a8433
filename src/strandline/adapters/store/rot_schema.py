"""Tables of visits to kept links, and of their public copies."""

import sqlalchemy as sa

from strandline.adapters.store.columns import (
    belongs_to,
    flag,
    json,
    key,
    number,
    partial_index,
    real,
    row_id,
    text,
    time,
)
from strandline.adapters.store.schema import metadata

_ARTICLE = "articles.article_uuid"

link_health = sa.Table(
    "link_health",
    metadata,
    key("article_uuid", primary_key=True),
    key("host"),
    key("state"),
    time("since"),
    time("kept_at"),
    time("next_at"),
    time("visited_at", nullable=True),
    number("failures"),
    time("failing_since", nullable=True),
    text("evidence"),
    text("target"),
    real("change"),
    flag("is_dismissed"),
    belongs_to("article_uuid", _ARTICLE),
    sa.Index("ix_link_health_next", "next_at", "article_uuid"),
    sa.Index("ix_link_health_kept", "kept_at", "article_uuid"),
)
#: What a person may look at, newest first, and by host.
ROTTEN = "state IN ('gone', 'soft_gone', 'moved', 'changed')"
partial_index(
    "ix_link_health_rotten",
    ROTTEN,
    link_health.c.state,
    link_health.c.since.desc(),
    link_health.c.article_uuid,
)
LOST = "state IN ('gone', 'soft_gone')"
partial_index("ix_link_health_lost", LOST, link_health.c.host)
#: Where links of a host are led.
LED = "target <> ''"
partial_index("ix_link_health_led", LED, link_health.c.host)

link_visits = sa.Table(
    "link_visits",
    metadata,
    row_id("visit_id"),
    key("article_uuid"),
    time("visited_at"),
    text("sign"),
    text("state"),
    number("status"),
    text("final_url"),
    text("evidence"),
    real("change"),
    json("difference"),
    belongs_to("article_uuid", _ARTICLE),
    sa.Index("ix_link_visits_article", "article_uuid", "visit_id"),
)

link_hosts = sa.Table(
    "link_hosts",
    metadata,
    key("host", primary_key=True),
    number("failures"),
    time("failing_since", nullable=True),
    time("next_at", nullable=True),
    json("sibling"),
)

public_copies = sa.Table(
    "public_copies",
    metadata,
    key("article_uuid", primary_key=True),
    key("state"),
    time("planned_at"),
    time("changed_at"),
    time("next_at", nullable=True),
    number("attempts"),
    time("asked_at", nullable=True),
    text("job_id"),
    text("said"),
    text("memento_url"),
    time("memento_at", nullable=True),
    flag("is_by_hand"),
    belongs_to("article_uuid", _ARTICLE),
    sa.Index("ix_public_copies_state", "state", "changed_at", "article_uuid"),
    sa.Index("ix_public_copies_asked", "asked_at"),
)
#: What is not at rest is due at some time.
partial_index(
    "ix_public_copies_open",
    "next_at IS NOT NULL",
    public_copies.c.next_at,
    public_copies.c.article_uuid,
)
