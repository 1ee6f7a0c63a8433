"""What was kept of articles, and finding it."""

from collections.abc import Iterator, Sequence

import sqlalchemy as sa

from strandline.adapters.store import archive_schema as schema
from strandline.adapters.store.archive_rows import OPEN, artifact_of, metadata_of
from strandline.adapters.store.base import Tables
from strandline.adapters.store.border import MAX_INTEGER, clean, row_limit
from strandline.adapters.store.bulk import chunks, select_among
from strandline.adapters.store.keeping import show
from strandline.model.archive import (
    ArchivedLink,
    Artifact,
    JobStatus,
    LinkMetadata,
    SearchQuery,
)

_ARTIFACTS = schema.archive_artifacts
_SHOWN = schema.unstruck(_ARTIFACTS.c.article_uuid)
#: Rows of the statistics by domain.
_MOST_DOMAINS = 200


class ArchiveTables(Tables):
    """Implements `ArchiveStore`."""

    def artifacts(self, article_uuid: str, *, current_only: bool = True) -> list[Artifact]:
        """Of an article, by kind, oldest first; current ones are the best of their kind."""
        query = (
            sa.select(_ARTIFACTS)
            .where(_ARTIFACTS.c.article_uuid == article_uuid, _SHOWN)
            .order_by(_ARTIFACTS.c.kind, _ARTIFACTS.c.artifact_id)
        )
        if current_only:
            query = query.where(_ARTIFACTS.c.is_current)
        with self._database.read() as connection:
            return [artifact_of(row) for row in connection.execute(query)]

    def artifact(self, artifact_id: int) -> Artifact | None:
        """One artifact."""
        if not 0 < artifact_id <= MAX_INTEGER:
            return None
        query = sa.select(_ARTIFACTS).where(_ARTIFACTS.c.artifact_id == artifact_id, _SHOWN)
        with self._database.read() as connection:
            row = connection.execute(query).first()
            return None if row is None else artifact_of(row)

    def show_capture(
        self, article_uuid: str, artifact_ids: Sequence[int], metadata: LinkMetadata, text: str
    ) -> bool:
        """Let files of an article be what people see, in the place of all that are shown now."""
        return self._database.write_again(
            lambda connection: show(connection, article_uuid, artifact_ids, metadata, text)
        )

    def every_artifact(self, *, batch: int = 500) -> Iterator[list[Artifact]]:
        """All, in order of ids, those of struck pages too; no lock is held between two batches."""
        last = 0
        while True:
            query = (
                sa.select(_ARTIFACTS)
                .where(_ARTIFACTS.c.artifact_id > last)
                .order_by(_ARTIFACTS.c.artifact_id)
                .limit(max(1, row_limit(batch)))
            )
            with self._database.read() as connection:
                page = [artifact_of(row) for row in connection.execute(query)]
            if not page:
                return
            yield page
            last = page[-1].artifact_id

    def named_keys(self, keys: Sequence[str]) -> set[str]:
        """Which of the object keys some artifact names."""
        asked = {clean(key): key for key in keys}
        with self._database.read() as connection:
            rows = select_among(
                connection, "SELECT key FROM archive_artifacts WHERE key {among}", asked
            )
        return {asked[row[0]] for row in rows}

    def link_metadata(self, article_uuids: Sequence[str]) -> dict[str, LinkMetadata]:
        """By article."""
        table = schema.link_metadata
        found: dict[str, LinkMetadata] = {}
        with self._database.read() as connection:
            for chunk in chunks(list(dict.fromkeys(article_uuids))):
                is_shown = schema.unstruck(table.c.article_uuid)
                query = sa.select(table).where(table.c.article_uuid.in_(chunk), is_shown)
                found |= {row.article_uuid: metadata_of(row) for row in connection.execute(query)}
        return found

    def search(self, query: SearchQuery) -> list[ArchivedLink]:
        """Articles that match; without words, all archived or queued ones, newest first."""
        from strandline.adapters.store.searching import search

        with self._database.read() as connection:
            return search(connection, query)

    def archive_stats(self) -> list[tuple[str, int, int, int]]:
        """`(domain, kept, failed, waiting)`, most kept first, at most 200 rows."""
        table = schema.archive_documents
        waiting = table.c.status.in_([status.value for status in OPEN])
        sums = [
            sa.func.sum(sa.case((condition, 1), else_=0))
            for condition in (
                table.c.is_archived,
                table.c.status == JobStatus.FAILED.value,
                waiting,
            )
        ]
        query = (
            sa.select(table.c.domain, *sums)
            .where(schema.IS_MEMBER)
            .group_by(table.c.domain)
            .order_by(sums[0].desc(), table.c.domain)
            .limit(_MOST_DOMAINS)
        )
        with self._database.read() as connection:
            return [
                (row[0], int(row[1]), int(row[2]), int(row[3])) for row in connection.execute(query)
            ]
