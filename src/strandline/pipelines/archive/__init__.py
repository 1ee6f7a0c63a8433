"""Keeps what people link to: jobs are taken, captured, stored, finished, swept after.

running     takes due jobs and works on some at once      job      one job from claim to end
leads       where its URL leads, before the captures      learn    what a capture taught the ledger
known       what earlier records of the page hold         work     folders for captures
keep        files into the object store, once             sweep    what killed workers left
leases      signs of life                                 verify   stored bytes read back
demand      a person asks for a page now
"""

from strandline.pipelines.archive.running import run_jobs, run_worker

__all__ = ["run_jobs", "run_worker"]
