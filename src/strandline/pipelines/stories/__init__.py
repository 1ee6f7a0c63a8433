"""Matching: which of the new articles tell a story that is known, in bounded batches."""

from strandline.pipelines.stories.matcher import Matcher
from strandline.pipelines.stories.matching import MatchReport, run_match

__all__ = ["MatchReport", "Matcher", "run_match"]
