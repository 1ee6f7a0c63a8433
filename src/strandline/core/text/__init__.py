"""Texts: titles, extraction of readable text and metadata, dates."""
