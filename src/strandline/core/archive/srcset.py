"""The candidates of a `srcset` (HTML, 4.8.4.2.1): addresses may hold commas."""

import re

#: Candidates that are read.
_MOST = 60
_ADDRESS = re.compile(r"[\s,]*+([^\s]++)")
_DESCRIPTORS = re.compile(r"((?:[^,(]++|\([^)]*+\)?)*+),?")


def candidates(value: str) -> list[tuple[str, str]]:
    """Address and descriptor (`2x`, `800w`, empty) of each."""
    found: list[tuple[str, str]] = []
    at = 0
    while len(found) < _MOST and (address := _ADDRESS.match(value, at)):
        url, at, descriptor = address[1], address.end(), ""
        if url.endswith(","):
            url = url.rstrip(",")
        elif rest := _DESCRIPTORS.match(value, at):
            descriptor, at = rest[1].strip(), rest.end()
        if url:
            found.append((url, descriptor))
    return found
