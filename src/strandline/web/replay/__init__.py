"""Archived pages in an origin of their own: nothing in them acts, no request leaves.

app      the routes                          fence    headers that every answer carries
shelf    which file, which part of it        records  where an address leads in a record
answers  what is given out, and as what
"""

from strandline.web.replay.app import make_replay_app

__all__ = ["make_replay_app"]
