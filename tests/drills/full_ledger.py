"""A ledger for the drills: articles with posts, mentions and stories, some with captures and texts.

The size is set by the environment: `DRILL_ARTICLES`, `DRILL_CAPTURES`; the full one is 100000 and
1000.
"""

import os
from datetime import timedelta
from pathlib import Path

from strandline.adapters.blobs.local import LocalBlobs
from strandline.model.articles import IngestBatch
from strandline.ports import Store
from strandline.testing.archive_builders import a_job, a_result, an_artifact
from strandline.testing.builders import NOW, a_mention, a_post, a_source, a_text, an_article
from strandline.testing.story_builders import a_match, a_vector, a_verdict, components

ARTICLES = int(os.environ.get("DRILL_ARTICLES", "60"))
CAPTURES = int(os.environ.get("DRILL_CAPTURES", "5"))
_BATCH = 500


def fill(store: Store, blobs: LocalBlobs, folder: Path) -> None:
    """Every second article tells the same story as the one before it."""
    source = a_source()
    store.save_source(source)
    for start in range(0, ARTICLES, _BATCH):
        numbers = range(start, min(start + _BATCH, ARTICLES))
        articles = tuple(an_article(f"https://before.example/{number}") for number in numbers)
        mentions = tuple(a_mention(article, source) for article in articles)
        posts = tuple(a_post(article, source) for article in articles)
        store.ingest(IngestBatch(NOW, articles=articles, mentions=mentions, posts=posts))
        pairs = zip(articles[::2], articles[1::2], strict=False)
        verdicts = [a_verdict(one, other) for one, other in pairs]
        vectors = tuple(map(a_vector, articles))
        store.save_match(a_match(articles, verdicts, vectors=vectors), components)
    page = folder / "page"
    for number in range(CAPTURES):
        article = an_article(f"https://before.example/{number}")
        store.save_text(a_text(article, text=f"{number} words, é and 北京. " * 300))
        store.enqueue([a_job(article)])
        (job,) = store.claim_jobs(NOW, "me", timedelta(minutes=1), limit=1, per_domain=1)
        page.write_bytes(f"<p>kept {number}".encode())
        artifact = an_artifact(job)
        stored = blobs.put(artifact.key, page, "text/html")
        kept = an_artifact(job, sha256=stored.sha256, size_bytes=stored.size_bytes)
        assert store.finish_job(a_result(job, artifacts=(kept,)), owner="me")
