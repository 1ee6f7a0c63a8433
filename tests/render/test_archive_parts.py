"""Badges, states, sizes and marked words of the archive's pages; every code has a word."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.archive.demand import Answer
from strandline.model.archive import (
    ArchivedLink,
    ArtifactKind,
    CaptureName,
    CaptureOutcome,
    JobStatus,
)
from strandline.render.archive_parts import (
    BADGES,
    JOB_TONES,
    OUTCOME_TONES,
    badges,
    marked,
    size,
    state_of,
)
from strandline.render.html import clean, title_or
from strandline.render.i18n import LANGUAGES, catalogue
from strandline.testing.builders import NOW

LINK = ArchivedLink(
    "A_1", "https://a.example/", "A", "a.example", NOW, NOW, NOW, JobStatus.SUCCEEDED
)
STATES = {
    state_of(replace(LINK, status=status, last_archived_at=kept))
    for status in (None, *JobStatus)
    for kept in (None, NOW - timedelta(hours=1))
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_word(language: str) -> None:
    """No state, kind, capture, outcome, badge or answer is shown as a bare code."""
    codes: dict[str, Iterable[str]] = {
        "status": STATES,
        "kind": ArtifactKind,
        "capture": CaptureName,
        "outcome": CaptureOutcome,
        "badge": [name for name, _ in BADGES],
        "asked": Answer,
    }
    wanted = {f"archive.{table}.{code}" for table, words in codes.items() for code in words}
    assert wanted - catalogue(language).keys() == set()


def test_every_state_and_outcome_has_a_tone() -> None:
    """A shape and a colour stand beside each word."""
    assert JOB_TONES.keys() >= STATES
    assert set(OUTCOME_TONES) == set(CaptureOutcome)


@pytest.mark.parametrize(
    ("status", "was_kept", "state"),
    [
        (JobStatus.SUCCEEDED, True, "succeeded"),
        (JobStatus.FAILED, False, "failed"),
        (JobStatus.FAILED, True, "failed_kept"),
        (JobStatus.RUNNING, True, "queued_kept"),
        (JobStatus.QUEUED, False, "queued"),
        (JobStatus.SKIPPED_CACHED, True, "succeeded"),
        (JobStatus.SKIPPED_POLICY, False, "skipped_policy"),
        (None, False, "none"),
    ],
)
def test_a_failed_second_capture_does_not_unmake_the_first(
    status: JobStatus | None, was_kept: bool, state: str
) -> None:
    """What is kept stays kept, whatever came after."""
    link = replace(LINK, status=status, last_archived_at=NOW if was_kept else None)
    assert state_of(link) == state


def test_badges_tell_each_sort_once_in_a_fixed_order() -> None:
    """Two pictures are one badge; kinds without a badge tell nothing."""
    kept = {"warc": 1, "screenshot_full": 1, "screenshot": 1, "video": 2, "raw": 1}
    assert badges(replace(LINK, artifacts=kept)) == ["video", "screenshot", "wacz"]
    assert badges(LINK) == []


@pytest.mark.parametrize(
    ("document_type", "badge"),
    [
        ("application/pdf", ["pdf"]),
        ("image/png", ["screenshot"]),
        ("video/mp4", ["video"]),
        ("audio/mpeg", ["video"]),
        ("text/html", []),
    ],
)
def test_a_document_that_is_no_page_has_the_badge_of_its_type(
    document_type: str, badge: list[str]
) -> None:
    """A link to a PDF, a picture or a film is marked as one, though nothing was printed of it."""
    assert badges(replace(LINK, artifacts={"raw": 1}, document_type=document_type)) == badge


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://www.a.example/", "a.example"),
        ("https://ada:secret@a.example/doc?id=1", "a.example/doc?id=1"),
        (f"https://a.example/{'x' * 200}", f"a.example/{'x' * 80}…"),
        ("", "Untitled"),
    ],
)
def test_a_page_without_a_title_goes_by_its_address(url: str, shown: str) -> None:
    """Of several pages without one, each can be told from the others."""
    assert title_or("  ", "en", url=url) == shown
    assert title_or("A title", "en", url=url) == "A title"


@pytest.mark.parametrize(
    ("count", "language", "shown"),
    [
        (0, "en", "0\xa0B"),
        (999, "en", "999\xa0B"),
        (1_000, "en", "1.0\xa0kB"),
        (9_960, "en", "10\xa0kB"),
        (5_240_000, "en", "5.2\xa0MB"),
        (5_240_000, "fr", "5,2\u202fMo"),
        (12, "fr", "12\u202fo"),
        (999_600, "zh", "1.0\xa0MB"),
        (3 * 10**12, "en", "3.0\xa0TB"),
        (10**19, "en", "10000000\xa0TB"),
    ],
)
def test_sizes_are_told_in_the_unit_that_fits(count: int, language: str, shown: str) -> None:
    """Decimal units, one digit below ten, as the language writes them."""
    assert size(count, language) == shown


@pytest.mark.parametrize(
    ("snippet", "words", "shown"),
    [
        ("The old bridge", "bridge", "The old <mark>bridge</mark>"),
        ("The BRIDGE", "bridge", "The <mark>BRIDGE</mark>"),
        ("abridged", "bridge", "abridged"),
        ("a cat", "a", "<mark>a</mark> cat"),
        ("新渡轮时刻表", "时刻", "新渡轮<mark>时刻</mark>表"),
        ("x < y & z", "y", "x &lt; <mark>y</mark> &amp; z"),
        ("<mark>", "mark", "&lt;<mark>mark</mark>&gt;"),
        ("text", "", "text"),
        ("text", '"*(', "text"),
    ],
)
def test_words_are_marked_in_escaped_text(snippet: str, words: str, shown: str) -> None:
    """Whole words, in scripts without spaces anywhere; markup in them is text."""
    assert marked(snippet, words) == shown


@given(st.text(max_size=200), st.text(max_size=60))
def test_marking_adds_nothing_but_marks(snippet: str, words: str) -> None:
    """Without its marks a snippet reads as it was."""
    shown = str(marked(snippet, words)).replace("<mark>", "").replace("</mark>", "")
    assert "<" not in shown
    assert unescape(shown) == clean(snippet)
