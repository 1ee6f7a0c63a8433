"""News that follows a story which the reader was shown: in which edition, and under what title."""

from collections.abc import Sequence

from strandline.core.digest.drafts import Draft
from strandline.model.digests import Digest, EarlierEdition
from strandline.pipelines.digest.shared import DigestRun
from strandline.ports import Store


def earlier_editions(run: DigestRun, drafts: Sequence[Draft]) -> dict[str, EarlierEdition]:
    """By the id of the draft's article; none where the reader was not shown the story."""
    stories = {
        d.candidate.article_uuid: d.candidate.update_of or d.candidate.follows for d in drafts
    }
    found = {}
    for article_uuid, story_id in stories.items():
        earlier = _newest_of(run.ports.store, run.reader.reader_id, story_id) if story_id else None
        if earlier is not None:
            found[article_uuid] = earlier
    return found


def _newest_of(store: Store, reader_id: str, story_id: str) -> EarlierEdition | None:
    """The reader's newest edition with an article of a story."""
    story = store.stories([story_id]).get(story_id)
    if story is None:
        return None
    shown: list[tuple[Digest, int, str]] = [
        (digest, position, uuid)
        for uuid in story.article_uuids
        for digest, position in store.appearances(uuid)
        if digest.reader_id == reader_id and digest.is_published
    ]
    if not shown:
        return None
    digest, position, _ = max(shown, key=lambda one: (one[0].created_at, one[0].digest_id))
    whole = store.digest(digest.digest_id)
    items = whole.items if whole else ()
    title = next((item.title for item in items if item.position == position), "")
    return EarlierEdition(digest.digest_id, digest.created_at, title)
