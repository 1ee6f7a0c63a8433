"""The contract of letting go by age, on both databases."""

from dataclasses import replace
from datetime import timedelta

from strandline.model.archive import JobStatus
from strandline.model.articles import IngestBatch
from strandline.model.database import Aged
from strandline.model.digests import Digest
from strandline.model.editions import EditionState
from strandline.model.outputs import OutputState
from strandline.ports import Store
from strandline.testing.archive_builders import a_bad_result, a_job, a_result
from strandline.testing.builders import (
    NOW,
    a_mention,
    a_post,
    a_reader,
    a_source,
    a_text,
    an_article,
)

LATER = NOW + timedelta(days=30)


def test_posts_go_in_small_steps(store: Store) -> None:
    """What would go is counted before; no step takes more than it is told; then none is left."""
    source = a_source()
    store.save_source(source)
    for number in range(5):
        article = an_article(f"https://valley.example/{number}")
        post = replace(a_post(article, source), item_key=f"item {number}")
        store.ingest(
            IngestBatch(NOW, articles=(article,), mentions=(a_mention(article),), posts=(post,))
        )
    assert store.aged(Aged.POSTS, NOW) == 0
    assert store.aged(Aged.POSTS, LATER) == 5
    assert [store.let_go(Aged.POSTS, LATER, limit=2) for _ in range(4)] == [2, 2, 1, 0]
    assert store.aged(Aged.POSTS, LATER) == 0
    assert store.counts().articles == 0


def test_a_text_is_emptied_and_not_read_again(store: Store) -> None:
    """That the page was read stays; searches no longer find its words."""
    article = an_article()
    store.ingest(IngestBatch(NOW, articles=(article,), mentions=(a_mention(article),)))
    store.save_text(a_text(article))
    waiting = store.counts().unscraped
    assert store.aged(Aged.TEXTS, LATER) == 1
    assert store.let_go(Aged.TEXTS, LATER) == 1
    assert store.let_go(Aged.TEXTS, LATER) == 0
    assert store.counts().unscraped == waiting
    text = store.texts([article.article_uuid])[article.article_uuid]
    assert (text.text, text.status) == ("", a_text(article).status)


def test_jobs_go_but_for_files_and_the_last_word(store: Store) -> None:
    """A failed job that another one followed goes; what left a file, and the last one, stay."""
    article = an_article()
    store.ingest(IngestBatch(NOW, articles=(article,), mentions=(a_mention(article),)))
    for is_good in (False, True, False):
        store.enqueue([a_job(article)])
        (job,) = store.claim_jobs(NOW, "me", timedelta(minutes=5), limit=1, per_domain=1)
        end = a_result(job) if is_good else a_bad_result(job, artifacts=())
        assert store.finish_job(end, owner="me")
    assert store.aged(Aged.JOBS, NOW) == 0
    assert store.aged(Aged.JOBS, LATER) == store.let_go(Aged.JOBS, LATER) == 1
    left = [job.status for job in store.jobs(limit=9)]
    assert left == [JobStatus.FAILED, JobStatus.SUCCEEDED]
    assert len(store.artifacts(article.article_uuid)) == 1


def test_what_an_output_had_goes_after_its_edition(store: Store) -> None:
    """While the edition is there its row stays, or it would be sent again; what is open stays."""
    store.save_reader(a_reader("one"))
    store.note_outputs(["hub"], NOW)
    for name in ("done", "open"):
        edition = Digest(name, "one", NOW, "News", "en", state=EditionState.SENT, published_at=NOW)
        store.save_digest(edition, [])
    assert store.plan_output("hub", ["one"], NOW, NOW - timedelta(days=9)) == 2
    assert store.decide_output("hub", "done", OutputState.DONE, "", NOW)
    assert store.aged(Aged.SENDS, LATER) == store.let_go(Aged.SENDS, LATER) == 0
    assert store.plan_output("hub", ["one"], NOW, NOW - timedelta(days=9)) == 0
    assert store.remove_reader("one")
    assert store.aged(Aged.SENDS, NOW) == 0
    assert store.aged(Aged.SENDS, LATER) == store.let_go(Aged.SENDS, LATER) == 1
    assert [row.digest_id for row in store.output_log()] == ["open"]


def test_every_kind_can_be_counted_and_let_go(store: Store) -> None:
    """Nothing goes of an empty ledger."""
    for what in Aged:
        assert store.aged(what, LATER) == store.let_go(what, LATER) == 0
