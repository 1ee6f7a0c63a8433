"""Tables of pictures: the files that are kept, and what of articles and sources was tried."""

import sqlalchemy as sa

from strandline.adapters.store.columns import belongs_to, key, number, partial_index, text, time
from strandline.adapters.store.schema import metadata

picture_files = sa.Table(
    "picture_files",
    metadata,
    key("checksum", primary_key=True),
    text("media_type"),
    number("width"),
    number("height"),
    number("size_bytes"),
    time("created_at"),
)


def _tries(name: str, subject: str, target: str) -> sa.Table:
    table = sa.Table(
        name,
        metadata,
        key(subject, primary_key=True),
        text("url"),
        text("alt"),
        text("outcome"),
        time("tried_at"),
        number("attempts"),
        key("checksum", nullable=True),
        belongs_to(subject, target),
        sa.ForeignKeyConstraint(["checksum"], ["picture_files.checksum"], name=f"fk_{name}_file"),
    )
    partial_index(f"ix_{name}_file", "checksum IS NOT NULL", table.c.checksum)
    return table


article_pictures = _tries("article_pictures", "article_uuid", "articles.article_uuid")
source_icons = _tries("source_icons", "source_uuid", "sources.source_uuid")
