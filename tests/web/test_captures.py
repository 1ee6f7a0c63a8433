"""Earlier captures of a page, each with its date: played, compared, put back."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.store import open_store
from strandline.model.accounts import Role
from strandline.model.archive import (
    ArtifactKind,
    CaptureName,
    CaptureOutcome,
    CaptureReport,
    LinkMetadata,
)
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW
from strandline.testing.documents import png

BEFORE = "Two boats a day leave the pier.\n\nThe first leaves at seven."
AFTER = "Two boats a day leave the pier.\n\nThe first leaves at eight, the second at noon."


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory, kit: Any) -> Iterator[Any]:
    """A page that was kept twice, the second time without its record; an editor's client."""
    folder = tmp_path_factory.mktemp("captures")
    store = open_store(DatabaseSettings(path=folder / "c.sqlite3"))
    kit.seed(store)
    vault = kit.Vault(store, LocalBlobs(folder / "objects"), folder)
    article = store.recent(limit=1)[0]
    failed = CaptureReport(CaptureName.WARC, CaptureOutcome.FAILED, "No space left on device")
    good = CaptureReport(CaptureName.FETCH, CaptureOutcome.GOOD)
    for text, hours, reports in ((BEFORE, 2, (good,)), (AFTER, 1, (good, failed))):
        vault.keep(
            article,
            (ArtifactKind.SCREENSHOT, "render/screenshot.png", png(64, 40 + hours), "image/png"),
            (ArtifactKind.TEXT, "text/extracted.txt", text.encode(), "text/plain"),
            (ArtifactKind.DOM, "render/dom.html", f"<h1>{text}".encode(), "text/html"),
            text=text,
            at=NOW - timedelta(hours=hours),
            reports=reports,
            last_error="warc: No space left on device" if failed in reports else "",
            metadata=LinkMetadata(article.article_uuid, title=f"Boats {hours}"),
        )
    page = kit.start(store, vault.blobs)
    page.article = article
    signed_in = kit.SignedIn(page)
    page.editor = signed_in.client(Role.EDITOR)
    yield page
    signed_in.close()
    kit.end(page)
    store.close()


def test_every_capture_is_listed_and_played(kept: Any) -> None:
    """With its date; each by its own number, out of its own files."""
    uuid = kept.article.article_uuid
    found = kept.editor.get(f"/api/v1/articles/{uuid}/captures/every").json()["captures"]
    assert [one["is_shown"] for one in found] == [True, False]
    listed = kept.editor.get(f"/desk/archive/captures/{uuid}")
    assert listed.status_code == 200
    article = kept.editor.get(f"/articles/{uuid}").text
    assert f"/desk/archive/captures/{uuid}" in article
    assert f"/desk/archive/captures/{uuid}" not in kept.get(f"/articles/{uuid}").text
    assert f"/desk/archive/captures/{uuid}/compared?" in listed.text
    for one in found:
        (dom,) = [file["artifact_id"] for file in one["files"] if file["kind"] == "dom"]
        played = kept.get(f"/articles/{uuid}/replay?capture={one['number']}").text
        assert f"/replay/{dom}/" in played
        assert f"capture={one['number']}" in listed.text


def test_two_captures_are_compared(kept: Any) -> None:
    """What went and what came, in words, and both pictures."""
    uuid = kept.article.article_uuid
    found = kept.editor.get(f"/api/v1/articles/{uuid}/captures/every").json()["captures"]
    a, b = (one["number"] for one in found)
    page = kept.editor.get(f"/desk/archive/captures/{uuid}/compared?a={a}&b={b}")
    assert page.status_code == 200
    assert "<del><bdi>The first leaves at seven" in page.text
    assert "<ins><bdi>The first leaves at eight" in page.text
    pictures = [
        f["artifact_id"] for one in found for f in one["files"] if f["kind"] == "screenshot"
    ]
    assert all(f'<img src="/artifacts/{picture}"' in page.text for picture in pictures)
    missing = f"/desk/archive/captures/{uuid}/compared?a={a}&b=99999"
    assert kept.editor.get(missing).status_code == 404


def test_an_earlier_capture_is_put_back_whole(kept: Any) -> None:
    """All kinds, title and words; done once, and by who may."""
    uuid, store = kept.article.article_uuid, kept.store
    found = kept.editor.get(f"/api/v1/articles/{uuid}/captures/every").json()["captures"]
    later, earlier = (one["number"] for one in found)
    path = f"/desk/archive/captures/{uuid}/{earlier}/shown"
    assert kept.client.post(path).status_code in (303, 401, 403)
    assert "seven" not in kept.get(f"/articles/{uuid}").text
    assert kept.editor.post(path).status_code == 303
    shown = {one.artifact_id for one in store.artifacts(uuid)}
    assert shown == {file["artifact_id"] for file in found[1]["files"]}
    assert "seven" in kept.get(f"/articles/{uuid}").text
    assert "seven" in kept.get("/search?q=seven&kept=yes").text
    again = kept.editor.post(f"/api/v1/articles/{uuid}/captures/{earlier}/shown")
    assert again.status_code == 409
    assert kept.editor.post(f"/api/v1/articles/{uuid}/captures/{later}/shown").status_code == 200


def test_what_is_kept_without_a_copy_is_shown_and_tried_again(kept: Any) -> None:
    """Counted at a glance, listed with why, queued again together."""
    assert "/desk/archive/without/warc" in kept.editor.get("/desk/archive").text
    assert "No space left" in kept.editor.get("/desk/archive/without/warc").text
    assert kept.editor.get("/api/v1/jobs/failures").json()["without"] == {"warc": 1}
    kept.editor.post("/desk/archive/without/warc/retry", data={"all": "1"})
    assert kept.store.job_failures(kept=True) == {}
    assert len(kept.store.job_queue(limit=5)) == 1
