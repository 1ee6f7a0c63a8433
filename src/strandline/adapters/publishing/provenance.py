"""`provenance/posts.json` of each kept link: which posts held it.

Named as the captures of the link in the object store are, so that the folder can be copied beside
them.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from strandline.adapters.publishing.rows import Published, Row
from strandline.adapters.publishing.tables import MENTIONS
from strandline.adapters.store.archive_schema import archive_documents
from strandline.adapters.store.schema import article_sources
from strandline.core.archive.layout import clean_prefix
from strandline.model.errors import StoreError

#: Version of the form; a field may be added without another one.
FORMAT = "strandline-provenance/1"
_FILE = "provenance/posts.json"
_NAMES = tuple(column.name for column in MENTIONS.columns)
_ARTICLE = _NAMES.index("article_uuid")


def write_provenance(ledger: Published, folder: Path, prefix: str) -> int:
    """Write one file for each link that is kept; what is there is replaced where it differs.

    Files of links that are not kept any more, or that were struck, are removed.

    Args:
        ledger: What is published.
        folder: Is made where it is missing.
        prefix: Of keys in the object store.

    Returns:
        How many links have a file.

    Raises:
        StoreError: The folder cannot be written.
    """
    written: set[str] = set()
    below = folder / clean_prefix(prefix)
    try:
        for article_uuid, rows in _by_link(ledger):
            _put(below / article_uuid / _FILE, _document(article_uuid, rows))
            written.add(article_uuid)
        for path in below.glob(f"A_*/{_FILE}"):
            if path.parent.parent.name not in written:
                path.unlink()
    except OSError as error:
        raise StoreError(
            f"{folder} cannot be written: {error.strerror or error}.",
            subject=str(folder),
            advice="Name another folder.",
        ) from error
    return len(written)


def _by_link(ledger: Published) -> Iterator[tuple[str, list[Row]]]:
    kept = sa.select(archive_documents.c.article_uuid).where(archive_documents.c.is_archived)
    rows = ledger.batches(MENTIONS, article_sources.c.article_id.in_(kept))
    for article_uuid, some in groupby(chain.from_iterable(rows), key=lambda row: row[_ARTICLE]):
        yield str(article_uuid), list(some)


def _document(article_uuid: str, rows: Sequence[Row]) -> bytes:
    posts = [_post(row) for row in rows]
    value = {"format": FORMAT, "article_uuid": article_uuid, "posts": posts}
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")


def _post(row: Row) -> dict[str, Any]:
    told = dict(zip(_NAMES, row, strict=True))
    del told["article_uuid"]
    return told | {"in_quote": bool(told["in_quote"])}


def _put(path: Path, body: bytes) -> None:
    if path.is_file() and path.read_bytes() == body:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(".posts.json.part")
    part.write_bytes(body)
    part.replace(path)
