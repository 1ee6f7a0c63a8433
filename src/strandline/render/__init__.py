"""Digests and pages to bytes: web, e-mail, JSON, feeds; catalogues in en, fr, zh."""
