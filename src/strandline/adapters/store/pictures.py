"""Which pictures are kept, of what, and what came of trying."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import archive_schema, picture_schema, schema
from strandline.adapters.store.archive_rows import artifact_of
from strandline.adapters.store.archive_schema import unstruck
from strandline.adapters.store.base import Tables, put, values
from strandline.adapters.store.border import row_limit
from strandline.adapters.store.bulk import chunks
from strandline.adapters.store.ledger_rows import mention_of
from strandline.core.sources.facts import by_authority
from strandline.model.archive import Artifact, ArtifactKind
from strandline.model.articles import Mention, TextStatus
from strandline.model.pictures import NamedPicture, PictureFile, PictureOutcome, PictureTry

_FILES = picture_schema.picture_files
_ARTIFACTS = archive_schema.archive_artifacts
_ARTICLES, _TEXTS, _MENTIONS = schema.articles, schema.article_texts, schema.article_sources
_FILE = tuple(column.name for column in _FILES.columns)
_TRY = ("url", "alt", "outcome", "tried_at", "attempts")
#: What stands in the place of a checksum where no small copy can be made.
_NO_THUMB = "-"


def _table_of(subject: str) -> tuple[sa.Table, str]:
    """Where an article or a source is written down, and under which name."""
    if subject.startswith("A_"):
        return picture_schema.article_pictures, "article_uuid"
    return picture_schema.source_icons, "source_uuid"


class PictureTables(Tables):
    """Implements `PictureStore`."""

    def picture_tries(self, subjects: Sequence[str]) -> dict[str, PictureTry]:
        """By id of the article or the source; those never tried are absent."""
        by_table: dict[tuple[sa.Table, str], list[str]] = {}
        for subject in dict.fromkeys(subjects):
            by_table.setdefault(_table_of(subject), []).append(subject)
        found: dict[str, PictureTry] = {}
        with self._database.read() as connection:
            for (table, name), wanted in by_table.items():
                for chunk in chunks(wanted):
                    query = (
                        sa.select(
                            table.c[name].label("subject"), *(table.c[c] for c in _TRY), _FILES
                        )
                        .outerjoin(_FILES, _FILES.c.checksum == table.c.checksum)
                        .where(table.c[name].in_(chunk), unstruck(table.c[name]))
                    )
                    found |= {row.subject: _try_of(row) for row in connection.execute(query)}
        return found

    def save_picture(self, tried: PictureTry) -> bool:
        """Insert or replace, with the row of its file; False where the subject is gone or
        struck.
        """
        table, name = _table_of(tried.subject)
        owner = _ARTICLES if name == "article_uuid" else schema.sources
        with self._database.write() as connection:
            is_own = owner.c[name] == tried.subject
            there = sa.select(owner.c[name]).where(is_own, unstruck(owner.c[name]))
            if connection.execute(there.with_for_update(key_share=True)).first() is None:
                return False
            if tried.file is not None:
                _put_file(connection, tried.file)
            checksum = tried.file.checksum if tried.file is not None else None
            put(
                connection,
                table,
                values(tried, *_TRY) | {name: tried.subject, "checksum": checksum},
            )
        return True

    def named_pictures(self, article_uuids: Sequence[str]) -> dict[str, list[NamedPicture]]:
        """Where pictures of articles may be had: their own page first, then sources in the order
        of their authority; articles without any are absent.
        """
        found: dict[str, list[NamedPicture]] = {}
        with self._database.read() as connection:
            for chunk in chunks(list(dict.fromkeys(article_uuids))):
                for row in connection.execute(_of_pages(chunk)):
                    picture = NamedPicture(row.image_url, row.image_alt)
                    found.setdefault(row.article_uuid, []).append(picture)
                for uuid, mentions in _of_sources(connection, chunk).items():
                    for mention in mentions:
                        picture = NamedPicture(mention.image_url, mention.image_alt)
                        found.setdefault(uuid, []).append(picture)
        return found

    def shown_lately(self, since: datetime, *, limit: int) -> list[str]:
        """Articles of editions made since, those of the newest edition first, each once."""
        digests, items = schema.digests, schema.digest_items
        query = (
            sa.select(items.c.article_uuid)
            .join(digests, digests.c.digest_id == items.c.digest_id)
            .where(digests.c.created_at >= since, unstruck(items.c.article_uuid))
            .order_by(digests.c.created_at.desc(), digests.c.digest_id, items.c.position)
            .limit(row_limit(limit))
        )
        with self._database.read() as connection:
            return list(dict.fromkeys(connection.execute(query).scalars()))

    def picture_file(self, checksum: str) -> PictureFile | None:
        """What is kept under a checksum; None where struck pages alone have it."""
        query = sa.select(_FILES).where(_FILES.c.checksum == checksum, _is_shown())
        with self._database.read() as connection:
            row = connection.execute(query).first()
            return None if row is None else _file_of(row)

    def screenshots_without_thumb(self, *, limit: int) -> list[Artifact]:
        """Current screenshots that no small copy was made of, newest first."""
        query = (
            sa.select(_ARTIFACTS)
            .where(sa.text(archive_schema.UNTHUMBED), unstruck(_ARTIFACTS.c.article_uuid))
            .order_by(_ARTIFACTS.c.artifact_id.desc())
            .limit(row_limit(limit))
        )
        with self._database.read() as connection:
            return [artifact_of(row) for row in connection.execute(query)]

    def save_thumb(self, artifact_id: int, file: PictureFile | None) -> None:
        """Remember the small copy of a screenshot; None where none can be made."""
        with self._database.write() as connection:
            if file is not None:
                _put_file(connection, file)
            connection.execute(
                _ARTIFACTS.update()
                .where(_ARTIFACTS.c.artifact_id == artifact_id)
                .values(thumb=_NO_THUMB if file is None else file.checksum)
            )

    def thumbs(self, article_uuids: Sequence[str]) -> dict[str, PictureFile]:
        """Small copies of the current screenshots, by article."""
        found: dict[str, PictureFile] = {}
        with self._database.read() as connection:
            for chunk in chunks(list(dict.fromkeys(article_uuids))):
                query = (
                    sa.select(_ARTIFACTS.c.article_uuid, _FILES)
                    .join(_FILES, _FILES.c.checksum == _ARTIFACTS.c.thumb)
                    .where(
                        _ARTIFACTS.c.article_uuid.in_(chunk),
                        _ARTIFACTS.c.kind == ArtifactKind.SCREENSHOT.value,
                        _ARTIFACTS.c.is_current,
                        unstruck(_ARTIFACTS.c.article_uuid),
                    )
                )
                found |= {row.article_uuid: _file_of(row) for row in connection.execute(query)}
        return found

    def forget_pictures(self) -> int:
        """Forget every picture of articles and sources; returns how many. Thumbnails stay."""
        with self._database.write() as connection:
            return sum(
                connection.execute(table.delete()).rowcount
                for table in (picture_schema.article_pictures, picture_schema.source_icons)
            )

    def loose_pictures(self, before: datetime, *, limit: int) -> list[PictureFile]:
        """Files made before a time that nothing refers to, forgotten with this call."""
        query = sa.select(_FILES).where(_FILES.c.created_at < before, *_is_loose())
        with self._database.write() as connection:
            loose = [_file_of(row) for row in connection.execute(query.limit(row_limit(limit)))]
            for chunk in chunks([file.checksum for file in loose]):
                connection.execute(_FILES.delete().where(_FILES.c.checksum.in_(chunk)))
        return loose

    def kept_pictures(self, checksums: Sequence[str]) -> set[str]:
        """Which of the checksums there are."""
        found: set[str] = set()
        with self._database.read() as connection:
            for chunk in chunks(list(dict.fromkeys(checksums))):
                query = sa.select(_FILES.c.checksum).where(_FILES.c.checksum.in_(chunk))
                found |= set(connection.execute(query).scalars())
        return found


def _put_file(connection: Connection, file: PictureFile) -> None:
    put(connection, _FILES, values(file, *_FILE))


def _is_loose() -> list[sa.ColumnElement[bool]]:
    return [
        sa.not_(sa.exists().where(column == _FILES.c.checksum))
        for column in (
            picture_schema.article_pictures.c.checksum,
            picture_schema.source_icons.c.checksum,
            _ARTIFACTS.c.thumb,
        )
    ]


def _is_shown() -> sa.ColumnElement[bool]:
    """Somebody who is not struck has the picture, or nobody has it any more."""
    articles, icons = picture_schema.article_pictures, picture_schema.source_icons
    shown = (
        sa.exists().where(
            articles.c.checksum == _FILES.c.checksum, unstruck(articles.c.article_uuid)
        ),
        sa.exists().where(icons.c.checksum == _FILES.c.checksum),
        sa.exists().where(
            _ARTIFACTS.c.thumb == _FILES.c.checksum, unstruck(_ARTIFACTS.c.article_uuid)
        ),
    )
    return sa.or_(*shown, sa.and_(*_is_loose()))


def _of_pages(article_uuids: Sequence[str]) -> sa.Select[Any]:
    """What pages themselves are shared with; a wall's or an error page's picture is none."""
    return sa.select(_TEXTS.c.article_uuid, _TEXTS.c.image_url, _TEXTS.c.image_alt).where(
        _TEXTS.c.article_uuid.in_(article_uuids),
        _TEXTS.c.image_url != "",
        _TEXTS.c.status == TextStatus.OK.value,
    )


def _of_sources(connection: Connection, article_uuids: Sequence[str]) -> dict[str, list[Mention]]:
    query = (
        sa.select(_MENTIONS, _ARTICLES.c.domain)
        .join(_ARTICLES, _ARTICLES.c.article_uuid == _MENTIONS.c.article_id)
        .where(_MENTIONS.c.article_id.in_(article_uuids), _MENTIONS.c.image_url != "")
    )
    domains: dict[str, str] = {}
    seen: dict[str, list[Mention]] = {}
    for row in connection.execute(query):
        domains[row.article_id] = row.domain
        seen.setdefault(row.article_id, []).append(mention_of(row))
    return {uuid: by_authority(domains[uuid], mentions) for uuid, mentions in seen.items()}


def _file_of(row: Any) -> PictureFile:
    return PictureFile(**{name: getattr(row, name) for name in _FILE})


def _try_of(row: Any) -> PictureTry:
    return PictureTry(
        subject=row.subject,
        url=row.url,
        outcome=PictureOutcome(row.outcome),
        tried_at=row.tried_at,
        attempts=row.attempts,
        alt=row.alt,
        file=None if row.checksum is None else _file_of(row),
    )
