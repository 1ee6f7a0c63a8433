"""`strandline url`: canonical URL, key and id of URLs, without a request.

Arguments are read by `argparse`, since this verb has to start within 0.3 s of processor time.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

from strandline.core.urls import article_uuid, identify
from strandline.core.urls.history import history_hash, normalize_article_url
from strandline.core.urls.parse import MAX_URL_LENGTH, readable_text
from strandline.model.errors import UrlError, UsageError

_CHUNK_BYTES = 65_536
#: Bytes of one line that are kept; more cannot be a URL (four bytes a character at most).
_MAX_LINE_BYTES = 4 * MAX_URL_LENGTH + 4

_ABOUT = """Canonical URL, key and id of URLs, one JSON line each; makes no request.

With - as only argument, one URL a line is read from standard input and each line is answered with
one line, in order. A URL without an identity is answered with {"original", "error"}; the exit
status is 1 where that was an argument."""

_EXAMPLE = """Example:
  strandline url 'https://Example.com/story/?utm_source=rss#top'
  strandline url --trail - < urls.txt"""


def run(arguments: list[str]) -> None:
    """Print identities.

    Raises:
        SystemExit: 1 where an argument is no URL; argparse's 0 and 2.
        UsageError: The words are off.
    """
    options = _parser().parse_args(arguments)
    out = sys.stdout
    if options.urls == ["-"]:
        for batch in lines_of(sys.stdin.buffer):
            out.writelines(json.dumps(answer_with(text, options)) + "\n" for text in batch)
            out.flush()  # whoever waits for the answers to what it sent has them all now
        return
    if "-" in options.urls:
        raise UsageError("- stands alone.", advice="Send all URLs through standard input.")
    answers = [answer_with(text, options) for text in options.urls]
    out.writelines(json.dumps(found) + "\n" for found in answers)
    if any("error" in found for found in answers):
        raise SystemExit(1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="strandline url",
        description=_ABOUT,
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("urls", metavar="URL", nargs="+", help="URLs, or - for a stream")
    parser.add_argument(
        "--trail", action="store_true", help="show every rule that changed something"
    )
    parser.add_argument(
        "--https", action="store_true", help="show https in the canonical URL of http ones"
    )
    parser.add_argument("--base", metavar="URL", help="what relative URLs are read against")
    return parser


def answer_with(text: str, options: argparse.Namespace) -> dict[str, Any]:
    """The answer for one URL, as the options want it."""
    return answer(text, trail=options.trail, https=options.https, base=options.base)


def answer(text: str, *, trail: bool, https: bool, base: str | None = None) -> dict[str, Any]:
    """The answer for one URL, ready for JSON."""
    try:
        identity = identify(text, base=base, force_https=https)
    except UrlError as error:
        return {"original": readable_text(text[:MAX_URL_LENGTH]), "error": error.message}
    found: dict[str, Any] = {
        "original": identity.original,
        "canonical": identity.canonical,
        "key": identity.key,
        "url_notes": identity.url_notes,
        "article_uuid": article_uuid(identity.canonical),
        "history_key": normalize_article_url(text),
        "history_hash": history_hash(text),
        "match": identity.is_unchanged,
    }
    if trail:
        found["needs_resolving"] = identity.needs_resolving
        found["trail"] = [{"rule": step.rule, "detail": step.detail} for step in identity.trail]
    return found


def lines_of(stream: BinaryIO) -> Iterator[list[str]]:
    """Lines of a stream in batches: each batch is what one read completed.

    Memory stays bounded whatever the length of a line: of an endless one only as much is kept as
    shows that it is too long. Bytes that are not UTF-8 become lone surrogates.
    """
    pending = b""
    while chunk := stream.read1(_CHUNK_BYTES):  # type: ignore[attr-defined]
        *complete, pending = (pending + chunk).split(b"\n")
        pending = pending[:_MAX_LINE_BYTES]
        if complete:
            yield [_text(line) for line in complete]
    if pending:
        yield [_text(pending)]


def _text(line: bytes) -> str:
    return line.removesuffix(b"\r").decode("utf-8", "surrogateescape")
