"""What becomes of a public copy after any answer, and which links may have one."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from strandline.core.archive.policy import make_policy
from strandline.core.archive.public_copies import NotPublic, not_public, settle
from strandline.model.wayback import AT_REST, CopyState, PublicCopy, SaveAnswer, SaveKind
from strandline.testing.builders import NOW

POLICY = make_policy("deletable", excluded=("tracker.example",))
MOST = 4


@given(st.lists(st.tuples(st.sampled_from(SaveKind), st.integers(0, 90_000)), max_size=40))
def test_a_row_is_asked_for_so_often_and_no_more(told: list[tuple[SaveKind, int]]) -> None:
    """It rests with an end, or waits for a time to come; only what may have been heard counts."""
    row, now = PublicCopy("A_1", CopyState.PLANNED, NOW, NOW, NOW), NOW
    heard = 0
    for kind, asked_to_wait in told:
        if row.state in AT_REST:
            assert row.next_at is None
            return
        assert row.next_at is not None
        now = max(now, row.next_at)
        is_asked = not row.job_id
        if is_asked:
            attempts = row.attempts + 1
            row = PublicCopy("A_1", CopyState.ASKED, NOW, now, now, attempts, asked_at=now)
            heard += kind is not SaveKind.LATER
        later = now + timedelta(seconds=asked_to_wait)
        job = "spn2-1" if kind is SaveKind.ACCEPTED else ""
        left = settle(row, SaveAnswer(kind, "words", job, not_before=later), now, MOST)
        row = left.row
        assert row.next_at is None or row.next_at > now
        assert row.next_at is None or left.pause is None or row.next_at >= left.pause
        assert (left.pause is not None) == (kind in (SaveKind.LATER, SaveKind.CLOSED))
        assert row.attempts <= heard
    assert heard <= MOST or row.state is CopyState.GIVEN_UP


def test_public_links_may_be_handed_on_and_others_not() -> None:
    """By the name and the number of the host, the address, and what the settings exclude."""
    for url in ("https://paper.org/a", "http://[2a00:1450::1]/", "http://93.184.215.14:8080/a"):
        assert not_public(url, url, POLICY) is None
    cases = {
        "ftp://paper.org/a": NotPublic.ADDRESS,
        "http://localhost/": NotPublic.HOST,
        "http://2130706433/": NotPublic.HOST,
        "http://[::ffff:10.0.0.1]/": NotPublic.HOST,
        "http://box.local./": NotPublic.HOST,
        "https://abc.onion/": NotPublic.HOST,
        "https://paper.org/login?next=/a": NotPublic.WALL,
        "https://a.tracker.example/": NotPublic.POLICY,
    }
    for url, why in cases.items():
        found = not_public(url, url, POLICY)
        assert found is not None, url
        assert found[0] is why
    hidden = not_public("https://paper.org/?key=1", "https://paper.org/?key=…", POLICY)
    assert hidden is not None
    assert hidden[0] is NotPublic.SECRET
