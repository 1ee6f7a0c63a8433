"""Which links are kept (document 4, 3.1 to 3.3): decided before anything is fetched.

Every link gets a job: a queued one, or one that was skipped and says why.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from strandline.core.archive.domains import matching, read_domains
from strandline.core.moments import is_recent
from strandline.core.urls.domains import host_of
from strandline.model.archive import JobStatus


class Mode(StrEnum):
    """What is kept at all."""

    DELETABLE = "deletable"  # what stands on platforms whose posts get deleted
    ALL = "all"  # everything that is not excluded


@dataclass(frozen=True, slots=True)
class Policy:
    """The rules of one installation; domains as `read_domains` gives them.

    Attributes:
        allowed: Platforms whose posts get deleted.
        excluded: Never kept: other archives, trackers.
        disabled: Switched off by a person.
        known_bad: Known to harm or to lead nowhere.
        keeps_quoted: Links that are only quoted are kept like own ones.
        cache_window: A link is not kept again within it.
    """

    mode: Mode
    allowed: frozenset[str] = frozenset()
    excluded: frozenset[str] = frozenset()
    disabled: frozenset[str] = frozenset()
    known_bad: frozenset[str] = frozenset()
    keeps_quoted: bool = False
    cache_window: timedelta = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of a link.

    Attributes:
        status: `queued`, `skipped_cached` or `skipped_policy`.
        reason: One line for a person.
    """

    status: JobStatus
    reason: str

    @property
    def is_queued(self) -> bool:
        """True where the link is to be kept."""
        return self.status is JobStatus.QUEUED


def make_policy(
    mode: str,
    *,
    allowed: tuple[str, ...] = (),
    excluded: tuple[str, ...] = (),
    disabled: tuple[str, ...] = (),
    known_bad: tuple[str, ...] = (),
    keeps_quoted: bool = False,
    cache_window_s: int = 3600,
) -> Policy:
    """A policy from settings as they are written."""
    return Policy(
        Mode(mode),
        read_domains(allowed),
        read_domains(excluded),
        read_domains(disabled),
        read_domains(known_bad),
        keeps_quoted,
        timedelta(seconds=cache_window_s),
    )


def decide(
    policy: Policy,
    url: str,
    *,
    in_quote: bool,
    last_archived_at: datetime | None,
    now: datetime,
) -> Decision:
    """Whether a link that was found in a post is kept.

    Args:
        url: The canonical URL of the article that it leads to.
        in_quote: True where the post has it only in quotations.
        last_archived_at: When that article was last kept; None where it never was.
    """
    refusal = refused_domain(policy, url)
    if refusal is not None:
        return Decision(JobStatus.SKIPPED_POLICY, refusal)
    if last_archived_at is not None and is_recent(last_archived_at, now, policy.cache_window):
        return Decision(JobStatus.SKIPPED_CACHED, f"archived at {_minute(last_archived_at)}")
    if in_quote and not policy.keeps_quoted and last_archived_at is not None:
        why = f"only quoted, and archived at {_minute(last_archived_at)}"
        return Decision(JobStatus.SKIPPED_POLICY, why)
    return Decision(JobStatus.QUEUED, "quoted link" if in_quote else "own link")


def refused_domain(policy: Policy, url: str) -> str | None:
    """Why nothing of a host is kept, or None; asked for captures on demand too."""
    host = host_of(url)
    for domains, why in (
        (policy.known_bad, "is known to be bad"),
        (policy.disabled, "is switched off"),
        (policy.excluded, "is excluded"),
    ):
        found = matching(host, domains)
        if found is not None:
            return f"{found} {why}"
    if policy.mode is Mode.DELETABLE and matching(host, policy.allowed) is None:
        return f"{host} is not in DELETABLE_ALLOWLIST (ARCHIVE_MODE=all keeps every link)"
    return None


def _minute(when: datetime) -> str:
    return f"{when:%Y-%m-%d %H:%M} UTC"
