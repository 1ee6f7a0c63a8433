"""`strandline url`: canonical URL, key and id of URLs, without a request."""

import json
import sys
from collections.abc import Iterator
from typing import Annotated, Any, BinaryIO

import typer

from strandline.core.urls import article_uuid, identify
from strandline.core.urls.history import history_hash, normalize_article_url
from strandline.core.urls.parse import MAX_URL_LENGTH, readable_text
from strandline.model.errors import UrlError, UsageError

app = typer.Typer(add_completion=False)

_CHUNK_BYTES = 65_536
#: Bytes of one line that are kept; more cannot be a URL (four bytes a character at most).
_MAX_LINE_BYTES = 4 * MAX_URL_LENGTH + 4

_HELP = """Canonical URL, key and id of URLs, one JSON line each; makes no request.

With - as only argument, reads one URL a line from standard input and answers each line with one
line, in order. A URL without an identity is answered with {"original", "error"}.

Example: strandline url 'https://Example.com/story/?utm_source=rss#top'
"""


@app.command(help=_HELP)
def url(
    urls: Annotated[list[str], typer.Argument(metavar="URL...", help="URLs, or - for a stream.")],
    trail: Annotated[  # noqa: FBT002 - typer reads the default
        bool, typer.Option("--trail", help="Show every rule that changed something.")
    ] = False,
    https: Annotated[  # noqa: FBT002 - typer reads the default
        bool, typer.Option("--https", help="Show https in the canonical URL of http ones.")
    ] = False,
    base: Annotated[
        str, typer.Option("--base", help="URL that relative ones are read against.")
    ] = "",
) -> None:
    """Print identities."""
    out = sys.stdout
    if urls == ["-"]:
        for batch in lines_of(sys.stdin.buffer):
            out.write("".join(_line(text, trail, https, base) for text in batch))
            out.flush()  # whoever waits for the answers to what it sent has them all now
        return
    if "-" in urls:
        raise UsageError("- stands alone.", advice="Send all URLs through standard input.")
    answers = [answer(text, trail=trail, https=https, base=base) for text in urls]
    out.write("".join(json.dumps(one) + "\n" for one in answers))
    if any("error" in one for one in answers):
        raise typer.Exit(1)


def answer(text: str, *, trail: bool, https: bool, base: str = "") -> dict[str, Any]:
    """The answer for one URL, ready for JSON."""
    try:
        identity = identify(text, base=base or None, force_https=https)
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


def _line(text: str, trail: bool, https: bool, base: str) -> str:  # noqa: FBT001 - private
    return json.dumps(answer(text, trail=trail, https=https, base=base)) + "\n"
