"""How alike two texts are. Scores propose; `core.dedup` decides."""
