"""Taking a URL out of the wrapper that leads to it, without a request."""

import re
from urllib.parse import unquote

from strandline.core.urls.decoders import DECODERS
from strandline.core.urls.parse import Parts
from strandline.core.urls.query import name_of
from strandline.core.urls.rules import Unwrap

_ABSOLUTE = re.compile(r"https?:/{1,2}[^/\s]", re.IGNORECASE)
_ENCODED_SCHEME = re.compile(r"https?(?::|%(?:25)*3A)(?:/|%(?:25)*2F)", re.IGNORECASE)
_BARE = re.compile(r"(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#]|$)", re.IGNORECASE)
#: Decoders of targets that go on into the wrapper's own query and fragment.
_TAKES_REST = frozenset(("verbatim", "amp_cache", "turbo", "checkpoint"))
#: How often a target may be percent-encoded on top of the wrapper's own encoding.
_MAX_EXTRA_ENCODINGS = 4


def target_of(parts: Parts, wrappers: tuple[Unwrap, ...]) -> tuple[str, str] | None:
    """(rule, target) of the first wrapper rule that fits, or None.

    The target is text to be parsed, absolute; it may be a wrapper again.
    """
    for wrapper in wrappers:
        match = wrapper.path.match(parts.path) if wrapper.path is not None else None
        if wrapper.path is not None and match is None:
            continue
        for found in _candidates(parts, wrapper, match):
            decoded = DECODERS[wrapper.decoder](found)
            target = _absolute(decoded, parts) if decoded else None
            if target is not None:
                return wrapper.name, target
    return None


def _candidates(parts: Parts, wrapper: Unwrap, match: re.Match[str] | None) -> list[str]:
    """Raw texts that may hold the target, best first."""
    if match is not None and "target" in match.re.groupindex:
        text = match["target"]
        if "host" in match.re.groupindex:
            text = match["host"] + text
        if (
            match.end() == len(parts.path) and wrapper.decoder in _TAKES_REST
        ) or wrapper.decoder == "proofpoint_v3":
            text += f"?{parts.query}" if parts.query else ""
            text += f"#{parts.fragment}" if parts.fragment else ""
        return [text]
    if "?" in wrapper.params:  # the whole query is the target
        return [parts.query]
    pieces = [(name_of(piece), piece.partition("=")[2]) for piece in parts.query.split("&")]
    return [value for wanted in wrapper.params for name, value in pieces if name == wanted]


def _absolute(text: str, parts: Parts) -> str | None:
    """Decoded text as an absolute http(s) URL, or None where it is none."""
    text = text.strip()
    for _ in range(_MAX_EXTRA_ENCODINGS):
        if _ABSOLUTE.match(text) or not _ENCODED_SCHEME.match(text):
            break
        text = unquote(text)
    if _ABSOLUTE.match(text):
        return text
    if text.startswith("//"):
        return "https:" + text
    if text.startswith("/"):
        return f"{parts.scheme}://{parts.host}{parts.port}{text}"
    if _BARE.match(text):
        return "https://" + text
    return None
