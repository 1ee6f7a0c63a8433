"""The checksum by which an edit is noticed."""

import hashlib


def content_checksum(title: str, text: str) -> str:
    """SHA-256 hex over what a reader would see change: title and text, never the dates."""
    return hashlib.sha256(f"{title}\0{text}".encode("utf-8", "surrogatepass")).hexdigest()
