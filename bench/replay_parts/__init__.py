"""Parts of `bench/replay.py`: the pages, how they are looked at, and the players."""
