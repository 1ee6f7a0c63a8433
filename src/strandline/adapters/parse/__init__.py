"""Reading hostile documents in worker processes."""

from strandline.adapters.parse.pool import PooledParser

__all__ = ["PooledParser"]
