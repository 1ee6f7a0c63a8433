"""What `strandline archive verify` prints while stored bytes are read back."""

from collections import Counter
from collections.abc import Iterator, Sequence

import typer

from strandline.cli.archive.now import article_of
from strandline.cli.archive.verbs import open_archive
from strandline.cli.output import BarProgress, print_json, safe
from strandline.pipelines.archive.verify import Checked, Finding, verify
from strandline.ports import BlobStore, Ports

_LABEL = "Reading back"


def verify_all(urls: Sequence[str], *, as_json: bool) -> bool:
    """Verify the artifacts of some pages, or all; True where nothing is wrong."""
    progress, counts, size = BarProgress(), Counter[Finding](), 0
    with open_archive(blobs=True) as (ports, _):
        assert ports.blobs is not None  # noqa: S101 - asked for
        uuids = [article_of(ports.store, url).article_uuid for url in urls]
        progress.start(_LABEL, _count(ports, uuids))
        try:
            for checked in _checked(ports, ports.blobs, uuids):
                counts[checked.finding] += 1
                size += checked.artifact.size_bytes
                progress.advance(_LABEL, note=checked.artifact.kind.value)
                _print(checked, as_json=as_json)
        finally:
            progress.finish(_LABEL)
    bad = sum(counts.values()) - counts[Finding.GOOD]
    if not as_json:
        typer.echo(f"{counts[Finding.GOOD]:,} good, {bad:,} not; {size:,} bytes.")
    return bad == 0


def _checked(ports: Ports, blobs: BlobStore, uuids: Sequence[str]) -> Iterator[Checked]:
    if not uuids:
        yield from verify(ports, blobs)
    for uuid in uuids:
        yield from verify(ports, blobs, article_uuid=uuid)


def _count(ports: Ports, uuids: Sequence[str]) -> int:
    if uuids:
        return sum(len(ports.store.artifacts(uuid, current_only=False)) for uuid in uuids)
    return sum(len(batch) for batch in ports.store.every_artifact())


def _print(checked: Checked, *, as_json: bool) -> None:
    artifact = checked.artifact
    if as_json:
        print_json(
            {
                "artifact_id": artifact.artifact_id,
                "article_uuid": artifact.article_uuid,
                "kind": artifact.kind,
                "key": artifact.key,
                "finding": checked.finding,
                "message": checked.message,
            }
        )
    elif checked.finding is not Finding.GOOD:
        typer.echo(f"{checked.finding.value}: {artifact.key} ({safe(checked.message)})")
