"""Names, manifests and the rule of what is kept."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.backups import Made, kept, new_name, read_manifest, write_manifest
from strandline.model.backups import BackupFile, BackupReason, LedgerFacts, Manifest
from strandline.model.errors import BackupError

NOW = datetime(2026, 3, 31, 12, tzinfo=UTC)
MANIFEST = Manifest(
    made_at=NOW,
    reason=BackupReason.DAILY,
    version="1.2",
    ledger=LedgerFacts("sqlite", "0007", {"articles": 3}),
    raw_bytes=10,
    raw_sha256="ab" * 32,
    files=(BackupFile("archive.sqlite3.gz", "ledger", 5, "cd" * 32),),
    objects=2,
    object_bytes=9,
    took_s=0.5,
)


def test_a_manifest_reads_as_it_was_written() -> None:
    """What is written comes back equal."""
    assert read_manifest(write_manifest(MANIFEST), "x") == MANIFEST


@given(cut=st.integers(min_value=0, max_value=len(write_manifest(MANIFEST)) - 3))
def test_a_manifest_that_is_cut_is_none(cut: int) -> None:
    """However short it is."""
    with pytest.raises(BackupError, match="is cut or was changed"):
        read_manifest(write_manifest(MANIFEST)[:cut], "2026-03-31")


def changed(**parts: object) -> bytes:
    return json.dumps(json.loads(write_manifest(MANIFEST)) | parts).encode()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (changed(product="otherline"), "another product"),
        (changed(format=2), "a later format"),
        (changed(counts={"articles": 4}), "was changed"),
        (b'{"articles": []}', "another product"),
        (b"[]", "cut or was changed"),
        (b"\xff\xfe", "cut or was changed"),
        (b"[" * 100_000, "cut or was changed"),
    ],
)
def test_what_is_no_manifest_of_ours_is_told(data: bytes, said: str) -> None:
    """Another product, a later format, changed counts: each in its own words."""
    with pytest.raises(BackupError, match=said):
        read_manifest(data, "2026-03-31")


def test_a_day_gives_its_date_and_then_its_times() -> None:
    """The first of a day is named by the date; no name is given twice."""
    names: list[str] = []
    for _ in range(4):
        names.append(new_name(NOW, names))
    assert names[0] == "2026-03-31"
    assert names[1] == "2026-03-31T120000"
    assert len(set(names)) == 4
    assert names == sorted(names)


def daily(days: int, reason: BackupReason = BackupReason.DAILY) -> list[Made]:
    return [(f"d{n:03}", NOW - timedelta(days=n), reason) for n in range(days)]


def test_days_weeks_and_months_are_kept() -> None:
    """The newest of each of seven days, four weeks and six months."""
    staying = kept(daily(400), NOW, days=7, weeks=4, months=6)
    assert {f"d{n:03}" for n in range(7)} <= staying
    # Sundays before that Tuesday, and the last days of months.
    assert {"d002", "d009", "d016", "d031", "d059", "d090", "d121", "d151"} <= staying
    assert len(staying) == 7 + 2 + 5


def test_what_a_person_made_stays_for_days() -> None:
    """A backup by hand is not let go of for later ones of its day; the newest three stay."""
    ends = [(f"end{n}", NOW - timedelta(hours=n), BackupReason.SHUTDOWN) for n in range(5)]
    made = [*ends, ("hand", NOW - timedelta(hours=9), BackupReason.BY_HAND)]
    assert kept(made, NOW, days=7, weeks=0, months=0) == {"end0", "end1", "end2", "hand"}


def test_the_way_back_from_a_migration_stays() -> None:
    """However old it is."""
    made = [*daily(30), ("before", NOW - timedelta(days=900), BackupReason.MIGRATION)]
    assert "before" in kept(made, NOW, days=1, weeks=0, months=0)


@given(
    ages=st.lists(st.integers(min_value=0, max_value=2_000), unique=True, max_size=60),
    days=st.integers(0, 10),
    weeks=st.integers(0, 10),
    months=st.integers(0, 10),
)
def test_the_newest_is_always_kept(ages: list[int], days: int, weeks: int, months: int) -> None:
    """Whatever the rule; and letting go twice lets go of nothing more."""
    made = [(f"d{n}", NOW - timedelta(days=n), BackupReason.DAILY) for n in ages]
    staying = kept(made, NOW, days=days, weeks=weeks, months=months)
    assert not ages or f"d{min(ages)}" in staying
    left = [one for one in made if one[0] in staying]
    assert kept(left, NOW, days=days, weeks=weeks, months=months) == staying
