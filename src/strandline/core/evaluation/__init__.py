"""Labelled pairs and streams: their lines, what is measured on them, what is labelled next."""
