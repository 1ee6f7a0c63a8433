"""Which links are kept."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.archive.domains import matching, read_domains
from strandline.core.archive.policy import Policy, decide, make_policy, refused_domain
from strandline.model.archive import JobStatus

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
PLATFORMS = ("reddit.com", "x.com", "youtu.be")
QUEUED, CACHED, REFUSED = JobStatus.QUEUED, JobStatus.SKIPPED_CACHED, JobStatus.SKIPPED_POLICY


def policy(mode: str = "deletable", **changes: object) -> Policy:
    rules = {"allowed": PLATFORMS, "excluded": ("web.archive.org", "archive.ph")} | changes
    return make_policy(mode, **rules)  # type: ignore[arg-type]  # tests name the rules


def status(
    rules: Policy, url: str, *, in_quote: bool = False, archived: timedelta | None = None
) -> JobStatus:
    last = None if archived is None else NOW - archived
    return decide(rules, url, in_quote=in_quote, last_archived_at=last, now=NOW).status


@pytest.mark.parametrize(
    ("mode", "url", "expected"),
    [
        ("deletable", "https://old.reddit.com/r/bread/comments/1/", QUEUED),
        ("deletable", "https://reddit.com/r/bread", QUEUED),
        ("deletable", "https://x.com/rosa/status/1", QUEUED),
        ("deletable", "https://youtu.be/mIlL", QUEUED),
        ("deletable", "https://notreddit.com/r/bread", REFUSED),
        ("deletable", "https://reddit.com.evil.example/", REFUSED),
        ("deletable", "https://netflix.com/x.com", REFUSED),
        ("deletable", "https://paper.example/reddit.com", REFUSED),
        ("all", "https://paper.example/mill", QUEUED),
        ("all", "https://web.archive.org/web/2026/https://reddit.com/", REFUSED),
        ("all", "https://archive.org/details/mill", QUEUED),
        ("all", "https://archive.ph/AbCd", REFUSED),
        ("all", "http://192.0.2.7/x", QUEUED),
    ],
)
def test_mode(mode: str, url: str, expected: JobStatus) -> None:
    """A domain of a list means its subdomains, and no name that only looks like it."""
    assert status(policy(mode), url) is expected


@pytest.mark.parametrize(
    ("in_quote", "archived", "keeps_quoted", "expected"),
    [
        (False, None, False, QUEUED),
        (False, timedelta(minutes=59), False, CACHED),
        (False, timedelta(minutes=60), False, QUEUED),
        (False, timedelta(days=400), False, QUEUED),
        (False, timedelta(seconds=-5), False, CACHED),
        (False, timedelta(days=-400), False, QUEUED),
        (False, -timedelta(minutes=5), False, CACHED),
        (True, None, False, QUEUED),
        (True, timedelta(minutes=59), False, CACHED),
        (True, timedelta(minutes=60), False, REFUSED),
        (True, timedelta(days=400), False, REFUSED),
        (True, timedelta(minutes=60), True, QUEUED),
        (True, timedelta(minutes=59), True, CACHED),
    ],
)
def test_quotes_and_cache_window(
    in_quote: bool, archived: timedelta | None, keeps_quoted: bool, expected: JobStatus
) -> None:
    """An own link is kept again after the window, a quoted one only if it never was."""
    rules = policy(keeps_quoted=keeps_quoted)
    url = "https://x.com/rosa/status/1"
    assert status(rules, url, in_quote=in_quote, archived=archived) is expected


def test_no_window() -> None:
    """A window of zero caches nothing."""
    rules = policy(cache_window_s=0)
    assert status(rules, "https://x.com/rosa/status/1", archived=timedelta()) is QUEUED


@pytest.mark.parametrize(
    ("changes", "url", "why"),
    [
        ({"disabled": ("x.com",)}, "https://x.com/a/status/1", "x.com is switched off"),
        ({"known_bad": ("bad.example",)}, "https://bad.example/", "bad.example is known to be bad"),
        ({"excluded": ("a.x.com",)}, "https://a.x.com/r/x", "a.x.com is excluded"),
        (
            {},
            "https://paper.example/",
            "paper.example is not in DELETABLE_ALLOWLIST (ARCHIVE_MODE=all keeps every link)",
        ),
        (
            {"known_bad": ("x.com",), "disabled": ("x.com",)},
            "https://x.com",
            "x.com is known to be bad",
        ),
    ],
)
def test_reason(changes: dict[str, Any], url: str, why: str) -> None:
    """A refusal names the rule and the entry of the list."""
    assert refused_domain(policy(**changes), url) == why


def test_refusal_goes_before_the_cache() -> None:
    """A link of a domain that was switched off is no cached one."""
    rules = policy(disabled=("x.com",))
    assert status(rules, "https://x.com/a/status/1", archived=timedelta(minutes=1)) is REFUSED


@pytest.mark.parametrize(
    "entry",
    [
        "reddit.com",
        "Reddit.COM",
        "www.reddit.com",
        "*.reddit.com",
        ".reddit.com",
        " reddit.com ",
        "https://reddit.com/",
        "reddit.com:443",
    ],
)
def test_spelling_of_entries(entry: str) -> None:
    """However a person writes a domain, it means the same."""
    assert read_domains([entry]) == {"reddit.com"}


def test_entries_that_are_no_domains() -> None:
    """What is no domain covers nothing; a name outside ASCII is compared in its encoded form."""
    assert read_domains(["", "*", "https://", "müller.example"]) == {"xn--mller-kva.example"}


@given(st.text(max_size=80), st.booleans())
def test_any_url_gets_a_decision(url: str, in_quote: bool) -> None:
    """No text raises, and every decision says why."""
    found = decide(policy("all"), url, in_quote=in_quote, last_archived_at=None, now=NOW)
    assert found.reason


@given(st.lists(st.sampled_from(["a", "b", "com"]), min_size=1, max_size=5).map(".".join))
def test_nearest_entry_covers(host: str) -> None:
    """An entry covers a host exactly if the host is it, or ends in it after a dot."""
    entries = frozenset({"a.com", "com", "b.a.com"})
    covering = [e for e in entries if host == e or host.endswith(f".{e}")]
    assert matching(host, entries) == max(covering, key=len, default=None)
