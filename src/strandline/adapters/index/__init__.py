"""Nearest vectors within a time range: an exact scan, embedded Qdrant, a Qdrant server.

The database is the truth: every index here can be thrown away and built anew from it.
"""
