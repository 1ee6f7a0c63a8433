"""Keeps what people link to: jobs are taken, captured, stored, finished, swept after.

running     takes due jobs and works on some at once      job      one job from claim to end
leads       where its URL leads, before the captures      learn    what a capture taught the ledger
keep        files into the object store, once             work     folders for captures
leases      signs of life                                 sweep    what killed workers left
demand      a person asks for a page now                  verify   stored bytes read back
"""

from strandline.pipelines.archive.running import run_jobs, run_worker

__all__ = ["run_jobs", "run_worker"]
