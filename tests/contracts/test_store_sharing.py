"""Bodies that several articles use, on every database."""

from datetime import timedelta

from strandline.model.archive import PayloadUse, SharedPayload
from strandline.model.articles import IngestBatch
from strandline.model.takedowns import Takedown
from strandline.ports import Store
from strandline.testing.archive_builders import a_job, a_result
from strandline.testing.builders import NOW, an_article

HOUR = timedelta(hours=1)
SHARED = SharedPayload("sha256:A", "https://a.example/x.js", "2026", "<urn:1>", "s/1", 0, 9, "ab")


def using(store: Store, url: str, *uses: PayloadUse) -> str:
    """An article whose newest record uses bodies."""
    article = an_article(url)
    store.ingest(IngestBatch(now=NOW, articles=(article,)))
    store.enqueue([a_job(article)])
    (job,) = store.claim_jobs(NOW, "me", HOUR, limit=1, per_domain=9)
    assert store.finish_job(a_result(job, uses=uses), owner="me")
    return article.article_uuid


def test_a_body_is_found_where_another_article_holds_it(store: Store) -> None:
    """Not the article's own, nor one that refers itself, nor that of a struck page."""
    held, refers = PayloadUse("sha256:A", "k/1", 7, 70), PayloadUse("sha256:A", "", 0, 0)
    one = using(store, "https://a.example/1", held)
    two = using(store, "https://a.example/2", refers)
    assert store.payload_copies("sha256:A", but=two) == [held]
    assert store.payload_copies("sha256:A", but=one) == []
    assert store.payload_copies("sha256:B \0", but=one) == []
    store.strike(Takedown(one, "https://a.example/1", "asked", "owner", NOW))
    assert store.payload_copies("sha256:A", but=two) == []


def test_a_shared_body_is_named_once_and_goes_when_nobody_uses_it(store: Store) -> None:
    """Nor has asked for it lately."""
    uuid = using(store, "https://a.example/1", PayloadUse("sha256:A", "", 0, 0))
    assert store.shared_payload("sha256:A", NOW) is None
    assert store.share_payload(SHARED, NOW)
    assert not store.share_payload(SHARED, NOW)
    assert store.let_go_payloads(NOW + HOUR, limit=9) == []
    store.strike(Takedown(uuid, "https://a.example/1", "asked", "owner", NOW, NOW))
    store.erase(uuid, NOW)
    found = store.shared_payload("sha256:A", NOW + HOUR)
    assert found is not None
    assert (found.key, found.record_id, found.offset) == ("s/1", "<urn:1>", 0)
    assert store.let_go_payloads(NOW + HOUR, limit=9) == []
    assert store.let_go_payloads(NOW + 2 * HOUR, limit=9) == ["s/1"]
    assert store.shared_payload("sha256:A", NOW) is None


def test_uses_move_with_their_article(store: Store) -> None:
    """Where both use the same, one use is left."""
    refers = PayloadUse("sha256:A", "", 0, 0)
    one = using(store, "https://a.example/1", refers, PayloadUse("sha256:B", "k/1", 1, 2))
    two = using(store, "https://a.example/2", refers)
    store.share_payload(SHARED, NOW)
    store.merge_into(one, two, ())
    assert store.let_go_payloads(NOW + HOUR, limit=9) == []
    assert store.payload_copies("sha256:B", but="A_none") == [PayloadUse("sha256:B", "k/1", 1, 2)]
