"""Bytes of the records of many pages of one site, with bodies shared across pages and without.

    python bench/sharing.py [--pages 100]

Each page has 27 kB of its own and loads what the others load too: two sheets, six scripts, two
fonts, twelve pictures (1.4 MB), and one picture that is its own (120 kB). Nothing compresses. The
records go through the store, the object store and the queue as a worker's do; only the browser is
left out. `without` is what the same records take where each holds all of it.
"""

import argparse
import dataclasses
import hashlib
import io
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import structlog

from strandline.adapters.capture.warc_writing import WarcFile
from strandline.core.urls import article_uuid, identify
from strandline.model.archive import (
    ArchiveJob,
    ArtifactKind,
    CapturedFile,
    CaptureName,
    CaptureOutcome,
    CaptureReport,
    LinkMetadata,
    StoredPayload,
)
from strandline.model.articles import IngestBatch
from strandline.pipelines.archive import run_jobs
from strandline.ports import Captured
from strandline.settings import DatabaseSettings, Settings, StorageSettings, UrlSettings
from strandline.testing.builders import NOW, an_article
from strandline.wiring import open_ports

PARTS = (
    *(("css", "text/css", 40_000),) * 2,
    *(("js", "text/javascript", 120_000),) * 6,
    *(("woff2", "font/woff2", 30_000),) * 2,
    *(("png", "image/png", 45_000),) * 12,
)


def noise(seed: str, size: int) -> bytes:
    """Bytes that no compression makes smaller."""
    return hashlib.shake_128(seed.encode()).digest(size)


class Recorder:
    """Writes the record of a page twice: as it is kept, and holding all of it."""

    def __init__(self) -> None:
        self.plain = 0

    def capture(
        self,
        job: ArchiveJob,
        folder: Path,
        *,
        deadline_s: float,  # noqa: ARG002
        tell: Callable[[CaptureReport], None],  # noqa: ARG002
        known: Callable[[], Mapping[str, StoredPayload]],
    ) -> Captured:
        path = folder / "page.warc.gz"
        for target, bodies in ((folder / "plain", {}), (path, known())):
            with WarcFile(target, "bench", NOW, bodies) as record:
                for url, kind, body in _answers(job.url):
                    record.answer(
                        url,
                        NOW,
                        asked=("GET", []),
                        answer=("HTTP/1.1", 200, "OK"),
                        headers=[("Content-Type", kind)],
                        body=io.BytesIO(body),
                    )
        self.plain += (folder / "plain").stat().st_size
        names = (CaptureName.FETCH, CaptureName.WARC)
        reports = tuple(CaptureReport(name, CaptureOutcome.GOOD) for name in names)
        file = CapturedFile(ArtifactKind.WARC, path, "warc/page.warc.gz", "application/warc")
        return Captured(reports, (file,), LinkMetadata(job.article_uuid, final_url=job.url))

    def close(self) -> None:
        """Nothing to let go of."""


def _answers(url: str) -> list[tuple[str, str, bytes]]:
    site = url.rpartition("/")[0]
    parts = [
        (f"{site}/{n}.{ending}", kind, noise(f"{n}", size))
        for n, (ending, kind, size) in enumerate(PARTS)
    ]
    own = [(url, "text/html", noise(url, 27_000)), (f"{url}.png", "image/png", noise(url, 120_000))]
    return [*own, *parts]


def main() -> None:
    """Capture, and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=100)
    pages = parser.parse_args().pages
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    with tempfile.TemporaryDirectory() as folder:
        root, recorder = Path(folder), Recorder()
        settings = Settings(
            database=DatabaseSettings(path=root / "bench.sqlite3"),
            storage=StorageSettings(path=root / "objects"),
            urls=UrlSettings(resolve=False),
        )
        with open_ports(settings, blobs=True, log=False) as opened:
            ports = dataclasses.replace(opened, capturer=recorder)
            for number in range(pages):
                identity = identify(f"https://site.example/{number}")
                uuid = article_uuid(identity.canonical)
                article = an_article(identity.canonical, article_uuid=uuid, url_key=identity.key)
                ports.store.ingest(IngestBatch(now=NOW, articles=(article,)))
                ports.store.enqueue([ArchiveJob(uuid, identity.canonical, "site.example", NOW)])
            run_jobs(ports, settings)
        files = [file for file in (root / "objects").rglob("*") if file.is_file()]
        stored = sum(file.stat().st_size for file in files)
        print(f"{pages} pages without: {recorder.plain / 1e6:.1f} MB, with: {stored / 1e6:.1f} MB")
        print(f"{len(files)} objects, {stored / recorder.plain:.3f} of the bytes")


if __name__ == "__main__":
    main()
