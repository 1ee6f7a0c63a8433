"""Tables of bodies that records of several articles refer to, and of who holds or uses which."""

import sqlalchemy as sa

from strandline.adapters.store.columns import belongs_to, key, number, text, time
from strandline.adapters.store.schema import metadata

shared_payloads = sa.Table(
    "shared_payloads",
    metadata,
    key("digest", primary_key=True),
    key("key"),
    text("url"),
    text("date"),
    text("record_id"),
    number("size_bytes"),
    text("sha256"),
    time("asked_at"),
    sa.Index("ix_shared_payloads_key", "key"),
)

#: `key` is that of the article's own record where it holds the body, empty where it refers to the
#: shared one.
payload_uses = sa.Table(
    "payload_uses",
    metadata,
    key("digest", primary_key=True),
    key("article_uuid", primary_key=True),
    text("key"),
    number("begins"),
    number("size_bytes"),
    belongs_to("article_uuid", "articles.article_uuid"),
    sa.Index("ix_payload_uses_article", "article_uuid"),
)
