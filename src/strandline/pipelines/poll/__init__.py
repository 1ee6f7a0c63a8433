"""Discovery: sources that are due are polled, and what is new enters the ledger.

run        claims sources, polls them side by side   steps        from its listing to the ledger
gathering  a source's listing, wherever it is from   older_posts  what a forum's feed lists no more
following  where unknown article URLs lead           leases       signs of life of what is polled
report     how it went, of a source and of a run
"""

from strandline.pipelines.poll.report import PollReport, SourceOutcome
from strandline.pipelines.poll.run import run_poll

__all__ = ["PollReport", "SourceOutcome", "run_poll"]
