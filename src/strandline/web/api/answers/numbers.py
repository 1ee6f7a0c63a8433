"""What there is, in numbers."""

from typing import Self

from pydantic import Field

from strandline.ops.status import Status
from strandline.render.archive_views import StatsView
from strandline.web.api.answers.base import Answer


class DomainAnswer(Answer):
    """What the archive has of a domain."""

    domain: str = Field(examples=["harbourpost.example"])
    kept: int
    failed: int
    waiting: int


class StatsAnswer(Answer):
    """The ledger and the archive in numbers."""

    articles: int
    mentions: int
    sources: int
    jobs: dict[str, int] = Field(description="Archive jobs by status.")
    domains: list[DomainAnswer] = Field(description="Most kept first, at most 200.")

    @classmethod
    def of(cls, status: Status, archive: StatsView) -> Self:
        """Numbers that were counted a few seconds ago at most."""
        return cls(
            articles=status.counts.articles,
            mentions=status.counts.mentions,
            sources=status.counts.sources,
            jobs={state.value: count for state, count in archive.jobs},
            domains=[
                DomainAnswer(
                    domain=row.domain, kept=row.kept, failed=row.failed, waiting=row.waiting
                )
                for row in archive.domains
            ],
        )
