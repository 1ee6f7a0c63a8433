"""Feeds: bytes of RSS, Atom or JSON Feed to a listing (`reader.read_feed`)."""
