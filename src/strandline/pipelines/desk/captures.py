"""Earlier captures of a page: reading one, comparing two, putting one back."""

import json
from datetime import datetime

from strandline.core.archive.captures import captures_of
from strandline.core.rot.drift import difference
from strandline.model.accounts import Actor
from strandline.model.acts import Outcome, done, refused
from strandline.model.archive import ArtifactKind, LinkMetadata
from strandline.model.captures import Capture
from strandline.model.errors import BlobError
from strandline.pipelines.desk.acts import audited
from strandline.ports import BlobStore, Ports, Store

#: Bytes of a text and of what a page says of itself that are read.
MOST_TEXT, MOST_TOLD = 2_000_000, 1_000_000


def all_captures(store: Store, article_uuid: str) -> list[Capture]:
    """Of a page, newest first."""
    everything = store.artifacts(article_uuid, current_only=False)
    return captures_of(everything, store.artifacts(article_uuid))


def capture_of(store: Store, article_uuid: str, number: int) -> Capture | None:
    """One by its number, or by the id of any file of it."""
    return next(
        (
            one
            for one in all_captures(store, article_uuid)
            if any(file.artifact_id == number for file in one.files)
        ),
        None,
    )


def compared(blobs: BlobStore, one: Capture, other: Capture) -> tuple[tuple[str, str], ...]:
    """What the words of a later capture lack (`-`) and have more (`+`) than those of another.

    Raises:
        BlobError: The object store does not give a text out.
    """
    return difference(_text(blobs, one), _text(blobs, other))


def put_back(ports: Ports, actor: Actor, article_uuid: str, number: int) -> Outcome:
    """Let an earlier capture be what people see, with all of its kinds, its title and its words.

    A later capture that is not worse takes its place again.
    """
    chosen = capture_of(ports.store, article_uuid, number)
    if chosen is None or ports.blobs is None:
        return refused("captures.none")
    if chosen.is_shown:
        return refused("captures.is_shown")
    try:
        text, told = _text(ports.blobs, chosen), _told(ports, article_uuid, chosen)
    except BlobError:
        return refused("captures.out_of_reach")
    with audited(ports, actor, "archive.put_back") as trail:
        before = [one for one in all_captures(ports.store, article_uuid) if one.is_shown]
        ids = [file.artifact_id for file in chosen.files]
        if not ports.store.show_capture(article_uuid, ids, told, text):
            return refused("captures.none")
        shown = {"capture": before[0].made_at.isoformat()} if before else {}
        trail.note(article_uuid, shown, {"capture": chosen.made_at.isoformat()})
    return done("captures.put_back", article_uuid, when=f"{chosen.made_at:%Y-%m-%d %H:%M} UTC")


def _text(blobs: BlobStore, capture: Capture) -> str:
    file = capture.file(ArtifactKind.TEXT)
    if file is None:
        return ""
    return b"".join(blobs.read(file.key, start=0, end=MOST_TEXT)).decode("utf-8", "replace")


def _told(ports: Ports, article_uuid: str, capture: Capture) -> LinkMetadata:
    """What the page said of itself then; where that was not kept, what is known of it now."""
    known = ports.store.link_metadata([article_uuid]).get(article_uuid)
    file = capture.file(ArtifactKind.METADATA_JSON)
    if file is None or ports.blobs is None:
        return known or LinkMetadata(article_uuid)
    body = b"".join(ports.blobs.read(file.key, start=0, end=MOST_TOLD))
    try:
        tree = json.loads(body)
    except ValueError:
        tree = {}
    tree = tree if isinstance(tree, dict) else {}

    def text(name: str) -> str | None:
        return value if isinstance(value := tree.get(name), str) and value else None

    return LinkMetadata(
        article_uuid,
        title=text("title") or "",
        description=text("description") or "",
        author=text("author"),
        published_at=_time(text("published_at")),
        site_name=text("site_name"),
        language=text("language"),
        final_url=text("final_url") or "",
        http_status=known.http_status if known else 0,
    )


def _time(text: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if text else None
    except ValueError:
        return None
