"""Editions: what a reader has not seen yet, from own sources and from search.

run      the whole as one visible list of steps   shared   what the steps of one digest share
sources  phase 1: the reader's own sources        search   phase 2: search for what is missing
stories  nothing shown whose story is unknown     updates  later news of a story shown before
reading  pages that have no text yet              found    finds of the search, into the ledger
"""

from strandline.pipelines.digest.run import DIGEST, run_digest

__all__ = ["DIGEST", "run_digest"]
