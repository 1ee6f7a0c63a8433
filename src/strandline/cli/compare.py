"""`strandline compare`: are two articles one story? One JSON line for each pair, in order."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer

from strandline.core.evaluation.pairs import ReadPair, id_of, read_pair
from strandline.model.errors import ParseError, UsageError
from strandline.model.stories import Verdict
from strandline.ops.compare import Comparer, make_comparer

app = typer.Typer(add_completion=False)

#: Pairs that are ruled on at once: enough for a model to embed in one go.
_BATCH = 64
_CHUNK_BYTES = 65_536
#: Bytes of one line that are kept; a longer one is answered with an error.
_MAX_LINE_BYTES = 1_000_000


@app.command()
def compare(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Pairs as JSON lines; - is stdin.")
    ] = "-",
    explain: Annotated[  # noqa: FBT002 - typer's way
        bool, typer.Option("--explain", help="With every score, threshold and veto.")
    ] = False,
    off: Annotated[
        list[str] | None, typer.Option("--off", metavar="LAYER", help="A layer not to ask.")
    ] = None,
    no_vectors: Annotated[  # noqa: FBT002
        bool, typer.Option("--no-vectors", help="Without embedding models.")
    ] = False,
) -> None:
    """Rule on pairs of articles: SAME story, DIFFERENT, or UNSURE.

    Each line of FILE is {"id", "a": {"title", "url", "source", "published", "summary", "lang"},
    "b": {…}}; any field may be missing. Each is answered with one line, in order:
    {"id", "verdict", "relation", "layer", "score", "reason"}. A line that cannot be read is
    answered with {"id", "error"}, and the exit status is 1. Uses no network and no database;
    embedding models where they are installed.
    """
    comparer = _comparer(off or [], with_vectors=not no_vectors)
    is_whole = True
    for batch in _batches(file):
        is_whole &= _answer(batch, comparer, explain=explain)
    if not is_whole:
        raise typer.Exit(1)


def _comparer(off: list[str], *, with_vectors: bool) -> Comparer:
    from strandline.settings import load_settings
    from strandline.wiring import open_local_embedders, use_calibration

    settings = load_settings()
    use_calibration(settings)
    embedders = open_local_embedders(settings) if with_vectors else ()
    return make_comparer(settings.stories, embedders, off)


def _answer(lines: list[str], comparer: Comparer, *, explain: bool) -> bool:
    """Write one answer a line; False where a line could not be read."""
    read: list[ReadPair | dict[str, Any]] = []
    for line in lines:
        try:
            read.append(read_pair(line))
        except ParseError as error:
            pair_id = id_of(line)
            known = {} if pair_id is None else {"id": pair_id}
            read.append(known | {"error": error.message})
    pairs = [pair for pair in read if isinstance(pair, ReadPair)]
    verdicts = iter(comparer.verdicts(pairs))
    for pair in read:
        if isinstance(pair, ReadPair):
            _write(_row(pair.pair_id, next(verdicts), explain=explain))
        else:
            _write(pair)
    sys.stdout.flush()  # whoever waits for the answers to what it sent has them all now
    return len(pairs) == len(read)


def _row(pair_id: object, verdict: Verdict, *, explain: bool) -> dict[str, Any]:
    row: dict[str, Any] = {
        "id": pair_id,
        "verdict": verdict.answer.value,
        "relation": verdict.relation.value,
        "layer": verdict.layer,
        "score": round(verdict.score, 6),
        "reason": verdict.reason,
    }
    if explain:
        row |= {
            "vetoes": list(verdict.vetoes),
            "scores": dict(verdict.scores),
            "thresholds": dict(verdict.thresholds),
            "calibration": verdict.calibration,
        }
    return row


def _write(row: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(row, ensure_ascii=True) + "\n")


def _batches(file: str) -> Iterator[list[str]]:
    """Lines of a file in batches; empty lines are passed over.

    Raises:
        UsageError: It cannot be opened.
    """
    if file == "-":
        yield from batches_of(sys.stdin.buffer)
        return
    try:
        with Path(file).open("rb") as stream:
            yield from batches_of(stream)
    except OSError as error:
        raise UsageError(
            f"{file} cannot be read: {error.strerror or error}.", subject=file
        ) from error


def batches_of(stream: BinaryIO) -> Iterator[list[str]]:
    """Lines of a stream, as many at once as one read completed, 64 at most.

    Memory stays bounded whatever the length of a line: of one that is too long only as much is
    kept as shows that it is.
    """
    pending = b""
    while chunk := stream.read1(_CHUNK_BYTES):  # type: ignore[attr-defined]
        *complete, pending = (pending + chunk).split(b"\n")
        pending = pending[:_MAX_LINE_BYTES]
        yield from _cut(complete)
    yield from _cut([pending])


def _cut(lines: list[bytes]) -> Iterator[list[str]]:
    texts = [line.decode("utf-8", "replace") for line in lines if line.strip()]
    yield from (texts[start : start + _BATCH] for start in range(0, len(texts), _BATCH))
