"""Strandline: every story once, every link kept."""

__version__ = "0.1.0"
