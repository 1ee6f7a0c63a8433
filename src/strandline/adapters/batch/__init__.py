"""Near titles of an archive that is too large for one process, on Daft: one machine or many."""

from strandline.adapters.batch.join import BatchReport, join_archive

__all__ = ["BatchReport", "join_archive"]
