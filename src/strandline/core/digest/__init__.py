"""Filtering, scoring and filling an edition; the history key."""
