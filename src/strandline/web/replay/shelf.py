"""Kept pages and what they load, read out of the object store."""

from strandline.core.text.charset import decode_page
from strandline.model.archive import Artifact, ArtifactKind
from strandline.ports import BlobStore, RecordedAnswer, Replayer, Store
from strandline.web.replay.answers import Given, give, give_page
from strandline.web.replay.records import Record, record_of
from strandline.web.replayed import RENDERED, SENT

#: Bytes of a page, and of anything it loads.
MOST_PAGE, MOST_PART = 20_000_000, 60_000_000


class Shelf:
    """Gives out pages and their parts.

    Args:
        store: Which files there are.
        blobs: Where they are; None gives out nothing.
        replayer: Reads records; without it pages come without what they load.
    """

    def __init__(self, store: Store, blobs: BlobStore | None, replayer: Replayer | None) -> None:
        self._store, self._blobs, self._replayer = store, blobs, replayer

    def artifact(self, artifact_id: int) -> Artifact | None:
        """The kept page."""
        found = self._store.artifact(artifact_id)
        return found if found is not None and found.kind in (*RENDERED, *SENT) else None

    def page(self, artifact: Artifact, frame: int = 0) -> Given | None:
        """The page itself, or a frame that is written in it, from 1."""
        key, record = self._record(artifact)
        url = self._url(artifact)
        if artifact.kind is not ArtifactKind.WARC:
            if self._blobs is None:
                return None
            body = b"".join(self._blobs.read(artifact.key, start=0, end=MOST_PAGE))
            has_run = artifact.kind in RENDERED  # written in UTF-8, which it says nowhere itself
            declared = "text/html; charset=utf-8" if has_run else artifact.content_type
            return give_page(body, declared, url, record, has_run=has_run, frame=frame)
        found = None if frame else record.page(url)
        if found is None:
            return None
        given = self._give(key, found.number, record, MOST_PAGE)
        return given or self._plain(key, found)

    def _plain(self, key: str, answer: RecordedAnswer) -> Given | None:
        """A page that is a text, as one."""
        if self._replayer is None or not answer.content_type.lower().startswith("text/plain"):
            return None
        body = self._replayer.body(key, answer.number, limit=MOST_PAGE)
        if body is None:
            return None
        text = decode_page(body, answer.content_type)
        return Given("text/plain; charset=utf-8", text.encode("utf-8", "replace"))

    def part(self, artifact: Artifact, number: int) -> Given | None:
        """What a page loads, by its number in the record."""
        key, record = self._record(artifact)
        return self._give(key, number, record, MOST_PART)

    def _give(self, key: str, number: int, record: Record, limit: int) -> Given | None:
        if self._replayer is None or number >= len(record.answers):
            return None
        answer = record.answers[number]
        body = self._replayer.body(key, number, limit=limit)
        return None if body is None else give(body, answer.content_type, answer.url, record)

    def _record(self, artifact: Artifact) -> tuple[str, Record]:
        """The record of a page, empty where there is none."""
        found = record_of(self._store, artifact) if self._replayer is not None else None
        if found is None or self._replayer is None:
            return "", Record(())
        return found.key, Record(self._replayer.answers(found.key))

    def _url(self, artifact: Artifact) -> str:
        """Where the page was when it was kept."""
        uuid = artifact.article_uuid
        told = self._store.link_metadata([uuid]).get(uuid)
        if told is not None and told.final_url:
            return told.final_url
        article = self._store.articles([uuid]).get(uuid)
        return article.article_url_final if article else ""
