"""Titles read for evidence: words with their meanings, and marks such as numbers and dates."""
