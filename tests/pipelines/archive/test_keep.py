"""Files on their way into the object store."""

from pathlib import Path

import pytest

from strandline.model.archive import (
    ArchiveJob,
    Artifact,
    ArtifactKind,
    CapturedFile,
    CaptureName,
    CaptureOutcome,
    CaptureReport,
    StoredBlob,
)
from strandline.pipelines.archive.keep import Keeper, Kept
from strandline.testing.archive_fakes import MemoryBlobs
from strandline.testing.builders import ARTICLE_URL, NOW, uuid_of

JOB = ArchiveJob(uuid_of(ARTICLE_URL), ARTICLE_URL, "courier.example", NOW, job_id=3)
REPORTS = (
    CaptureReport(CaptureName.FETCH, CaptureOutcome.GOOD),
    CaptureReport(CaptureName.TEXT, CaptureOutcome.TRUNCATED),
)


class Case:
    """A folder with captured files, and a store."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.blobs = MemoryBlobs()
        self.known: list[Artifact] = []

    def keep(self, claim: str, **files: bytes) -> Kept:
        captured = []
        for word, data in files.items():
            path = self.folder / word
            path.write_bytes(data)
            captured.append(CapturedFile(ArtifactKind(word), path, f"made/{word}", "text/plain"))
        keeper = Keeper(self.blobs, JOB, "archives/", claim, self.known)
        kept = keeper.keep(captured, REPORTS, NOW)
        self.known += kept.artifacts
        return kept


@pytest.fixture
def case(tmp_path: Path) -> Case:
    return Case(tmp_path)


def test_a_file_is_stored_under_a_key_of_its_claim(case: Case) -> None:
    """Article, job and claim are in the key, so that no two claims share an object."""
    kept = case.keep("c1", raw=b"<p>one", text=b"one")
    folder = f"archives/{JOB.article_uuid}/3/c1/made"
    assert kept.put_keys == (f"{folder}/raw", f"{folder}/text")
    assert case.blobs.objects[f"{folder}/raw"] == b"<p>one"
    assert [(a.kind, a.capture_outcome) for a in kept.artifacts] == [
        (ArtifactKind.RAW, CaptureOutcome.GOOD),
        (ArtifactKind.TEXT, CaptureOutcome.TRUNCATED),
    ]


def test_equal_bytes_are_stored_once(case: Case) -> None:
    """A second capture of an unchanged page names the objects that are there."""
    first = case.keep("c1", raw=b"<p>one", text=b"one")
    second = case.keep("c2", raw=b"<p>one", text=b"another")
    assert second.artifacts[0].key == first.artifacts[0].key
    assert (second.put_bytes, second.saved_bytes) == (7, 6)
    assert len(case.blobs.puts) == 3


def test_two_equal_files_of_one_capture_are_stored_once(case: Case) -> None:
    """What looks the same on the first screen and on the full page is one object."""
    kept = case.keep("c1", screenshot=b"png", screenshot_full=b"png")
    assert len(kept.artifacts) == 2
    assert len(case.blobs.objects) == 1


def test_bytes_that_somebody_removed_are_stored_anew(case: Case) -> None:
    """The database must not go on naming an object that is gone."""
    first = case.keep("c1", raw=b"<p>one")
    case.blobs.delete(first.put_keys)
    second = case.keep("c2", raw=b"<p>one")
    assert second.artifacts[0].key in case.blobs.objects


def test_a_store_that_is_down_is_a_fault_of_each_file(case: Case) -> None:
    """Nothing is named that was not stored, and the reason is kept."""
    case.blobs.is_down = True
    kept = case.keep("c1", raw=b"<p>one", text=b"one")
    assert kept.artifacts == ()
    assert [kind for kind, _ in kept.faults] == [ArtifactKind.RAW, ArtifactKind.TEXT]
    assert "down" in kept.faults[0][1]


def test_an_object_that_differs_is_not_named(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the store says it holds is compared with what was captured."""
    wrong = StoredBlob("k", 6, "0" * 64)
    monkeypatch.setattr(case.blobs, "put", lambda *_: wrong)
    kept = case.keep("c1", raw=b"<p>one")
    assert (kept.artifacts, len(kept.faults)) == ((), 1)


def test_a_file_that_is_gone_is_a_fault_alone(case: Case) -> None:
    """A capture that removed its own file stops no other."""
    case.folder.joinpath("text").write_bytes(b"one")
    files = [
        CapturedFile(ArtifactKind.RAW, case.folder / "absent", "made/raw", "text/html"),
        CapturedFile(ArtifactKind.TEXT, case.folder / "text", "made/text", "text/plain"),
    ]
    kept = Keeper(case.blobs, JOB, "", "c1", []).keep(files, REPORTS, NOW)
    assert [a.kind for a in kept.artifacts] == [ArtifactKind.TEXT]
    assert len(kept.faults) == 1


def test_a_name_that_would_leave_the_folder_is_a_fault_of_ours(case: Case) -> None:
    """A server's name can never become a key."""
    path = case.folder / "x"
    path.write_bytes(b"x")
    file = CapturedFile(ArtifactKind.RAW, path, "../../evil.html", "text/html")
    with pytest.raises(ValueError, match="not a name of ours"):
        Keeper(case.blobs, JOB, "", "c1", []).keep([file], REPORTS, NOW)
    assert case.blobs.objects == {}
